"""Every shipped skill has front matter that a strict YAML reader understands: else the client silently drops it."""

from __future__ import annotations

from pathlib import Path

import yaml

from cogmem import assets
from cogmem.hooks.compiled import paths_of


def skills() -> list[Path]:
    return sorted(path for part in ("skills", "templates") for path in (assets.root() / part).rglob("SKILL*.md"))


def front_matter(path: Path) -> dict[str, object]:
    text = path.read_text("utf-8")
    assert text.startswith("---\n"), path
    value = yaml.safe_load(text[4 : text.index("\n---\n", 4)])
    assert isinstance(value, dict), path
    return value


def test_front_matter_is_strict_yaml() -> None:
    for path in skills():
        value = front_matter(path)
        assert value["name"] == path.parent.name, path
        assert isinstance(value["description"], str) and value["description"].strip(), path


def test_our_own_reader_of_paths_agrees_with_yaml(tmp_path: Path) -> None:
    for text in ('paths: ["a/**", "b/{c,d}"]', "paths:\n  - a/**\n  - 'b/*.py'", "description: 'x: y # z'\npaths: [q]"):
        path = tmp_path / "SKILL.md"
        path.write_text(f"---\nname: x\n{text}\n---\nbody\n", "utf-8")
        assert paths_of(path.read_text("utf-8")) == front_matter(path)["paths"]
