"""What the hooks call: a session's parts captured as they happen, saved before a compaction, wrapped at its end.

Every function may be called twice, or by two processes at once, for the same event: a session's state is held under a
lock, and what the log already says is not said again. Nothing here asks a model, and nothing reaches the network.
"""

from __future__ import annotations

import datetime as dt
import os
from pathlib import Path
from typing import Any

from cogmem import clock
from cogmem.claude import checkpoint, wrap
from cogmem.claude.capture import Capture, Options
from cogmem.claude.paths import Ignored
from cogmem.claude.sessionstate import SessionState, alive, client, everyone, peek, prune, short
from cogmem.claude.transcript import TranscriptReader
from cogmem.errors import BusyError
from cogmem.journal import daylog
from cogmem.model import Draft, Entry
from cogmem.project import Project

HOOK_BYTES = 4 << 20
SUBAGENT_KINDS = ("fix", "milestone", "revert", "breakthrough", "premise")


def on_stop(project: Project, payload: dict[str, Any], now: dt.datetime | None = None) -> list[Entry]:
    """Stop and SubagentStop: read the transcript's new part and append what it holds to today's log.

    Returns the entries that were written, none when nothing was worth it, capture is off, or another process is at it.
    """
    session = _text(payload, "session_id")
    if not session or not project.config.capture.enabled or payload.get("agent_type") == "":
        return []
    try:
        with SessionState(project, session) as state:
            _note(state, payload)
            entries = _capture(project, state, payload)
            state.save()
    except BusyError:
        return []
    return entries


def on_pre_compact(project: Project, payload: dict[str, Any]) -> str:
    """PreCompact: capture what is new, save a checkpoint, and say in plain text what the summary must keep."""
    session = _text(payload, "session_id")
    if not session or project.paused:
        return ""
    with SessionState(project, session) as state:
        _note(state, payload)
        if project.config.capture.enabled:
            _capture(project, state, payload)
        saved = checkpoint.make(state.memory, clock.now())
        state.data["checkpoint"] = saved
        state.data.pop("lost", None)
        state.save()
    return checkpoint.instructions(saved)


def on_post_compact(project: Project, payload: dict[str, Any]) -> None:
    """PostCompact: keep the summary, and what of the checkpoint it lost."""
    session = _text(payload, "session_id")
    if not session or project.paused:
        return
    with SessionState(project, session) as state:
        _note(state, payload)
        saved = state.data.get("checkpoint")
        summary = checkpoint.summary_text(_text(payload, "compact_summary"))
        state.data["summary"] = summary[:checkpoint.SUMMARY_LIMIT]
        if isinstance(saved, dict):
            state.data["lost"] = checkpoint.lost(saved, summary)
        state.save()


def lost_after_compact(project: Project, session: str) -> str | None:
    """Once after a compaction: what its summary lost, as text to inject; None when nothing was or it was told."""
    if not peek(project, session).get("lost"):
        return None
    with SessionState(project, session) as state:
        lost = state.data.pop("lost", None)
        if not lost:
            return None
        state.save()
    return checkpoint.lost_text(lost)


def checkpoint_block(project: Project, session: str) -> str | None:
    """SessionStart(compact): the checkpoint that was saved before, as text to inject; None when there is none."""
    saved = peek(project, session).get("checkpoint")
    return checkpoint.block(saved) if isinstance(saved, dict) else None


def on_session_start(project: Project, payload: dict[str, Any]) -> list[str]:
    """SessionStart: take up this session's state, and wrap the sessions whose client is gone. Returns their ids."""
    session = _text(payload, "session_id")
    if not session or project.paused:
        return []
    try:
        with SessionState(project, session) as state:
            _note(state, payload)
            state.data.pop("ended", None)
            if "offset" not in state.data and payload.get("source") in ("resume", "fork"):
                state.data["offset"] = _size(_text(payload, "transcript_path"))
            state.save()
    except BusyError:
        return []
    done = [] if payload.get("source") == "compact" else late_wraps(project, but=session)
    if done:
        prune(project)
    return done


def late_wraps(project: Project, *, but: str = "") -> list[str]:
    """Wrap every session that ended, or whose client died, without a wrap. ``but`` is the session that runs now."""
    done: list[str] = []
    for seen in everyone(project):
        session = seen["session"]
        if session == but or not wrap.wanted(seen) or not (seen.get("ended") or not _running(seen)):
            continue
        try:
            with SessionState(project, session, timeout=0.2) as state:
                if not wrap.wanted(state.data) or (not state.data.get("ended") and _running(state.data)):
                    continue
                _capture(project, state, {}, final=True)
                wrap.write(project, state)
                done.append(session)
        except BusyError:
            continue
    return done


