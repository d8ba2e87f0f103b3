"""Recall, reciprocal rank and nDCG of ranked ids, their means, and bootstrap intervals over questions."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from random import Random

KEYS = ("R@1", "R@5", "R@10", "MRR", "nDCG")
ROUNDS = 500
Z = 1.96


def score(ranked: Sequence[str], gold: Sequence[str]) -> dict[str, float]:
    """The measures of one question, each in [0, 1]; only the first ten count."""
    wanted = set(gold)
    hits = [1.0 if one in wanted else 0.0 for one in list(dict.fromkeys(ranked))[:10]]
    hits += [0.0] * (10 - len(hits))
    best = sum(1 / math.log2(i + 2) for i in range(min(10, len(wanted))))
    return {
        **{f"R@{k}": sum(hits[:k]) / len(wanted) for k in (1, 5, 10)},
        "MRR": next((1 / (i + 1) for i, hit in enumerate(hits) if hit), 0.0),
        "nDCG": sum(hit / math.log2(i + 2) for i, hit in enumerate(hits)) / best,
    }


def summary(rows: Sequence[Mapping[str, float]], keys: Sequence[str] = KEYS) -> dict[str, object]:
    """``n``, and for each key its mean and 95 % interval in per cent: {key: [mean, low, high]}.

    The interval is the bootstrap's over questions; where all are 0 or all 1 there is nothing to draw from, so it is
    Wilson's (1927)."""
    out: dict[str, object] = {"n": len(rows)}
    random = Random(7)
    reach = Z**2 / (len(rows) + Z**2)
    samples = [[random.randrange(len(rows)) for _ in rows] for _ in range(ROUNDS)] if rows else []
    for key in keys:
        values = [row[key] for row in rows]
        if not values:
            continue
        means = sorted(sum(values[k] for k in sample) / len(values) for sample in samples)
        low, high = means[int(0.025 * ROUNDS)], means[int(0.975 * ROUNDS) - 1]
        if set(values) in ({0.0}, {1.0}):
            low, high = (values[0] * (1 - reach), values[0] + (1 - values[0]) * reach)
        out[key] = [round(100 * value, 1) for value in (sum(values) / len(values), low, high)]
    return out


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which ``share`` of ``values`` lie; 0.0 for none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0
