"""What passes between Claude Code and a hook: one JSON object in, one JSON object or nothing out.

The C scanner and encoder behind ``json`` are used directly where they exist: importing ``json`` alone doubles the cost
of a hook. Payloads come from outside, so every access says what kind it expects and has an answer when it is not so.
"""

from __future__ import annotations

import os


class _Scan:
    """The options that the C scanner asks its context for."""

    strict = False
    object_hook = None
    object_pairs_hook = None
    parse_float = float
    parse_int = int
    parse_constant = float
    memo: dict[str, str] = {}


def loads(text: str) -> object:
    """The JSON value in ``text``; ValueError when there is none. Trailing text is ignored. Half of a surrogate pair is
    no text, in no file's name and in no database: it becomes ``?``."""
    text = text.lstrip("\ufeff \t\r\n")
    try:
        from _json import make_scanner
    except ImportError:
        import json

        return _whole(json.loads(text, strict=False))
    try:
        value = make_scanner(_Scan)(text, 0)[0]  # type: ignore[arg-type]
        return _whole(value) if "\\ud" in text or "\\uD" in text else value
    except (StopIteration, SystemError) as error:  # the latter: CPython's scanner on a lone "{"
        raise ValueError("no JSON value") from error


def _whole(value: object) -> object:
    """``value`` with texts that UTF-8 can hold."""
    if isinstance(value, str):
        return value if value.isascii() else value.encode("utf-8", "replace").decode()
    if isinstance(value, list):
        return [_whole(item) for item in value]
    if isinstance(value, dict):
        return {str(_whole(key)): _whole(item) for key, item in value.items()}
    return value


def quoted(text: str) -> str:
    """``text`` as a JSON string, ASCII only, so that no output encoding can break it."""
    try:
        from _json import encode_basestring_ascii
    except ImportError:
        import json

        return json.dumps(text)
    return encode_basestring_ascii(text)


def dumps(value: object) -> str:
    """JSON for texts, numbers, booleans, None, lists and dicts of them."""
    if isinstance(value, str):
        return quoted(value)
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, dict):
        return "{" + ",".join(f"{quoted(str(key))}:{dumps(item)}" for key, item in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(dumps(item) for item in value) + "]"
    return repr(value)


def text(values: object, key: str) -> str:
    """``values[key]`` when it is a text, else an empty one."""
    found = values.get(key) if isinstance(values, dict) else None
    return found if isinstance(found, str) else ""


def table(values: object, key: str) -> dict[str, object]:
    """``values[key]`` when it is an object, else an empty one."""
    found = values.get(key) if isinstance(values, dict) else None
    return found if isinstance(found, dict) else {}


def rows(values: object, key: str) -> list[object]:
    """``values[key]`` when it is a list, else an empty one."""
    found = values.get(key) if isinstance(values, dict) else None
    return found if isinstance(found, list) else []


def read_all(descriptor: int) -> bytes:
    """Everything until the other side closes. A client that meets a closed pipe complains, so this is always done."""
    parts = []
    while chunk := os.read(descriptor, 1 << 20):
        parts.append(chunk)
    return b"".join(parts)


def write_all(descriptor: int, data: bytes) -> bool:
    """Write ``data``; False when nobody reads any more."""
    view = memoryview(data)
    while view:
        try:
            view = view[os.write(descriptor, view):]
        except BrokenPipeError:
            return False
    return True


def context(event: str, told: str) -> dict[str, object]:
    """The answer that puts a text before the model."""
    return {"hookSpecificOutput": {"hookEventName": event, "additionalContext": told}}


def decision(word: str, reason: str) -> dict[str, object]:
    """The answer that allows or denies a tool call."""
    return {"hookSpecificOutput": {
        "hookEventName": "PreToolUse", "permissionDecision": word, "permissionDecisionReason": reason,
    }}
