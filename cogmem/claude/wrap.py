"""Wraps a session up: summary, handover, briefing, and its row in the ledger, each exactly once.

The log itself says what was done already, so a wrap that was killed half-way is finished by the next one, and two at
once cannot both write: the caller holds the session's lock. What the agent wrote itself is never written again.
"""

from __future__ import annotations

import datetime as dt
import re
from typing import Any

from cogmem import clock, files
from cogmem.claude import digest, takeup
from cogmem.claude.remembering import clean
from cogmem.claude.sessionstate import SessionState, short
from cogmem.claude.transcript import Turn, shorten
from cogmem.errors import ChangedMeanwhileError
from cogmem.journal import daylog
from cogmem.journal.entries import Log
from cogmem.ledger import spool
from cogmem.project import Project

MARK = "cogmem:auto"
ATTEMPTS = 5
Memory = dict[str, Any]
_ROW_TEXT = 4_000


def write(project: Project, state: SessionState) -> bool:
    """Write what is missing of the session's wrap; returns whether there was anything to tell.

    The files are those of the session's end date. ``state`` is saved, also between the steps that cannot be seen in a
    file. Raises BusyError, ReadOnlyError.
    """
    end = _end(state.data)
    memory = digest.without(digest.untold(state.memory), _forgotten(project, end.date()))
    told = digest.substance(memory)
    if told:
        lang = digest.spoken(memory, project.config.lang)
        log = _log(project, end.date())
        _summary(project, memory, log, _name(state), lang, end)
        _handover(project, memory, log, _name(state), lang, end)
        _briefing(project, memory, _name(state), lang, end)
    _count(project, state, end)
    close(state)
    return told


def close(state: SessionState) -> None:
    """Mark the session as wrapped up to its last prompt."""
    state.data["wrapped"] = {
        "prompts": int(state.memory.get("prompts_seen", 0)),
        "time": clock.now().isoformat(timespec="seconds"),
        "part": int(state.data.get("wrapped", {}).get("part", 0)) + takeup.spoke(state.data),
    }
    state.data["ended"] = state.data.get("ended") or "gone"
    digest.mark_told(state.memory)
    state.save()


def _part(state: SessionState) -> int:
    """1 for a session's first wrap; a session that was resumed and ended again has a second part."""
    return int(state.data.get("wrapped", {}).get("part", 0)) + 1


def _name(state: SessionState) -> str:
    part = _part(state)
    return short(state.session) + (f"-{part}" if part > 1 else "")


def _forgotten(project: Project, day: dt.date) -> list[str]:
    """The titles of what a person forgot in the logs of a session's last two days."""
    logs = [_log(project, day - dt.timedelta(days)) for days in (0, 1)]
    return [entry.title for log in logs if log for entry in log.entries if entry.forgotten]


def _log(project: Project, day: dt.date) -> Log | None:
    path = project.log_path(day)
    return daylog.read_log(path, project.relative(path)) if path.exists() else None


def _summary(project: Project, memory: Memory, log: Log | None, name: str, lang: str, end: dt.datetime) -> None:
    if memory.get("agent_summary") or (log and any(e.kind == "summary" and e.session == name for e in log.entries)):
        return
    meta = [
        ("Session", name),
        ("Minutes", str(minutes(memory))),
        ("Topics", ", ".join(digest.topics(memory, lang))),
        ("Tone", digest.tone(memory, lang)),
        ("Decisions", str(len(memory.get("decisions", [])))),
        ("Source", "auto"),
    ]
    daylog.append_section(project, "summary", digest.summary(memory, lang), [m for m in meta if m[1]], day=end.date())


def _handover(project: Project, memory: Memory, log: Log | None, name: str, lang: str, end: dt.datetime) -> None:
    if memory.get("agent_handover") or (log and _handed_over(log, name)):
        return
    daylog.append_section(
        project,
        "handover",
        digest.handover(memory, lang),
        [("Session", name), ("Time", end.isoformat(timespec="minutes")[11:]), ("Source", "auto")],
        day=end.date(),
    )


