"""What a turn of a conversation owes to the turns beside it. It orders, it never admits.

A turn is rarely understood alone: "Yes, last Tuesday, with my sister" answers the question before it. So among turns
the order also counts what the neighbours mean, the words of the question that a turn follows, and words below the floor
of chance, which in one language say a little. Together on LoCoMo, without prior, by halves of the questions: MRR 60.3
-> 63.0 and 64.4 -> 67.7, R@1 44.5 -> 47.5 and 44.8 -> 48.7, R@10 80.2 -> 80.3 and 82.3 -> 84.3. Other entries are left
as they are: in a developer's log the floor is worth 5 points of R@1.
"""

from __future__ import annotations

import numpy as np

from cogmem.recall.relevance import FLOOR, LEX

AROUND = 0.15
"""Share of the meaning of the better neighbour."""
ANSWERS = 0.15
"""Share of the words of the question before."""


def around(meaning: np.ndarray, turn: np.ndarray) -> np.ndarray:
    """(k,) evidence for k entries from ``meaning`` (k, 2) of the entries beside them (0 for none), where ``turn``."""
    return AROUND * np.maximum(0.0, meaning.max(axis=1)) * turn


def answers(own: np.ndarray, question: np.ndarray, before: np.ndarray, turn: np.ndarray) -> np.ndarray:
    """(n,) evidence where the entry before asks with the words that are looked for. ``own`` (n,) is coverage by an
    entry's own words, ``question`` (n,) whether it asks, ``before`` (n,) the position of the entry before, n for
    none."""
    asked = np.append(np.where(question, own, 0.0), 0.0)
    return ANSWERS * LEX * asked[before] * turn


def few_words(share: np.ndarray, turn: np.ndarray) -> np.ndarray:
    """(n,) in [-1.6, 0]: what the words of a turn lack to the floor of chance; others keep the 0 that they have."""
    return -LEX * np.maximum(0.0, FLOOR - share) * turn
