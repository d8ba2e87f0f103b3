"""Vectors in the index: one table per embedder, one slot per (entry, window), float32 in blocks written in place.

Another embedder gets a table of its own that grows while the old one serves, and the old one goes when the new one is
complete. Invalid vectors are never stored; what is stored belongs to the text that the entry has at that moment.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from cogmem.errors import EmbedderRefusedError
from cogmem.index.schema import BLOCK, VECTORS
from cogmem.index.sqlite import Index
from cogmem.messages import say

Vectors = npt.NDArray[np.float32]
_LEAST_LENGTH, _MOST_LENGTH = 0.99, 1.01


class Table:
    """What is known of one embedder's table. ``vectors``: entries that have theirs."""

    __slots__ = ("complete", "dimensions", "embedder", "n", "vectors")

    def __init__(self, n: int, embedder: str, dimensions: int, complete: bool, vectors: int) -> None:
        self.n, self.embedder, self.dimensions, self.complete, self.vectors = n, embedder, dimensions, complete, vectors


def tables(db: sqlite3.Connection) -> list[Table]:
    """All embedders that have vectors here, oldest first."""
    return [
        Table(
            n,
            id,
            dimensions,
            bool(complete),
            db.execute(f"SELECT count(*) FROM slot_{n} WHERE pos IS NOT NULL AND window = 0").fetchone()[0],
        )
        for n, id, dimensions, complete in db.execute(
            "SELECT n, id, dimensions, complete FROM embedder ORDER BY n"
        ).fetchall()
    ]


def serving(db: sqlite3.Connection, wanted: str | None) -> str | None:
    """The embedder whose vectors answer now: ``wanted`` (None: it cannot be asked who it is), unless its table is still
    growing and another is complete."""
    rows = dict(db.execute("SELECT id, complete FROM embedder").fetchall())
    if wanted is not None and rows.get(wanted):
        return wanted
    return next((id for id, complete in rows.items() if complete), wanted)


def table_number(db: sqlite3.Connection, embedder: str) -> int | None:
    """The number in the names of an embedder's tables; None when it has none."""
    row = db.execute("SELECT n FROM embedder WHERE id = ?", (embedder,)).fetchone()
    return row[0] if row else None


def ensure_table(index: Index, embedder: str, dimensions: int) -> int:
    """Make an embedder's tables if they are not there. Raises EmbedderRefusedError for another dimension."""
    n = table_number(index.db, embedder)
    if n is None:
        with index.writing() as db:
            n = table_number(db, embedder)
            if n is None:
                n = db.execute("SELECT coalesce(max(n), 0) + 1 FROM embedder").fetchone()[0]
                db.execute("INSERT INTO embedder VALUES(?, ?, ?, 0)", (n, embedder, dimensions))
                for statement in VECTORS.format(n=n).split(";\n"):
                    if statement.strip():
                        db.execute(statement)
    known = index.db.execute("SELECT dimensions FROM embedder WHERE n = ?", (n,)).fetchone()[0]
    if known != dimensions:
        raise EmbedderRefusedError(
            say(None, "index.dimensions", id=embedder, new=dimensions, old=known), hint=say(None, "index.damaged_hint")
        )
    return int(n)


def store(db: sqlite3.Connection, n: int, found: Sequence[tuple[int, Vectors]], change: int) -> int:
    """Write the windows' vectors of entries, (pos, (windows, d)), inside a write transaction. Returns how many vectors.

    Raises EmbedderRefusedError, before anything is written, if one is not a finite unit vector."""
    count = sum(len(vectors) for _, vectors in found)
    for _, vectors in found:
        check(vectors)
    slots = _free_slots(db, n, count)
    taken: dict[int, list[tuple[int, bytes]]] = {}
    rows = []
    at = 0
    for pos, vectors in found:
        for window, vector in enumerate(np.ascontiguousarray(vectors, dtype="<f4")):
            slot = slots[at]
            at += 1
            rows.append((slot, pos, window, change))
            taken.setdefault(slot // BLOCK, []).append((slot % BLOCK, vector.tobytes()))
    db.executemany(f"INSERT OR REPLACE INTO slot_{n}(slot, pos, window, change) VALUES(?, ?, ?, ?)", rows)
    for block, parts in taken.items():
        _write_block(db, n, block, parts)
    return count


def check(vectors: Vectors) -> None:
    """Raises EmbedderRefusedError unless every row is finite and of length 1."""
    if vectors.ndim != 2 or not len(vectors):
        raise EmbedderRefusedError(f"not a table of vectors: {vectors.shape}")
    wide = vectors.astype(np.float64)
    lengths = (wide * wide).sum(1)
    if not (np.isfinite(lengths).all() and lengths.min() > _LEAST_LENGTH**2 and lengths.max() < _MOST_LENGTH**2):
        raise EmbedderRefusedError("the embedder's vector is not of length 1")


def drop_others(db: sqlite3.Connection, n: int) -> list[str]:
    """Mark table ``n`` complete and take out all others; returns the ids of those embedders."""
    db.execute("UPDATE embedder SET complete = 1 WHERE n = ?", (n,))
    others = db.execute("SELECT n, id FROM embedder WHERE n <> ?", (n,)).fetchall()
    for other, _ in others:
        for kind in ("slot", "block", "refused"):
            db.execute(f"DROP TABLE {kind}_{other}")
        db.execute("DELETE FROM embedder WHERE n = ?", (other,))
    return [id for _, id in others]


def read_slots(db: sqlite3.Connection, n: int, slots: Iterable[int], dimensions: int) -> Vectors:
    """(k, d) vectors of some slots, in their order."""
    size = dimensions * 4
    out = bytearray()
    for slot in slots:
        with db.blobopen(f"block_{n}", "data", slot // BLOCK, readonly=True) as blob:
            blob.seek(slot % BLOCK * size)
            out += blob.read(size)
    return np.frombuffer(bytes(out), "<f4").reshape(-1, dimensions)


def _free_slots(db: sqlite3.Connection, n: int, count: int) -> list[int]:
    slots = [
        slot for (slot,) in db.execute(f"SELECT slot FROM slot_{n} WHERE pos IS NULL ORDER BY slot LIMIT ?", (count,))
    ]
    end = db.execute(f"SELECT coalesce(max(slot), -1) + 1 FROM slot_{n}").fetchone()[0]
    return slots + list(range(end, end + count - len(slots)))


def _write_block(db: sqlite3.Connection, n: int, block: int, parts: list[tuple[int, bytes]]) -> None:
    size = len(parts[0][1])
    db.execute(f"INSERT OR IGNORE INTO block_{n}(block, data) VALUES(?, zeroblob(?))", (block, BLOCK * size))
    with db.blobopen(f"block_{n}", "data", block) as blob:
        for place, data in parts:
            blob.seek(place * size)
            blob.write(data)
