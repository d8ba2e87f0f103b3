"""What the shell offers: ids, days, categories and settings of the project at hand, also when its own are broken."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest

from cogmem.project import Project
from cogmem.store import MemoryStore

LOGS = {"2026-03-01": "### [DECISION] Usage-based pricing\n*Id: abcdef000001*\n", "2026-03-08": "### [ERROR] Down\nx\n"}
Ask = Callable[..., list[str]]


@pytest.fixture
def indexed(words_project: Project) -> Project:
    for day, text in LOGS.items():
        (words_project.logs_dir / f"{day}.md").write_text(f"# {day}\n\n{text}", "utf-8")
    with MemoryStore(words_project) as store:
        store.index_dir()
    return words_project


@pytest.fixture(params=["fine", "broken"])
def ask(process: Callable[..., object], indexed: Project, request: pytest.FixtureRequest) -> Iterator[Ask]:
    """``ask("cogmem why a")``: what bash is offered for the last word."""
    if request.param == "broken":
        (indexed.root / "cogmem.toml").write_text("[broken", "utf-8")

    def call(line: str) -> list[str]:
        words = len(line.split()) - (not line.endswith(" "))
        said = process(cwd=indexed.root, env={
            "_COGMEM_COMPLETE": "bash_complete", "COMP_WORDS": line, "COMP_CWORD": str(words)})
        assert said.code == 0 and said.err == ""  # type: ignore[attr-defined]
        return [one.partition(",")[2] for one in said.out.split()]  # type: ignore[attr-defined]

    return call


def test_ids(ask: Ask) -> None:
    assert ask("cogmem why abc") == ["abcdef000001"]
    assert ask("cogmem why ")[0] == "last" and len(ask("cogmem why ")) == 3


def test_days(ask: Ask) -> None:
    assert ask("cogmem search x --since 2026-03-") == ["2026-03-08", "2026-03-01"]
    assert ask("cogmem search x --until 2026-03-0") == ["2026-03-08", "2026-03-01"]
    assert ask("cogmem search x --as-of 2025") == []


def test_categories_in_use_come_first(ask: Ask) -> None:
    assert ask("cogmem search x --tag ")[:3] == ["DECISION", "ERROR", "INSIGHT"]
    assert ask("cogmem log x --tag dec") == ["DECISION"]


def test_settings(ask: Ask) -> None:
    assert ask("cogmem config recall.t") == ["recall.threshold", "recall.top_k"]


def test_another_project(ask: Ask, indexed: Project, process: Callable[..., object]) -> None:
    said = process(cwd=indexed.root.parent, env={
        "_COGMEM_COMPLETE": "bash_complete", "COMP_WORDS": f"cogmem why -C {indexed.root} a", "COMP_CWORD": "4"})
    assert said.out == "plain,abcdef000001\n"  # type: ignore[attr-defined]


def test_a_shell_that_click_does_not_know(cogmem: Callable[..., object], indexed: Project) -> None:
    def words(*line: str) -> list[str]:
        said = cogmem("completion", "words", "--json", "--", *line, cwd=indexed.root)
        return said.json["words"]  # type: ignore[attr-defined]

    assert "search" in words() and words("se") == ["search"] and words("why", "abc") == ["abcdef000001"]


@pytest.mark.parametrize("content", [None, b"x" * 9000])
def test_without_an_index_there_is_nothing_to_offer(ask: Ask, indexed: Project, content: bytes | None) -> None:
    indexed.index_path.write_bytes(content) if content else indexed.index_path.unlink()
    assert ask("cogmem why a") == [] and ask("cogmem search x --since 2") == []


def test_a_keystroke_imports_little(indexed: Project) -> None:
    code = "import sys; from cogmem.cli.entry import run; run([]); print(*sys.modules, file=sys.stderr)"
    env = {"_COGMEM_COMPLETE": "bash_complete", "COMP_WORDS": "cogmem why a", "COMP_CWORD": "2"}
    done = subprocess.run([sys.executable, "-c", code], cwd=indexed.root, env=env, capture_output=True, text=True)
    assert done.stdout == "plain,abcdef000001\n"
    assert not {"numpy", "fastapi", "logging", "cogmem.store", "cogmem.index.sync"} & set(done.stderr.split())
