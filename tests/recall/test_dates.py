"""Dates in questions, English and Japanese."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogmem.recall.dates import Asked, asked_date, parse_day

TODAY = dt.date(2026, 3, 18)  # a Wednesday


def day(text: str) -> dt.date:
    return dt.date.fromisoformat(text)


@pytest.mark.parametrize(
    ("query", "first", "last", "known"),
    [
        ("what happened on 2026-03-08?", "2026-03-08", "2026-03-08", True),
        ("what did we do on 3 May 2025", "2025-05-03", "2025-05-03", True),
        ("on May 3rd", "2000-05-03", "2000-05-03", False),
        ("the 3rd of May", "2000-05-03", "2000-05-03", False),
        ("5月3日の障害", "2000-05-03", "2000-05-03", False),
        ("2025年5月3日の障害", "2025-05-03", "2025-05-03", True),
        ("decisions in March", "2000-03-01", "2000-03-31", False),
        ("in December 2025", "2025-12-01", "2025-12-31", True),
        ("2026-02 incidents", "2026-02-01", "2026-02-28", True),
        ("3月に決めたこと", "2000-03-01", "2000-03-31", False),
        ("what did we learn in 2025?", "2025-01-01", "2025-12-31", True),
        ("what broke yesterday?", "2026-03-17", "2026-03-17", True),
        ("昨日の件", "2026-03-17", "2026-03-17", True),
        ("the day before yesterday", "2026-03-16", "2026-03-16", True),
        ("what did we do last week", "2026-03-09", "2026-03-15", True),
        ("先週の決定", "2026-03-09", "2026-03-15", True),
        ("今週", "2026-03-16", "2026-03-18", True),
        ("last month", "2026-02-01", "2026-02-28", True),
        ("先月の会議", "2026-02-01", "2026-02-28", True),
        ("two days ago", "2026-03-16", "2026-03-16", True),
        ("3日前", "2026-03-15", "2026-03-15", True),
        ("2週間前", "2026-03-03", "2026-03-05", True),
        ("last friday", "2026-03-13", "2026-03-13", True),
        ("先週の金曜日", "2026-03-13", "2026-03-13", True),
        ("over the past two weeks", "2026-03-04", "2026-03-18", True),
        ("ここ3日", "2026-03-15", "2026-03-18", True),
        ("ここ数週間で何をした", "2026-02-25", "2026-03-18", True),
        ("去年の方針", "2025-01-01", "2025-12-31", True),
        ("last year", "2025-01-01", "2025-12-31", True),
    ],
)
def test_a_date_is_understood(query: str, first: str, last: str, known: bool) -> None:
    asked = asked_date(query, TODAY)
    assert asked == Asked(day(first), day(last), known, asked is not None and asked.relative)


@pytest.mark.parametrize(
    "query",
    [
        "",
        "how may I help",
        "the second may fail",
        "30 february",
        "2月31日",
        "march on",
        "version 3.5.1",
        "port 8080",
        "error 2003x",
        "三つの案",
    ],
)
def test_no_date_is_none(query: str) -> None:
    assert asked_date(query, TODAY) is None


def test_relative_dates_need_today() -> None:
    assert asked_date("yesterday") is None
    assert asked_date("昨日", None) is None


@given(st.text(max_size=60), st.dates(dt.date(1, 1, 1), dt.date(9999, 12, 31)))
def test_any_text_on_any_day_is_safe(query: str, today: dt.date) -> None:
    asked = asked_date(query, today)
    assert asked is None or asked.first <= asked.last


@given(
    st.sampled_from(["last week", "last month", "3 weeks ago", "先々月", "last friday", "昨年", "this week"]),
    st.dates(dt.date(1970, 1, 1), dt.date(2100, 12, 31)),
)
def test_the_past_lies_in_the_past(query: str, today: dt.date) -> None:
    asked = asked_date(query, today)
    assert asked is not None and asked.first <= asked.last <= today


def test_what_a_person_types_for_since() -> None:
    assert parse_day("2026-03-01") == day("2026-03-01")
    assert parse_day("last week", TODAY) == day("2026-03-09")
    with pytest.raises(ValueError, match="soonish"):
        parse_day("soonish", TODAY)
