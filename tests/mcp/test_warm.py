"""The warm socket: who may listen there, what it answers, and that nothing is left behind."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cogmem.mcp.warm import WarmSocket, sweep
from cogmem.project import runtime_dir
from warm_client import ask, socket_of, wait_for

LOG = """# 2026-03-08 Session Log

## Log Entries

### [DECISION] Switched to usage-based pricing
*Arousal: 0.8*
Per-seat punishes large teams at expansion.

---

### [ERROR] The invoice migration deadlocked
*Arousal: 0.7*
The nightly export held a lock.

---

### [NOTE] Lunch is at noon
*Arousal: 0.5*
"""


@pytest.fixture
def warm(connect, words_project):
    """A server of this test process as its client, and the way to ask it."""
    (words_project.logs_dir / "2026-03-08.md").write_text(LOG, "utf-8")
    client = connect(words_project.root)
    client.ask("tools/list")
    path = socket_of(os.getpid())
    wait_for(path.exists)
    client.warm = lambda **request: ask(path, {"root": str(words_project.root), **request})
    client.path = path
    return client


def test_it_is_private(warm):
    assert stat.S_IMODE(warm.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(warm.path.parent.stat().st_mode) == 0o700


def test_ping_and_flashbacks(warm):
    assert warm.warm(op="ping")["ok"] is True
    answer = warm.warm(op="flashbacks", prompt="why did we switch to usage-based pricing?", session="s", k=3)
    assert answer["ok"] and answer["semantic"] is False
    assert answer["hits"][0]["title"] == "Switched to usage-based pricing"
    assert {"id", "score", "relevance", "source", "line", "content", "arousal"} <= answer["hits"][0].keys()


@pytest.mark.parametrize("prompt", ["ok", "thanks", "zebra accordion quarantine", ""])
def test_nothing_where_nothing_passes(warm, prompt):
    assert warm.warm(op="flashbacks", prompt=prompt, session="s", k=3)["hits"] == []


def test_roots_that_nobody_invited_get_nothing(warm, tmp_path):
    (tmp_path / "cogmem.toml").write_text("[cogmem]\n")
    for root in (str(tmp_path), "/", "", "relative", "x\0y", None, 3, "x" * 100_000):
        assert warm.warm(op="ping", root=root)["ok"] is False


def test_another_known_project_is_answered_too(warm, tmp_path):
    from conftest import make_project

    other = make_project(tmp_path / "other", '[cogmem.embedding]\nprovider = "none"\n')
    (other.logs_dir / "2026-03-08.md").write_text(LOG.replace("usage-based", "seat-based"), "utf-8")
    answer = warm.warm(op="flashbacks", root=str(other.root), prompt="why did we switch to seat-based pricing?", k=1)
    assert answer["hits"][0]["title"] == "Switched to seat-based pricing"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n",
        b"{\n",
        b"[]\n",
        b"\xff\n",
        b"null\n",
        b"[" * 100_000 + b"\n",
        b'{"op": "nothing"}\n',
        b'{"op": {"a": 1}, "root": [1]}\n',
        b'{"op": "flashbacks"}',
        b"x" * 5_000_000,
    ],
)
def test_junk_is_answered_and_survived(warm, data):
    try:
        assert ask(warm.path, data + b"\n" if len(data) > 1_000_000 else data).get("ok") is not True
    except (BrokenPipeError, ConnectionResetError):
        assert len(data) > 1_000_000
    assert warm.warm(op="ping")["ok"]


@pytest.mark.parametrize(
    "request_",
    [
        {"op": "flashbacks", "prompt": 3},
        {"op": "flashbacks", "prompt": "a", "k": "x"},
        {"op": "flashbacks", "prompt": "a", "session": 3},
        {"op": "flashbacks"},
        {"op": "rm"},
    ],
)
def test_wrong_types_are_said(warm, request_):
    assert warm.warm(**request_)["ok"] is False


def test_a_caller_that_says_nothing_blocks_nobody(warm):
    silent = [socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) for _ in range(4)]
    for line in silent:
        line.connect(str(warm.path))
    assert warm.warm(op="ping")["ok"]
    for line in silent:
        line.close()


def test_what_is_written_is_found_by_the_next_prompt(warm, words_project):
    warm.warm(op="ping")
    path = words_project.logs_dir / "2026-03-09.md"
    path.write_text(
        "# 2026-03-09\n\n## Log Entries\n\n### [DECISION] Moved the warehouse to Osaka\n*Arousal: 0.8*\n", "utf-8"
    )
    hits = warm.warm(op="flashbacks", prompt="where did we move the warehouse?", k=3)["hits"]
    assert hits[0]["title"] == "Moved the warehouse to Osaka"


def test_closing_stdin_ends_it_and_removes_the_socket(warm):
    assert warm.end() == 0 and not warm.path.exists()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_removes_the_socket(warm, number):
    warm.process.send_signal(number)
    assert warm.process.wait(60) == 0 and not warm.path.exists()


CLIENT = """
import os, subprocess, sys, time
pipe = subprocess.PIPE
child = subprocess.Popen([sys.executable, "-m", "cogmem.mcp"], stdin=pipe, stdout=pipe, cwd=sys.argv[1])
child.stdin.write(b'{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}\\n')
child.stdin.flush()
child.stdout.readline()
if sys.argv[2] == "leak":  # a grandchild keeps the server's stdin open
    subprocess.Popen(["sleep", "300"], stdout=child.stdin)
