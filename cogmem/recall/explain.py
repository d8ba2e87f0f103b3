"""A hit taken apart, in numbers (``Hit.explanation``) and in words (English, Japanese)."""

from __future__ import annotations

from typing import Any

from cogmem.model import Hit
from cogmem.recall.texts import say

_BONUSES = ("neighbours", "around", "answers", "few", "speaker", "user", "date", "when", "shape")


def explain(hit: Hit, lang: str = "en") -> list[str]:
    """Lines that say why ``hit`` has its score: relevance = meaning + words against the bar, then bonuses, then prior.

    The numbers add up: evidence = meaning + words, order = evidence + bonuses, score = squash(order) + prior.
    """
    parts: dict[str, Any] = dict(hit.explanation)
    if not parts:
        return [say(lang, "explain.score", score=hit.score, relevance=hit.relevance)]
    pieces = [say(lang, "explain.meaning", value=parts["meaning"])] if parts.get("meaning") is not None else []
    if parts["words"] or parts["matched"]:
        words = ", ".join(parts["matched"]) or "–"
        pieces.append(say(lang, "explain.words", value=parts["words"], share=hit.lexical, words=words))
    lines = [
        say(lang, "explain.score", score=hit.score, relevance=hit.relevance)
        + " · "
        + say(lang, f"explain.{hit.grade}"),
        " · ".join([*pieces, say(lang, "explain.bar", size=parts["entries"], value=parts["bar"])]),
    ]
    if parts.get("days_asked"):
        lines.append(say(lang, "explain.days"))
    bonuses = [
        say(lang, f"explain.bonus.{name}", value=parts["bonus"][name]) for name in _BONUSES if parts["bonus"].get(name)
    ]
    if bonuses:
        lines.append(say(lang, "explain.order") + " " + " · ".join(bonuses))
    boost = say(lang, "explain.boost", value=hit.boost) if hit.boost else ""
    lines.append(
        say(
            lang,
            "explain.prior",
            arousal=hit.arousal,
            boost=boost,
            age=parts["age"],
            decay=hit.decay,
            value=parts["prior"],
            mode=parts["mode"],
        )
    )
    lines += [say(lang, "explain.typo", asked=asked, found=found) for asked, found in parts.get("spelling", {}).items()]
    return lines
