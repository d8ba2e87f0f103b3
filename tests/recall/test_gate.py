"""The gate: what is small talk is skipped as a whole message, never as a prefix."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogmem.recall.gate import SMALL_TALK, should_search, topic

QUESTIONS = [
    "node memory leak",
    "node upgrade plan",
    "okta login",
    "okta login policy",
    "let me think about the retry queue",
    "notification bug",
    "notification queue design",
    "sure-fire retry",
    "はいけい",
    "運行",
    "OKR draft",
    "thanksgiving campaign",
    "surely?",
    "november release",
    "ok, analyze the pricing",
    "/api/users endpoint",
    "/api/users",
    "yes/no prompt in the installer",
    "うんこう",
    "はいふ資料",
    "okinawa",
    "noon",
    "hydra",
    "k8s",
    "404",
    "鍵",
    "no-cache header",
    "hello world example",
    "goodness of fit",
    "Let's analyze the competitor landscape",
    "了解メッセージの文言",
    "ありがとうキャンペーン",
    "OK牧場の設計",
    "stop words",
    "next.js routing",
    "commit hooks",
    "push notifications",
]
SKIPPED = [
    "少々お待ちください",
    "hmm let me think",
    "no",
    "ok!",
    "OK",
    "はい。",
    "👍",
    "Makes sense",
    "let's move on",
    "Let’s move on.",
    "hello",
    "lgtm",
    "LGTM 🚀",
    "なるほど",
    "進めて",
    "進めてください。",
    "ok thanks!",
    "Yes, please go ahead.",
    "はい、お願いします",
    "はいお願いします",
    "good morning",
    "got it",
    "おはようございます",
    "了解です！",
    "ＯＫ",
    "ありがとう",
    "…",
    "!!",
    "",
    "   ",
    "1",
    "/compact",
    "y",
    "ok進めて",
    "thanks, that's all",
    "おつかれさま〜",
]


@pytest.mark.parametrize("message", QUESTIONS)
def test_a_question_passes_whatever_it_starts_with(message: str) -> None:
    assert should_search(message)[0], message


@pytest.mark.parametrize("message", SKIPPED)
def test_small_talk_is_skipped(message: str) -> None:
    assert not should_search(message)[0], message


@pytest.mark.parametrize("message", ["OK", "Makes sense", "hello", "let's move on", "auth", "認証"])
def test_context_search_skips_what_has_no_topic(message: str) -> None:
    assert not topic(message)[0]


@pytest.mark.parametrize(
    ("message", "keywords"),
    [
        ("Let's analyze the competitor landscape", ()),
        ("What about expanding into the EU compliance market?", ()),
        ("価格の件", ()),
        ("設計どうする", ()),
        ("auth?", ()),
        ("auth", ("auth",)),
        ("node memory leak", ()),
    ],
)
def test_context_search_passes_topics(message: str, keywords: tuple[str, ...]) -> None:
    assert topic(message, keywords)[0]


@given(st.sampled_from(sorted(SMALL_TALK)), st.sampled_from(["!", ".", "。", " 👍", "…", ""]))
def test_every_phrase_is_skipped_with_any_ending(phrase: str, ending: str) -> None:
    assert not should_search(phrase + ending)[0]


@given(st.text(max_size=300))
def test_any_text_gets_an_answer(text: str) -> None:
    worth, reason = should_search(text)
    assert isinstance(worth, bool) and reason
    assert not (topic(text)[0] and not worth)


def test_it_takes_next_to_no_processor_time_even_for_a_megabyte() -> None:
    for message in ("はい" * 20, "ok " * 20, "x" * 1_000_000, "あ" * 79):
        started = time.process_time()
        for _ in range(20):
            should_search(message)
        assert (time.process_time() - started) / 20 < 0.005, message[:20]


def test_it_needs_no_regular_expressions(slow_modules: Callable[[str], list[str]]) -> None:
    assert slow_modules("cogmem.recall.gate") == []
