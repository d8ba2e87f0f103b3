"""What a turn owes the turns beside it, and that a search orders by it without letting anything in."""

from __future__ import annotations

import numpy as np
import pytest

from cogmem.config import CogMemConfig
from cogmem.recall.relevance import FLOOR, LEX
from cogmem.recall.talk import ANSWERS, AROUND, answers, around, few_words
from cogmem.store import MemoryStore


def test_the_better_neighbour_counts_and_none_below_chance() -> None:
    meaning = np.array([[4.0, 6.0], [-3.0, -1.0], [5.0, 0.0]])
    assert around(meaning, np.array([True, True, False])).tolist() == pytest.approx([AROUND * 6.0, 0.0, 0.0])


def test_an_answer_has_a_share_of_the_words_of_its_question() -> None:
    own, asks, turn = np.array([0.5, 0.1, 0.3]), np.array([True, False, False]), np.array([True, True, True])
    before = np.array([3, 0, 1])  # the first has none before it
    assert answers(own, asks, before, turn).tolist() == pytest.approx([0.0, ANSWERS * LEX * 0.5, 0.0])
    assert not answers(own, asks, before, ~turn).any()


def test_words_below_chance_are_told_apart_among_turns_only() -> None:
    share = np.array([0.0, FLOOR / 2, FLOOR, 0.9])
    assert few_words(share, np.ones(4, bool)).tolist() == pytest.approx([-LEX * FLOOR, -LEX * FLOOR / 2, 0.0, 0.0])
    assert not few_words(share, np.zeros(4, bool)).any()


def test_the_turn_after_a_question_answers_it(tmp_path) -> None:
    turns = [
        "09:00 Ann: Good morning.",
        "09:01 Mel: Where did you buy the lantern?",
        "09:02 Ann: From the old harbour.",
        "09:03 Mel: Nice weather.",
        "09:04 Ann: It was cheap.",
        "09:05 Mel: Nothing new.",
        "09:06 Ann: See you.",
        "09:07 Mel: Bye.",
    ]
    logs = tmp_path / "memory" / "logs"
    logs.mkdir(parents=True)
    body = "\n\n".join(f"### [LOG] {turn}" for turn in turns)
    (logs / "2026-03-08.md").write_text(f"# 2026-03-08\n\n## Session\n\n{body}\n", "utf-8")
    (tmp_path / "cogmem.toml").write_text("[cogmem]\n", "utf-8")
    config = CogMemConfig.default(tmp_path).replaced({"embedding.provider": "none"})
    with MemoryStore(config) as store:
        store.index_dir()
        hits = store.search("the lantern", top_k=8, reinforce=False).results
        by_title = {hit.title: hit for hit in hits}
        answer = by_title["Ann: From the old harbour."]
        assert answer.explanation["bonus"]["answers"] > 0
        assert all(hit.explanation["bonus"]["answers"] == 0 for hit in hits if hit is not answer)
        assert hits[1] is answer or hits[0] is answer
        far = by_title["Mel: Bye."]
        assert far.explanation["bonus"]["few"] == pytest.approx(-LEX * FLOOR) and far.grade == "none"
