"""Which embedder answers when the chosen one does not, or is another than before: real model, real sockets."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from cogmem.model import Draft
from cogmem.project import Project
from cogmem.store import MemoryStore

QUESTION = "how do we charge our customers"


@pytest.fixture
def silent() -> str:
    """The address of a server that is not there."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{free.getsockname()[1]}"


def told(store: MemoryStore) -> list[tuple[str, float | None, float]]:
    return [(hit.id, hit.cosine, hit.score) for hit in store.search(QUESTION, reinforce=False).results]


def fill(project: Project) -> list[tuple[str, float | None, float]]:
    with MemoryStore(project) as store:
        store.log(Draft("Switched to usage-based pricing", "Per-seat punishes large teams.", category="DECISION"))
        store.log(Draft("Nightly backup failed because the disk was full", "80 GB freed.", category="ERROR"))
        store.index_dir()
        return told(store)


def other(project: Project, url: str) -> Project:
    settings = {"embedding.provider": "ollama", "embedding.model": "never-there", "embedding.url": url}
    return Project(project.root, project.config.replaced(settings))


def test_the_old_table_serves_while_the_new_embedder_does_not_answer(project: Project, silent: str) -> None:
    before = fill(project)
    with MemoryStore(other(project, silent)) as store:
        result = store.search(QUESTION, reinforce=False)
        assert result.status == "ok" and result.results[0].cosine is not None
        assert [(hit.id, hit.cosine, hit.score) for hit in result.results] == before
        (notice,) = result.notices
        assert "The vectors made before (embedded/multilingual-e5-small" in notice and "does not:" in notice


class Eight:
    """Another model: eight dimensions, by letters."""

    def embed(self, text: str) -> list[float]:
        return [1.0 + sum(char == letter for char in text.lower()) for letter in "aeioustn"]


def test_going_back_to_an_embedder_takes_its_cached_vectors_without_being_told(project: Project) -> None:
    before = fill(project)
    with MemoryStore(project, Eight()) as store:
        store.index_dir()
    with MemoryStore(project) as store:
        result = store.search(QUESTION, reinforce=False)
        assert result.status == "ok" and not result.notices
        assert [(hit.id, hit.cosine, hit.score) for hit in result.results] == before


def test_the_wanted_embedder_answers_with_what_it_has_when_the_one_before_is_gone(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(project)
    with MemoryStore(project, Eight()) as store:
        store.index_dir()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "empty"))
    with MemoryStore(project) as store:
        store.embed_pending(limit=1)
        result = store.search(QUESTION, reinforce=False)
        assert result.status == "ok" and any(hit.cosine is not None for hit in result.results)
        assert result.notices == ("1 entries still wait for their vectors; `cogmem index` brings them.",)
