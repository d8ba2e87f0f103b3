"""A scripted stand-in for the Anthropic Messages API, for end-to-end tests.

It plays back assistant turns written in advance and records every request it
gets, so a test can drive the real ``claude`` client with no network and then
look at exactly what the client sent to "the model".

    script = Script(main=["hello", [tool("Bash", command="ls")], "done"])
    with ModelServer(script) as server:
        ...run a client with ANTHROPIC_BASE_URL=server.url...
        print(server.requests[0].body["messages"])

Turns are handed out per *lane*.  A lane is a list of turns plus a test that
says which requests it answers; the first lane that claims a request answers it:

1. the script's own lanes (a pattern over the first user message or the system prompt),
2. ``compact``: requests for a summary of the conversation (compaction),
3. ``side``: requests that carry no tools (titles, prompt hooks, classifiers),
4. ``agent``: every other request of a subagent,
5. ``main``: the conversation itself.

A lane whose turns are spent goes on answering with a fixed text, so a script
says only what its test is about.
"""
from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

AGENT_HEADER = "x-claude-code-agent-id"
COMPACT_MARK = "create a detailed summary of the conversation"
SECRET_HEADERS = {"x-api-key", "authorization", "cookie"}
DEFAULT_USAGE = {
    "input_tokens": 100,
    "cache_creation_input_tokens": 0,
    "cache_read_input_tokens": 0,
    "output_tokens": 20,
}


def text(value: str) -> dict[str, Any]:
    """A text block."""
    return {"type": "text", "text": value}


def tool(name: str, /, **arguments: Any) -> dict[str, Any]:
    """A tool_use block; its id is filled in when it is played."""
    return {"type": "tool_use", "name": name, "input": arguments}


@dataclass
class Turn:
    """One assistant answer.

    ``status`` other than 200 makes the server answer with an API error;
    ``delay_s`` waits before the first byte; ``usage`` overrides token counts
    (a large ``input_tokens`` is how a test provokes auto-compaction).
    """

    blocks: list[dict[str, Any]] = field(default_factory=list)
    usage: dict[str, int] = field(default_factory=dict)
    stop_reason: str | None = None
    status: int = 200
    error: str = "scripted error"
    error_type: str = "api_error"
    delay_s: float = 0.0

    @classmethod
    def of(cls, value: Any) -> Turn:
        """Read a turn from its short forms: text, a block, blocks or a dict."""
        if isinstance(value, Turn):
            return value
        if isinstance(value, str):
            return cls([text(value)])
        if isinstance(value, list):
            return cls([text(v) if isinstance(v, str) else v for v in value])
        if "type" in value:
            return cls([value])
        fields = dict(value)
        fields["blocks"] = cls.of(fields.get("blocks", [])).blocks
        return cls(**fields)


@dataclass
class Request:
    """One recorded request."""

    number: int
    at: float
    method: str
    path: str
    headers: dict[str, str]
    body: Any
    lane: str = ""

    @property
    def agent_id(self) -> str:
        """The subagent that made this request, or "" for the main conversation."""
        return self.headers.get(AGENT_HEADER, "")

    def system_text(self) -> str:
        return _flat_text((self.body or {}).get("system"))

    def messages(self) -> list[dict[str, Any]]:
        return (self.body or {}).get("messages") or []

    def user_texts(self) -> list[str]:
        return [_flat_text(m["content"]) for m in self.messages() if m["role"] == "user"]

    def first_user_text(self) -> str:
        return next(iter(self.user_texts()), "")

    def last_user_text(self) -> str:
        return next(reversed(self.user_texts()), "")

    def all_text(self) -> str:
        return "\n".join(_flat_text(m["content"]) for m in self.messages())

    def tool_names(self) -> list[str]:
        return [t.get("name", "") for t in (self.body or {}).get("tools") or []]


def _flat_text(content: Any) -> str:
    """All the text in a system prompt or a message's content, tool results included."""
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    parts = []
    for block in content:
        if isinstance(block, str):
            parts.append(block)
        elif block.get("type") == "text":
            parts.append(block["text"])
        elif block.get("type") == "tool_result":
            parts.append(_flat_text(block.get("content")))
    return "\n".join(parts)


