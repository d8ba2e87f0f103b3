"""What is refused as a vector, and what every accepted one is."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from cogmem.embed.base import check_vectors
from cogmem.errors import EmbedderRefusedError

FINE = [0.5, -0.5]


@pytest.mark.parametrize("rows", [
    None, "text", 3, {}, [], [FINE], [FINE, FINE, FINE], [FINE, [1]], [FINE, [1, 2, 3]], [FINE, ["a", "b"]],
    [["0.1", "0.2"], ["0.1", "0.2"]], [FINE, [None, 1]], [[True, False], [True, False]], [[[1.0]], [[1.0]]], [[], []],
])
def test_an_answer_that_is_no_table_of_two_vectors_is_refused_whole(rows):
    with pytest.raises(EmbedderRefusedError) as caught:
        check_vectors(rows, 2)
    assert caught.value.indices == ()


@pytest.mark.parametrize("bad", [[np.nan, 1], [np.inf, 0], [-np.inf, 1], [0, 0], [-0.0, 0.0]])
def test_a_row_that_is_no_direction_is_named(bad):
    with pytest.raises(EmbedderRefusedError) as caught:
        check_vectors([FINE, bad, FINE, bad], 4)
    assert caught.value.indices == (1, 3)


def test_another_dimension_is_refused():
    with pytest.raises(EmbedderRefusedError, match="3 dimensions instead of 2"):
        check_vectors([[1, 2, 3]], 1, 2)


def test_extreme_numbers_do_not_overflow():
    got = check_vectors([[1e308, 1e308], [1e-320, 0], [3, 4]], 3)
    assert np.allclose(got, [[0.5 ** 0.5] * 2, [1, 0], [0.6, 0.8]], atol=1e-6)


def test_nothing_in_nothing_out():
    assert check_vectors([], 0, 5).shape == (0, 5)


@given(hnp.arrays(np.float64, st.tuples(st.integers(1, 5), st.integers(1, 9)), elements=st.floats()))
def test_what_is_accepted_is_unit_and_the_rest_is_named(rows):
    try:
        got = check_vectors(rows, len(rows))
    except EmbedderRefusedError as error:
        left = np.delete(rows, list(error.indices), 0)
        assert error.indices
        got = check_vectors(left, len(left), rows.shape[1])
    assert got.dtype == np.float32
    assert np.allclose(np.linalg.norm(got.astype(np.float64), axis=1), 1, atol=1e-5)
