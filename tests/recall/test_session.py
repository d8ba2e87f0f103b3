"""The session's cache and prefetch: an answer is only ever given to the question it belongs to."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from cogmem.errors import EmbedderUnavailableError
from cogmem.model import Hit, SearchResult
from cogmem.recall.session import QueryVectors, SearchCache, flashbacks


def answer(name: str) -> SearchResult:
    return SearchResult("ok", (), (name,))


def vector(*values: float) -> np.ndarray:
    return np.array(values)


def test_the_same_text_gets_the_same_answer() -> None:
    cache = SearchCache()
    cache.put("a question", None, answer("a"))
    assert cache.get("a question ") == answer("a") and cache.get("another") is None and cache.hits == 1


def test_a_like_question_gets_it_too_an_unlike_one_does_not() -> None:
    cache = SearchCache(sim_threshold=0.9)
    cache.put("Why did the restore drill fail?", vector(1, 0), answer("a"))
    assert cache.get("why the restore drills failed", vector(2, 0.2)) == answer("a")
    assert cache.get("why the restore drills failed", vector(1, 1)) is None


@pytest.mark.parametrize(
    ("stored", "asked"),
    [
        ("Why did the restore drill fail?", "Why did the restore drill succeed?"),
        ("Why did the drill fail?", "Why did the drill not fail?"),
        ("why does the drill fail", "why doesn't the drill fail"),
        ("what did 3 drills cost", "what did 4 drills cost"),
        ("訓練はなぜ失敗した", "訓練はなぜ成功した"),
        ("通知を送る理由", "通知を送らない理由"),
    ],
)
def test_another_word_number_or_negation_is_another_question(stored: str, asked: str) -> None:
    cache = SearchCache(sim_threshold=0.9)
    cache.put(stored, vector(1, 0), answer("a"))
    assert cache.get(asked, vector(1, 0)) is None


def test_another_stamp_is_another_answer() -> None:
    cache = SearchCache()
    cache.put("a", vector(1, 0), answer("old"), stamp=1)
    assert cache.get("a", vector(1, 0), stamp=2) is None
    cache.put("a", None, answer("new"), stamp=2)
    assert len(cache) == 1 and cache.get("a", stamp=2) == answer("new")


def test_the_size_is_bounded_and_the_least_used_goes() -> None:
    cache = SearchCache(max_size=2)
    for name in "ab":
        cache.put(name, None, answer(name))
    cache.get("a")
    cache.put("c", None, answer("c"))
    assert cache.get("b") is None and cache.get("a") and cache.get("c") and len(cache) == 2
    none = SearchCache(max_size=0)
    none.put("a", None, answer("a"))
    assert len(none) == 0


def test_settings_are_checked() -> None:
    with pytest.raises(ValueError):
        SearchCache(max_size=-1)
    with pytest.raises(ValueError):
        SearchCache(sim_threshold=1.5)


def test_prefetch_serves_only_the_text_it_was_made_for() -> None:
    made: list[str] = []
    go = threading.Event()

    def embed(text: str) -> np.ndarray:
        go.wait(5)
        made.append(text)
        return vector(len(text))

    vectors = QueryVectors(embed)
    vectors.ahead("first")
    vectors.ahead("first")
    go.set()
    assert vectors.get("second!")[0] == 7 and vectors.get("first")[0] == 5
    assert sorted(made) == ["first", "second!"]


def test_an_embedder_that_fails_in_the_background_fails_in_the_foreground() -> None:
    def embed(text: str) -> np.ndarray:
        raise EmbedderUnavailableError("down")

    vectors = QueryVectors(embed)
    thread = vectors.ahead("x")
    assert thread is not None
    thread.join()
    with pytest.raises(EmbedderUnavailableError):
        vectors.get("x")


def hit(id: str, relevance: float, arousal: float, boost: float = 0.0) -> Hit:
    return Hit(id, relevance, relevance, 0.1, 0.1, arousal, boost, 1.0, "2026-03-08", "NOTE", "t", "t", "s", 1)


def test_flashbacks_are_relevant_vivid_trusted_and_new() -> None:
    hits = (
        hit("ok", 0.7, 0.5),
        hit("weak", 0.64, 0.9),
        hit("dull", 0.9, 0.4),
        hit("used", 0.9, 0.4, 0.1),
        hit("tool", 0.9, 0.9),
        hit("seen", 0.9, 0.9),
    )
    found = flashbacks(hits, frozenset({"tool"}), relevance=0.65, arousal=0.5, shown=frozenset({"seen"}))
    assert [h.id for h in found] == ["ok", "used"]
