"""Which part of us answers which event. Each part is imported only when its event comes."""

from __future__ import annotations

from cogmem.hooks.call import Answer, Call


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
            return breaker.batch(call)
        breaker.failed(call)
    if event == "UserPromptSubmit":
        from cogmem.hooks import prompt

        return prompt.submitted(call)
    if event == "UserPromptExpansion":
        from cogmem.hooks import tools

        tools.expanded(call)
    if event == "SessionStart":
        from cogmem.hooks import session

        return session.started(call)
    return None


def _outside(call: Call) -> Answer | None:
    """A repository with a memory that this user never switched on: said to the user only, nothing of it is read."""
    if not call.found or call.text("source") not in ("", "startup"):
        return None
    from cogmem.hooks.texts import say

    return {"systemMessage": say(_user_lang(), "start.uninvited")}


def _user_lang() -> str:
    """The user's language as their locale has it: the project's own settings are not to be trusted here."""
    import os

    given = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    return "ja" if given.startswith("ja") else "en"
