"""A server that is asked all day long stays the size it was, holds no more files, and starts no process."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cogmem.project import Project
from warm_client import ask, socket_of, wait_for

LOG = "# x\n\n## Log Entries\n\n### [DECISION] Zanzibar ferry sails at {n}\n*Arousal: 0.8*\nFrom the old harbour.\n"


def size(pid: int) -> tuple[int, int, int]:
    """(open files, threads, KB of memory) of a process."""
    status = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())
    return len(os.listdir(f"/proc/{pid}/fd")), int(status["Threads"]), int(status["VmRSS"].split()[0])


@pytest.mark.parametrize("rounds", [120, pytest.param(5000, marks=pytest.mark.soak)])
def test_many_requests_leave_nothing_behind(connect, words_project: Project, rounds: int) -> None:
    path = words_project.logs_dir / "2026-03-08.md"
    path.write_text(LOG.format(n=0), "utf-8")
    server = connect(words_project.root)
    server.ask("tools/list")
    socket = socket_of(os.getpid())
    wait_for(socket.exists)
    pid = server.process.pid

    def requests(number: int) -> None:
        for n in range(number):
            question = {"op": "flashbacks", "root": str(words_project.root), "prompt": f"When does the ferry {n} sail?",
                        "session": f"s{n}", "k": 3}  # fmt: skip
            assert ask(socket, question)["ok"]
            if n % 10 == 0:
                path.write_text(LOG.format(n=n), "utf-8")
                server.tool("search", query=f"Zanzibar ferry {n}")

    requests(30)
    before = size(pid)
    requests(rounds)
    after = size(pid)
    wait_for(lambda: size(pid)[0] <= before[0] + 1 and size(pid)[1] <= before[1] + 1)
    assert after[2] - before[2] < 20_000, (before, after)
    assert Path(f"/proc/{pid}/task/{pid}/children").read_text().strip() == ""
