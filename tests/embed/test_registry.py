"""From the configuration to an embedder."""

from __future__ import annotations

import pytest

from cogmem.config import CogMemConfig
from cogmem.embed.registry import create
from cogmem.errors import ConfigError
from provider_stub import running


def test_none_means_words_only(tmp_path):
    assert create(CogMemConfig.default(tmp_path, embedding__provider="none")) is None


def test_the_default_is_the_embedded_model(tmp_path):
    embedder = create(CogMemConfig.default(tmp_path))
    assert embedder.id == "embedded/multilingual-e5-small-q4/384/1" and embedder.dimensions == 384
    assert embedder.embed_queries(["x"]).shape == (1, 384)


def test_making_one_asks_nobody_and_loads_nothing(tmp_path, fresh_cache):
    create(CogMemConfig.default(tmp_path))
    with running() as stub:
        create(CogMemConfig.default(tmp_path, embedding__provider="ollama", embedding__url=stub.url))
        assert not stub.asked
    assert not fresh_cache.exists()


@pytest.mark.parametrize(("provider", "path"), [("ollama", "/api/embed"), ("openai", "/v1/embeddings")])
def test_settings_reach_the_server(tmp_path, monkeypatch, provider, path):
    monkeypatch.setenv("OPENAI_API_KEY", "from-environment")
    with running() as stub:
        url = stub.url + ("/v1" if provider == "openai" else "")
        embedder = create(CogMemConfig.default(
            tmp_path, embedding__provider=provider, embedding__model="m-e5", embedding__url=url, embedding__batch=2))
        embedder.embed_passages(["a", "b", "c"])
        assert [one for one, _ in stub.asked] == [path, path] and stub.seen[0] == "passage: a"
        keys = {headers.get("authorization") for _, headers in stub.asked}
        assert keys == ({"Bearer from-environment"} if provider == "openai" else {None})


def test_a_model_that_is_not_embedded_is_said_so(tmp_path):
    with pytest.raises(ConfigError, match="nomic") as caught:
        create(CogMemConfig.default(tmp_path, embedding__model="nomic-embed-text"))
    assert "multilingual-e5-small" in caught.value.hint