@dataclass
class Lane:
    """Turns for the requests that ``claims`` accepts; ``idle`` answers once they are spent."""

    name: str
    turns: list[Turn]
    claims: Callable[[Request], bool]
    idle: Turn = field(default_factory=lambda: Turn.of("(script finished)"))
    played: int = 0

    def next_turn(self) -> Turn:
        if self.played < len(self.turns):
            self.played += 1
            return self.turns[self.played - 1]
        return self.idle


class Script:
    """The lanes of one run.

    ``lanes`` maps a lane's name to ``(pattern, turns)``: it answers requests
    whose first user message or system prompt matches the pattern.
    """

    def __init__(
        self,
        main: list[Any] = (),
        side: list[Any] = (),
        agent: list[Any] = (),
        compact: list[Any] = (),
        lanes: dict[str, tuple[str, list[Any]]] | None = None,
    ) -> None:
        self.lanes = [
            Lane(name, [Turn.of(t) for t in turns], _pattern_test(pattern))
            for name, (pattern, turns) in (lanes or {}).items()
        ]
        def lane(name: str, turns: list[Any], claims: Callable[[Request], bool], idle: str) -> None:
            self.lanes.append(Lane(name, [Turn.of(t) for t in turns], claims, Turn.of(idle)))

        lane("compact", compact, lambda r: COMPACT_MARK in r.last_user_text(),
             "<summary>scripted summary</summary>")
        lane("side", side, lambda r: not r.tool_names(), '{"title": "scripted"}')
        lane("agent", agent, lambda r: bool(r.agent_id), "(subagent finished)")
        lane("main", main, lambda r: True, "(script finished)")
        self._lock = threading.Lock()

    @classmethod
    def load(cls, path: Path) -> Script:
        """Read ``{"main": [...], ..., "lanes": {name: {"when": pattern, "turns": [...]}}}``."""
        raw = json.loads(Path(path).read_text(encoding="utf-8"))
        raw["lanes"] = {n: (v["when"], v["turns"]) for n, v in raw.get("lanes", {}).items()}
        return cls(**raw)

    def answer(self, request: Request) -> Turn:
        with self._lock:
            lane = next(lane for lane in self.lanes if lane.claims(request))
            request.lane = lane.name
            return lane.next_turn()

    def unplayed(self) -> dict[str, int]:
        """How many turns each lane still holds: a test can insist on none."""
        return {lane.name: len(lane.turns) - lane.played for lane in self.lanes
                if lane.played < len(lane.turns)}


def _pattern_test(pattern: str) -> Callable[[Request], bool]:
    compiled = re.compile(pattern, re.S)
    return lambda r: bool(compiled.search(r.first_user_text()) or compiled.search(r.system_text()))


class ModelServer:
    """Serves a script on loopback; use it as a context manager."""

    def __init__(self, script: Script, port: int = 0, record_dir: Path | None = None) -> None:
        self.script = script
        self.requests: list[Request] = []
        self.record_dir = Path(record_dir) if record_dir else None
        if self.record_dir:
            self.record_dir.mkdir(parents=True, exist_ok=True)
        self._lock = threading.Lock()
        self._ids = 0
        self._http = ThreadingHTTPServer(("127.0.0.1", port), _handler(self))
        self._http.daemon_threads = True
        self._thread = threading.Thread(target=self._http.serve_forever, daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_address[1]}"

    def __enter__(self) -> ModelServer:
        self._thread.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self._http.shutdown()
        self._http.server_close()
        self._thread.join(timeout=5)

    def lane(self, name: str) -> list[Request]:
        """The recorded requests that lane answered."""
        return [r for r in self.requests if r.lane == name]

    def next_id(self, prefix: str) -> str:
        with self._lock:
            self._ids += 1
            return f"{prefix}_{self._ids:08d}"

    def record(self, method: str, path: str, headers: dict[str, str], body: Any) -> Request:
        with self._lock:
            request = Request(len(self.requests) + 1, time.time(), method, path, headers, body)
            self.requests.append(request)
        return request

    def save(self, request: Request) -> None:
        if not self.record_dir:
            return
        name = re.sub(r"[^A-Za-z0-9]+", "-", request.path.split("?")[0]).strip("-")
        target = self.record_dir / f"{request.number:04d}-{request.lane or 'other'}-{name}.json"
        target.write_text(json.dumps(vars(request), indent=1, ensure_ascii=False), encoding="utf-8")


