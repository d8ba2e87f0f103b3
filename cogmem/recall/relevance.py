"""From similarity and words to one relevance in [0, 1] that means the same for every question, language and store size.

    evidence  = (q - lam (b_q + delta)) . (d - lam b_d) / sigma        meaning   b: mean passage vector of a script
    class
              + LEX * max(0, coverage - FLOOR)                          words     BM25 / its maximum, own text + window
    relevance = sigmoid(SLOPE * (evidence - theta(N)) + logit(.65))

Nothing is normalised per question: dividing by a question's own spread ranks alike but shrinks exactly the good hits
(LoCoMo dev: 10 % of answerable questions beat the 99 % quantile of foreign ones, absolute evidence 59 %, with words 78
%). The bar grows with ln N, because the best of many unrelated entries does (a constant bar lets 11 % pass at 11,000).
.65 then means: of the questions that have nothing to do with the store about 1 % find anything (Japanese: 1 to 4 %).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

LEX = 20.0  # evidence of a question all of whose words are found; 12 and z-scores: LoCoMo 77.6 -> 81.8 R@10
FLOOR = 0.08  # coverage below it is chance; without it cross-lingual hits drown (en->ja R@1 .30 -> 0)
KAPPA = 4.0  # pseudo-idf that keeps one-word accidents down
ALONE = 0.4  # what one word of several in common is worth: see ``alone``
OWN = 0.4  # share of an entry's own words against its window's; own text only: LoCoMo R@10 81.8 -> 75.1
VIRTUAL = 100.0  # entries added to N in the idf, so that words in a store of one or five entries weigh what they should
SLOPE = 0.25
LOGIT_65 = 0.6190392084062235
WORDS_THETA, WORDS_GROWTH, WORDS_LEAST = (
    4.8,
    0.5,
    2.8,
)  # the bar of words alone; q99 of unrelated questions, N = 5 … 1,800
K1, B = 1.2, 0.75  # BM25's usual constants


@dataclass(frozen=True, slots=True)
class Word:
    """One spelling that stands for a word of the question: positions and term frequencies where it occurs."""

    term: str
    weight: float
    positions: np.ndarray
    frequency: np.ndarray


def idf(n: int, found: int) -> float:
    """log(1 + (N + 100 - n + .5) / (n + .5)), never negative: BM25's, in a store that is at least 100 entries wide."""
    return float(np.log1p((n + VIRTUAL - found + 0.5) / (found + 0.5)))


def saturate(frequency: np.ndarray, length: np.ndarray, average: float) -> np.ndarray:
    """BM25's term part, in [0, 1): f / (f + k1 (1 - b + b length / average))."""
    return frequency / (frequency + K1 * (1.0 - B + B * length / max(average, 1e-9)))


def merge(words: Iterable[Word]) -> tuple[np.ndarray, np.ndarray]:
    """(positions ascending, frequency): the best spelling counts where several occur."""
    parts = [word for word in words if len(word.positions)]
    if not parts:
        return np.zeros(0, np.int64), np.zeros(0, np.float32)
    if len(parts) == 1 and parts[0].weight == 1.0:
        return parts[0].positions, parts[0].frequency
    positions = np.concatenate([word.positions for word in parts])
    frequency = np.concatenate([word.frequency * np.float32(word.weight) for word in parts])
    unique, where = np.unique(positions, return_inverse=True)
    best = np.zeros(len(unique), np.float32)
    np.maximum.at(best, where, frequency)
    return unique, best


def words(share: np.ndarray) -> np.ndarray:
    """Evidence of a share of the question's words, in [0, 1): what lies above chance, at most 18.4. Added to the
    evidence of meaning it makes evidence, which may be compared between questions and stores."""
    return LEX * np.maximum(0.0, share - FLOOR)


def alone(share: np.ndarray, held: np.ndarray) -> np.ndarray:
    """The share that counts for admission, of entries that hold ``held`` of the several words of a question.

    One word in common is the usual accident: "Saying Yes" and "Yes, orange juice please", "I have to sleep" and a page
    about sleep(1). What it has above chance counts ``ALONE`` times; the order is not changed. Questions of other sets
    that find something in a mixed store (held-out half, with what the bar gained beside): notes' titles 2.3 % -> 1.6 %,
    plain sentences 7.9 % -> 2.0 %; of a store's own, answered: notes 97.1 % -> 96.4 %, talk 70.6 % -> 69.3 %."""
    return np.where((held == 1) & (share > FLOOR), FLOOR + ALONE * (share - FLOOR), share)


def squash(value: np.ndarray, bar: float | np.ndarray) -> np.ndarray:
    """Evidence as relevance in (0, 1): exactly .65 at the bar, monotone, without overflow."""
    return 1.0 / (1.0 + np.exp(-np.clip(SLOPE * (value - bar) + LOGIT_65, -60.0, 60.0)))


def grade(relevance: float, threshold: float, weak: float) -> str:
    """``strong`` at or above the bar, ``weak`` above the lower one, else ``none``."""
    if relevance >= threshold:
        return "strong"
    return "weak" if relevance >= weak else "none"


def words_bar(entries: int) -> float:
    """The bar for words alone (no embedder): what one in a hundred unrelated questions reaches by chance words."""
    return max(WORDS_LEAST, WORDS_THETA + WORDS_GROWTH * float(np.log(max(entries, 1) / 600)))
