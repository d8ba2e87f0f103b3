"""What a session should know before it asks: pinned entries, and the recent ones that may matter. No NumPy."""

from __future__ import annotations

import sqlite3

from cogmem.index.analysis import DAY_SHIFT
from cogmem.index.rows import entries_at
from cogmem.index.schema import FORGOTTEN, LOW_TRUST, PINNED
from cogmem.model import Entry

_LIVE = f"(e.flags & {FORGOTTEN}) = 0 AND NOT EXISTS (SELECT 1 FROM entry s WHERE s.supersedes = e.id)"


def pinned_entries(db: sqlite3.Connection, most: int) -> list[Entry]:
    """The newest pinned entries."""
    return _read(db, f"(e.flags & {PINNED}) != 0 AND {_LIVE} ORDER BY e.pos DESC LIMIT ?", [most])


def vivid_since(db: sqlite3.Connection, day: int, most: int) -> list[Entry]:
    """The most arousing entries since ``day`` (a proleptic ordinal), open questions first; nothing of low trust."""
    clause = f"e.pos >= ? AND (e.flags & {LOW_TRUST}) = 0 AND {_LIVE}"
    order = "ORDER BY e.arousal + (CASE e.category WHEN 'QUESTION' THEN 0.3 ELSE 0 END) DESC, e.pos DESC LIMIT ?"
    return _read(db, f"{clause} {order}", [day << DAY_SHIFT, most])


def _read(db: sqlite3.Connection, clause: str, values: list[int]) -> list[Entry]:
    order = [pos for (pos,) in db.execute(f"SELECT e.pos FROM entry e WHERE {clause}", values)]
    entries = entries_at(db, order)
    return [entries[pos] for pos in order if pos in entries]
