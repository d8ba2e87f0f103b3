"""A session starts, goes on, or comes back from a compaction: what it is told, and whose end is written first."""

from __future__ import annotations

from cogmem.hooks import deadline, prompt, state, warm, wire
from cogmem.hooks.call import Answer, Call

WRAP_SECONDS = 1.0
PING_SECONDS = 0.05


def started(call: Call) -> Answer | None:
    """SessionStart."""
    if not call.first():
        return None
    warm.ask({"op": "ping", "root": call.root}, PING_SECONDS)
    problem = call.settings.problem
    source = call.text("source")
    answer: Answer = {}
    if problem:
        from cogmem.hooks.texts import say

        answer["systemMessage"] = say(call.lang, "start.config", problem=problem)
    else:
        told = _after_compaction(call) if source == "compact" else ""
        _take_up(call)
        block = _block(call, source)
        whole = "\n".join(part for part in (told, block) if part)
        if whole:
            answer |= wire.context(call.event, whole)
    state.prune(call.root)
    return answer or None


def _take_up(call: Call) -> None:
    """Write the ends of sessions whose client is gone, and the intents that waited for the log; within a second."""
    from cogmem.claude import lifecycle
    from cogmem.hooks import delegation
    from cogmem.project import open_project

    deadline.arm(WRAP_SECONDS)
    try:
        lifecycle.on_session_start(open_project(call.root), call.payload)
        delegation.write_waiting(call)
    except deadline.DeadlineError:
        call.session.add("notes", "the end of an earlier session is not written yet")
    deadline.arm(deadline.SECONDS)


def _after_compaction(call: Call) -> str:
    """The checkpoint that was saved before; what was told before the compaction may be told again."""
    from cogmem.claude import lifecycle
    from cogmem.project import open_project

    call.session.clear(prompt.SHOWN)
    return lifecycle.checkpoint_block(open_project(call.root), call.session_id) or ""


def _block(call: Call, source: str) -> str:
    """The session-start block. A session that was resumed has it already and gets only what is new."""
    from cogmem.project import open_project
    from cogmem.recall.opening import opening

    project = open_project(call.root)
    told = call.session.lines(prompt.SHOWN)
    if source in ("resume", "fork") and told:
        block, ids = opening(project, told=told)
        if not ids:
            return ""
    else:
        block, ids = opening(project)
    if block:
        call.session.add(prompt.SHOWN, *ids)
        prompt.record(call, block, [{"id": one} for one in ids], semantic=False, reason=source or "startup")
    return block