def _handed_over(log: Log, name: str) -> bool:
    """Whether one of the log's handovers has this session in its metadata line."""
    lines = log.text.splitlines()
    mark = re.compile(rf"^\*Session: {re.escape(name)}(?![\w-])")
    return any(mark.match(line) for handover in log.handovers for line in lines[handover.line : handover.line + 3])


def _briefing(project: Project, memory: Memory, name: str, lang: str, end: dt.datetime) -> None:
    """Add the session's part to the day's briefing, unless a person or the agent wrote that file."""
    if memory.get("agent_context"):
        return
    path = project.contexts_dir / f"{end.date().isoformat()}.md"
    mark = f"{MARK} {name}"
    part = digest.briefing(memory, lang, mark, end.strftime("%H:%M"))
    for attempt in range(ATTEMPTS):
        try:
            old = files.read_bytes(path)
        except FileNotFoundError:
            old = b""
        if f"<!-- {mark} -->".encode() in old or (old.strip() and f"<!-- {MARK} ".encode() not in old):
            return
        head = old if old else digest.briefing_title(end.date().isoformat(), lang).encode()
        try:
            files.private_folder(path.parent)
            files.write_atomic(
                path,
                head.rstrip(b"\n") + b"\n\n" + part.encode("utf-8", "replace"),
                expect=files.digest(old) if old else files.ABSENT,
            )
            return
        except ChangedMeanwhileError:
            if attempt == ATTEMPTS - 1:
                raise


def _count(project: Project, state: SessionState, end: dt.datetime) -> None:
    """The session's row for the ledger; the ledger keeps one row per session, whatever is written twice."""
    memory = state.memory
    lang = digest.spoken(memory, project.config.lang)
    spool.append(
        str(project.run_dir),
        state.session,
        "session",
        {
            "started": str(memory.get("started") or state.data.get("begun", "")),
            "ended": end.isoformat(timespec="seconds"),
            "minutes": minutes(memory),
            "prompts": int(memory.get("prompts_seen", 0)),
            "entries": len(memory.get("written", [])),
            "topics": ", ".join(digest.topics(memory, lang)),
            "tone": digest.tone(memory, lang),
            "reason": str(state.data.get("ended", "gone")),
        },
    )


def minutes(memory: dict[str, Any]) -> int:
    """Minutes of work: pauses of more than ten minutes do not count. At least 1."""
    return max(1, round(float(memory.get("active_s", 0.0)) / 60))


def _end(data: dict[str, Any]) -> dt.datetime:
    """When the session was last heard of, in local time."""
    for text in (data.get("memory", {}).get("last"), data.get("seen")):
        try:
            return dt.datetime.fromisoformat(str(text).replace("Z", "+00:00")).astimezone()
        except ValueError:
            continue
    return clock.now()


class TranscriptCopy:
    """Copies what was said into the spool for the ledger, redacted: the client keeps its own for a month."""

    def __init__(self, project: Project, session: str, agent: str) -> None:
        self.project, self.session, self.agent = project, session, agent
        self.rows: list[dict[str, object]] = []
        self.wanted = int(project.config.capture.keep_transcript_days) > 0

    def take(self, turn: Turn) -> None:
        """Keep a turn's text; tools and their results are not kept."""
        if not self.wanted or turn.role == "boundary" or not turn.text:
            return
        text = shorten(clean(turn.text), _ROW_TEXT)
        if text:
            self.rows.append(
                {"uuid": turn.uuid, "role": turn.role, "time": turn.time, "agent": self.agent, "text": text}
            )

    def flush(self) -> None:
        """Write the rows to the spool; a row written twice has the same message id."""
        for row in self.rows:
            spool.append(str(self.project.run_dir), self.session, "transcript", row)
        self.rows = []
