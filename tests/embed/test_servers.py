"""Ollama and OpenAI clients against a real server that fails in every way: errors, never invalid vectors."""

from __future__ import annotations

import numpy as np
import pytest

from cogmem import clock
from cogmem.embed import prefixes
from cogmem.embed.ollama import OllamaEmbedder
from cogmem.embed.openai import OpenAIEmbedder
from cogmem.errors import EmbedderRefusedError, EmbedderUnavailableError
from embedded import embed_all
from provider_stub import MODES, Stub, running, vector

TEXTS = [f"entry {k} about pricing" for k in range(32)]
NONE = "plain-model"


@pytest.fixture
def stub():
    with running() as one:
        yield one


@pytest.fixture(params=["ollama", "openai"])
def make(request, stub):
    """A maker of embedders that ask the stub."""
    def embedder(model: str = NONE, url: str = "", timeout: float = 1.0, batch: int = 32, key: str = ""):
        if request.param == "ollama":
            return OllamaEmbedder(model, url or stub.url, timeout=timeout, batch=batch, key=key)
        return OpenAIEmbedder(model, f"{url or stub.url}/v1", timeout=timeout, batch=batch, key=key)

    return embedder


def expected(texts: list[str], dimensions: int = 64) -> np.ndarray:
    rows = np.array([vector(text, dimensions) for text in texts])
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def test_vectors_come_back_in_order_and_of_length_one(make):
    embedder = make(batch=10)
    got = embedder.embed_passages(TEXTS)
    assert got.dtype == np.float32 and np.abs(got - expected(TEXTS)).max() < 1e-6
    assert embedder.embed_passages([]).shape == (0, 64)


def test_the_id_names_provider_model_dimension_and_prefixes(make):
    embedder = make("some/model:tag")
    assert embedder.id == f"{embedder.provider}/some/model:tag/64/{prefixes.VERSION}"


@pytest.mark.parametrize("mode", MODES)
def test_a_fault_is_an_error_within_the_time_and_the_next_run_succeeds(make, stub, mode):
    stub.mode = mode
    embedder = make()
    start = clock.monotonic()
    with pytest.raises((EmbedderUnavailableError, EmbedderRefusedError)) as caught:
        embedder.embed_queries(TEXTS[:4])
    assert clock.monotonic() - start < 25, "the stub hangs for 30"
    assert caught.value.message and "Traceback" not in caught.value.message
    if mode != "dimension":  # one vector of another dimension is another model
        with pytest.raises(EmbedderUnavailableError):
            _ = embedder.id
    stub.mode = "ok"
    assert len(embed_all(embedder, TEXTS).vectors) == 32


@pytest.mark.parametrize("mode", MODES)
def test_bulk_work_under_a_fault_keeps_no_invalid_vector(make, stub, mode):
    """Well-formed nonsense is refused text by text until that is hopeless; the rest stops at once."""
    embedder = make(timeout=0.5)
    embedder.embed_queries(["the dimension is known"])
    stub.mode = mode
    found = {}
    try:
        found = embed_all(embedder, TEXTS[:6]).vectors
    except EmbedderUnavailableError as error:
        assert error.message
    assert not found or mode == "dimension"


@pytest.mark.soak
def test_twenty_rounds_of_every_fault_end_with_all_vectors(make, stub):
    embedder = make(timeout=0.2)
    embedder.embed_queries(["the dimension is known"])
    for _ in range(20):
        found: dict[int, np.ndarray] = {}
        for mode in [*MODES, "ok"]:
            stub.mode = mode
            waiting = [k for k in range(len(TEXTS)) if k not in found]
            try:
                part = embed_all(embedder, [TEXTS[k] for k in waiting]).vectors
            except EmbedderUnavailableError:
                continue
            found |= {waiting[n]: row for n, row in part.items()}
        assert np.abs(np.stack([found[k] for k in range(len(TEXTS))]) - expected(TEXTS)).max() < 1e-6


def test_a_server_that_is_down_is_unavailable(make, stub):
    embedder = make(url="http://127.0.0.1:9")
    with pytest.raises(EmbedderUnavailableError) as caught:
        embedder.embed_queries(["x"])
    assert caught.value.hint
    with pytest.raises(EmbedderUnavailableError):
        _ = embedder.id


def test_a_slow_start_is_waited_for_when_texts_are_indexed(make, stub):
    """The model is being loaded: too slow for a question, not for texts."""
    embedder = make(timeout=0.3)
    stub.delay = 0.6
    with pytest.raises(EmbedderUnavailableError):
        embedder.embed_queries(["x"])
    assert embedder.embed_passages(["x"]).shape == (1, 64)


def test_a_missing_model_is_named(make, stub):
    stub.mode = "missing"
    with pytest.raises(EmbedderUnavailableError, match="404") as caught:
        make("nobody-has-it").embed_queries(["x"])
    assert "nobody-has-it" in caught.value.hint or "embedding.model" in caught.value.hint


def test_one_text_that_gives_nan_costs_only_itself(make, stub):
    """The server answers 500 for the whole batch that holds the one text."""
    stub.refuse = lambda text: (500, "NaN") if "entry 7 " in text else None
    found = embed_all(make(), TEXTS)
    assert sorted(found.refused) == [7] and len(found.vectors) == 31
    got = np.stack([found.vectors[k] for k in sorted(found.vectors)])
    assert np.abs(got - expected(TEXTS[:7] + TEXTS[8:])).max() < 1e-6


