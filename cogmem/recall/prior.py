"""How much a memory matters before anything is asked: arousal, use and age. It re-orders what is relevant, no more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

LN2 = 0.6931471805599453
MODES = ("bounded", "classic", "weighted")


@dataclass(frozen=True, slots=True)
class Prior:
    """Settings of ``[cogmem.scoring]``: weights in [0, 1], ``base_half_life`` in days, ``decay_floor`` in [0, 1]."""

    mode: str = "bounded"
    beta: float = 0.05
    sim_weight: float = 0.7
    arousal_weight: float = 0.3
    base_half_life: float = 60.0
    decay_floor: float = 0.3


def effective_arousal(arousal: np.ndarray, boost: np.ndarray) -> np.ndarray:
    """min(1, arousal + boost) in [0, 1]: the author's arousal and what use added, which are kept apart. NaN counts as
    0."""
    return np.clip(np.nan_to_num(arousal + boost, nan=0.0), 0.0, 1.0)


def decay(age: np.ndarray, arousal: np.ndarray, prior: Prior) -> np.ndarray:
    """max(floor, 0.5 ** (age / (base * (1 + arousal)))), in [floor, 1]; ``age`` in days, negative counts as 0.

    The published curve of cogmem-agent 0.30: what excited fades up to half as fast.
    """
    half_life = max(prior.base_half_life, 1e-9) * (1.0 + arousal)
    return np.maximum(prior.decay_floor, np.exp(-LN2 * np.maximum(age, 0.0) / half_life))


def published(relevance: np.ndarray, arousal: np.ndarray, age: np.ndarray, prior: Prior) -> np.ndarray:
    """``classic``: (sim_weight * relevance + arousal_weight * arousal) * decay, as cogmem-agent publishes it.

    On LoCoMo with the log ending today it costs 18 points of R@10 (57 when arousal is random), so it is not the
    default.
    """
    return (prior.sim_weight * relevance + prior.arousal_weight * arousal) * decay(age, arousal, prior)


def weighted(relevance: np.ndarray, arousal: np.ndarray, age: np.ndarray, prior: Prior) -> np.ndarray:
    """``weighted``: .6 relevance + .2 recency + .2 importance, the mix of agent-memory; recency is the decay curve.
    Costs 10 points."""
    return 0.6 * relevance + 0.2 * decay(age, arousal, prior) + 0.2 * arousal


def strength(arousal: np.ndarray, age: np.ndarray, prior: Prior) -> np.ndarray:
    """The value before any question: (sim_weight + arousal_weight * arousal) * decay, in [0, 1]."""
    return (prior.sim_weight + prior.arousal_weight * arousal) * decay(age, arousal, prior)


def score(ordered: np.ndarray, arousal: np.ndarray, age: np.ndarray, prior: Prior) -> np.ndarray:
    """The final order. ``ordered`` is relevance with the question's bonuses, in [0, 1].

    ``bounded``: ordered + beta * (strength - .5), so arousal and age together move a hit by at most beta
    (LoCoMo held out: -.4 points of R@10 at .05; -.7 at .1).
    """
    if prior.mode == "classic":
        return published(ordered, arousal, age, prior)
    if prior.mode == "weighted":
        return weighted(ordered, arousal, age, prior)
    return ordered + prior.beta * (strength(arousal, age, prior) - 0.5)


def ages(days: np.ndarray, last_used: Sequence[int] | np.ndarray | None, today: int) -> np.ndarray:
    """Calendar days since the later of creation and last use; the future counts as today, an unknown day (-1) as old.

    ``days`` and ``last_used`` are proleptic ordinals, -1 for none.
    """
    latest = days if last_used is None else np.maximum(days, np.asarray(last_used))
    return np.maximum(today - latest, 0).astype(np.float64)