def _handler(server: ModelServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_: Any) -> None:
            pass

        def do_HEAD(self) -> None:
            self._take()
            self._send(200, b"", "text/plain")

        def do_GET(self) -> None:
            request = self._take()
            if request.path.startswith("/v1/models"):
                self._json(200, {"data": [], "has_more": False})
            else:
                self._json(404, _error("not_found_error", "not scripted"))

        def do_POST(self) -> None:
            request = self._take()
            path = request.path.split("?")[0]
            if path == "/v1/messages/count_tokens":
                self._json(200, {"input_tokens": max(1, len(json.dumps(request.body)) // 4)})
            elif path == "/v1/messages":
                self._messages(request)
            else:
                self._json(404, _error("not_found_error", "not scripted"))

        def _take(self) -> Request:
            size = int(self.headers.get("content-length") or 0)
            raw = self.rfile.read(size) if size else b""
            try:
                body = json.loads(raw) if raw else None
            except ValueError:
                body = raw.decode("utf-8", "replace")
            headers = {k.lower(): "(removed)" if k.lower() in SECRET_HEADERS else v
                       for k, v in self.headers.items()}
            request = server.record(self.command, self.path, headers, body)
            if self.path.split("?")[0] != "/v1/messages":
                server.save(request)
            return request

        def _messages(self, request: Request) -> None:
            turn = server.script.answer(request)
            server.save(request)
            if turn.delay_s:
                time.sleep(turn.delay_s)
            if turn.status != 200:
                self._json(turn.status, _error(turn.error_type, turn.error))
                return
            message = _message(server, turn, request.body.get("model", "scripted"))
            if request.body.get("stream"):
                self._stream(message)
            else:
                self._json(200, message)

        def _stream(self, message: dict[str, Any]) -> None:
            data = b"".join(
                f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode()
                for event in _events(message)
            )
            self._send(200, data, "text/event-stream")

        def _json(self, status: int, value: Any) -> None:
            self._send(status, json.dumps(value).encode(), "application/json")

        def _send(self, status: int, data: bytes, kind: str) -> None:
            try:
                self.send_response(status)
                self.send_header("content-type", kind)
                self.send_header("content-length", str(len(data)))
                self.send_header("request-id", server.next_id("req"))
                self.end_headers()
                if self.command != "HEAD":
                    self.wfile.write(data)
            except (BrokenPipeError, ConnectionResetError):
                pass  # the client went away: nothing more to say to it

    return Handler


def _error(kind: str, message: str) -> dict[str, Any]:
    return {"type": "error", "error": {"type": kind, "message": message}}


def _message(server: ModelServer, turn: Turn, model: str) -> dict[str, Any]:
    blocks = []
    for block in turn.blocks:
        block = dict(block)
        if block["type"] == "tool_use":
            block.setdefault("id", server.next_id("toolu"))
        blocks.append(block)
    calls_tools = any(b["type"] == "tool_use" for b in blocks)
    return {
        "id": server.next_id("msg"),
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": blocks,
        "stop_reason": turn.stop_reason or ("tool_use" if calls_tools else "end_turn"),
        "stop_sequence": None,
        "usage": {**DEFAULT_USAGE, **turn.usage},
    }


def _events(message: dict[str, Any]):
    """The server-sent events that stream one finished message."""
    opening = {**message, "content": [], "stop_reason": None,
               "usage": {**message["usage"], "output_tokens": 1}}
    yield {"type": "message_start", "message": opening}
    for index, block in enumerate(message["content"]):
        kind = block["type"]
        if kind == "text":
            start, delta = {**block, "text": ""}, {"type": "text_delta", "text": block["text"]}
        elif kind == "tool_use":
            start = {**block, "input": {}}
            delta = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
        elif kind == "thinking":
            start = {**block, "thinking": "", "signature": ""}
            delta = {"type": "thinking_delta", "thinking": block["thinking"]}
        else:
            start, delta = block, None
        yield {"type": "content_block_start", "index": index, "content_block": start}
        if delta:
            yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    yield {"type": "message_delta",
           "delta": {"stop_reason": message["stop_reason"], "stop_sequence": None},
           "usage": {"output_tokens": message["usage"]["output_tokens"]}}
    yield {"type": "message_stop"}
