"""One entry's place in a log is the one that all places say."""

from __future__ import annotations

from struct import pack

from hypothesis import given
from hypothesis import strategies as st

from cogmem.index.places import LONGEST, columns, neighbours, place_of
from cogmem.index.schema import PLACE

small = st.integers(0, 300)


@given(
    st.lists(st.tuples(st.integers(0, 2**50), small, small, small, small), unique_by=lambda one: one[0], max_size=20)
)
def test_one_place_is_as_in_the_columns(rows):
    blob = b"".join(pack(PLACE, *row) for row in rows)
    pos, first, last, section, _ = columns(blob)
    for k, one in enumerate(pos):
        assert place_of(blob, one) == (first[k], last[k], section[k], k)
    assert place_of(blob, 2**51) == (0, 0, 0, 0)


def test_bytes_that_only_look_like_a_place_are_passed_over():
    blob = pack(PLACE, 1 << 32, 0, 0, 0, 0) + pack(PLACE, 1, 5, 6, 7, 8)  # the upper half of 1 << 32 begins with a 1
    assert place_of(blob, 1) == (5, 6, 7, 1)


def test_a_page_is_no_neighbour_and_has_neighbours():
    chars = [20, 30, LONGEST + 1, 40, 50]
    assert neighbours(1, [0] * 5, chars) == [0] and neighbours(3, [0] * 5, chars) == [4]
    assert neighbours(2, [0] * 5, chars) == []  # it fills its window alone
    chars[2] = LONGEST
    assert neighbours(1, [0] * 5, chars) == [0, 2]
