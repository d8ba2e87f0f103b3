"""How memories look to the model: neutral lines with an id and where they come from, made for the fence."""

from __future__ import annotations

from collections.abc import Iterable

from cogmem.mcp.texts import say
from cogmem.model import Entry, Hit
from cogmem.recall.fence import item_line, neutralise

TOKENS_PER_HIT = 90
TOKENS_PER_NEIGHBOUR = 60
TOKENS_PER_ENTRY = 6000


def heading(text: str) -> str:
    return f"{text}:"


def hit_line(hit: Hit, lang: str) -> str:
    """``- ID strong 0.83 DATE [CATEGORY] text (arousal …; place; by …)``."""
    line = item_line(hit.as_dict(), lang, TOKENS_PER_HIT)
    return f"- {hit.id} {say(lang, hit.grade)} {hit.score:.2f} {line[2:]}"


def short_line(entry: Entry, lang: str) -> str:
    line = item_line(_as_hit(entry), lang, TOKENS_PER_NEIGHBOUR)
    return f"- {entry.id} {line[2:]}"


def entry_lines(entry: Entry, lang: str) -> list[str]:
    """The whole entry: a line of provenance, then its text line by line."""
    head = item_line({**_as_hit(entry), "content": entry.title}, lang, TOKENS_PER_ENTRY)
    body = [neutralise(line) for line in entry.body.split("\n")]
    return [f"- {entry.id} {head[2:]}", *(f"  {line}" for line in body if line)]


def fact_lines(facts: Iterable[tuple[str, str]]) -> list[str]:
    return [f"- core:{neutralise(key)}: {neutralise(value)}" for key, value in facts]


def _as_hit(entry: Entry) -> dict[str, object]:
    keys = ("date", "category", "title", "content", "source", "line", "arousal", "origin", "user")
    return {key: getattr(entry, key) for key in keys}
