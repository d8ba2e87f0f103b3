"""Which option of the agent's message an answer picks."""

from __future__ import annotations

import pytest

from cogmem.claude.proposals import chosen

LISTED = "Three ways:\n1. SQLite\n2. Postgres\n3. a flat file\nWhich one?"


@pytest.mark.parametrize(
    ("answer", "picked"),
    [
        ("2", "Postgres"),
        ("the last one", "a flat file"),
        ("the second, please", "Postgres"),
        ("最初のでお願い", "SQLite"),
    ],
)
def test_an_option_is_picked_by_its_mark_or_its_place(answer, picked):
    assert chosen(answer, LISTED) == picked


@pytest.mark.parametrize("answer", ["the last one", "the latter", "後者で", "9"])
def test_where_nothing_was_listed_nothing_is_picked(answer):
    assert chosen(answer, "The tests pass now.") == ""
