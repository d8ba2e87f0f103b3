"""The arithmetic of relevance: monotone, bounded, .65 exactly at the bar."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogmem.recall.relevance import FLOOR, Word, alone, grade, idf, merge, saturate, squash, words

REAL = st.floats(-1e6, 1e6)


@given(REAL, REAL, st.floats(0, 20))
def test_squash_is_monotone_and_within_bounds(a: float, b: float, bar: float) -> None:
    low, high = sorted((a, b))
    values = squash(np.array([low, high]), bar)
    assert 0.0 <= values[0] <= values[1] <= 1.0


@given(st.floats(0, 20))
def test_the_bar_is_at_65(bar: float) -> None:
    assert squash(np.array([bar]), bar)[0] == pytest.approx(0.65, abs=1e-12)


@given(st.floats(0, 1), st.integers(0, 5))
def test_a_single_word_counts_less_and_never_less_than_chance(share: float, held: int) -> None:
    counted = float(alone(np.array([share]), np.array([held]))[0])
    assert counted == share if held != 1 or share <= FLOOR else FLOOR <= counted < share


@given(st.floats(0, 1), st.floats(0, 1))
def test_more_words_are_more_evidence_and_chance_is_none(c1: float, c2: float) -> None:
    low, high = words(np.array(sorted((c1, c2))))
    assert 0.0 <= low <= high <= 18.4 + 1e-9
    assert words(np.array([0.08]))[0] == 0.0


@given(st.integers(1, 10**6), st.data())
def test_idf_is_positive_and_falls_with_frequency(n: int, data: st.DataObject) -> None:
    found = data.draw(st.integers(0, n))
    assert idf(n, found) > 0.0 and (found == 0 or idf(n, found) < idf(n, found - 1))


def test_a_saturated_term_stays_below_one() -> None:
    values = saturate(np.array([0.0, 1.0, 50.0]), np.array([10.0, 10.0, 10.0]), 10.0)
    assert values[0] == 0 and 0 < values[1] < values[2] < 1


def test_the_best_spelling_counts() -> None:
    a = Word("pricing", 1.0, np.array([1, 4]), np.array([2, 1], np.float32))
    b = Word("prices", 0.8, np.array([4, 7]), np.array([3, 1], np.float32))
    positions, frequency = merge([a, b])
    assert positions.tolist() == [1, 4, 7] and frequency.tolist() == pytest.approx([2.0, 2.4, 0.8])
    assert len(merge([])[0]) == 0


def test_grades() -> None:
    assert [grade(x, 0.65, 0.5) for x in (0.9, 0.65, 0.64, 0.5, 0.49)] == ["strong", "strong", "weak", "weak", "none"]
