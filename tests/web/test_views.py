"""What pages show of a memory."""

from __future__ import annotations

from datetime import date

import pytest

from cogmem.config import CogMemConfig
from cogmem.web.curve import curve
from cogmem.web.render import day, number
from cogmem.web.views import fading, language, shortened, text_link


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        ("Plain words", ""),
        ("", ""),
        ("123 !?", ""),
        ("ひらがな", "ja"),
        ("会議のメモ", "ja"),
        ("会議", "zh"),
        ("안녕", "ko"),
        ("שלום", "he"),
        ("café", ""),
    ],
)
def test_the_language_of_a_text(text, tag):
    assert language(text) == tag


def test_characters_without_kana_follow_the_project():
    assert (language("通貨決定", "ja"), language("通貨決定", "en")) == ("ja", "zh")


def test_strength_is_half_importance_and_half_recency(tmp_path):
    config = CogMemConfig.default(tmp_path)
    today = date(2026, 6, 1)
    new = fading(config, 0.5, 0.2, "2026-06-01", None, today)
    assert (new.importance, new.recency, new.age) == (0.7, 1.0, 0) and new.strength == pytest.approx(0.85)
    assert new.half_life == pytest.approx(102)
    old = fading(config, 0.0, 0.0, "2026-04-02", None, today)
    assert old.age == 60 and old.recency == pytest.approx(0.5)
    assert fading(config, 0.0, 0.0, "2026-04-02", "2026-05-31T10:00:00+09:00", today).age == 1
    assert fading(config, 0.0, 0.0, "1999-01-01", None, today).recency == 0.3
    assert fading(config, 1.0, 0.3, "2030-01-01", None, today).importance == 1.0
    assert fading(config, 0.5, 0.0, "no date", None, today).age == 0


def test_dates_and_numbers():
    assert (day("en", "2026-03-08"), day("ja", "2026-03-08"), day("en", "x")) == ("8 March 2026", "2026年3月8日", "x")
    assert number(12345) == "12,345"


def test_short_texts():
    assert shortened("a\n b\t c", 10) == "a b c"
    assert shortened("x" * 500, 10) == "x" * 9 + "…"


def test_links_are_quoted():
    assert text_link("2026-03-08", "memory/logs/a b&c/2026-03-08.md", 7) == (
        "/logs/2026-03-08?source=memory%2Flogs%2Fa+b%26c%2F2026-03-08.md&line=7#L7"
    )


def test_the_curve_of_a_memory(tmp_path):
    config = CogMemConfig.default(tmp_path)
    today = date(2026, 6, 1)
    drawn = curve(fading(config, 0.0, 0.0, "2026-04-02", None, today), 0.3, today)
    assert drawn.half == "2026-06-01" and drawn.span == 120 and drawn.today == (50.0, 20.0) and drawn.floor == 28.0
    past, future = (
        [tuple(map(float, pair.split(","))) for pair in line.split()] for line in (drawn.past, drawn.future)
    )
    assert past[0] == (0, 0) and past[-1] == future[0] == drawn.today and future[-1] == (100.0, 28.0)
    for line in (past, future):
        assert line == sorted(line)
    new = curve(fading(config, 0.5, 0.0, "2026-06-01", None, today), 0.3, today)
    assert new.today == (0.0, 0.0) and new.half == "2026-08-30"
    assert curve(fading(config, 0.5, 0.0, "2026-06-01", None, today), 0.6, today).half == ""
    old = curve(fading(config, 0.0, 0.0, "1990-01-01", None, today), 0.3, today)
    assert old.span == 2 * 13300 and old.today == (50.0, 28.0)
