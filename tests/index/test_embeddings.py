"""The cache of finished vectors: right or empty, never wrong, never in the way."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys

import numpy as np
import pytest

from cogmem.index.embeddings import EmbeddingCache

ONE, OTHER = "embedded/a/8/1", "embedded/b/8/1"
TEXTS = ["", "a", "a\0b", "\ud800", "価格", "x" * 100_000, *(f"text {k}" for k in range(1200))]


def unit(count: int, seed: int = 0) -> np.ndarray:
    rows = np.random.default_rng(seed).standard_normal((count, 8))
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "cache" / "embeddings.db"


@pytest.fixture
def cache(path):
    with EmbeddingCache(path) as one:
        yield one


def test_vectors_come_back_bit_for_bit(cache, path):
    rows = unit(len(TEXTS))
    cache.put_many(ONE, TEXTS, rows)
    for reader in (cache, EmbeddingCache(path)):
        found = reader.get_many(ONE, TEXTS[::-1])
        assert sorted(found) == list(range(len(TEXTS)))
        assert all(np.array_equal(found[k], rows[-1 - k]) for k in found)
        reader.close()


def test_another_embedder_and_another_text_have_none(cache):
    cache.put_many(ONE, ["a"], unit(1))
    assert not cache.get_many(OTHER, ["a"]) and not cache.get_many(ONE, ["a ", "A"])
    assert list(cache.get_many(ONE, ["b", "a"])) == [1]


def test_the_later_vector_wins(cache):
    cache.put_many(ONE, ["a"], unit(1))
    cache.put_many(ONE, ["a"], unit(1, 5))
    assert np.array_equal(cache.get_many(ONE, ["a"])[0], unit(1, 5)[0])


@pytest.mark.parametrize("content", [b"no database, but long enough" * 50, b"SQLite format 3\0" + os.urandom(8000)])
def test_a_damaged_file_is_set_aside(path, content):
    path.parent.mkdir()
    path.write_bytes(content)
    with EmbeddingCache(path) as cache:
        assert cache.get_many(ONE, ["a"]) == {}
        cache.put_many(ONE, ["a"], unit(1))
        cache.put_many(ONE, ["a"], unit(1))
        assert list(cache.get_many(ONE, ["a"])) == [0]
    assert path.with_name("embeddings.db.damaged").read_bytes() == content


@pytest.mark.parametrize("blob", [b"", b"123", bytes(32), np.full(8, np.nan, "<f4").tobytes(), unit(1)[0][:7]])
def test_a_row_that_is_no_unit_vector_is_absent(cache, path, blob):
    cache.put_many(ONE, ["a", "b"], unit(2))
    cache.close()
    with sqlite3.connect(path) as other:
        other.execute("UPDATE vectors SET vector = ? WHERE id = 1", (blob,))
    other.close()
    assert list(cache.get_many(ONE, ["a", "b"])) == [1]


def test_cut_in_the_middle_it_answers_rightly_or_not_at_all(cache, path):
    rows = unit(len(TEXTS))
    cache.put_many(ONE, TEXTS, rows)
    cache.close()
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    found = cache.get_many(ONE, TEXTS)
    assert all(np.array_equal(found[k], rows[k]) for k in found)
    cache.put_many(ONE, ["new"], unit(1))
    cache.put_many(ONE, ["new"], unit(1))
    assert list(cache.get_many(ONE, ["new"])) == [0]


def test_a_place_that_cannot_be_written_is_an_empty_cache(tmp_path):
    (tmp_path / "file").write_text("")
    with EmbeddingCache(tmp_path / "file" / "embeddings.db") as cache:
        cache.put_many(ONE, ["a"], unit(1))
        assert cache.get_many(ONE, ["a"]) == {}


def test_nobody_else_can_read_it(cache, path):
    cache.put_many(ONE, ["a"], unit(1))
    assert {one.stat().st_mode & 0o077 for one in (path, *path.parent.glob("embeddings.db-*"))} == {0}
    assert path.parent.stat().st_mode & 0o077 == 0


def test_many_processes_write_and_read_at_once(path):
    code = """
import sys, pathlib, numpy
from cogmem.index.embeddings import EmbeddingCache
me = int(sys.argv[2])
with EmbeddingCache(pathlib.Path(sys.argv[1])) as cache:
    for k in range(20):
        texts = [f"{me}-{k}-{n}" for n in range(10)] + ["shared"]
        cache.put_many("e/m/2/1", texts, numpy.tile(numpy.float32([0.6, 0.8]), (11, 1)))
        assert len(cache.get_many("e/m/2/1", texts)) == 11
"""
    running = [subprocess.Popen([sys.executable, "-c", code, str(path), str(k)]) for k in range(6)]
    assert [one.wait() for one in running] == [0] * 6
    with EmbeddingCache(path) as cache:
        texts = [f"{m}-{k}-{n}" for m in range(6) for k in range(20) for n in range(10)]
        assert len(cache.get_many("e/m/2/1", texts)) == 1200
