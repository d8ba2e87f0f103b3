"""A real HTTP server on loopback that answers like Ollama and like OpenAI, and fails in every way a provider can."""

from __future__ import annotations

import contextlib
import json
import math
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Rows = list[list[Any]]
HUGE = 80 << 20


def vector(text: str, dimensions: int) -> list[float]:
    """A bag of hashed words: texts that share words are alike. Not of length 1."""
    out = [0.01] * dimensions
    for word in text.lower().split():
        out[zlib.crc32(word.encode("utf-8", "replace")) % dimensions] += 1.0
    return out


ROWS: dict[str, Callable[[Rows], Any]] = {
    "nan": lambda rows: [[math.nan] * len(row) for row in rows],
    "zero": lambda rows: [[0.0] * len(row) for row in rows],
    "inf": lambda rows: [[math.inf, *row[1:]] for row in rows],
    "words": lambda rows: [["none"] * len(row) for row in rows],
    "count": lambda rows: rows[:-1],
    "empty": lambda rows: [],
    "dimension": lambda rows: [row[:-(1 + k % 2)] for k, row in enumerate([*rows, rows[0]])][:len(rows)],
}
"""Faults inside a well-formed answer."""

STATUS = {"500": 500, "429": 429, "missing": 404, "unauthorised": 401, "bad_gateway": 502}
"""Faults by status."""

MODES = ["hang", "html", "redirect", "truncated", "huge", "drip", *ROWS, *STATUS]


class Stub:
    """``mode``, ``delay`` (seconds) and ``indices`` (of OpenAI's rows) may be changed while it runs; ``seen`` has every
    text that was asked for, ``asked`` the requests."""

    def __init__(self, dimensions: int = 64) -> None:
        self.dimensions = dimensions
        self.mode = "ok"
        self.delay = 0.0
        self.indices: list[int] | None = None
        self.refuse: Callable[[str], tuple[int, str] | None] = lambda text: None
        self.seen: list[str] = []
        self.asked: list[tuple[str, dict[str, str]]] = []
        self.stopped = threading.Event()
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (_Handler,), {"stub": self}))
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}"


@contextlib.contextmanager
def running(dimensions: int = 64) -> Iterator[Stub]:
    stub = Stub(dimensions)
    thread = threading.Thread(target=stub.server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield stub
    finally:
        stub.stopped.set()
        stub.server.shutdown()
        stub.server.server_close()
        thread.join()


class _Handler(BaseHTTPRequestHandler):
    stub: Stub
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        """Silent."""

    def do_GET(self) -> None:
        self._send(200, b"{}", "application/json")

    def do_POST(self) -> None:
        stub = self.stub
        asked = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))) or b"{}")
        texts = asked.get("input", [])
        texts = [texts] if isinstance(texts, str) else texts
        stub.asked.append((self.path, {name.lower(): value for name, value in self.headers.items()}))
        stub.seen += texts
        stub.stopped.wait(stub.delay)
        with contextlib.suppress(ConnectionError):
            self._answer(stub.mode, texts)

    def _answer(self, mode: str, texts: list[str]) -> None:
        refusal = next(filter(None, map(self.stub.refuse, texts)), None)
        if refusal:
            self._error(*refusal)
        elif mode in STATUS:
            self._error(STATUS[mode], 'model "x" not found, try pulling it first' if mode == "missing" else mode)
        elif mode == "hang":
            self.stub.stopped.wait(30)
        elif mode == "html":
            self._send(200, b"<html><body>Proxy login</body></html>", "text/html")
        elif mode == "redirect" and not self.path.startswith("/elsewhere"):
            self._send(307, b"", "text/plain", {"Location": f"{self.stub.url}/elsewhere{self.path}"})
        elif mode in ("huge", "drip"):
            self._endless(mode, self._body([vector(text, self.stub.dimensions) for text in texts]))
        else:
            body = self._body(ROWS.get(mode, list)([vector(text, self.stub.dimensions) for text in texts]))
            self._send(200, body[:len(body) // 2] if mode == "truncated" else body, "application/json")

    def _body(self, rows: Any) -> bytes:
        if self.path.endswith("/embed"):
            return json.dumps({"model": "x", "embeddings": rows}).encode()
        numbers = self.stub.indices or range(len(rows))
        data = [{"object": "embedding", "index": k, "embedding": row} for k, row in zip(numbers, rows, strict=True)]
        answer = {"object": "list", "model": "x", "data": data[::-1], "usage": {"prompt_tokens": 1, "total_tokens": 1}}
        return json.dumps(answer).encode()

    def _endless(self, mode: str, body: bytes) -> None:
        """Far too much, or a byte now and then, before a fine answer; nothing says how long it is."""
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        piece, pause = (b" " * (1 << 20), 0.0) if mode == "huge" else (b" ", 0.05)
        for last in [False] * (HUGE >> 20 if mode == "huge" else 60) + [True]:
            piece = body if last else piece
            self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
            if self.stub.stopped.is_set():
                return
            time.sleep(pause)
        self.wfile.write(b"0\r\n\r\n")

    def _error(self, status: int, message: str) -> None:
        self._send(status, json.dumps({"error": message}).encode(), "application/json")

    def _send(self, status: int, body: bytes, kind: str, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": kind, "Content-Length": str(len(body)), **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)
