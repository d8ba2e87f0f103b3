"""Both READMEs say the same things, and what they show works."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cogmem.cli.table import ALIASES, BY_NAME
from cogmem.journal.entries import parse
from cogmem.project import Project

ROOT = Path(__file__).parents[1]
READMES = ("README.md", "README.ja.md")
BLOCK = re.compile(r"```(\w*)\n(.*?)```", re.S)


def text(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def test_they_have_the_same_parts() -> None:
    en, ja = (text(name) for name in READMES)
    for pattern in (r"^## ", r"^\| `cogmem", r"^\d\. \*\*"):
        assert len(re.findall(pattern, en, re.M)) == len(re.findall(pattern, ja, re.M)), pattern
    assert [kind for kind, _ in BLOCK.findall(en)] == [kind for kind, _ in BLOCK.findall(ja)]


@pytest.mark.parametrize("name", READMES)
def test_every_command_that_is_named_exists(name: str) -> None:
    named = set(re.findall(r"(?:`|\$ |&& )cogmem ([a-z][\w-]*)", text(name)))
    assert named and named <= {*BY_NAME, *ALIASES}


@pytest.mark.parametrize("name", READMES)
def test_the_sample_entry_is_one(name: str) -> None:
    sample = next(body for kind, body in BLOCK.findall(text(name)) if kind == "markdown")
    log = parse(sample, "memory/logs/2026-03-08.md")
    (entry,) = log.entries
    assert (entry.category, entry.domains, entry.arousal, entry.origin) == ("DECISION", ("PRICING",), 0.8, "user")
    assert log.problems == ()


@pytest.mark.parametrize("name", READMES)
def test_the_python_example_runs(
    name: str, words_project: Project, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    entry = "### [DECISION] Dropped per-seat pricing 料金を席単位から変えた理由\nIt punishes large teams.\n"
    (words_project.logs_dir / "2026-03-08.md").write_text(entry, "utf-8")
    monkeypatch.chdir(words_project.root)
    exec(next(body for kind, body in BLOCK.findall(text(name)) if kind == "python"), {})
    assert "per-seat pricing" in capsys.readouterr().out
