"""The session-start block: rank, budget, stable bytes."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cogmem.recall.context import compose, fading, item_section, matters_now, text_section
from cogmem.recall.fence import CLOSE, MAX_UNITS, OPEN, tokens, units


def row(id: str, day: int = 100, arousal: float = 0.5, category: str = "DECISION", **more: object) -> dict[str, object]:
    return {
        "id": id,
        "day": day,
        "arousal": arousal,
        "category": category,
        "date": "2026-03-08",
        "content": f"text {id}",
        "origin": "user",
        "source": "memory/logs/2026-03-08.md",
        "line": 3,
        "low_trust": False,
        **more,
    }


def test_what_matters_is_recent_vivid_or_open() -> None:
    rows = [
        row("old", 10, 1.0),
        row("dull", 100, 0.1),
        row("vivid", 98, 0.9),
        row("open", 95, 0.4, "QUESTION"),
        row("tool", 100, 1.0, low_trust=True),
        row("sum", 100, 1.0, "SUMMARY"),
        row("mid", 99, 0.5),
    ]
    assert [found["id"] for found in matters_now(rows, 100)] == ["vivid", "open", "mid"]


def test_use_counts_as_arousal() -> None:
    assert [r["id"] for r in matters_now([row("a", arousal=0.6), row("b", arousal=0.5, boost=0.3)], 100)] == ["b", "a"]


def test_sections_come_in_rank_order_with_fixed_headings() -> None:
    block = compose(
        [
            item_section("memories", [row("m")], "en"),
            text_section("handover", "- **Next**: ship", "a.md:3", "en"),
            text_section("core", "- name: Hana", "core.md", "en"),
            item_section("pinned", [row("p")], "en"),
        ]
    )
    heads = [line for line in block.split("\n") if line.startswith("## ")]
    assert heads == ["## What I know about the user", "## Pinned", "## Handover", "## Relevant memories"]
    assert block.startswith(OPEN) and block.endswith(CLOSE) and "(a.md:3)" in block


def test_japanese_headings() -> None:
    assert "## ピン留め" in compose([item_section("pinned", [row("p")], "ja")], "ja")


def test_a_section_that_does_not_fit_is_dropped_whole() -> None:
    big = text_section("handover", "\n".join(f"- point {i} of many words" for i in range(30)), "a.md:3", "en")
    block = compose(
        [
            text_section("core", "- name: Hana", "core.md", "en"),
            big,
            text_section("signals", "- 3 patterns", "x", "en"),
        ],
        budget=120,
    )
    assert "Handover" not in block and "name: Hana" in block and "3 patterns" in block


def test_a_giant_first_section_is_cut_with_a_pointer() -> None:
    block = compose([text_section("handover", "word " * 20_000, "memory/logs/a.md:3", "en")])
    assert "[cut; all of it: memory/logs/a.md:3]" in block and tokens(block) <= 600


def test_nothing_to_say_is_nothing() -> None:
    assert compose([]) == "" and compose([text_section("core", "\n\n", "x", "en")]) == ""


@settings(max_examples=200)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(["core", "pinned", "handover", "briefing", "memories", "signals"]), st.text(max_size=400)
        ),
        max_size=6,
    ),
    st.integers(0, 700),
    st.sampled_from(["en", "ja"]),
)
def test_any_text_stays_within_the_budget(parts: list[tuple[str, str]], budget: int, lang: str) -> None:
    sections = [text_section(key, text, "f", lang) for key, text in parts]
    block = compose(sections, lang, budget)
    assert block == compose(sections, lang, budget)
    assert not block or (tokens(block) <= budget and units(block) <= MAX_UNITS and block.count("<") == 2)


@pytest.mark.parametrize(("age", "expected"), [(0, 1.0), (-5, 1.0), (60, 0.5), (10_000, 0.3)])
def test_fading(age: int, expected: float) -> None:
    assert fading(age, 0.0) == pytest.approx(expected)


def test_it_needs_no_numpy(slow_modules: Callable[[str], list[str]]) -> None:
    assert slow_modules("cogmem.recall.context") == []
