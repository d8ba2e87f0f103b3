"""Which questions ask by name, and what an entry gains that holds all of such a question."""

from __future__ import annotations

import pytest

from cogmem.index.exact import LEAST, RARE, asks_by_name, is_exact, is_identifier, lifted, names
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


def test_what_can_be_nothing_but_a_name() -> None:
    for word in ("ERR_774x_QUOTA", "--max-inflight=64", "syncToken", "NullPointerException", "src/api/routes.py",
                 "x86_64", "/etc/fstab", "std::vector", "ticket-0003x", "`parse_date()`", "E0277"):  # fmt: skip
        assert is_exact(word), word
    for word in ("GitHub", "JavaScript", "iPhone", "macOS", "--force", "well-known", "and/or", "e.g.", "3pm", "mp3",
                 "2026-03-01", "McDonald", "TCP/IP", "sync"):  # fmt: skip
        assert not is_exact(word), word


def test_a_sentence_with_a_name_asks_for_the_name() -> None:
    stems = ["sync", "token", "synctoken", "stale"]
    sizes = {"sync": 40, "token": 30, "synctoken": 2, "stale": 9}
    assert names("why is syncToken so stale today", [*stems, "todai"], sizes, 1000) == [frozenset(stems[:3])]
    assert names("why is syncToken stale", stems, sizes, 1000) == [frozenset(stems), frozenset(stems[:3])]
    assert names("why is syncToken stale", stems, sizes | {"synctoken": RARE + 1}, 1000) == []
    assert names("why is syncToken stale", stems, {"sync": 1, "token": 1, "stale": 1}, 1000) == []
    assert names("syncToken", stems[:3], sizes, 1000) == [frozenset(stems[:3])]
    assert names("why is sync stale", ["sync", "stale"], {"sync": 1, "stale": 1}, 1000) == []
