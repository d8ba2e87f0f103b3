"""What the model is told about the eight tools. Every word here is paid for in each session: 800 tokens in all."""

from __future__ import annotations

from typing import Any

Schema = dict[str, Any]


def _text(about: str | None = None) -> Schema:
    return {"type": "string"} | ({"description": about} if about else {})


def _number(kind: str, low: float, high: float) -> Schema:
    return {"type": kind, "minimum": low, "maximum": high}


def _texts() -> Schema:
    return {"type": "array", "items": {"type": "string"}}


def _tool(name: str, about: str, needs: tuple[str, ...] = (), /, **properties: Schema) -> Schema:
    schema: Schema = {"type": "object", "properties": properties}
    if needs:
        schema["required"] = list(needs)
    return {"name": name, "description": about, "inputSchema": schema}


_DAY = _text("YYYY-MM-DD")

TOOLS: tuple[Schema, ...] = (
    _tool(
        "search",
        "Search project memory by meaning and words. Returns ids; go on with timeline or read.",
        ("query",),
        query=_text(),
        k=_number("integer", 1, 50),
        tag=_text("category, e.g. DECISION"),
        since=_DAY,
        until=_DAY,
    ),
    _tool(
        "timeline", "What was logged just before and after an entry.", ("id",), id=_text(), n=_number("integer", 1, 20)
    ),
    _tool("read", "Full text of entries.", ("ids",), ids=_texts()),
    _tool(
        "log",
        "Append an entry to today's log. Vivid (5-10 lines: names, cause, quotes) if arousal >= 0.7.",
        ("title",),
        title=_text(),
        body=_text(),
        category=_text("DECISION ERROR INSIGHT PATTERN QUESTION MILESTONE PREFERENCE FACT NOTE"),
        arousal=_number("number", 0, 1),
        emotion=_text(),
        domains=_texts(),
        files=_texts(),
    ),
    _tool(
        "remember",
        "Keep a lasting fact or preference. With core_key it becomes a core fact, present in every session.",
        ("fact",),
        fact=_text(),
        category={"enum": ["FACT", "PREFERENCE"]},
        core_key=_text(),
        pin={"type": "boolean"},
    ),
    _tool(
        "forget",
        "Hide memories: by id, or all holding every word of query. Previews unless confirm.",
        id=_text(),
        query=_text(),
        confirm={"type": "boolean"},
    ),
    _tool("facts", "Known facts, core facts first.", query=_text()),
    _tool("graph", "What [[wikilinks]] connect to a name.", ("name",), name=_text(), depth=_number("integer", 1, 3)),
)
BY_NAME = {tool["name"]: tool for tool in TOOLS}


def problems(name: str, arguments: dict[str, Any]) -> list[str]:
    """What is wrong with a call's arguments, in words the model can act on; empty when nothing is."""
    schema = BY_NAME[name]["inputSchema"]
    found = [f"{key} is missing" for key in schema.get("required", ()) if key not in arguments]
    for key, value in arguments.items():
        if key not in schema["properties"]:
            found.append(f"there is no {key}; known: {', '.join(schema['properties'])}")
        elif wrong := _mismatch(schema["properties"][key], value):
            found.append(f"{key} must be {wrong}")
    return found


def _mismatch(schema: Schema, value: object) -> str | None:
    if "enum" in schema:
        return None if value in schema["enum"] else f"one of {', '.join(schema['enum'])}"
    kind = schema["type"]
    if kind == "array":
        return None if isinstance(value, list) and all(isinstance(v, str) for v in value) else "a list of strings"
    if kind in {"string", "boolean"}:
        return None if isinstance(value, str if kind == "string" else bool) else f"a {kind}"
    fits = (
        isinstance(value, int | float)
        and not isinstance(value, bool)
        and schema["minimum"] <= value <= schema["maximum"]
    )
    if fits and (kind == "number" or value == int(value)):  # type: ignore[call-overload]
        return None
    return f"{'a whole number' if kind == 'integer' else 'a number'} from {schema['minimum']} to {schema['maximum']}"
