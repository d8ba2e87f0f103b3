"""The labelled sentences: each carries its signal, or none; arousal follows the signal."""

from __future__ import annotations

import time

import pytest

from claude import sentences_en, sentences_ja
from cogmem.claude import signals
from cogmem.claude.sentences import contradicts, language, overlap, sentences
from cogmem.claude.signals import AROUSAL, CATEGORY, find

BANKS = [("u", sentences_en.PERSON), ("a", sentences_en.AGENT), ("u", sentences_ja.PERSON), ("a", sentences_ja.AGENT)]
LABELLED = [(who, kind, text) for who, bank in BANKS for kind, texts in bank.items() for text in texts]


@pytest.mark.parametrize(("who", "kind", "text"), LABELLED, ids=[text for _, _, text in LABELLED])
def test_a_sentence_carries_its_signal(who: str, kind: str, text: str) -> None:
    found = [signal.kind for signal in find(text, who)]
    assert kind in found if kind else not found


@pytest.mark.parametrize("bank", [sentences_en.PERSON, sentences_ja.PERSON])
def test_every_signal_has_sentences_in_both_languages(bank: dict[str, list[str]]) -> None:
    for kind in (
        "premise",
        "breakthrough",
        "rejection",
        "theme",
        "milestone",
        "question",
        "decision",
        "correction",
        "remember",
    ):
        assert len(bank[kind]) >= 5


def test_arousal_by_signal() -> None:
    assert AROUSAL["premise"] == AROUSAL["change"] == 0.9
    assert AROUSAL["breakthrough"] == 0.8
    assert AROUSAL["rejection"] == AROUSAL["theme"] == 0.7
    assert AROUSAL["milestone"] == 0.6
    assert AROUSAL["question"] == 0.4
    assert set(AROUSAL) == set(CATEGORY)


def test_quoted_words_are_not_the_speakers_own() -> None:
    assert not find('What does "remember that staging uses 5433" mean in this log?', "u")
    assert not find("The banner says 「キャッシュはRedisにしよう」 in yellow", "u")


def test_code_logs_and_quotes_are_not_speech() -> None:
    assert not find("Explain:\n```\n# remember that we decided to use Redis\n```", "u")
    assert not find("> Let's go with Postgres\nWho wrote this?", "u")
    assert not find("2026-03-03 02:10 ERROR remember that the job failed", "u")


def test_a_bare_no_declines_a_question_and_corrects_a_statement() -> None:
    text = "No, the second environment must stay small."
    assert [s.kind for s in find(text, "u", answering=True)] == ["rejection"]
    assert [s.kind for s in find(text, "u")] == ["correction"]


def test_sentences_are_split_in_both_languages() -> None:
    assert sentences("One. Two! Three?\n- Four") == ["One.", "Two!", "Three?", "Four"]
    assert sentences("一つ目です。二つ目!三つ目") == ["一つ目です。", "二つ目!", "三つ目"]
    assert language("PGroongaにします。") == "ja"
    assert language("Use 全文 search in the PostgreSQL database of the customer") == "en"


def test_overlap_joins_word_forms_and_japanese_pairs() -> None:
    assert overlap("Switched to usage-based pricing", "switching the pricing") >= 0.6
    assert overlap("料金体系を変更", "料金体系の変更案") >= 0.6


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("router IP is 192.168.7.1", "router IP is 192.168.9.1"),
        ("use tabs", "don't use tabs"),
        ("pin v1.2", "pin v1.3"),
        ("金曜にデプロイする", "金曜にデプロイしない"),
        ("the export jobs of the billing service run in Berlin", "the export jobs of the billing service run in Paris"),
        ("本番サーバーは東京にある", "本番サーバーは京都にある"),
    ],
)
def test_texts_that_differ_in_a_number_or_a_negation_contradict(one: str, other: str) -> None:
    assert contradicts(one, other)


def test_cues_are_data_that_compiles_in_both_languages() -> None:
    for lang in ("en", "ja"):
        assert len(signals.rules(lang)) > 20
        for name in signals.cues(lang).CUES:
            assert signals.cue(lang, name).pattern


@pytest.mark.parametrize(
    "piece",
    ["no ", "not a but ", "we thought ", "is ", "the the ", "let's not ", "a" * 40, "、そのの", "前提が", "だから"],
)
def test_hostile_messages_take_bounded_time(piece: str) -> None:
    text = "\n".join(piece * 400 for _ in range(200))
    start = time.process_time()
    find(text, "u")
    find(text, "a")
    assert time.process_time() - start < 10
