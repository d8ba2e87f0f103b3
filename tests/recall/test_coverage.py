"""Coverage against the same formula written out by hand, on a lexicon of a few entries."""

from __future__ import annotations

import math

import numpy as np
import pytest

from cogmem.recall.coverage import COMMON_LEAST, MOST_COMMON, MOST_PLACES, MOST_WORDS, chosen, coverage
from cogmem.recall.relevance import KAPPA, OWN, VIRTUAL


class Few:
    """Five entries; the first three are neighbours of each other in a row."""

    texts = ("price list", "billing moved", "price price", "lantern", "oil lantern")
    near = {0: [1], 1: [0, 2], 2: [1], 3: [], 4: []}
    n = 5

    def __init__(self) -> None:
        self.words = [text.split() for text in self.texts]
        self.lengths = np.array([len(words) for words in self.words], np.float32)
        self.window_lengths = np.array(
            [
                (2 if self.near[k] else 1) * len(self.words[k]) + sum(len(self.words[j]) for j in self.near[k])
                for k in range(5)
            ],
            np.float32,
        )
        self.repeat = np.array([2 if self.near[k] else 1 for k in range(5)])
        self.averages = float(self.lengths.mean()), float(self.window_lengths.mean())

    def groups(self, query: str) -> list[list[tuple[str, float]]]:
        spelling = {"prise": [("price", 0.8)]}
        return [spelling.get(word, [(word, 1.0)]) for word in query.split()]

    def df(self, stem: str) -> int:
        return len(self.postings(stem)[0])

    def postings(self, stem: str) -> tuple[np.ndarray, np.ndarray]:
        found = [(k, words.count(stem)) for k, words in enumerate(self.words) if stem in words]
        return np.array([k for k, _ in found], np.int64), np.array([n for _, n in found], np.float32)

    def spread(self, positions: np.ndarray, frequency: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        table = dict(zip(positions.tolist(), frequency.tolist(), strict=True))
        inside = [
            (2 if self.near[k] else 1) * table.get(k, 0) + sum(table.get(j, 0) for j in self.near[k]) for k in range(5)
        ]
        kept = [k for k in range(5) if inside[k]]
        return np.array(kept, np.int64), np.array([inside[k] for k in kept])

    def by_hand(self, query: str, k: int, own_only: bool = False) -> float:
        def saturated(frequency: float, length: float, average: float) -> float:
            return frequency / (frequency + 1.2 * (0.25 + 0.75 * length / average)) if frequency else 0.0

        total, value = KAPPA, 0.0
        for spellings in self.groups(query):
            stem, weight = spellings[0]
            positions, frequency = self.postings(stem)
            idf = math.log1p((5 + VIRTUAL - len(positions) + 0.5) / (len(positions) + 0.5))
            total += idf
            near, inside = self.spread(positions, frequency * weight)
            own = saturated(
                dict(zip(positions.tolist(), (frequency * weight).tolist(), strict=True)).get(k, 0.0),
                self.lengths[k],
                self.averages[0],
            )
            wide = saturated(
                dict(zip(near.tolist(), inside.tolist(), strict=True)).get(k, 0.0),
                self.window_lengths[k],
                self.averages[1],
            )
            if own_only:
                mine = dict(zip(positions.tolist(), (frequency * weight).tolist(), strict=True)).get(k, 0.0)
                wide = saturated(self.repeat[k] * mine, self.window_lengths[k], self.averages[1])
            value += idf * (OWN * own + (1 - OWN) * wide)
        return value / total


@pytest.mark.parametrize("query", ["price", "price lantern", "prise list", "unknown", "oil lantern unknown", ""])
def test_it_is_the_formula(query: str) -> None:
    few = Few()
    found = coverage(few, query)
    assert found.values == pytest.approx([few.by_hand(query, k) for k in range(5)], abs=1e-6)
    assert found.own == pytest.approx([few.by_hand(query, k, own_only=True) for k in range(5)], abs=1e-6)
    assert ((found.values >= 0) & (found.values < 1)).all()


def test_a_neighbour_has_a_share_in_the_window_and_none_of_its_own() -> None:
    found = coverage(Few(), "list")
    assert found.values[1] > 0 and found.own[1] == 0 and found.matched(0)[0] == ["list"] and found.matched(1)[0] == []


def test_how_many_of_several_words_an_entry_holds() -> None:
    found = coverage(Few(), "price list lantern")
    assert found.held.tolist() == [2, 0, 1, 1, 1] and found.near_held.tolist() == [2, 2, 1, 1, 1]
    assert coverage(Few(), "lantern").held.tolist() == [0, 0, 0, 2, 2]  # all that was asked for
    assert coverage(Few(), "the lantern").held.tolist() == [0, 0, 0, 1, 1]


def test_common_words_are_left_out_when_there_is_a_rarer_one() -> None:
    common, rare, none = COMMON_LEAST + 1, 3, 0
    assert chosen([common, rare, none], 10_000) == [1, 2]
    assert chosen([none, common], 10_000) == [0, 1]
    assert len(chosen([common] * 9, 10_000)) == MOST_COMMON
    assert chosen([], 10) == []


def test_a_page_of_words_costs_what_a_question_costs() -> None:
    sizes = [*range(1, 200), 0]
    assert chosen(sizes, 10_000) == [*range(MOST_WORDS), 199]  # the rarest, and what nothing matches
    assert len(chosen([1_500] * 30, 10_000)) == MOST_PLACES // 1_500
