"""Whatever the journal says exists in both languages, with the same values filled in."""

from __future__ import annotations

import re
import string

import pytest

from cogmem import messages
from cogmem.errors import CogmemError, UsageError
from cogmem.journal.daylog import mark
from cogmem.journal.entries import parse
from cogmem.journal.texts import TEXTS, error


@pytest.fixture
def japanese():
    messages.speak("ja")
    yield
    messages.speak("")


@pytest.mark.parametrize("key", TEXTS)
def test_both_languages_have_the_same_fields(key):
    english, japanese = ({name for _, name, _, _ in string.Formatter().parse(text) if name} for text in TEXTS[key])
    assert english == japanese
    assert TEXTS[key][0].isascii()
    assert re.search("[\u3040-\u30ff\u4e00-\u9fff]", TEXTS[key][1])


def test_problems_and_errors_in_japanese(japanese, project):
    log = parse("### a\n*Arousal: 9*\n```\n", "memory/logs/2026-13-01.md")
    assert [problem.message for problem in log.problems] == [
        "2026-13-01 は日付ではありません",
        "arousal 9 は 0.0〜1.0 の範囲外です。1.0 として扱います",
        "ここで始まるコードブロックかコメントが閉じられていません。本文として扱います",
    ]
    with pytest.raises(UsageError) as caught:
        mark(project, "x", "memory/logs/2026-03-08.md", pinned=True)
    assert "ログ" in caught.value.message and "cogmem index" in caught.value.hint


def test_an_error_without_a_hint_of_its_own():
    found = error(CogmemError, "log.gone", file="a.md")
    assert (found.message, found.hint, found.file) == ("there is no log a.md", None, "a.md")
