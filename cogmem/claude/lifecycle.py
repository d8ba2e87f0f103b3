"""What the hooks call: a session's parts captured as they happen, saved before a compaction, wrapped at its end.

Every function may be called twice, or by two processes at once, for the same event: a session's state is held under a
lock, and what the log already says is not said again. Nothing here asks a model, and nothing reaches the network.
"""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any

from cogmem import clock, files
from cogmem.claude import checkpoint, takeup, wrap
from cogmem.claude.capture import Capture, Options
from cogmem.claude.paths import Ignored
from cogmem.claude.remembering import clean
from cogmem.claude.sessionstate import SessionState, peek, prune, short
from cogmem.claude.transcript import TranscriptReader
from cogmem.errors import BusyError
from cogmem.journal import daylog
from cogmem.journal.text import decode
from cogmem.model import Draft, Entry
from cogmem.project import Project

HOOK_BYTES = 4 << 20
PART_BYTES = 256 << 10  # who is ended by the deadline goes on behind the last of them: small enough for any text
AGENTS_KEPT = 24
SUBAGENT_KINDS = ("fix", "milestone", "revert", "breakthrough", "premise")


def on_stop(project: Project, payload: dict[str, Any]) -> list[Entry]:
    """Stop and SubagentStop: read the transcript's new part and append what it holds to today's log.

    Returns the entries that were written, none when nothing was worth it, capture is off, or another process is at it.
    """
    session = takeup.text(payload, "session_id")
    if not session or payload.get("agent_type") == "":
        return []
    try:
        with SessionState(project, session) as state:
            takeup.note(state, payload)
            entries = _capture(project, state, payload)
            state.save()
    except BusyError:
        return []
    return entries


def on_pre_compact(project: Project, payload: dict[str, Any]) -> str:
    """PreCompact: capture what is new, save a checkpoint, and say in plain text what the summary must keep."""
    session = takeup.text(payload, "session_id")
    if not session or project.paused:
        return ""
    try:
        with SessionState(project, session) as state:
            takeup.note(state, payload)
            _capture(project, state, payload)
            saved = checkpoint.make(state.memory, clock.now())
            state.data["checkpoint"] = saved
            state.data.pop("lost", None)
            state.save()
    except BusyError:
        return ""
    return checkpoint.instructions(saved)


def on_post_compact(project: Project, payload: dict[str, Any]) -> None:
    """PostCompact: keep the summary, and what of the checkpoint it lost."""
    session = takeup.text(payload, "session_id")
    if not session or project.paused:
        return
    summary = clean(checkpoint.summary_text(takeup.text(payload, "compact_summary")))
    with SessionState(project, session) as state:
        takeup.note(state, payload)
        saved = state.data.get("checkpoint")
        state.data["summary"] = summary[: checkpoint.SUMMARY_LIMIT]
        if isinstance(saved, dict):
            state.data["lost"] = checkpoint.lost(saved, summary)
        state.save()


def lost_after_compact(project: Project, session: str, budget: float = checkpoint.BUDGET) -> tuple[str, list[Any]]:
    """(what the last compaction's summary lost, as text of at most ``budget`` tokens; its lines, for
    :func:`lost_is_told`). Nothing when nothing was lost or all of it is told; what does not fit comes next time."""
    lost = None if project.paused else peek(project, session).get("lost")
    text, count = checkpoint.lost_text(lost, budget) if lost else ("", 0)
    return text, list(lost or [])[:count]


def lost_is_told(project: Project, session: str, told: list[Any]) -> bool:
    """Lines that the compaction lost are before the model again; whether those were all. While another process holds
    the session it is not noted: better told twice than never."""
    try:
        with SessionState(project, session) as state:
            left = [line for line in state.data.pop("lost", None) or [] if line not in told]
            if left:
                state.data["lost"] = left
            state.save()
    except BusyError:
        return False
    return not left


def checkpoint_block(project: Project, session: str, budget: float = checkpoint.BUDGET) -> str | None:
    """SessionStart(compact): the checkpoint that was saved before, as text to inject of at most ``budget`` tokens; None
    when there is none."""
    saved = peek(project, session).get("checkpoint")
    return checkpoint.block(saved, budget) if isinstance(saved, dict) else None


def late_wraps(project: Project, *, but: str = "") -> list[str]:
    """Wrap every session that ended, or whose client died, without a wrap. ``but`` is the session that runs now."""
    done: list[str] = []
    for session in takeup.waiting(project, but=but):
        try:
            with SessionState(project, session, timeout=0.2) as state:
                if not takeup.wanted(state.data) or (not state.data.get("ended") and takeup.running(state.data)):
                    continue
                _capture(project, state, {}, late=True)
                if takeup.spoke(state.data):
                    wrap.write(project, state)
                    done.append(session)
                else:
                    wrap.close(state)
        except BusyError:
            continue
    if done:
        prune(project)
    return done


