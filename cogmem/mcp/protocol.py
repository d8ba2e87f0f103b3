"""JSON-RPC 2.0 as MCP speaks it on stdio: one JSON value per line, both ways. Nothing here knows what a tool is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from threading import Lock
from typing import Any, BinaryIO

VERSIONS = ("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05")
PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND, INVALID_PARAMS, INTERNAL_ERROR = -32700, -32600, -32601, -32602, -32603
LONGEST_LINE = 64 << 20

Message = dict[str, Any]


class ProtocolError(Exception):
    """A line that is no request: ``code`` is JSON-RPC's, ``id`` is the request's when it could be read."""

    def __init__(self, code: int, message: str, id: object = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.id = id


def decode(line: bytes) -> Message:
    """One line as a message; raises :class:`ProtocolError` when it is not one."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ProtocolError(PARSE_ERROR, f"not JSON: {error}") from error
    if not isinstance(value, dict):
        raise ProtocolError(INVALID_REQUEST, "expected one JSON object per line")
    id = value.get("id")
    if not (id is None or isinstance(id, str | int | float)):
        raise ProtocolError(INVALID_REQUEST, "the id must be a string or a number")
    if "method" in value and not isinstance(value["method"], str):
        raise ProtocolError(INVALID_REQUEST, "the method must be a string", id)
    if not isinstance(value.get("params", {}), dict):
        raise ProtocolError(INVALID_PARAMS, "the params must be an object", id)
    return value


def result(id: object, value: Message) -> Message:
    return {"jsonrpc": "2.0", "id": id, "result": value}


def failure(id: object, code: int, message: str) -> Message:
    return {"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}}


def agreed_version(asked: object) -> str:
    """The client's version when we speak it, else our newest: the client then decides whether to go on."""
    return asked if isinstance(asked, str) and asked in VERSIONS else VERSIONS[0]


class Wire:
    """Lines in, lines out. ``send`` may be called from any thread; a reader that went away is not an error."""

    def __init__(self, source: BinaryIO, sink: BinaryIO, longest: int = LONGEST_LINE) -> None:
        self._source = source
        self._longest = longest
        self._sink = sink
        self._lock = Lock()
        self.open = True

    def lines(self) -> Iterator[bytes]:
        """Lines without blank ones until the other side closes; a longer line arrives as one that is no JSON."""
        while self.open:
            line = self._source.readline(self._longest)
            if not line:
                break
            if len(line) >= self._longest and not line.endswith(b"\n"):
                self._skip_line()
                line = b"(too long)"
            if line.strip():
                yield line
        self.open = False

    def _skip_line(self) -> None:
        while (rest := self._source.readline(1 << 20)) and not rest.endswith(b"\n"):
            continue

    def send(self, message: Message) -> None:
        data = json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace") + b"\n"
        with self._lock:
            try:
                self._sink.write(data)
                self._sink.flush()
            except (OSError, ValueError):
                self.open = False
