"""Core facts within one session: what it was told, and what has changed since. One ``stat`` a prompt if nothing has."""

from __future__ import annotations

import os

from cogmem.hooks import state
from cogmem.hooks.call import Call

NOTE = "core"
LEAST = 60.0
"""Tokens that are worth a look: where what was lost leaves less, changed facts wait for the next prompt."""


def told(call: Call) -> None:
    """The session has just been told the core facts as they are."""
    _keep(call, _now(call))


def changed(call: Call, before: str = "") -> str:
    """Lines for the core facts that differ from what the session was told; told once. ``before`` is told too, out of
    the same budget."""
    known = call.session.lines(NOTE, shared=True)
    if call.agent or not known or known[0] == _stamp(call):
        return ""
    from cogmem.claude.hints import core_facts_changed

    now = _now(call)
    seen = {key: value for key, _, value in (line.partition("\t") for line in known[1:])}
    lines = core_facts_changed(seen, now, call.lang)
    told = _within(call, lines.split("\n"), before) if lines else ""
    if told or not lines:
        call.later(_keep, call, now)
    return told


def _within(call: Call, lines: list[str], before: str) -> str:
    """The lines in their fence, within half of a prompt's tokens: the rest is left to what the prompt brings up."""
    from cogmem.recall.fence import cut, neutralise, tokens, wrap

    whole = call.settings.prompt_tokens
    left = min(whole / 2, whole - tokens(before) - 1) - tokens(wrap([""], call.lang))
    if before and left < LEAST:
        return ""  # with the next prompt, then
    kept: list[str] = []
    for line in lines:
        plain = neutralise(line)
        left -= tokens(plain) + 1
        if left < 0:
            place = os.path.relpath(_path(call), call.root)
            kept.append(cut(plain, max(left + tokens(plain), 12.0), neutralise(place), call.lang))
            break
        kept.append(plain)
    return wrap(kept, call.lang)


def _path(call: Call) -> str:
    return os.path.join(call.root, os.path.dirname(call.settings.summary), "core.md")


def _stamp(call: Call) -> str:
    try:
        found = os.stat(_path(call))
    except OSError:
        return "-"
    return f"{found.st_mtime_ns}.{found.st_size}"


def _now(call: Call) -> dict[str, str]:
    if not os.path.exists(_path(call)):
        return {}
    from cogmem.journal.corefacts import core_facts
    from cogmem.project import open_project

    return dict(core_facts(open_project(call.root)))


def _keep(call: Call, facts: dict[str, str]) -> None:
    lines = [_stamp(call), *(f"{key}\t{value}" for key, value in facts.items())]
    state.kept(state.replace, call.session.path(NOTE, shared=True), "\n".join(lines) + "\n")
