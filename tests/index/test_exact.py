"""Which questions ask by name, and what an entry gains that holds all of such a question."""

from __future__ import annotations

import pytest

from cogmem.index.exact import LEAST, RARE, asks_by_name, is_identifier, lifted
from cogmem.index.terms import query_terms

NAMES = "ERR_774x_QUOTA --max-inflight=64 ticket-0003x parseLogFile src/index/sync.py x86_64 C:\\tmp\\a.log user@host"
NO_NAMES = "zanzibar 2022 64 10:30 2026-05-03 ECONNRESET Kyoto, (really) well. don't 認証 -"


@pytest.mark.parametrize("word", NAMES.split())
def test_a_name_of_software_is_an_identifier(word: str) -> None:
    assert is_identifier(word) and is_identifier(f"`{word}`,")


@pytest.mark.parametrize("word", NO_NAMES.split())
def test_words_numbers_and_dates_are_none(word: str) -> None:
    assert not is_identifier(word)


def asks(query: str, *sizes: int, n: int = 1000) -> bool:
    terms = query_terms(query)
    return asks_by_name(query, sizes if len(sizes) > 1 else sizes * len(terms), n)


def test_names_and_rare_keywords_are_asked_for_by_name() -> None:
    assert asks("ERR_774x_QUOTA", 1, 1, 300, 1)
    assert asks("where is ERR_774x_QUOTA set?", 1, 1, 300, 1, 200)
    assert asks("zanzibar", 1) and asks("zanzibar lighthouse", RARE)


def test_a_sentence_a_common_word_and_one_that_is_not_there_are_not() -> None:
    assert not asks("zanzibar", RARE + 1)
    assert not asks("zanzibar holiday", 1, RARE + 1)  # together by chance in a long page
    assert not asks("who went to zanzibar", 1)
    assert not asks("kyoto zanzibar lighthouse harbour", 1)
    assert not asks("did anyone fix the slow login page with v2", 1, 200, 40, 300, 200, 90)
    assert not asks("ERR_774x_QUOTA", 1, 0, 300, 1)  # mended or missing
    assert not asks("", 0) and not asks_by_name("", [], 10)


def test_in_a_small_store_a_word_is_rare_in_one_entry_only() -> None:
    assert asks("zanzibar", 1, n=5) and not asks("zanzibar", 2, n=5) and asks("zanzibar", 2, n=40)


def test_what_is_lifted_keeps_its_order_below_one() -> None:
    assert LEAST == lifted(0.0) < lifted(0.2) < lifted(0.9) < 1.0
