"""A session starts, goes on, or comes back from a compaction: what it is told, and whose end is written first."""

from __future__ import annotations

from cogmem.hooks import core, deadline, prompt, state, warm, wire
from cogmem.hooks.call import Answer, Call

WRAP_SECONDS = 2.0
CHECKPOINT_SHARE = 2 / 3  # of a start's tokens, after a compaction


def started(call: Call) -> Answer | None:
    """SessionStart."""
    if not call.first():
        return None
    warm.ping(call.root)
    answer: Answer = {}
    if call.settings.problem:
        from cogmem.hooks.texts import say

        answer["systemMessage"] = say(call.lang, "start.config", problem=call.settings.problem)
    else:
        source = call.text("source")
        told = _after_compaction(call) if source == "compact" else ""  # before the block, out of the same budget
        if told:
            call.injected(told, reason="checkpoint")
        trouble = _take_up(call, source)
        if trouble:
            answer["systemMessage"] = trouble
        whole = "\n".join(part for part in (told, _block(call, source, told)) if part)
        if whole:
            answer |= wire.context(call.event, whole)
    state.prune(call.root)
    return answer or None


def _take_up(call: Call, source: str) -> str:
    """Take the session up. What goes wrong with that is told to the person and costs the block nothing."""
    from cogmem.errors import CogmemError
    from cogmem.hooks.texts import say

    try:
        _begin(call, source)
    except (CogmemError, OSError) as error:
        return say(call.lang, "start.unwritten", problem=" ".join(str(error).split()))
    return ""


def _begin(call: Call, source: str) -> None:
    """Note that the session runs; write the ends of those whose client is gone, and what waited for the log."""
    from cogmem.claude import takeup
    from cogmem.hooks import delegation
    from cogmem.project import open_project

    project = open_project(call.root)
    takeup.begin(project, call.payload)
    if source == "compact" or not (delegation.waits(call) or takeup.waiting(project, but=call.session_id)):
        return
    from cogmem.claude import lifecycle

    deadline.arm(WRAP_SECONDS)
    try:
        delegation.write_waiting(call)
        lifecycle.late_wraps(project, but=call.session_id)
    except deadline.DeadlineError:
        call.session.add("notes", "the end of an earlier session is not written yet")
    deadline.arm(deadline.limit(call.event))


def _after_compaction(call: Call) -> str:
    """The checkpoint that was saved before; what was told before the compaction may be told again."""
    from cogmem.claude import lifecycle
    from cogmem.project import open_project

    call.session.clear(prompt.SHOWN)
    project = open_project(call.root)
    budget = project.config.hooks.session_tokens * CHECKPOINT_SHARE
    return lifecycle.checkpoint_block(project, call.session_id, budget) or ""


def _block(call: Call, source: str, before: str) -> str:
    """The session-start block. A session that was resumed has it already and gets only what is new."""
    from cogmem.project import open_project
    from cogmem.recall.fence import tokens
    from cogmem.recall.opening import opening

    project = open_project(call.root)
    left = int(project.config.hooks.session_tokens - (tokens(before) + 1 if before else 0))
    told = call.session.lines(prompt.SHOWN)
    if source in ("resume", "fork") and told:
        block, ids = opening(project, told=told, quick=True, budget=left)
        if not ids:
            return ""
    else:
        block, ids = opening(project, quick=True, budget=left)
    call.later(core.told, call)
    if block:
        call.later(call.session.add, prompt.SHOWN, *ids)
        call.injected(block, [(one, 0.0) for one in ids], reason=source or "startup")
    return block

