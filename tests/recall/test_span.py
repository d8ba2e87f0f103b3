"""Questions about a stretch of time: recognised only when they ask for nothing else, answered over all days."""

from __future__ import annotations

import datetime as dt

import numpy as np
import pytest

from cogmem.recall.dates import Asked, asked_date
from cogmem.recall.span import kinds_asked, spread, stretch

TODAY = dt.date(2026, 3, 18)


@pytest.mark.parametrize(
    ("query", "kinds"),
    [
        ("what did we do last week", ()),
        ("What happened over the past two weeks?", ()),
        ("summarize this month", ()),
        ("what did we decide last week?", ("DECISION",)),
        ("which bugs did we have in the last 10 days", ("ERROR",)),
        ("yesterday", ()),
        ("recap of 2026-03-08", ()),
        ("先週何をした？", ()),
        ("先月決めたこと", ("DECISION",)),
        ("ここ2週間の作業をまとめて", ()),
        ("昨日の障害は？", ("ERROR",)),
        ("今週の進捗", ()),
        ("what did we learn this month", ("INSIGHT",)),
        ("what were the milestones so far", ("MILESTONE",)),
        ("How did the project develop from July to September?", ()),
        ("これまでの流れを教えて", ()),
        ("7月から9月までの障害", ("ERROR",)),
    ],
)
def test_only_time_is_asked_for(query: str, kinds: tuple[str, ...]) -> None:
    assert kinds_asked(query, stretch(query, asked_date(query, TODAY), TODAY)) == kinds


@pytest.mark.parametrize(
    "query",
    [
        "what did we do about pricing last week",
        "先週の価格の決定",
        "what did Caroline do last week",
        "the backup of yesterday",
        "what did we do",
        "deploys in march",
        "昨日の認証の障害",
        "last week's staging migration",
        "how far is the payment project so far",
        "これまでの価格の決定",
    ],
)
def test_a_topic_makes_it_an_ordinary_question(query: str) -> None:
    assert kinds_asked(query, stretch(query, asked_date(query, TODAY), TODAY)) is None


def test_every_day_comes_before_any_days_details() -> None:
    days = np.array([100, 100, 100, 101, 102, 110])
    category = np.array(["NOTE", "DECISION", "NOTE", "NOTE", "ERROR", "DECISION"], object)
    asked = Asked(dt.date.fromordinal(100), dt.date.fromordinal(102))
    order = spread(asked, (), days, category, np.full(6, 0.5), np.ones(6, bool))
    assert order[5] == 0 and (order[:5] > 0).all() and order.max() < 1
    assert set(np.argsort(-order)[:3]) == {1, 3, 4}


def test_a_kind_that_the_days_lack_is_not_insisted_on() -> None:
    asked = Asked(dt.date.fromordinal(100), dt.date.fromordinal(102))
    days, category = np.array([100, 101]), np.array(["NOTE", "DECISION"], object)
    arousal, visible = np.full(2, 0.5), np.ones(2, bool)
    assert (spread(asked, ("DECISION",), days, category, arousal, visible) > 0).tolist() == [False, True]
    assert (spread(asked, ("ERROR",), days, category, arousal, visible) > 0).all()
    assert not spread(asked, (), days, category, arousal, ~visible).any()


@pytest.mark.parametrize(
    ("query", "inside", "outside"),
    [
        ("what happened in September", ["2025-09-01", "2026-09-30"], ["2026-08-31", "2026-10-01", "2027-10-01"]),
        ("recap of February", ["2026-02-28", "2024-02-29"], ["2026-03-01", "2026-01-31"]),
        ("what did we do from July to September", ["2026-07-01", "2026-08-15", "2026-09-30"], ["2026-10-01"]),
        ("what did we do from November to January", ["2025-11-01", "2026-01-31"], ["2026-02-01", "2025-10-31"]),
        ("what did we do between March 2026 and April 2026", ["2026-03-01"], ["2025-03-15", "2026-05-01"]),
        ("これまでの流れを教えて", ["2020-01-01", "2026-03-18"], ["2026-03-19"]),
    ],
)
def test_the_days_are_exactly_those_asked_for(query: str, inside: list[str], outside: list[str]) -> None:
    asked = stretch(query, asked_date(query, TODAY), TODAY)
    assert asked is not None
    days = np.array([dt.date.fromisoformat(day).toordinal() for day in inside + outside])
    n = len(days)
    found = spread(asked, (), days, np.full(n, "NOTE", object), np.full(n, 0.5), np.ones(n, bool)) > 0
    assert found.tolist() == [True] * len(inside) + [False] * len(outside)
