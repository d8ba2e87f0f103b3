"""The heading of an entry: ``### [DECISION][PRICING] 14:32 Alice: We switch``.

Category and domains stand in brackets, a time may stand before or after them, ``Name:`` at the start of what is left
is a speaker (and stays in the title). A backslash keeps a bracket from being read: ``### [NOTE] \\[API] is down``.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from cogmem.journal.escapes import escape_arrows, unescape_arrows
from cogmem.journal.grammar import EDGES
from cogmem.model import CATEGORIES

DEFAULT_CATEGORY = "NOTE"
_KNOWN = frozenset(CATEGORIES)
_SPOKEN = frozenset(("NOTE", "OBSERVATION"))
_TAG = r"[A-Z][A-Z0-9_+&/.-]+"
_BRACKET = re.compile(rf"\[({_TAG}|[A-Z]?[a-z]+)\](?![(\[:]?\()[ \t\u3000]*")
_ESCAPED = re.compile(rf"\\+\[(?:{_TAG}|[A-Z]?[a-z]+)\]")
_TIME = re.compile(
    r"(?:\d{4}-\d\d-\d\d[T \t]+)?(\d{1,2}):(\d\d)(:\d\d)?(?:[ ]?([AaPp])\.?[Mm]\.?(?!\w))?"
    r"[ ]?(Z|[+-]\d\d:?\d\d)?(?:[ \t\u3000]+|\Z)")
_DASH = re.compile(r"[-–—|][ \t]+")
_NAME = re.compile(r"([^\W\d_a-z][\w.'’-]{0,30}(?: [^\W\d_a-z][\w.'’-]{0,30}){0,2})[:：][ \t\u3000]+\S")
_HANDLE = re.compile(r"@?([\w.'’-]{1,30})[:：][ \t\u3000]+\S")
_LABELS = frozenset((
    "action", "answer", "bug", "cause", "change", "context", "decision", "done", "error", "example", "fact", "feature",
    "fix", "goal", "hint", "idea", "insight", "issue", "link", "next", "note", "notes", "plan", "problem", "question",
    "reason", "result", "risk", "status", "summary", "task", "tip", "todo", "update", "warning", "why",
))


class Headline(NamedTuple):
    """``title`` is unescaped; ``time`` is ``HH:MM`` with the offset if there is one."""

    category: str
    domains: tuple[str, ...]
    title: str
    time: str | None
    speaker: str | None


def read(text: str, *, timed: bool = False) -> Headline:
    """Take a heading's text apart. With ``timed`` the entry has its time elsewhere: one in the heading is title."""
    tags, rest = _tags(text)
    time = None
    if not timed and rest[:1].isdigit():
        time, rest = _time(rest)
        if time and not tags:
            tags, rest = _tags(rest)
        if time and (dash := _DASH.match(rest)):
            rest = rest[dash.end():].strip(EDGES)
    category = tags[0] if tags else DEFAULT_CATEGORY
    title = unescape_arrows(rest[1:] if rest[:1] == "\\" and _ESCAPED.match(rest) else rest)
    return Headline(category, tuple(tags[1:]), title, time, _speaker(title, category, bool(time)) if title else None)


def protect(title: str, *, guard: bool = False) -> str:
    """A title that :func:`read` gives back: a bracket at its start that would be read as a tag gets a backslash.

    ``guard``: see :func:`cogmem.journal.escapes.escape`."""
    title = escape_arrows(title, guard=guard)
    return "\\" + title if _BRACKET.match(title) or _ESCAPED.match(title) else title


def _tags(text: str) -> tuple[list[str], str]:
    """The bracketed tags at the start and what follows. ``[Error]`` counts as one where it names a known category."""
    tags: list[str] = []
    place = 0
    while found := _BRACKET.match(text, place):
        tag = found.group(1)
        if not tag.isupper():
            if tags or tag.upper() not in _KNOWN:
                break
            tag = tag.upper()
        tags.append(tag)
        place = found.end()
    return tags, text[place:].strip(EDGES)


def _time(text: str) -> tuple[str | None, str]:
    found = _TIME.match(text)
    if not found:
        return None, text
    hour, minute = int(found.group(1)), int(found.group(2))
    if half := found.group(4):
        hour = hour % 12 + (12 if half in "Pp" else 0)
    if hour > 23 or minute > 59:
        return None, text
    return f"{hour:02}:{minute:02}{found.group(5) or ''}", text[found.end():].strip(EDGES)


def _speaker(title: str, category: str, timed: bool) -> str | None:
    """Who says it, where entries of this kind are things said (a log line, or one with a time)."""
    if ": " not in title[:100] and "：" not in title[:100] and ":\u3000" not in title[:100]:
        return None
    if category in _KNOWN and category not in _SPOKEN and not timed:
        return None
    found = _NAME.match(title) or ((timed or category not in _KNOWN) and _HANDLE.match(title)) or None
    if not found or found.group(1).casefold() in _LABELS:
        return None
    return found.group(1)
