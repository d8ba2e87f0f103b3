"""Damage that shows only while a question is answered: the store makes its index anew and answers."""

from __future__ import annotations

import sqlite3

import pytest

from cogmem.errors import IndexDamagedError
from cogmem.index import lexical
from cogmem.index.recover import healed
from cogmem.recall import quick
from cogmem.store import MemoryStore


def spoil(path) -> None:
    """The words are gone, everything that is looked at on opening is whole."""
    with sqlite3.connect(path) as db:
        db.execute("UPDATE word_data SET block = zeroblob(7) WHERE id > 10")
    db.close()


@pytest.fixture
def spoilt(store):
    store.write("2026-03-01", "alpha / beta gamma", "delta / epsilon")
    store.sync()
    store.index.db.execute("INSERT INTO word(word) VALUES('optimize')")
    store.index.close()
    spoil(store.project.index_path)
    return store.project


def test_a_search_by_words_heals_the_index(spoilt):
    answer = quick.search(spoilt, "what about gamma", 3)
    assert [hit["title"] for hit in answer["results"]] == ["alpha"]
    assert len(answer["notices"]) == 1 and "set aside" in answer["notices"][0]
    assert quick.search(spoilt, "what about gamma", 3)["notices"] == []


def test_the_store_heals_the_index(spoilt):
    with MemoryStore(spoilt) as store:
        assert store.index_dir(verify=True).sync.verified["entries"] == 2
        result = store.search("what about gamma", reinforce=False)
        assert result.results[0].title == "alpha"


def test_what_cannot_be_healed_is_raised(store):
    def ask() -> None:
        raise IndexDamagedError("again and again")

    with pytest.raises(IndexDamagedError):
        healed(store.project, store.index, ask)
    store.index.writable = False
    with pytest.raises(IndexDamagedError):
        healed(store.project, store.index, ask)


def test_nothing_happens_to_a_whole_index(store):
    store.write("2026-03-01", "alpha")
    store.sync()
    hits, notices = healed(store.project, store.index, lambda: lexical.search(store.index.db, "alpha"))
    assert len(hits) == 1 and notices == []
    assert list(store.project.index_path.parent.glob("*.corrupt*")) == []
