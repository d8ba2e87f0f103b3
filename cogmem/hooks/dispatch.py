"""Which part of us answers which event. Each part is imported only when its event comes."""

from __future__ import annotations

import os

from cogmem.hooks import wire
from cogmem.hooks.call import Answer, Call
from cogmem.hooks.state import COMPACTED


def answer(call: Call) -> Answer | str | None:
    """What to say to the client: an object, plain text (PreCompact only), or nothing."""
    event = call.event
    if not call.root:
        return _outside(call) if event == "SessionStart" else None
    if call.paused:
        return None
    if event == "PreToolUse":
        from cogmem.hooks import tools

        return tools.before(call)
    if event in ("PostToolUseFailure", "PostToolBatch"):
        from cogmem.hooks import breaker

        if event == "PostToolBatch":
            return _joined(call, _news(call), breaker.batch(call))
        breaker.failed(call)
    if event == "UserPromptSubmit":
        from cogmem.hooks import prompt

        news = _news(call)
        return _joined(call, news, prompt.submitted(call, news))
    if event == "UserPromptExpansion":
        from cogmem.hooks import tools

        tools.expanded(call)
    if event in ("Stop", "SubagentStop", "PreCompact", "PostCompact", "SessionEnd"):
        return _turning_point(call)
    if event == "SessionStart":
        from cogmem.hooks import session

        return session.started(call)
    return None


def _news(call: Call) -> str:
    """What a compaction lost and which core facts have changed; it is put before the answer."""
    parts = []
    if os.path.exists(call.session.path(COMPACTED, shared=True)):
        from cogmem.hooks import moments

        parts.append(moments.lost(call))
    if call.event == "UserPromptSubmit":
        from cogmem.hooks import core

        parts.append(core.changed(call, *parts))
    news = "\n".join(part for part in parts if part)
    if news:
        call.injected(news, reason="news")
    return news


def _joined(call: Call, news: str, said: Answer | None) -> Answer | None:
    if not news:
        return said
    answer = wire.text(wire.table(said, "hookSpecificOutput"), "additionalContext")
    return wire.context(call.event, "\n".join(part for part in (news, answer) if part))


def _turning_point(call: Call) -> Answer | str | None:
    if not call.first():
        return None
    from cogmem.hooks import moments

    if call.event == "PreCompact":
        return moments.before_compaction(call)
    if call.event == "PostCompact":
        moments.after_compaction(call)
    elif call.event == "SessionEnd":
        moments.ended(call)
    else:
        return moments.stopped(call)
    return None


def _outside(call: Call) -> Answer | None:
    """A repository with a memory that this user never switched on: said to the user only, nothing of it is read."""
    if not call.found or call.text("source") not in ("", "startup"):
        return None
    from cogmem.hooks.texts import say

    return {"systemMessage": say(_user_lang(), "start.uninvited")}


def _user_lang() -> str:
    """The user's language as their locale has it: the project's own settings are not to be trusted here."""
    given = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    return "ja" if given.startswith("ja") else "en"
