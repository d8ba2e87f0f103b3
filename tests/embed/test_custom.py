"""An embedder of the user's own."""

from __future__ import annotations

import numpy as np
import pytest

from cogmem.config import CogMemConfig
from cogmem.embed.custom import CustomEmbedder
from cogmem.embed.registry import create
from cogmem.errors import EmbedderRefusedError, EmbedderUnavailableError


class Both:
    def embed(self, text):
        return [len(text), 1.0, 2.0]

    def embed_batch(self, texts):
        return [self.embed(text) for text in texts]


class One:
    name = "my/own"

    def embed(self, text):
        return np.array([1.0, len(text)])


class Absent:
    def embed(self, text):
        return None

    def embed_batch(self, texts):
        return None


class Partly(Both):
    def embed_batch(self, texts):
        return [None if "x" in text else self.embed(text) for text in texts]


class Broken(Both):
    def embed_batch(self, texts):
        raise ConnectionError("refused")


@pytest.fixture
def config(tmp_path):
    return CogMemConfig.default(tmp_path)


@pytest.mark.parametrize(("wrapped", "name"), [(Both(), "custom/Both/3/1"), (One(), "custom/my-own/2/1")])
def test_it_has_an_id_a_dimension_and_unit_vectors(config, wrapped, name):
    embedder = create(config, wrapped)
    assert embedder.id == name and embedder.dimensions == int(name.split("/")[2])
    for rows in (embedder.embed_queries(["a", "bc"]), embedder.embed_passages(["a", "bc"])):
        assert rows.dtype == np.float32 and np.allclose(np.linalg.norm(rows, axis=1), 1)
    assert embedder.windows("x") == ["x"]


@pytest.mark.parametrize("wrapped", [Absent(), Broken()])
def test_none_and_no_connection_mean_unavailable(config, wrapped):
    embedder = create(config, wrapped)
    for ask in (embedder.embed_queries, embedder.embed_passages):
        with pytest.raises(EmbedderUnavailableError):
            ask(["x"])
    with pytest.raises(EmbedderUnavailableError):
        _ = embedder.id


def test_none_for_one_text_of_many_means_unavailable_too(config):
    with pytest.raises(EmbedderUnavailableError):
        create(config, Partly()).embed_passages(["a", "x", "b"])


@pytest.mark.parametrize("row", [[0, 0, 0], [np.nan, 1, 1], [np.inf, 1, 1], ["a", "b", "c"], [1, 2]])
def test_what_is_no_vector_is_refused(row):
    class Wrong(Both):
        def embed_batch(self, texts):
            return [row for _ in texts]

    embedder = CustomEmbedder(Wrong())
    embedder._dimensions = 3
    with pytest.raises(EmbedderRefusedError):
        embedder.embed_passages(["x"])


def test_a_question_has_its_own_way_if_the_object_has_one(config):
    class Asked(Both):
        def embed_query(self, text):
            return [0, 0, 1]

    assert np.array_equal(create(config, Asked()).embed_queries(["x"]), [[0, 0, 1]])


def test_a_finished_embedder_is_taken_as_it_is(config, e5):
    assert create(config, e5) is e5
