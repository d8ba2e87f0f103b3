"""What the server says outside the protocol: single lines on stderr, which the client keeps in its own log."""

from __future__ import annotations

import sys


def complain(what: str, error: BaseException) -> None:
    """One line; a closed stderr is nobody's problem."""
    try:
        print(f"cogmem: {what}: {type(error).__name__}: {error}", file=sys.stderr, flush=True)
    except (OSError, ValueError):
        return
