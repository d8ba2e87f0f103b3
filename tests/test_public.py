"""What Python programs import: under today's name, and under cogmem-agent's."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import cogmem
import cognitive_memory
from cogmem import CogMemConfig, MemoryStore
from cogmem.project import Project


def test_both_names_give_the_same() -> None:
    assert cognitive_memory.__all__ == cogmem.__all__
    for name in cogmem.__all__:
        assert getattr(cognitive_memory, name) is getattr(cogmem, name)
    with pytest.raises(AttributeError):
        _ = cognitive_memory.nothing


def test_importing_costs_nothing() -> None:
    probe = "import sys; before = set(sys.modules); import cognitive_memory; print(*set(sys.modules) - before)"
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) <= {"cogmem", "cognitive_memory", "__future__"}


def test_the_published_example(words_project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    (words_project.logs_dir / "2026-03-08.md").write_text("# d\n\n### [DECISION] Ferries sell seats\nbody\n", "utf-8")
    with MemoryStore(CogMemConfig.from_toml(words_project.root / "cogmem.toml")) as store:
        store.index_dir()
        found = store.search("ferries sell seats", top_k=5, reinforce=True)
        assert found.status == "ok" and found.results[0].title == "Ferries sell seats"
    inner = words_project.root / "deep" / "er"
    inner.mkdir(parents=True)
    monkeypatch.chdir(inner)
    assert cogmem.search("ferries sell seats").results[0].source == "memory/logs/2026-03-08.md"


def test_a_search_outside_a_project_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from cogmem.errors import NotInitialisedError

    monkeypatch.chdir(tmp_path)
    with pytest.raises(NotInitialisedError):
        cogmem.search("anything at all")
