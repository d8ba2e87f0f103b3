"""A client of ours for the server: a real process on real pipes, one JSON value per line."""

from __future__ import annotations

import contextlib
import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest


class Client:
    """One running server. ``ask`` sends a request and gives the answer with its id; other answers are kept."""

    def __init__(self, folder: Path, **env: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "cogmem.mcp"],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "CLAUDE_PROJECT_DIR": str(folder), **env},
        )
        self.kept: dict[object, dict[str, Any]] = {}
        self._rest = b""
        self._next = 0

    def send(self, line: bytes | dict[str, Any]) -> None:
        data = line if isinstance(line, bytes) else json.dumps(line).encode()
        self.process.stdin.write(data + b"\n")
        self.process.stdin.flush()

    def receive(self, seconds: float = 120) -> dict[str, Any]:
        until = time.monotonic() + seconds
        while b"\n" not in self._rest:
            left = until - time.monotonic()
            assert left > 0 and select.select([self.process.stdout], [], [], left)[0], "no answer in time"
            part = os.read(self.process.stdout.fileno(), 1 << 20)
            assert part, f"the server ended: {self.process.stderr.read().decode()}"
            self._rest += part
        line, self._rest = self._rest.split(b"\n", 1)
        return json.loads(line)

    def request(self, method: str, **params: object) -> int:
        self._next += 1
        self.send({"jsonrpc": "2.0", "id": self._next, "method": method, "params": params})
        return self._next

    def answer(self, id: object, seconds: float = 120) -> dict[str, Any]:
        while id not in self.kept:
            message = self.receive(seconds)
            self.kept[message.get("id")] = message
        return self.kept.pop(id)

    def ask(self, method: str, **params: object) -> dict[str, Any]:
        return self.answer(self.request(method, **params))

    def tool(self, name: str, /, **arguments: object) -> str:
        """The text of a tool's result, which must not be an error."""
        answer = self.ask("tools/call", name=name, arguments=arguments)
        assert "result" in answer, answer
        result = answer["result"]
        assert not result["isError"], result
        return result["content"][0]["text"]

    def refused(self, name: str, /, **arguments: object) -> str:
        """The text of a tool's error."""
        answer = self.ask("tools/call", name=name, arguments=arguments)
        assert "result" in answer, answer
        result = answer["result"]
        assert result["isError"], result
        return result["content"][0]["text"]

    def end(self, seconds: float = 60) -> int:
        """Close stdin as a client does; the exit code."""
        self.process.stdin.close()
        return self.process.wait(seconds)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            with contextlib.suppress(OSError):
                pipe.close()

    def loaded(self) -> set[str]:
        """File names of the shared libraries that the process has mapped (Linux)."""
        lines = Path(f"/proc/{self.process.pid}/maps").read_text().splitlines()
        return {line.rsplit("/", 1)[-1] for line in lines if "/" in line}


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is answered does not depend on how busy the machine is."""
    monkeypatch.setenv("COGMEM_HOOKS_DEADLINE_MS", "5000")


@pytest.fixture
def connect() -> Iterator[Callable[..., Client]]:
    clients: list[Client] = []

    def make(folder: Path, **env: str) -> Client:
        clients.append(Client(folder, **env))
        return clients[-1]

    yield make
    for client in clients:
        client.close()
