"""The line to the warm server: one JSON line over the client's own Unix socket, within a budget.

The socket is named after the client's process id, which does not change at ``/clear``. A server that hangs costs the
budget and nothing more; where there is none it costs a failed ``connect``.
"""

from __future__ import annotations

import os

from cogmem import clock
from cogmem.hooks import place, state, wire

PING_SECONDS = 0.02
_LONGEST = 4 << 20


def ask(question: dict[str, object], seconds: float) -> dict[str, object] | None:
    """The server's answer, or None when there is none in time."""
    client = os.environ.get("CLAUDE_PID", "")
    if not client.isdigit() or os.name == "nt":
        return None
    path = place.socket_path(client)
    if not os.path.exists(path):
        return None
    import _socket

    line = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    end = clock.monotonic() + seconds
    try:
        line.settimeout(seconds)
        line.connect(path)
        _send(line, wire.dumps(question).encode() + b"\n", end)
        answer = wire.loads(_receive(line, end).decode("utf-8", "replace"))
    except (OSError, ValueError):
        return None
    finally:
        line.close()
    return answer if isinstance(answer, dict) and answer.get("ok") is True else None


def ping(root: str) -> None:
    """Tell the server that a session of this project has begun. At its start the client runs us before the server is
    there: then a note lies where it looks first."""
    client = os.environ.get("CLAUDE_PID", "")
    if ask({"op": "ping", "root": root}, PING_SECONDS) is None and client.isdigit() and os.name != "nt":
        state.replace(place.socket_path(client).removesuffix(".sock") + ".ping", "")


def _send(line: object, data: bytes, end: float) -> None:
    view = memoryview(data)
    while view:
        line.settimeout(max(0.001, end - clock.monotonic()))  # type: ignore[attr-defined]
        view = view[line.send(view):]  # type: ignore[attr-defined]


def _receive(line: object, end: float) -> bytes:
    parts: list[bytes] = []
    size = 0
    while size < _LONGEST:
        left = end - clock.monotonic()
        if left <= 0:
            raise TimeoutError
        line.settimeout(left)  # type: ignore[attr-defined]
        part = line.recv(65536)  # type: ignore[attr-defined]
        parts.append(part)
        size += len(part)
        if not part or part.endswith(b"\n"):
            break
    return b"".join(parts)
