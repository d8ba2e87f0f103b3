"""Rows that wait for the ledger: hooks append JSON lines to one file per session, never to SQLite."""

from __future__ import annotations

import os

from cogmem import clock

FOLDER = "spool"


def append(run_dir: str, session: str, kind: str, fields: dict[str, object]) -> None:
    """Add one row (one ``write``, 0600). ``fields`` holds texts, numbers, booleans, None, and lists or dicts of them."""
    import json

    folder = os.path.join(run_dir, FOLDER)
    os.makedirs(folder, mode=0o700, exist_ok=True)
    row = {"kind": kind, "at": round(clock.stamp(), 3), "session": session, **fields}
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0)
    handle = os.open(os.path.join(folder, "hooks.jsonl"), flags, 0o600)
    try:
        os.write(handle, (json.dumps(row) + "\n").encode("utf-8", "replace"))
    finally:
        os.close(handle)
