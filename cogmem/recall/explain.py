"""A hit taken apart, in numbers (``Hit.explanation``) and in words (English, Japanese)."""

from __future__ import annotations

from typing import Any

from cogmem.model import Hit
from cogmem.recall.texts import say

_BONUSES = ("single", "neighbours", "around", "answers", "few", "speaker", "user", "date", "when", "shape")


def explain(hit: Hit, lang: str = "en") -> list[str]:
    """Lines that say which number decides, and how each comes about; what is added up is shown as it is added.

    Relevance decides: meaning + words against the bar. The score orders: the same with what the question asks for
    besides, squashed, and the prior.
    """
    parts: dict[str, Any] = dict(hit.explanation)
    if not parts:
        return [say(lang, "explain.score", score=hit.score, relevance=hit.relevance)]
    pieces, evidence = _evidence(hit, parts, lang)
    lines = [
        say(lang, "explain.relevance", value=hit.relevance) + say(lang, f"explain.{hit.grade}"),
        "  "
        + say(
            lang,
            "explain.sum",
            parts=" ".join(pieces),
            total=evidence,
            size=parts["entries"],
            bar=round(parts["bar"], 2),
        ),
    ]
    if parts.get("far"):
        lines.append("  " + say(lang, "explain.far", value=parts["far"]))
    if parts.get("days_asked"):
        lines.append("  " + say(lang, "explain.days"))
    lines += _score(hit, parts, evidence, lang)
    lines += [say(lang, "explain.typo", asked=asked, found=found) for asked, found in parts.get("spelling", {}).items()]
    return lines


def _evidence(hit: Hit, parts: dict[str, Any], lang: str) -> tuple[list[str], float]:
    """What meaning and words add, and their sum as it is shown."""
    pieces, total = [], 0.0
    if parts.get("meaning") is not None:
        total += round(parts["meaning"], 2)
        pieces.append(say(lang, "explain.meaning", value=parts["meaning"]))
    if parts["words"] or parts["matched"] or not pieces:
        total += round(parts["words"], 2)
        words = ", ".join(parts["matched"]) or "–"
        pieces.append(say(lang, "explain.words", value=parts["words"], share=hit.lexical, words=words))
    return pieces, total


def _score(hit: Hit, parts: dict[str, Any], evidence: float, lang: str) -> list[str]:
    boost = say(lang, "explain.boost", value=hit.boost) if hit.boost else ""
    kept = say(lang, "explain.prior", arousal=hit.arousal, boost=boost, age=parts["age"], decay=hit.decay)
    head = say(lang, "explain.score_orders", value=round(hit.score, 4))
    if parts["mode"] != "bounded":
        return [head, "  " + say(lang, "explain.mix", mode=parts["mode"], relevance=hit.relevance, prior=kept)]
    prior = round(parts["prior"], 4)
    if hit.grade != "strong":
        kept = say(lang, "explain.no_prior")
    lines = [head, "  " + say(lang, "explain.added", order=round(hit.score, 4) - prior, value=prior, prior=kept)]
    if not parts.get("days_asked"):
        asked = {name: round(parts["bonus"].get(name, 0.0), 2) for name in _BONUSES}
        bonuses = [say(lang, f"explain.bonus.{name}", value=value) for name, value in asked.items() if value]
        total = evidence + sum(asked.values())
        bar = round(parts["order_bar"], 2)
        lines.append(
            "  " + say(lang, "explain.order", parts=" ".join(bonuses), evidence=evidence, total=total, bar=bar)
        )
    return lines
