"""What is small talk and what is about work, and that small talk alone leaves nothing behind."""

from __future__ import annotations

from pathlib import Path

import pytest

from claude.scribe import Scribe
from cogmem.claude.capture import Capture, Options
from cogmem.claude.transcript import TranscriptReader
from cogmem.claude.worktalk import about_work

WORK = [
    "put it in src/parse.py", "the `retry` flag", "we use max_retries now", "p95 is 240 ms", "libraries are pinned",
    "rename it to userId", "HTTP only", "run it with --dry-run", "この関数を直して", "SQLiteにする", "サイドバーは右",
]  # fmt: skip
TALK = [
    "we've decided to get a dog, a greyhound from a shelter", "from now on I always take the stairs",
    "no, that's wrong, it was on Tuesday", "次は絶対コテージにする。もうテントは無し！",
    "いや違うでしょ、きのこ一択でしょ", "クッキーの食感が好き",
]  # fmt: skip


@pytest.mark.parametrize("text", WORK)
def test_code_and_words_of_the_trade_are_work(text):
    assert about_work(text)


@pytest.mark.parametrize("text", TALK)
def test_everyday_life_is_not(text):
    assert not about_work(text)


def drafts(path: Path, *exchanges: tuple[str, str], calls: bool = False) -> list[str]:
    scribe = Scribe(path)
    for number, (said, answer) in enumerate(exchanges):
        scribe.user(said)
        scribe.says(answer, *([("Bash", {"command": "ls"}, "a", False)] if calls and not number else []))
    capture = Capture(Options("/home/dev/project", "talk"), {})
    for turn in TranscriptReader(scribe.path, final=True):
        capture.feed(turn)
    return [draft.title for draft, _ in capture.drafts()]


WEATHER = (("good morning!", "Good morning!"), ("the rain has stopped at last", "A good day for a walk."))
DOG = (*WEATHER, ("we've decided to get a dog", "Congratulations!"))
STAIRS = (*WEATHER, ("from now on I always take the stairs", "Good for you."))


def test_small_talk_alone_leaves_nothing(tmp_path):
    assert drafts(tmp_path / "1.jsonl", *DOG) == []


def test_the_same_words_about_work_do(tmp_path):
    said = (*WEATHER, ("we've decided to get a read replica for the database", "Good."))
    assert len(drafts(tmp_path / "1.jsonl", *said)) == 1


def test_where_tools_were_used_every_word_counts(tmp_path):
    assert len(drafts(tmp_path / "1.jsonl", *STAIRS, calls=True)) == 1


def test_a_session_may_begin_with_any_decision(tmp_path):
    assert len(drafts(tmp_path / "1.jsonl", *WEATHER[:1], *STAIRS[2:])) == 1


@pytest.mark.parametrize(
    ("said", "title"),
    [
        ("今後は必ず日本語でコメントを書いてください。", "今後は必ず日本語でコメントを書いて"),
        ("今後はコミットの前に必ずテストを実行してください。", "今後はコミットの前に必ずテストを実行して"),
    ],
)
def test_a_japanese_request_is_not_cut_inside_a_word(tmp_path, said, title):
    assert drafts(tmp_path / "1.jsonl", (said, "わかりました。"), calls=True) == [title]
