"""What ``--json`` prints is what the schemas in docs/json promise."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cogmem.project import Project
from commandline import Said

Call = Callable[..., Said]
FOLDER = Path(__file__).parents[2] / "docs/json"
TYPES = {
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "array": list,
    "object": dict,
    "null": type(None),
}


def faults(value: Any, schema: dict[str, Any], place: str = "$") -> list[str]:
    """What is wrong with a value: the part of JSON Schema that our schemas use."""
    if "enum" in schema:
        return [] if value in schema["enum"] else [f"{place}: {value!r} is not one of {schema['enum']}"]
    wanted = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    numeric = isinstance(value, bool) and "boolean" not in wanted
    if numeric or not any(isinstance(value, TYPES[name]) for name in wanted):
        return [f"{place}: {value!r} is no {wanted}"]
    found = [
        f"{place}: {value} is out of range"
        for name, wrong in (("minimum", lambda x: value < x), ("maximum", lambda x: value > x))
        if name in schema and wrong(schema[name])
    ]
    if isinstance(value, list):
        found += [
            fault
            for i, item in enumerate(value)
            for fault in faults(item, schema.get("items", {"type": list(TYPES)}), f"{place}[{i}]")
        ]
    if isinstance(value, dict):
        properties = schema.get("properties", {})
        found += [f"{place}: {name} is missing" for name in schema.get("required", ()) if name not in value]
        if schema.get("additionalProperties") is False:
            found += [f"{place}: {name} is not announced" for name in value if name not in properties]
        found += [
            fault
            for name, part in properties.items()
            if name in value
            for fault in faults(value[name], part, f"{place}.{name}")
        ]
    return found


def schema(name: str) -> dict[str, Any]:
    return json.loads((FOLDER / f"{name}.schema.json").read_text("utf-8"))


def test_the_judge_can_say_no() -> None:
    assert faults({"paused": 1, "more": 2}, schema("pause")) == [
        "$: changed is missing",
        "$: more is not announced",
        "$.paused: 1 is no ['boolean']",
    ]
    assert faults({"status": "fine", "notices": [3], "results": []}, schema("search"))


COMMANDS = {
    "search": ("search", ["search", "ticket price"]),
    "search explained": ("search", ["search", "ticket price", "--explain"]),
    "search nothing": ("search", ["search", "ok"]),
    "context-search": ("search", ["context-search", "What about prices?"]),
    "index": ("index", ["index"]),
    "rebuild": ("index", ["index", "--rebuild"]),
    "log": ("log", ["log", "x", "--tag", "NOTE"]),
    "status": ("status", ["status"]),
    "insights": ("insights", ["insights"]),
    "insights of a day": ("insights", ["insights", "--days", "1"]),
    "context": ("context", ["context"]),
    "config": ("config", ["config"]),
    "doctor": ("doctor", ["doctor"]),
    "hooks": ("hooks", ["hooks"]),
    "pause": ("pause", ["pause"]),
    "resume": ("pause", ["resume"]),
    "why": ("why-last", ["why", "last"]),
    "model": ("model", ["model", "status"]),
    "uninstall": ("uninstall", ["uninstall", "--dry-run"]),
    "error": ("error", ["config", "no.such"]),
    "usage": ("error", ["search", "--nope"]),
    "init again": ("init", ["init"]),
    "init dry": ("init-dry-run", ["init", "--dry-run"]),
}


@pytest.mark.parametrize("case", COMMANDS)
def test_output_follows_its_schema(cogmem: Call, words_project: Project, case: str) -> None:
    (words_project.logs_dir / "2026-03-08.md").write_text(
        "# d\n\n### [DECISION] The ticket price follows use\n*Arousal: 9*\nbody\n\n### [NOTE] y\n", "utf-8"
    )
    name, args = COMMANDS[case]
    said = cogmem(*args, "--json", cwd=words_project.root)
    assert faults(said.json, schema(name)) == []


def test_why_a_memory(cogmem: Call, words_project: Project) -> None:
    one = cogmem("log", "A ticket for the night boat", "--json", cwd=words_project.root).json["id"]
    assert faults(cogmem("why", one, "--json").json, schema("why-memory")) == []


def test_every_schema_is_listed() -> None:
    page = (FOLDER / "README.md").read_text("utf-8")
    assert all(path.name in page for path in FOLDER.glob("*.schema.json"))
