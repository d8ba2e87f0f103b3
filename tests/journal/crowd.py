"""Several processes write to one log at once; run as a process of its own:

    python tests/journal/crowd.py FOLDER WRITERS EACH

Every writer appends EACH entries and pins every fifth; an editor that knows nothing of our lock adds lines at the end.
Prints what every writer was told, one line per entry: writer, number, id.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from cogmem.journal.daylog import append, append_section, mark
from cogmem.model import Draft
from cogmem.project import Project, open_project


def write(project: Project, me: int, each: int) -> None:
    for number in range(each):
        entry = append(project, Draft(f"writer {me} entry {number}", f"{me}-{number} " * 50, category="FACT"))
        os.write(1, f"{me} {number} {entry.id}\n".encode())
        if number % 5 == 0:
            mark(project, entry.id, entry.source, pinned=True)
        if number % 7 == 3:
            append_section(project, "handover", f"- from {me} {number}")


def main(folder: str, writers: int, each: int) -> None:
    project = open_project(Path(folder))
    children = []
    for me in range(writers):
        child = os.fork()
        if child == 0:
            write(project, me, each)
            os._exit(0)
        children.append(child)
    codes = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
    print("codes", codes)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
