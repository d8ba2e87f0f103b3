"""The laws of the prior: bounded, monotone, never NaN, and the published formula to 1e-9."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogmem.recall.prior import MODES, Prior, ages, decay, effective_arousal, published, score

UNIT = st.floats(0, 1)
AGE = st.floats(0, 40_000)


def one(value: float) -> np.ndarray:
    return np.array([value])


@given(UNIT, UNIT, AGE, st.floats(0, 1), st.floats(0, 1), st.floats(1, 1000), UNIT)
def test_classic_is_the_published_formula(
    rel: float, arousal: float, age: float, ws: float, wa: float, base: float, floor: float
) -> None:
    prior = Prior("classic", sim_weight=ws, arousal_weight=wa, base_half_life=base, decay_floor=floor)
    expected = (ws * rel + wa * arousal) * max(floor, 0.5 ** (age / (base * (1 + arousal))))
    assert math.isclose(score(one(rel), one(arousal), one(age), prior)[0], expected, abs_tol=1e-9)


@given(st.sampled_from(MODES), UNIT, UNIT, UNIT, UNIT, AGE, AGE)
def test_more_relevance_more_arousal_and_less_age_never_lower_a_score(
    mode: str, r1: float, r2: float, a1: float, a2: float, t1: float, t2: float
) -> None:
    prior = Prior(mode)
    (r1, r2), (a1, a2), (t1, t2) = sorted((r1, r2)), sorted((a1, a2)), sorted((t1, t2))
    assert score(one(r1), one(a1), one(t1), prior)[0] <= score(one(r2), one(a1), one(t1), prior)[0] + 1e-12
    assert score(one(r1), one(a1), one(t1), prior)[0] <= score(one(r1), one(a2), one(t1), prior)[0] + 1e-12
    assert score(one(r1), one(a1), one(t2), prior)[0] <= score(one(r1), one(a1), one(t1), prior)[0] + 1e-12


@given(st.sampled_from(MODES), UNIT, UNIT, AGE)
def test_scores_are_finite_and_bounded(mode: str, rel: float, arousal: float, age: float) -> None:
    value = score(one(rel), one(arousal), one(age), Prior(mode))[0]
    assert -0.025 <= value <= 1.025


@given(UNIT, UNIT, AGE, UNIT, AGE)
def test_bounded_moves_a_hit_by_beta_at_most(rel: float, a1: float, t1: float, a2: float, t2: float) -> None:
    prior = Prior()
    moved = score(one(rel), one(a1), one(t1), prior)[0] - score(one(rel), one(a2), one(t2), prior)[0]
    assert abs(moved) <= prior.beta + 1e-12


@given(UNIT, st.integers(-100_000, 100_000))
def test_decay_is_between_zero_and_one_whatever_the_clock_says(arousal: float, age: int) -> None:
    value = decay(one(float(age)), one(arousal), Prior(decay_floor=0.0))[0]
    assert 0.0 <= value <= 1.0
    assert age > 0 or value == 1.0


def test_half_life_grows_with_arousal() -> None:
    prior = Prior(decay_floor=0.0)
    assert decay(one(60.0), one(0.0), prior)[0] == pytest.approx(0.5)
    assert decay(one(120.0), one(1.0), prior)[0] == pytest.approx(0.5)


def test_age_counts_from_the_later_of_creation_and_use_and_the_future_is_today() -> None:
    days = np.array([100, 100, 300, -1])
    assert ages(days, np.array([-1, 150, -1, -1]), 200).tolist() == [100.0, 50.0, 0.0, 201.0]


@given(st.floats(allow_nan=True, allow_infinity=True), st.floats(0, 0.3))
def test_effective_arousal_stays_in_range(arousal: float, boost: float) -> None:
    assert 0.0 <= effective_arousal(one(arousal), one(boost))[0] <= 1.0


def test_published_alone() -> None:
    assert published(one(0.8), one(0.6), one(0.0), Prior())[0] == pytest.approx(0.74)
