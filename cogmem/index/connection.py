"""One connection to an index: its pragmas, its tables, and what of them is missing or of another version."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable

from cogmem import clock
from cogmem.errors import CogmemError
from cogmem.files import lock
from cogmem.index.faults import CODES_BUSY, ODD
from cogmem.index.ours import NAME, index_is_mine
from cogmem.index.schema import APPLICATION, NAMES, TABLES, VERSION, WORDS
from cogmem.ledger.ours import require_mine

BUSY_MS = 15_000
"""How long a statement waits for another process, in milliseconds."""


def connect(path: str) -> sqlite3.Connection:
    """A connection in WAL mode. SQLite does not wait for its turn to change the mode, so that is done under a lock."""
    db = sqlite3.connect(path, timeout=BUSY_MS / 1000, isolation_level=None, check_same_thread=False)
    try:
        require_mine(db, path, index_is_mine, NAME)
        if db.execute("PRAGMA journal_mode").fetchone()[0] != "wal" and path != ":memory:":
            with lock(path + ".lock", BUSY_MS / 1000):
                with_patience(lambda: db.execute("PRAGMA journal_mode=WAL"))
        db.execute("PRAGMA synchronous=NORMAL")
        db.execute("PRAGMA temp_store=MEMORY")
        db.execute("PRAGMA cache_size=-16000")
    except (sqlite3.DatabaseError, CogmemError, *ODD):
        db.close()
        raise
    return db


def with_patience(work: Callable[[], object], seconds: float = BUSY_MS / 1000) -> None:
    """Do what SQLite refuses at once when another connection is there, again and again until the time is over."""
    end = clock.monotonic() + seconds
    while True:
        try:
            work()
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF not in CODES_BUSY or clock.monotonic() > end:
                raise
            time.sleep(0.01)


def has_words(db: sqlite3.Connection) -> bool:
    """Whether this SQLite has FTS5 with the trigram tokenizer."""
    try:
        db.execute("CREATE VIRTUAL TABLE temp.probe USING fts5(x, tokenize='trigram')")
        db.execute("DROP TABLE temp.probe")
    except sqlite3.OperationalError:
        return False
    return True


def fault_of(db: sqlite3.Connection) -> str | None:
    """``empty``, what else is wrong in words, or None. Raises sqlite3.DatabaseError for damage.

    One state of the file is looked at, for another process may be creating the tables."""
    if db.in_transaction:
        return _fault_now(db)
    db.execute("BEGIN")
    try:
        return _fault_now(db)
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")


def _fault_now(db: sqlite3.Connection) -> str | None:
    version = db.execute("PRAGMA user_version").fetchone()[0]
    names = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not names and not version:
        return "empty"
    if version != VERSION or db.execute("PRAGMA application_id").fetchone()[0] != APPLICATION:
        return "index.reason_version"
    if not names >= NAMES or not names >= {
        f"{kind}_{n}" for (n,) in db.execute("SELECT n FROM embedder") for kind in ("slot", "block", "refused")
    }:
        return "index.reason_damaged"
    row = db.execute("SELECT words FROM total").fetchone()
    if row is None or (row[0] and not names >= {"word", "near"}):
        return "index.reason_damaged"
    return None if row[0] or not has_words(db) else "index.reason_words"


def create(db: sqlite3.Connection) -> None:
    from random import getrandbits

    words = has_words(db)
    for statement in (TABLES + (WORDS if words else "")).split(";\n"):
        if statement.strip():
            db.execute(statement)
    db.execute("INSERT INTO total VALUES(1, ?, 0, 0, 0, 0, '', ?)", (getrandbits(62), int(words)))
    db.execute(f"PRAGMA application_id={APPLICATION}")
    db.execute(f"PRAGMA user_version={VERSION}")
