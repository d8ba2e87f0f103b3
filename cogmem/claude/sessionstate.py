"""What is kept of one Claude Code session between two hook calls: offsets, capture's memory, checkpoint, wrap.

One JSON file per session under ``memory/.run/capture/`` (0600, replaced in one step) and one lock file beside it, which
the kernel frees when its holder dies. Everything in it was redacted before it came here.
"""

from __future__ import annotations

import json
import os
import re
import sys
from binascii import crc32
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cogmem import clock, files
from cogmem.project import Project

VERSION = 1
FOLDER = "capture"
KEEP_DAYS = 14
ANCESTORS = 5
CLIENT_NAMES = ("claude", "node", "bun")
_PLAIN = re.compile(r"[A-Za-z0-9_-]{1,64}")


def safe(name: str) -> str:
    """A session's or an agent's name as a file name; nothing from outside becomes a path."""
    if _PLAIN.fullmatch(name):
        return name
    plain = "".join(char for char in name[:40] if char.isascii() and (char.isalnum() or char in "-_"))
    return f"{plain}.{crc32(name.encode('utf-8', 'replace')):08x}"


def short(session: str) -> str:
    """The session's name in the log: the first eight letters of its id."""
    return safe(session)[:8]


class SessionState:
    """``with SessionState(project, session) as state:`` holds the session's lock; ``state.data`` is saved by ``save``.

    Raises BusyError when another process holds the lock longer than ``timeout`` seconds.
    """

    def __init__(self, project: Project, session: str, *, timeout: float = 2.0) -> None:
        self.path = folder(project) / f"{safe(session)}.json"
        self.session = session
        self._lock = files.lock(self.path.with_suffix(".lock"), timeout)
        self.data: dict[str, Any] = {}

    def __enter__(self) -> SessionState:
        self._lock.__enter__()
        self.data = load(self.path) or {"v": VERSION, "session": self.session}
        return self

    def __exit__(self, *error: object) -> None:
        self._lock.__exit__(*error)

    @property
    def memory(self) -> dict[str, Any]:
        """Capture's memory of the main conversation."""
        return self.data.setdefault("memory", {})

    def save(self) -> None:
        """Put the state on the disk."""
        data = json.dumps(self.data, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
        files.write_atomic(self.path, data, mode=0o600)


def folder(project: Project) -> Path:
    """Where the states lie; made for this user only."""
    path = project.run_dir / FOLDER
    files.private_folder(path)
    return path


def load(path: Path) -> dict[str, Any] | None:
    """A state as it was saved; None when there is none or it cannot be read (then the session starts afresh)."""
    try:
        value = json.loads(files.read_bytes(path))
    except (OSError, ValueError):
        return None
    return (
        value
        if isinstance(value, dict) and value.get("v") == VERSION and isinstance(value.get("session"), str)
        else None
    )


def peek(project: Project, session: str) -> dict[str, Any]:
    """A session's state without its lock, for reading only; {} when there is none."""
    return load(project.run_dir / FOLDER / f"{safe(session)}.json") or {}


def everyone(project: Project) -> Iterator[dict[str, Any]]:
    """The states of all sessions, oldest first, without their locks."""
    try:
        paths = sorted(folder(project).glob("*.json"), key=lambda path: path.stat().st_mtime)
    except OSError:
        return
    for path in paths:
        state = load(path)
        if state is not None:
            yield state


def prune(project: Project) -> None:
    """Remove states that are wrapped and two weeks old, with their locks."""
    oldest = clock.now().timestamp() - KEEP_DAYS * 86400
    for path in folder(project).glob("*.json"):
        try:
            if path.stat().st_mtime < oldest:
                path.unlink(missing_ok=True)
                path.with_suffix(".lock").unlink(missing_ok=True)
        except OSError:
            continue  # another process was faster, or it is not ours to remove


def client() -> tuple[int, str]:
    """(process id, start mark) of the Claude Code client that runs us; (0, "") when unknown.

    Clients say their number in ``CLAUDE_PID``; older ones do not, and are looked for among our ancestors (Linux)."""
    given = os.environ.get("CLAUDE_PID", "")
    pid = int(given) if given.isascii() and given.isdigit() else _client_above(os.getppid())
    return (pid, started_mark(pid)) if pid else (0, "")


def _client_above(pid: int) -> int:
    """The nearest ancestor that is a client by its name, or 0."""
    for _ in range(ANCESTORS):
        name, fields = _stat(pid)
        if name.startswith(CLIENT_NAMES):
            return pid
        if len(fields) < 2 or not fields[1].isdigit() or int(fields[1]) <= 1:
            return 0
        pid = int(fields[1])
    return 0


def alive(pid: int, mark: str) -> bool:
    """Whether that very process still runs. ``mark`` tells it from a later process with the same number."""
    if pid <= 0 or not files.lives(pid):
        return False
    now = started_mark(pid)
    return not mark or not now or now == mark


def started_mark(pid: int) -> str:
    """What tells two processes of one number apart: the kernel's start tick (Linux); "" where it cannot be told."""
    _, fields = _stat(pid)
    if fields and fields[0] in ("Z", "X"):
        return "dead"
    return fields[19] if len(fields) > 19 else ""


def _stat(pid: int) -> tuple[str, list[str]]:
    """A process's name and the fields behind it: state, parent, … (Linux); ("", []) where there is no such file."""
    if not sys.platform.startswith("linux"):
        return "", []
    try:
        text = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace")
    except OSError:
        return "", []
    head, _, tail = text.rpartition(")")
    return head.partition("(")[2], tail.split()
