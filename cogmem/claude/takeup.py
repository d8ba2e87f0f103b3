"""The light half of a session's start: note who runs it, and see whether another session still waits for its end.

Every session start pays for this, so nothing here imports what only capturing and wrapping need.
"""

from __future__ import annotations

import datetime as dt
import os
from typing import Any

from cogmem import clock
from cogmem.claude.sessionstate import SessionState, alive, client, everyone
from cogmem.errors import BusyError
from cogmem.project import Project

UNKNOWN_HOURS = 6


def begin(project: Project, payload: dict[str, Any]) -> bool:
    """Take up the state of the session that starts; False when there is nothing to take up or another holds it."""
    session = text(payload, "session_id")
    if not session or project.paused:
        return False
    try:
        with SessionState(project, session) as state:
            note(state, payload)
            state.data.pop("ended", None)
            if "offset" not in state.data and payload.get("source") in ("resume", "fork"):
                state.data["offset"] = size(text(payload, "transcript_path"))
            state.save()
    except BusyError:
        return False
    return True


def waiting(project: Project, *, but: str = "") -> list[str]:
    """The sessions that ended, or whose client died, without a wrap; ``but`` is the one that runs now."""
    return [
        seen["session"]
        for seen in everyone(project)
        if seen["session"] != but and wanted(seen) and (seen.get("ended") or not running(seen))
    ]


def wanted(data: dict[str, Any]) -> bool:
    """Whether anything may have been said since the session's last wrap: prompts that were seen, or, for a session
    that was never seen to end, a part of its transcript that nobody has read."""
    if spoke(data):
        return True
    unread = size(str(data.get("transcript", ""))) > int(data.get("offset", 0))
    return unread and not (data.get("wrapped") and data.get("ended"))


def spoke(data: dict[str, Any]) -> bool:
    """Whether prompts were seen since the session's last wrap."""
    said = int(data.get("memory", {}).get("prompts_seen", 0))
    return said > int(data.get("wrapped", {}).get("prompts", 0))


def note(state: SessionState, payload: dict[str, Any]) -> None:
    """Keep who runs this session and where its transcript is."""
    pid, mark = client()
    if pid:
        state.data["pid"], state.data["pid_mark"] = pid, mark
    path = text(payload, "transcript_path")
    if path:
        state.data["transcript"] = path
    state.data.setdefault("begun", clock.now().isoformat(timespec="seconds"))
    state.data["seen"] = clock.now().isoformat(timespec="seconds")


def running(state: dict[str, Any]) -> bool:
    """Whether the client that ran a session still lives. A client that never told its number counts as alive for
    ``UNKNOWN_HOURS`` after it was last heard of."""
    pid = int(state.get("pid", 0))
    if pid:
        return alive(pid, str(state.get("pid_mark", "")))
    try:
        seen = dt.datetime.fromisoformat(str(state.get("seen", "")))
        return clock.now() - seen < dt.timedelta(hours=UNKNOWN_HOURS)
    except (ValueError, TypeError):
        return False


def size(path: str) -> int:
    """A file's size in bytes; 0 when it is not there."""
    try:
        return os.stat(path).st_size if path else 0
    except OSError:
        return 0


def text(payload: dict[str, Any], name: str) -> str:
    """A field of the payload when it is a text, else an empty one."""
    value = payload.get(name)
    return value if isinstance(value, str) else ""
