"""The turning points of a session: a turn ends, the context is compacted, the session is over.

What happens then is written in ``cogmem.claude.lifecycle``; here is only what the client gets to hear of it.
"""

from __future__ import annotations

import os

from cogmem.claude import lifecycle, sessionstate
from cogmem.claude.hints import window_notice, window_size
from cogmem.hooks import deadline, state
from cogmem.hooks.call import Answer, Call
from cogmem.hooks.state import COMPACTED
from cogmem.project import Project, open_project

FULL = "window"
LOST_SHARE = 0.75  # of a prompt's tokens


def stopped(call: Call) -> Answer | None:
    """Stop and SubagentStop: the transcript's new part goes into the log. The compaction's summariser is no agent.

    At the end of a turn that left the context window well filled, the person hears of it, once per session."""
    if call.event == "SubagentStop" and not call.text("agent_type"):
        return None
    project = _project(call)
    lifecycle.on_stop(project, call.payload)
    if call.event == "SubagentStop" or call.session.lines(FULL, shared=True):
        return None
    memory = sessionstate.peek(project, call.session_id).get("memory", {})
    window = window_size(str(memory.get("model", "")), os.environ.get("CLAUDE_CODE_AUTO_COMPACT_WINDOW", ""))
    notice = window_notice(int(memory.get("tokens", 0)), window, call.lang)
    if notice is None:
        return None
    call.session.add(FULL, "1", shared=True)
    return {"systemMessage": notice}


def before_compaction(call: Call) -> str | None:
    """PreCompact: plain text, which the client adds to the instructions of its summary."""
    told = lifecycle.on_pre_compact(_project(call), call.payload)
    if told:
        call.injected(told, reason="compaction")
    return told or None


def after_compaction(call: Call) -> None:
    """PostCompact: what the summary lost is told with the next batch or prompt, when it can be seen what that is."""
    lifecycle.on_post_compact(_project(call), call.payload)
    call.session.add(COMPACTED, "1", shared=True)


def lost(call: Call) -> str:
    """What the last compaction lost and has not been told yet; a subagent has another context."""
    if call.agent or not call.first():
        return ""
    deadline.at_least(deadline.WRITING)
    project = _project(call)
    told, lines = lifecycle.lost_after_compact(project, call.session_id, call.settings.prompt_tokens * LOST_SHARE)
    call.later(_told, call, project, lines)
    return told


def _told(call: Call, project: Project, lines: list[object]) -> None:
    """What did not fit comes with the next batch or prompt; nothing of it is left when all of it was told."""
    if not lines or lifecycle.lost_is_told(project, call.session_id, lines):
        state.remove(call.session.path(COMPACTED, shared=True))


def ended(call: Call) -> None:
    """SessionEnd: the wrap, where the agent wrote none."""
    lifecycle.on_session_end(_project(call), call.payload)


def _project(call: Call) -> Project:
    return open_project(call.root)
