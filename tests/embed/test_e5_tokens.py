"""The tokenizer: ids of the official one, any string, linear time, windows that fit and join."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cogmem.embed.e5_tokens import Tokens

GOLDEN = json.loads(Path(__file__).with_name("golden_tokens.json").read_text("utf-8"))
ANY = st.text(st.characters(codec=None), max_size=300)


@pytest.fixture(scope="session")
def tokens(e5) -> Tokens:
    return e5.load()[0]


@pytest.mark.parametrize(("text", "ids"), GOLDEN)
def test_ids_are_those_of_the_official_tokenizer(tokens, text, ids):
    assert [0, *tokens.encode(text), 2] == ids


def test_a_text_cannot_name_the_special_tokens(tokens):
    assert not {0, 1, 2, 3, 250001} & set(tokens.encode("<s> </s> <pad> <unk> <mask>"))


def test_unknown_characters_in_a_row_are_one_token(tokens):
    assert tokens.encode("\ud800" * 50).count(3) == 1


@settings(max_examples=60, deadline=None)
@given(text=ANY)
def test_any_string_has_ids(tokens, text):
    ids = tokens.encode(text)
    assert all(3 <= one < 250002 for one in ids)
    assert ids == tokens.encode(tokens.normal(text))
    assert bool(ids) == bool(tokens.normal(text))


@settings(max_examples=40, deadline=None)
@given(text=st.lists(st.sampled_from(["word ", "価格を変えた。", "\n\n", "x" * 90, "\ufdfa", "a,b;", "！？", " ",
                                      "\ud800"]), max_size=200).map("".join), room=st.integers(20, 80))
def test_windows_join_to_the_text_and_fit(tokens, text, room):
    windows = tokens.windows(text, room)
    assert "".join(windows) == text and len(windows) >= 1
    assert all(len(tokens.encode(one)) <= room for one in windows)


def test_windows_share_a_text_evenly_and_end_with_sentences(tokens):
    text = "The plan was changed because nobody could read it. " * 60
    windows = tokens.windows(text, 500)
    counts = [len(tokens.encode(one)) for one in windows]
    assert len(windows) == 2 and max(counts) < 1.4 * min(counts)
    assert all(one.endswith(". ") for one in windows)


def test_one_word_of_many_tokens_is_cut(tokens):
    windows = tokens.windows("\ufdfa" * 100, 50)
    assert "".join(windows) == "\ufdfa" * 100 and all(len(tokens.encode(one)) <= 50 for one in windows)


def test_a_short_text_is_one_window(tokens):
    assert tokens.windows("short", 500) == ["short"] and tokens.windows("", 500) == [""]


@pytest.mark.parametrize("hostile", ["x", "価格", "\u0316\u0301\u0327", "word ", "\ufdfa", "\ud800a", "  \n"])
def test_time_is_linear(tokens, hostile):
    def seconds(size: int) -> float:
        text = hostile * (size // len(tokens.normal(hostile) or hostile))
        start = time.process_time()
        tokens.windows(text, 500)
        tokens.encode(text)
        return time.process_time() - start

    seconds(2000)
    small = min(seconds(30_000) for _ in range(2))
    assert seconds(120_000) < 4 * 2.5 * small + 0.1