def on_session_end(project: Project, payload: dict[str, Any]) -> bool:
    """SessionEnd: wrap the session, or leave it to the next start when too much is unread. True when it was wrapped."""
    session = takeup.text(payload, "session_id")
    if not session:
        return False
    try:
        with SessionState(project, session, timeout=0.5) as state:
            takeup.note(state, payload)
            state.data["ended"] = takeup.text(payload, "reason") or "other"
            state.save()
            if project.paused or _unread(state) > HOOK_BYTES:
                return False
            _capture(project, state, payload)
            state.save()
            prune(project)
            return wrap.write(project, state) if takeup.spoke(state.data) else False
    except BusyError:
        return False


def _capture(project: Project, state: SessionState, payload: dict[str, Any], *, late: bool = False) -> list[Entry]:
    """Read what is new of the main transcript or, for SubagentStop, of the agent's; returns what was appended.

    ``late``: the session is over, entries belong to the time at which they were said."""
    agent = takeup.text(payload, "agent_id")
    own = _of_agent(state, agent) if agent else state.data
    path = takeup.text(payload, "agent_transcript_path") if agent else str(state.data.get("transcript", ""))
    if not path:
        return []
    if not project.config.capture.enabled:
        own["offset"] = takeup.size(path)
        return []
    entries: list[Entry] = []
    limit = PART_BYTES
    while True:
        before = int(own.get("offset", 0))
        found, more = _part(project, state, payload, path, own, limit, late=late)
        entries += found
        if not more:
            return entries
        state.save()  # who is stopped here goes on from here
        limit = PART_BYTES if int(own["offset"]) > before else limit * 4


def _part(
    project: Project,
    state: SessionState,
    payload: dict[str, Any],
    path: str,
    own: dict[str, Any],
    limit: int,
    *,
    late: bool,
) -> tuple[list[Entry], bool]:
    """Read about ``limit`` bytes on from ``own``'s offset; returns the entries, and whether there is more to read."""
    agent = takeup.text(payload, "agent_id")
    ends = late or "ended" in state.data
    reader = TranscriptReader(Path(path), int(own.get("offset", 0)), final=ends, limit=limit)
    pauses = project.pauses()
    memory = own.setdefault("memory", {})
    capture = Capture(_options(project, state), memory)
    spool = wrap.TranscriptCopy(project, state.session, agent)
    for turn in reader:
        if not _paused(turn.time, pauses):
            capture.feed(turn)
            spool.take(turn)
    if not (agent or ends or project.paused or reader.more):
        capture.hasten(takeup.text(payload, "last_assistant_message"))
    own["offset"] = reader.offset
    found = capture.drafts()
    if agent:
        _shared(memory, state.memory)
    spool.flush()
    told = [(draft, time) for draft, time in found if not agent or dict(draft.extra)["Signal"] in SUBAGENT_KINDS]
    written = [_append(project, draft, _local(time) if late else None) for draft, time in told]
    return [entry for entry in written if entry is not None], reader.more


def _append(project: Project, draft: Draft, at: dt.datetime | None) -> Entry | None:
    """Append unless the day's log holds this very entry: a call that was killed after writing is repeated safely.

    ``at`` is the moment's own time, for what is captured after its session's end."""
    path = project.log_path((at or clock.now()).date())
    evidence = dict(draft.extra)["Evidence"]
    if _holds(path, evidence):
        log = daylog.read_log(path, project.relative(path))
        if any(e.title == draft.title and dict(e.meta).get("Evidence") == evidence for e in log.entries):
            return None
    return daylog.append(project, draft, at=at)


def _holds(path: Path, text: str) -> bool:
    """Whether a text stands in a file: quick, where taking a long day's log apart would cost more than the rest."""
    try:
        return text in decode(files.read_bytes(path), path.name).text
    except OSError:
        return False


def _paused(time: str, pauses: list[tuple[str, str]]) -> bool:
    """Whether something was said while the user had paused recording."""
    return any(start <= time and (not end or time <= end) for start, end in pauses) if time else bool(pauses)


def _local(time: str) -> dt.datetime | None:
    try:
        return dt.datetime.fromisoformat(time.replace("Z", "+00:00")).astimezone()
    except ValueError:
        return None


def _shared(agent: dict[str, Any], main: dict[str, Any]) -> None:
    """What a subagent touched and finished belongs to the session."""
    files = main.setdefault("files", {})
    for name, count in agent.get("files", {}).items():
        files[name] = max(int(files.get(name, 0)), int(count))
    for name in ("done", "decisions", "open", "written"):
        kept = main.setdefault(name, [])
        kept += [value for value in agent.get(name, []) if value not in kept]


def _of_agent(state: SessionState, agent: str) -> dict[str, Any]:
    """The state of one subagent; those of the oldest are dropped."""
    agents = state.data.setdefault("agents", {})
    own = agents.setdefault(agent, {})
    while len(agents) > AGENTS_KEPT:
        agents.pop(next(iter(agents)))
    return own


def _options(project: Project, state: SessionState) -> Options:
    return Options(str(project.root), short(state.session), Ignored(tuple(project.config.capture.ignore)))


def _unread(state: SessionState) -> int:
    return takeup.size(str(state.data.get("transcript", ""))) - int(state.data.get("offset", 0))
