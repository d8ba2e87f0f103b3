"""What a hit was found by is shown as it was typed."""

from __future__ import annotations

from cogmem.index.terms import query_terms
from cogmem.recall.asked import as_typed


def test_stems_are_shown_as_the_words_that_were_typed():
    asked = "Why were the messages otherwise restored by syncToken?"
    assert as_typed(asked, query_terms(asked)) == (["messages", "otherwise", "restored", "syncToken"], {})


def test_what_was_read_as_another_spelling_is_named():
    assert as_typed("certifcate expird", ["certif", "expir"]) == (
        ["certifcate", "expird"], {"certifcate": "certif", "expird": "expir"})  # fmt: skip
    assert as_typed("certifcate", ["lantern"]) == (["lantern"], {})


def test_japanese_is_shown_as_it_was_looked_up():
    assert as_typed("台風で落ちた API", ["台風", "api"]) == (["台風", "API"], {})
