"""Asking the warm socket as a hook does."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from cogmem.project import runtime_dir


def socket_of(pid: int) -> Path:
    return runtime_dir() / "cogmem" / f"{pid}.sock"


def wait_for(condition: Callable[[], object], seconds: float = 120) -> None:
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, "it did not happen in time"
        time.sleep(0.02)


def ask(path: Path, request: object, seconds: float = 60) -> dict[str, Any]:
    data = request if isinstance(request, bytes) else json.dumps(request).encode() + b"\n"
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
        line.settimeout(seconds)
        line.connect(str(path))
        line.sendall(data)
        answer = b""
        while part := line.recv(65536):
            answer += part
    return json.loads(answer) if answer else {}