print(child.pid, flush=True)
time.sleep(300)
"""


@pytest.mark.parametrize("how", ["plain", "leak"])
def test_a_client_that_is_killed_takes_it_along(words_project, how):
    client = subprocess.Popen(
        [sys.executable, "-c", CLIENT, str(words_project.root), how],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "CLAUDE_PROJECT_DIR": str(words_project.root)},
        start_new_session=True,
    )
    try:
        server = int(client.stdout.readline())
        path = socket_of(client.pid)
        wait_for(path.exists)
        client.kill()
        client.wait()
        wait_for(lambda: is_over(server))
        assert not path.exists()
    finally:
        with contextlib.suppress(ProcessLookupError):  # nobody of the group is left
            os.killpg(client.pid, signal.SIGKILL)
        client.wait()
        client.stdout.close()


def is_over(pid: int) -> bool:
    """Whether a process has ended; it may still wait for a parent to ask how."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


def test_sockets_of_the_dead_are_swept(connect, words_project):
    folder = runtime_dir() / "cogmem"
    folder.mkdir(mode=0o777)
    gone = subprocess.Popen(["true"])
    gone.wait()
    for name in (f"{gone.pid}.sock", "other.sock", f"{os.getppid()}.sock"):
        (folder / name).touch()
    connect(words_project.root).ask("tools/list")
    wait_for(socket_of(os.getpid()).exists)
    assert not (folder / f"{gone.pid}.sock").exists()
    assert (folder / "other.sock").exists() and (folder / f"{os.getppid()}.sock").exists()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_stale_socket_of_our_own_client_is_replaced(connect, words_project):
    folder = runtime_dir() / "cogmem"
    folder.mkdir(mode=0o700)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as dead:
        dead.bind(str(socket_of(os.getpid())))
    connect(words_project.root).ask("tools/list")
    wait_for(lambda: ask_quietly(socket_of(os.getpid()), words_project))


def ask_quietly(path, project):
    try:
        return ask(path, {"op": "ping", "root": str(project.root)}).get("ok")
    except OSError:
        return False


def test_of_two_servers_the_first_one_listens_and_the_second_takes_over(connect, words_project):
    first = connect(words_project.root)
    first.ask("tools/list")
    path = socket_of(os.getpid())
    wait_for(path.exists)
    inode = path.stat().st_ino
    second = connect(words_project.root)
    second.ask("tools/list")
    time.sleep(0.5)
    assert path.stat().st_ino == inode
    assert first.end() == 0
    wait_for(lambda: ask_quietly(path, words_project))
    assert second.end() == 0 and not path.exists()


def test_a_folder_of_somebody_else_is_not_used(connect, words_project, tmp_path):
    (runtime_dir() / "cogmem").symlink_to(tmp_path)
    client = connect(words_project.root)
    assert len(client.ask("tools/list")["result"]["tools"]) == 8
    time.sleep(0.3)
    assert not list(tmp_path.glob("*.sock")) and client.end() == 0


def ticks(pid: int) -> int:
    """The processor time that a process has used, in clock ticks."""
    values = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return int(values[11]) + int(values[12])


def rests(pid: int) -> bool:
    """Whether a process does next to nothing for two seconds."""
    before = ticks(pid)
    time.sleep(2)
    return ticks(pid) - before <= 1


def test_it_sleeps(warm):
    """Once its work is done, idle CPU is next to nothing."""
    warm.warm(op="ping")
    warm.warm(op="flashbacks", prompt="why did we switch to usage-based pricing?", k=3)
    wait_for(lambda: rests(warm.process.pid))


def test_close_without_a_client(tmp_path):
    ended = []
    server = WarmSocket(tmp_path / "run", os.getpid(), lambda request: {"ok": True}, lambda: ended.append(1)).start()
    wait_for(server.path.exists)
    assert ask(server.path, {}) == {"ok": True}
    server.close()
    server.close()
    assert not server.path.exists() and not ended
    sweep(tmp_path)


def test_nothing_grows(warm):
    """Hundreds of calls leave no descriptor, no thread and no memory behind."""

    def state() -> tuple[int, int, int]:
        status = Path(f"/proc/{warm.process.pid}/status").read_text()
        threads, memory = (int(status.split(f"{name}:")[1].split()[0]) for name in ("Threads", "VmRSS"))
        return len(os.listdir(f"/proc/{warm.process.pid}/fd")), threads, memory

    def work(times: int) -> None:
        for n in range(times):
            assert warm.warm(op="ping")["ok"]
            assert warm.warm(op="flashbacks", prompt=f"why did we switch to usage-based pricing {n}?", k=3)["ok"]
            warm.tool("search", query=f"invoice migration {n}")

    work(30)
    wait_for(lambda: rests(warm.process.pid))
    files, threads, memory = state()
    work(150)
    wait_for(lambda: rests(warm.process.pid))
    after = state()
    assert after[0] <= files + 2 and after[1] <= threads  # SQLite keeps a closed descriptor back for its locks
    assert after[2] - memory < 10_000, "more than 10 MB for 450 calls"