def test_a_too_long_text_is_halved_and_of_length_one(make, stub):
    """400 above 2,000 characters, whatever the tokens."""
    stub.refuse = lambda text: (400, "input length exceeds the context length") if len(text) > 2000 else None
    long = "pricing moved to usage " * 300
    found = embed_all(make(), [TEXTS[0], long, TEXTS[1]])
    assert not found.refused
    assert abs(np.linalg.norm(found.vectors[1]) - 1) < 1e-6
    assert found.vectors[1] @ expected(["pricing moved to usage"])[0] > 0.99
    assert np.abs(found.vectors[2] - expected([TEXTS[1]])[0]).max() < 1e-6


def test_a_huge_answer_is_not_read_to_its_end(make, stub):
    stub.mode = "huge"
    with pytest.raises(EmbedderUnavailableError, match="MB"):
        make(timeout=60).embed_queries(["x"])


def test_halves_count_by_their_length(make, stub):
    stub.refuse = lambda text: (400, "maximum context") if len(text) > 2000 else None
    one, other = "a" * 600 + " ", "b" * 1500
    mean = 601 * expected([one])[0] + 1500 * expected([other])[0]
    got = make().embed_passages([one + other])[0]
    assert np.abs(got - mean / np.linalg.norm(mean)).max() < 1e-6


def test_a_text_that_is_too_long_at_any_length_is_refused(make, stub):
    stub.refuse = lambda text: (400, "input length exceeds the context length") if "#" in text else None
    found = embed_all(make(), [TEXTS[0], "#" * 500])
    assert sorted(found.refused) == [1] and sorted(found.vectors) == [0]


def test_a_dimension_that_changes_is_refused(make, stub):
    embedder = make()
    embedder.embed_queries(["x"])
    stub.dimensions = 32
    with pytest.raises(EmbedderRefusedError, match="32 dimensions instead of 64"):
        embedder.embed_queries(["x"])


def test_a_proxy_is_not_asked_for_this_machine(make, stub, monkeypatch):
    """The proxy variable points to nowhere."""
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    for name in ("NO_PROXY", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
    assert make().embed_queries(["x"]).shape == (1, 64)


def test_any_text_can_be_sent(make, stub):
    got = make().embed_passages(["", "a\0b", "\ud800", "\ufdfa" * 100, "👩‍👩‍👧"])
    assert got.shape == (5, 64)


@pytest.mark.parametrize(("model", "query", "passage"), [
    ("intfloat/multilingual-e5-large:latest", "query: x", "passage: x"),
    ("nomic-embed-text:v1.5", "search_query: x", "search_document: x"),
    ("mxbai-embed-large", "Represent this sentence for searching relevant passages: x", "x"),
    ("bge-m3", "x", "x"), ("text-embedding-3-small", "x", "x"),
])
def test_each_model_family_gets_its_prefixes(make, stub, model, query, passage):
    embedder = make(model)
    embedder.embed_queries(["x"])
    embedder.embed_passages(["x"])
    assert stub.seen == [query, passage]


def test_windows_join_and_are_short_enough_for_the_family(make):
    text = "価格を変えた。" * 600 + "usage based pricing " * 400
    windows = make("multilingual-e5-large").windows(text)
    assert "".join(windows) == text and all(len(one) < 2000 for one in windows)
    assert make().windows("short") == ["short"]


def test_a_key_is_sent_where_it_was_set_and_nowhere_else(make, stub):
    make(key="secret-1").embed_queries(["x"])
    assert stub.asked[-1][1]["authorization"] == "Bearer secret-1"
    make().embed_queries(["x"])
    assert "secret" not in str(stub.asked[-1][1])


def test_no_error_tells_a_key_or_a_password(make, stub):
    """Servers repeat what they were sent, and an address may have a password in it."""
    stub.refuse = lambda text: (401, "Incorrect key provided: secret-1")
    place = stub.url.replace("http://", "http://mika:secret-2@")
    down = "http://mika:secret-2@127.0.0.1:9"
    for url, server in ((place, stub.url), (down, "http://127.0.0.1:9")):
        with pytest.raises(EmbedderUnavailableError) as caught:
            make(url=url, key="secret-1").embed_queries(["x"])
        said = f"{caught.value} {caught.value.hint}"
        assert "secret" not in said and "mika" not in said
        assert "401" in said or server in said


def test_openai_itself_needs_a_key():
    with pytest.raises(EmbedderUnavailableError) as caught:
        OpenAIEmbedder("text-embedding-3-small").embed_queries(["x"])
    assert "OPENAI_API_KEY" in caught.value.hint


def test_ollama_host_is_read_in_its_own_forms(stub, monkeypatch):
    monkeypatch.setenv("OLLAMA_HOST", stub.url.removeprefix("http://"))
    assert OllamaEmbedder(NONE).embed_queries(["x"]).shape == (1, 64)


def test_an_openai_answer_with_holes_is_refused(stub: Stub):
    stub.indices = [0, 0]
    with pytest.raises(EmbedderRefusedError):
        OpenAIEmbedder(NONE, f"{stub.url}/v1").embed_queries(["x", "y"])
