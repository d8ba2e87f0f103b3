"""Looks at an index without changing it: is it whole, is it fresh, what waits. For ``doctor``."""

from __future__ import annotations

import json
import os
import sqlite3
from pathlib import Path

from cogmem.index.faults import ODD
from cogmem.index.scan import COMPACT, full_log, scan
from cogmem.index.schema import APPLICATION, VERSION

_MOST = 3
_MAGIC = b"SQLite format 3\0"
_DAMAGE = (sqlite3.DatabaseError, *ODD)
_NO_ROOM = frozenset({10, 13})  # IOERR, FULL
_NOT_NOW = frozenset({5, 6, 10, 13})  # BUSY, LOCKED too
_AT_ONCE = 4096
_SLACK = 0.02


class Health:
    """``fault``: what is wrong in a few words, empty when whole. ``stale``: logs that changed, came or went since.

    ``problems``: [(path, line, message)] that the last sync kept. ``pending``: [(embedder id, entries that wait)];
    ``odd``: vectors that are not of length 1 (NaN above all), ``refused``: entries that an embedder refused.
    ``unread``: the fault is not the file's: it could not be read now (busy, no room, no permission)."""

    __slots__ = ("entries", "exists", "fault", "files", "odd", "pending", "problems", "refused", "stale",
                 "unread")

    def __init__(self) -> None:
        self.exists, self.fault, self.unread = False, "", False
        self.entries = self.files = self.stale = self.odd = self.refused = 0
        self.problems: list[tuple[str, int, str]] = []
        self.pending: list[tuple[str, int]] = []


def look(path: Path, root: Path, logs_dir: str) -> Health:
    """The health of the index at ``path``; every page of it is read."""
    found = Health()
    found.exists = path.exists()
    if not found.exists:
        return found
    try:
        db = _opened(path)
    except _DAMAGE as error:
        found.fault, found.unread = _told(error), _code(error) in _NOT_NOW
        return found
    try:
        found.fault = _fault(db)
        if not found.fault:
            _count(db, found, root, logs_dir)
    except _DAMAGE as error:
        found.fault, found.unread = _told(error), _code(error) in _NOT_NOW
    finally:
        db.close()
    return found


def whole(path: Path) -> str:
    """What SQLite finds wrong with any database file; empty when nothing (or when it is not there)."""
    if not path.exists() or not os.path.getsize(path):
        return ""
    with open(path, "rb") as stream:
        if stream.read(len(_MAGIC)) != _MAGIC:  # a file too short for a header is an empty database to SQLite
            return "file is not a database"
    try:
        db = _opened(path)
    except _DAMAGE as error:
        return _told(error)
    try:
        rows = [str(row[0]) for row in db.execute(f"PRAGMA integrity_check({_MOST})")]
    except _DAMAGE as error:
        return _told(error)
    finally:
        db.close()
    return "" if rows == ["ok"] else "; ".join(rows)


def _opened(path: Path) -> sqlite3.Connection:
    """A connection that only reads. On a read-only or full disk SQLite must be told that nobody else writes, or it
    wants to make its ``-shm`` file there. Raises sqlite3.Error."""
    uri = f"{path.absolute().as_uri()}?mode=ro"
    db = sqlite3.connect(uri, uri=True, timeout=2.0, isolation_level=None)
    try:
        db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.OperationalError as error:
        db.close()
        wal = Path(f"{path}-wal")
        no_room = _code(error) in _NO_ROOM or not os.access(path.parent, os.W_OK)
        if not no_room or (wal.exists() and wal.stat().st_size):
            raise
        db = sqlite3.connect(f"{uri}&immutable=1", uri=True, timeout=2.0, isolation_level=None)
    except _DAMAGE:
        db.close()
        raise
    return db


def _told(error: Exception) -> str:
    """What is wrong in SQLite's words; where those cannot even be decoded, for they quote what is damaged, in ours."""
    return str(error) if isinstance(error, sqlite3.Error) else "what it holds cannot be read"


def _code(error: Exception) -> int:
    """SQLite's primary result code."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _fault(db: sqlite3.Connection) -> str:
    if db.execute("PRAGMA application_id").fetchone()[0] != APPLICATION:
        return "not an index of cogmem"
    if db.execute("PRAGMA user_version").fetchone()[0] != VERSION:
        return "made by another version"
    rows = [str(row[0]) for row in db.execute(f"PRAGMA integrity_check({_MOST})")]
    return "" if rows == ["ok"] else "; ".join(rows)


def _count(db: sqlite3.Connection, found: Health, root: Path, logs_dir: str) -> None:
    found.entries = int(db.execute("SELECT entries FROM total").fetchone()[0])
    known = dict(db.execute("SELECT source, stamp FROM file").fetchall())
    found.files = len(known)
    seen = scan(str(root), logs_dir, known)
    names = set(seen.names)
    changed = [
        source
        for source in seen.changed
        if known.get(source) != 0
        and not (source not in known and source.endswith(COMPACT) and full_log(source) in names)
    ]
    found.stale = len(changed) + sum(1 for source in known if source not in names)
    for n, embedder, dimensions in db.execute("SELECT n, id, dimensions FROM embedder").fetchall():
        found.odd += _odd(db, int(n), int(dimensions))
        found.refused += int(db.execute(f"SELECT count(*) FROM refused_{int(n)}").fetchone()[0])
        done = db.execute(f"SELECT count(*) FROM slot_{int(n)} WHERE pos IS NOT NULL AND window = 0").fetchone()[0]
        found.pending.append((str(embedder), found.entries - int(done)))
    rows = db.execute("SELECT source, problems FROM file WHERE problems IS NOT NULL ORDER BY source LIMIT 50")
    for source, text in rows:
        found.problems += [(str(source), int(line), str(message)) for line, message in json.loads(text)]


def _odd(db: sqlite3.Connection, n: int, dimensions: int) -> int:
    """How many vectors of an embedder cannot be compared: not finite, or not of length 1."""
    import numpy as np

    from cogmem.index.vectors import read_slots

    slots = [int(slot) for (slot,) in db.execute(f"SELECT slot FROM slot_{n} WHERE pos IS NOT NULL ORDER BY slot")]
    odd = 0
    for start in range(0, len(slots), _AT_ONCE):
        lengths = (read_slots(db, n, slots[start : start + _AT_ONCE], dimensions).astype(np.float64) ** 2).sum(1)
        odd += int((~(np.abs(lengths - 1) < _SLACK)).sum())  # NaN passes no comparison
    return odd
