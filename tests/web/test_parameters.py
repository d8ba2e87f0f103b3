"""What an address may say."""

from __future__ import annotations

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogmem.web import parameters
from cogmem.web.parameters import BadAddress


@given(
    st.tuples(st.integers(1, 3_000_000), st.text(st.characters(codec="utf-8"), max_size=60), st.integers(0, 2**31 - 1))
)
def test_a_cursor_comes_back(spot):
    assert parameters.spot(parameters.cursor(spot)) == spot


@given(st.text(max_size=300))
def test_any_cursor_is_a_spot_or_refused(value):
    try:
        spot = parameters.spot(value)
    except BadAddress:
        return
    assert spot is None or (isinstance(spot[0], int) and isinstance(spot[1], str) and isinstance(spot[2], int))


@pytest.mark.parametrize(
    "value",
    [
        "null",
        "[1]",
        "[1,2,3]",
        '["a","b",1]',
        '[true,"a",1]',
        '[1,"a",-1]',
        '[1e9,"a",1]',
        '[99999999,"a",1]',
        "{}",
        "[" * 100,
    ],
)
def test_forged_cursors(value):
    with pytest.raises(BadAddress):
        parameters.spot(base64.urlsafe_b64encode(value.encode()).decode().rstrip("="))


@pytest.mark.parametrize(
    "value", ["2026-3-8", "2026-03-08 ", "20260308", "2026-W10-7", "today", "", "２０２６-03-08", "0000-01-01"]
)
def test_days_that_are_none(value):
    with pytest.raises(BadAddress):
        parameters.day(value)


def test_what_passes():
    assert parameters.day("2026-03-08") == "2026-03-08"
    assert (parameters.line(""), parameters.line("7")) == (1, 7)
    assert parameters.text("q", " a\0b\ud800 ") == "ab"
    assert parameters.category("DECISION") == "DECISION" and parameters.memory_id("0123abcd") == "0123abcd"


@pytest.mark.parametrize("value", ["0", "-1", "1.5", "x", "9" * 10, "١"])
def test_lines_that_are_none(value):
    with pytest.raises(BadAddress):
        parameters.line(value)


@pytest.mark.parametrize(("name", "value"), [("q", "x" * 2001), ("text", "x" * 201)])
def test_texts_that_are_too_long(name, value):
    with pytest.raises(BadAddress):
        parameters.text(name, value)


@pytest.mark.parametrize("value", ["../x", "a/b", "a b", "", "x" * 65, "a\0"])
def test_ids_that_are_none(value):
    with pytest.raises(BadAddress):
        parameters.memory_id(value)
