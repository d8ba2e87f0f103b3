"""What no person typed is cut out of a prompt, whatever is nested in it, in linear time."""

from __future__ import annotations

import time

import pytest

from cogmem.claude.prompts import clean_prompt


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("a <private>b</private> c", "a  c"),
        ("a <PRIVATE>b <private>c</private> d</private> e", "a  e"),
        ("a <private>never closed", "a"),
        ("a </private> b", "a </private> b"),
        ("<private-ish>kept</private-ish>", "<private-ish>kept</private-ish>"),
        ('<memory-context nonce="1">x</memory-</memory-context>y', "y"),
        ("<system-reminder>\nuse it\n</system-reminder>\ndo this", "do this"),
        ("İ <private>secret</private> ok", "İ  ok"),
        ("[Request interrupted by user]", ""),
        ("plain < text > with [brackets]", "plain < text > with [brackets]"),
    ],
)
def test_foreign_blocks_go(text: str, left: str) -> None:
    assert clean_prompt(text) == left


@pytest.mark.parametrize(
    "piece", ["<private>", "</private>", "<private></private>", "<private-x", "<private><memory-context>", "💭 [\n"]
)
def test_hostile_prompts_take_linear_time(piece: str) -> None:
    def seconds(count: int) -> float:
        text = piece * count
        best = float("inf")
        for _ in range(3):
            start = time.process_time()
            clean_prompt(text)
            best = min(best, time.process_time() - start)
        return best

    small, large = seconds(20_000), seconds(40_000)
    assert large < 0.5
    assert large < max(small * 3.2, 0.15)
