"""Kill a writer with -9 at random moments, and see what the log then holds. Run as a process of its own:

    python tests/journal/kill_append.py FOLDER TRIALS

Each trial forks a child that appends entries and writes each acknowledged id to a pipe, kills it, and appends once
more. Prints ``ok`` and how many entries were acknowledged, or what was lost.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from pathlib import Path

from cogmem.journal.daylog import append, read_project_log
from cogmem.model import Draft
from cogmem.project import Project, open_project

BODY = "A body of some size, so that a write takes a while.\n```py\nprint('open and closed')\n```\n"


def draft(number: int) -> Draft:
    """An entry that knows how long it is: a torn one can be told from a whole one."""
    body = BODY * (1 + number % 40)
    return Draft(f"entry {number}", f"{body}end of {len(body)}", category="DECISION", session="s")


def writer(project: Project, pipe: int) -> None:
    for number in range(100_000):
        entry = append(project, draft(number), redact=False)
        os.write(pipe, f"{entry.source} {entry.id}\n".encode())


def is_whole(body: str) -> bool:
    text, _, length = body.rpartition("end of ")
    return length.isdigit() and len(text) == int(length)


def trial(project: Project, chance: random.Random) -> int:
    """One kill. Returns the number of acknowledged entries; raises AssertionError for a loss."""
    receive, send = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(receive)
        writer(project, send)
    os.close(send)
    time.sleep(chance.uniform(0.001, 0.12))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    with open(receive, encoding="utf-8") as stream:
        known = [line.split() for line in stream.read().split("\n")[:-1]]
    last = append(project, Draft("after the crash", "whole", category="NOTE"))
    log = read_project_log(project, last.source)
    found = {entry.id: entry for entry in log.entries}
    for source, one in known:
        assert source == last.source and one in found, f"lost {one}"
        assert is_whole(found[one].body), f"torn {one}"
    assert log.entries[-1] == last and last.body == "whole"
    assert log.render() == log.text
    return len(known)


def main(folder: str, trials: int) -> None:
    project = open_project(Path(folder))
    chance = random.Random(trials)
    total = 0
    for number in range(trials):
        os.environ["COGMEM_NOW"] = (
            f"{2000 + number // 336}-{number // 28 % 12 + 1:02}-{number % 28 + 1:02}T12:00:00+00:00"
        )
        total += trial(project, chance)
    assert not list(project.logs_dir.rglob("*.tmp"))
    print("ok", total)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
