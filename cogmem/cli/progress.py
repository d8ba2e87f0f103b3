"""Progress on stderr: on a terminal a bar once the work takes more than a second, else a line every five seconds."""

from __future__ import annotations

import os
import sys

from cogmem import clock
from cogmem.cli.out import Out, is_terminal

_WIDTH = 28


class Progress:
    """Called with (done, total) as often as the worker likes. ``eager`` shows the bar at once (the demo)."""

    def __init__(self, out: Out, label: str, *, eager: bool = False) -> None:
        self._quiet = out.quiet
        self._label = label
        self._bar = is_terminal(sys.stderr) and os.environ.get("TERM") != "dumb"
        self._started = self._shown = clock.monotonic()
        self._patience = 0.0 if eager else 1.0
        self._eager = eager
        self._drawn = False
        self._last = (-1, -1)

    def __call__(self, done: int, total: int) -> None:
        now = clock.monotonic()
        if self._quiet or now - self._started < self._patience:
            return
        wait = 0.05 if self._bar else 5.0
        finished = done >= total
        if now - self._shown < wait and not (finished and (self._bar or self._eager)):
            return
        if (done, total) == self._last:
            return
        self._shown, self._last = now, (done, total)
        sys.stderr.write(self._drawing(done, total, now))
        sys.stderr.flush()
        self._drawn = self._bar

    def _drawing(self, done: int, total: int, now: float) -> str:
        share = min(1.0, done / total) if total else 1.0
        spent = now - self._started
        left = f"  {spent / share - spent:.0f} s" if 0.02 < share < 1 and spent > 2 else ""
        if not self._bar:
            return f"{self._label}: {done}/{total}{left}\n"
        filled = round(share * _WIDTH)
        return f"\r\033[K{self._label} [{'#' * filled}{'.' * (_WIDTH - filled)}] {done}/{total}{left}"

    def close(self) -> None:
        """End the bar's line."""
        if self._drawn:
            sys.stderr.write("\n")
            self._drawn = False

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
