"""Drive the interactive ``claude`` in a pseudo-terminal (POSIX only).

For what only the terminal shows: the trust dialog, the status line, a hook's
``systemMessage``, permission prompts, ``/clear`` and ``/exit``.

    with Sandbox() as box, ModelServer(script) as server, Terminal(box, server) as term:
        term.wait_for("manual mode")
        term.enter("do it")
        assert term.wait_for("done")
"""
from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time
from pathlib import Path

from client.model_server import ModelServer
from client.sandbox import Sandbox

READY = "mode on"  # stands below the input box: auto, manual …
# Cursor moves stand for blanks: the client paints words, then jumps over the gaps.
FORWARD = re.compile(rb"\x1b\[(\d*)C")
MOVES = re.compile(rb"\x1b\[[\d;]*[ABDEFGHJKdf]")
ESCAPES = re.compile(rb"\x1b(\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(\x07|\x1b\\)|[@-Z\\-_])")


def _plain(text: str) -> str:
    """Words with one blank between them: a client that repaints paints them one by one."""
    return " ".join(text.split())


class Terminal:
    """An interactive session; ``text`` is all it has painted so far, escapes removed."""

    def __init__(self, box: Sandbox, server: ModelServer, *arguments: str,
                 rows: int = 40, columns: int = 120, cwd: Path | None = None, **more: str) -> None:
        env = box.env(ANTHROPIC_BASE_URL=server.url, TERM="xterm-256color", **more)
        self.painted = b""
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.chdir(cwd or box.project)
            os.execvpe(box.program, [box.program, *arguments], env)
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    @property
    def text(self) -> str:
        plain = FORWARD.sub(lambda m: b" " * min(200, int(m[1] or 1)), self.painted)
        plain = ESCAPES.sub(b"", MOVES.sub(b"\n", plain))
        return plain.decode("utf-8", "replace").replace("\r", "\n").replace("\u00a0", " ")

    def pump(self, seconds: float, until: str = "") -> bool:
        """Read the screen for a while, or until it has painted some text."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if select.select([self.fd], [], [], 0.05)[0]:
                try:
                    self.painted += os.read(self.fd, 65536)
                except OSError:
                    break  # the client has ended
            if until and _plain(until) in _plain(self.text):
                return True
        return not until

    def wait_for(self, text: str, seconds: float = 120) -> bool:
        return self.pump(seconds, until=text)

    def ready(self) -> None:
        """Wait until it takes input; raises when something else is asked."""
        assert self.wait_for(READY), self.text[-3000:]

    def type(self, keys: str) -> None:
        os.write(self.fd, keys.encode())

    def enter(self, line: str) -> None:
        """Type a line, let the input box settle, press Enter."""
        self.type(line)
        self.pump(10, until=line[-12:])
        self.pump(0.7)
        self.type("\r")

    def close(self) -> None:
        for end in (lambda: os.kill(self.pid, signal.SIGKILL), lambda: os.waitpid(self.pid, 0),
                    lambda: os.close(self.fd)):
            try:
                end()
            except OSError:
                pass  # it had ended by itself
