"""Many texts: each once, in order, from the cache where possible; a bad one costs only itself."""

from __future__ import annotations

import numpy as np
import pytest

from cogmem.embed.base import check_vectors
from cogmem.embed.bulk import embed_parts
from cogmem.errors import EmbedderRefusedError, EmbedderUnavailableError
from cogmem.index.embeddings import EmbeddingCache
from embedded import embed_all

TEXTS = [f"text {k}" for k in range(100)]


class Plain:
    """An embedder that counts, and fails where it is told to."""

    id, dimensions = "plain/x/3/1", 3

    def __init__(self, batch=10, parallel=1, refuse=lambda text: False, name=False, die_at=None) -> None:
        self.batch, self.parallel, self.refuse, self.name, self.die_at = batch, parallel, refuse, name, die_at
        self.asked: list[list[str]] = []

    def windows(self, text):
        return [text]

    def embed_queries(self, texts):
        return self.embed_passages(texts)

    def embed_passages(self, texts):
        self.asked.append(list(texts))
        if self.die_at is not None and self.die_at in texts:
            raise EmbedderUnavailableError("gone")
        bad = tuple(k for k, text in enumerate(texts) if self.refuse(text))
        if bad:
            raise EmbedderRefusedError("no", indices=bad if self.name else ())
        return check_vectors([[len(text), hash(text) % 97, 1] for text in texts], len(texts), 3)


@pytest.fixture
def cache(tmp_path):
    with EmbeddingCache(tmp_path / "embeddings.db") as one:
        yield one


@pytest.mark.parametrize("parallel", [1, 3])
def test_every_text_gets_its_vector_and_equal_texts_are_embedded_once(parallel):
    embedder = Plain(parallel=parallel)
    found = embed_all(embedder, TEXTS + TEXTS[:30])
    assert sorted(found.vectors) == list(range(130)) and not found.refused
    assert sum(map(len, embedder.asked)) == 100
    want = Plain().embed_passages(TEXTS)
    assert all(np.array_equal(found.vectors[k], want[k % 100]) for k in range(130))


@pytest.mark.parametrize("parallel", [1, 3])
def test_parts_come_in_order(parallel):
    order = [k for part in embed_parts(Plain(parallel=parallel), TEXTS) for k in part.vectors]
    assert order == list(range(100))


def test_what_the_cache_has_is_not_embedded_again(cache):
    embed_all(Plain(), TEXTS[:60], cache)
    embedder = Plain()
    seen = []
    found = embed_all(embedder, TEXTS, cache, lambda done, total: seen.append((done, total)))
    assert sum(map(len, embedder.asked)) == 40 and len(found.vectors) == 100
    assert seen[0] == (60, 100) and seen[-1] == (100, 100)
    again = Plain()
    assert embed_all(again, TEXTS, cache).vectors.keys() == found.vectors.keys() and not again.asked


@pytest.mark.parametrize("name", [True, False], ids=["named", "unnamed"])
@pytest.mark.parametrize("parallel", [1, 3])
def test_refused_texts_cost_only_themselves(name, parallel):
    bad = {3, 17, 18, 55}
    embedder = Plain(refuse=lambda text: int(text.split()[1]) in bad, name=name, parallel=parallel)
    found = embed_all(embedder, TEXTS)
    assert set(found.refused) == bad and set(found.vectors) == set(range(100)) - bad


def test_an_embedder_that_refuses_everything_is_given_up_soon():
    embedder = Plain(refuse=lambda text: True)
    with pytest.raises(EmbedderUnavailableError, match="no"):
        embed_all(embedder, TEXTS)
    assert len(embedder.asked) < 20


@pytest.mark.parametrize("parallel", [1, 3])
def test_what_was_done_before_a_failure_is_kept(cache, parallel):
    with pytest.raises(EmbedderUnavailableError):
        embed_all(Plain(die_at="text 45", parallel=parallel), TEXTS, cache)
    assert len(cache.get_many(Plain.id, TEXTS)) >= 40


@pytest.mark.parametrize("parallel", [1, 3])
def test_it_stops_when_it_is_told_to(parallel):
    parts: list[int] = []
    embedder = Plain(parallel=parallel)
    found = embed_all(embedder, TEXTS, None, lambda done, total: parts.append(done), lambda: len(parts) >= 2)
    assert 20 <= len(found.vectors) < 100


def test_nothing_to_do_asks_nobody(cache):
    embedder = Plain()
    assert not embed_all(embedder, [], cache).vectors and not embedder.asked


def test_the_model_in_bulk_is_the_model_alone(e5):
    texts = [f"{'word ' * (k % 7)} number {k}" for k in range(50)]
    found = embed_all(e5, texts)
    assert np.array_equal(found.vectors[13], e5.embed_passages([texts[13]])[0])
