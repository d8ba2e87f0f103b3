"""The session-start block: what a session should know before anything is asked. No NumPy: a hook builds it.

Sections in rank order: core facts, pinned, the handover or a briefing of the last two days, up to three memories that
matter now, signals. A section that does not fit is dropped whole, the lowest rank first; within the one that is larger
than the whole budget the text is cut with a pointer. The same store on the same day gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cogmem.recall.fence import MAX_UNITS, cut, item_line, neutralise, tokens, units, wrap
from cogmem.recall.texts import say

Section = tuple[str, list[str]]
"""(key of the heading in texts without ``head.``, lines that are already neutral)."""

RANK = ("core", "pinned", "handover", "briefing", "memories", "signals")
BRIEFING_DAYS = 2
RECENT_DAYS = 14
OPEN_DAYS = 30
MATTERS = 3
PINNED_MOST = 8
_ITEM_TOKENS = 70.0
_TEXT_TOKENS = 240.0


def fading(age: int, arousal: float, base: float = 60.0, floor: float = 0.3) -> float:
    """The decay of one memory: max(floor, 0.5 ** (age / (base * (1 + arousal)))), age in days, >= 0."""
    return max(floor, 0.5 ** (max(0, age) / (max(base, 1e-9) * (1.0 + arousal))))


def matters_now(rows: Iterable[dict[str, object]], today: int) -> list[dict[str, object]]:
    """Up to MATTERS rows worth telling unasked, the most important first.

    ``rows`` are hit dictionaries with ``day`` (ordinal) and ``low_trust``. Value: fading arousal, plus .15 for an open
    question; only the last RECENT_DAYS count (OPEN_DAYS for questions). Summaries and foreign text never do.
    """
    valued = []
    for row in rows:
        age = max(0, today - int(str(row["day"])))
        question = row["category"] == "QUESTION"
        if row.get("low_trust") or row["category"] == "SUMMARY" or age > (OPEN_DAYS if question else RECENT_DAYS):
            continue
        arousal = min(1.0, float(str(row["arousal"])) + float(str(row.get("boost") or 0.0)))
        value = arousal * fading(age, arousal, base=14.0, floor=0.0) + (0.15 if question else 0.0)
        valued.append((-round(value, 6), age, str(row["id"]), row))
    valued.sort(key=lambda item: item[:3])
    return [row for *_, row in valued[:MATTERS]]


def item_section(key: str, rows: Sequence[dict[str, object]], lang: str) -> Section:
    """A section with one provenance line per memory."""
    return key, [item_line(row, lang, _ITEM_TOKENS) for row in rows]


def text_section(key: str, text: str, place: str, lang: str) -> Section:
    """A section with a quoted text (handover, briefing, core facts) and where it comes from; empty text, no lines."""
    lines = [neutralise(line) for line in text.split("\n")]
    lines = [line for line in lines if line and line != "---"]
    if not lines:
        return key, []
    source = f"({neutralise(place)})"
    left = _TEXT_TOKENS - tokens(source)
    kept: list[str] = []
    for line in lines:
        if tokens(line) + 1 > left:
            kept.append(cut(line, max(left, 12.0), neutralise(place), lang))
            break
        kept.append(line)
        left -= tokens(line) + 1
    return key, [*(line if line.startswith("-") else f"- {line}" for line in kept), source]


def compose(sections: Sequence[Section], lang: str = "en", budget: int = 600) -> str:
    """The block within ``budget`` tokens and MAX_UNITS; an empty text when nothing is to be said."""
    wanted = sorted((section for section in sections if section[1]), key=lambda section: RANK.index(section[0]))
    kept: list[Section] = []
    for section in wanted:
        if _fits(_render([*kept, section], lang), budget):
            kept.append(section)
        elif not kept:
            shorter = _shorten(section, lang, budget)
            kept += [shorter] if shorter[1] else []
    return _render(kept, lang)


def _fits(block: str, budget: int) -> bool:
    return tokens(block) <= budget and units(block) <= MAX_UNITS


def _shorten(section: Section, lang: str, budget: int) -> Section:
    """As many first lines of a section as fit; it is the highest-ranked one, so part of it beats nothing."""
    key, lines = section
    while lines and not _fits(_render([(key, lines)], lang), budget):
        lines = lines[:-1]
    return key, lines


def _render(sections: Sequence[Section], lang: str) -> str:
    lines: list[str] = []
    for key, body in sections:
        lines += [f"## {say(lang, f'head.{key}')}", *body]
    return wrap(lines, lang)