def on_session_end(project: Project, payload: dict[str, Any]) -> bool:
    """SessionEnd: wrap the session, or leave it to the next start when too much is unread. True when it was wrapped."""
    session = _text(payload, "session_id")
    if not session or project.paused:
        return False
    try:
        with SessionState(project, session, timeout=0.5) as state:
            _note(state, payload)
            state.data["ended"] = _text(payload, "reason") or "other"
            state.save()
            if _unread(state) > HOOK_BYTES:
                return False
            if project.config.capture.enabled:
                _capture(project, state, payload, final=True)
                state.save()
            return wrap.write(project, state) if wrap.wanted(state.data) else False
    except BusyError:
        return False


def _capture(project: Project, state: SessionState, payload: dict[str, Any], *, final: bool = False) -> list[Entry]:
    """Read what is new of the main transcript or, for SubagentStop, of the agent's; returns what was appended."""
    agent = _text(payload, "agent_id")
    own = state.data.setdefault("agents", {}).setdefault(agent, {}) if agent else state.data
    path = _text(payload, "agent_transcript_path") if agent else str(state.data.get("transcript", ""))
    if not path:
        return []
    reader = TranscriptReader(Path(path), int(own.get("offset", 0)), final=final)
    if project.paused or not project.config.capture.enabled:
        own["offset"] = _size(path)
        return []
    memory = own.setdefault("memory", {})
    capture = Capture(_options(project, state), memory)
    spool = wrap.TranscriptCopy(project, state.session, agent)
    for turn in reader:
        capture.feed(turn)
        spool.take(turn)
    if not agent and not final:
        capture.hasten(_text(payload, "last_assistant_message"))
    own["offset"] = reader.offset
    found = capture.drafts()
    if agent:
        _shared(memory, state.memory)
    spool.flush()
    told = [(draft, time) for draft, time in found if not agent or dict(draft.extra)["Signal"] in SUBAGENT_KINDS]
    return [entry for draft, time in told if (entry := _append(project, draft, _local(time) if final else None)) is not None]


def _append(project: Project, draft: Draft, at: dt.datetime | None) -> Entry | None:
    """Append unless the day's log holds this very entry: a call that was killed after writing is repeated safely.

    ``at`` is the moment's own time, for what is captured after its session's end."""
    path = project.log_path((at or clock.now()).date())
    if path.exists():
        log = daylog.read_log(path, project.relative(path))
        mine = dict(draft.extra)
        for entry in log.entries:
            if entry.title == draft.title and dict(entry.meta).get("Evidence") == mine["Evidence"]:
                return None
    return daylog.append(project, draft, at=at)


def _local(time: str) -> dt.datetime | None:
    try:
        return dt.datetime.fromisoformat(time.replace("Z", "+00:00")).astimezone()
    except ValueError:
        return None


def _shared(agent: dict[str, Any], main: dict[str, Any]) -> None:
    """What a subagent touched and finished belongs to the session."""
    for name, count in agent.get("files", {}).items():
        main.setdefault("files", {})[name] = int(main.get("files", {}).get(name, 0)) + int(count)
    for name in ("done", "decisions", "open"):
        kept = main.setdefault(name, [])
        kept += [value for value in agent.get(name, []) if value not in kept]


def _options(project: Project, state: SessionState) -> Options:
    return Options(str(project.root), short(state.session), Ignored(tuple(project.config.capture.ignore)))


def _note(state: SessionState, payload: dict[str, Any]) -> None:
    """Keep who runs this session and where its transcript is."""
    pid, mark = client()
    if pid:
        state.data["pid"], state.data["pid_mark"] = pid, mark
    path = _text(payload, "transcript_path")
    if path:
        state.data["transcript"] = path
    state.data.setdefault("begun", clock.now().isoformat(timespec="seconds"))
    state.data["seen"] = clock.now().isoformat(timespec="seconds")


def _running(state: dict[str, Any]) -> bool:
    return alive(int(state.get("pid", 0)), str(state.get("pid_mark", "")))


def _unread(state: SessionState) -> int:
    return _size(str(state.data.get("transcript", ""))) - int(state.data.get("offset", 0))


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size if path else 0
    except OSError:
        return 0


def _text(payload: dict[str, Any], name: str) -> str:
    value = payload.get(name)
    return value if isinstance(value, str) else ""
