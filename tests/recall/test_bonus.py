"""Bonuses that a question asks for."""

from __future__ import annotations

import datetime as dt

import numpy as np

from cogmem.recall.bonus import asks_when, date_match, named_speakers, shape, speakers
from cogmem.recall.dates import Asked


def test_a_prefix_that_does_not_recur_is_no_speaker() -> None:
    known = speakers(["Note", "Caroline", "Caroline", "Caroline", "Mel", "Mel", None])
    assert known == {"caroline": "Caroline"}


def test_the_named_speaker_counts_and_of_several_the_first_by_half() -> None:
    known = {"caroline": "Caroline", "mel": "Mel", "佐藤": "佐藤"}
    assert named_speakers("What did Caroline buy?", known) == [("Caroline", 1.0)]
    assert named_speakers("What did Mel tell Caroline?", known) == [("Mel", 0.5)]
    assert named_speakers("caramel", known) == []
    assert named_speakers("佐藤さんの意見は", known) == [("佐藤", 1.0)]
    assert named_speakers("anything", {}) == []


def test_two_speakers_with_one_first_name_are_ambiguous() -> None:
    assert speakers(["Ann Lee"] * 3 + ["Ann Po"] * 3) == {}


def test_when_questions() -> None:
    assert asks_when("When did we switch?") and asks_when("いつ決めた?") and asks_when("何月に")
    assert not asks_when("What when") and not asks_when("")


def test_date_match_grades_the_distance() -> None:
    asked = Asked(dt.date(2026, 3, 8), dt.date(2026, 3, 8))
    base = asked.first.toordinal()
    match = date_match(asked, np.array([base, base + 1, base + 5, base + 20, base + 60, base - 10, -1]))
    assert match.tolist() == [1.0, 1.0, 0.6, 0.3, 0.0, 0.0, 0.0]


def test_an_unknown_year_means_any_year() -> None:
    asked = Asked(dt.date(2000, 5, 3), dt.date(2000, 5, 3), known=False)
    match = date_match(
        asked,
        np.array([dt.date(2024, 5, 3).toordinal(), dt.date(2026, 5, 3).toordinal(), dt.date(2026, 9, 3).toordinal()]),
    )
    assert match.tolist() == [1.0, 1.0, 0.0]


def test_shape_prefers_plain_statements_and_length_counts_for_turns() -> None:
    spoken = np.array([True, True, True, False])
    values = shape(np.array([100.0, 400.0, 400.0, 400.0]), np.array([False, False, True, False]), spoken)
    assert values.tolist() == [1.1, 1.6, 1.0, 0.6]
