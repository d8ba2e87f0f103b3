"""The durable ledger, ``memory/ledger.db``: what use adds and no text holds. Losing it loses statistics, no memory.

Rows of entries that are absent now (another branch) are kept. A damaged file is set aside, never thrown away; one made
by a newer cogmem is read and not written; one of another program is not touched (NotOursError).
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from collections.abc import Iterator

from cogmem import clock
from cogmem.errors import BusyError, CogmemError, NotOursError, ReadOnlyError
from cogmem.files import lock
from cogmem.ledger.boosts import Boosts
from cogmem.ledger.migrations import STEPS, TABLES, migrate, version
from cogmem.ledger.notes import Notes
from cogmem.ledger.ours import NAME, ledger_is_mine, may_replace, not_ours, require_mine
from cogmem.ledger.sessions import Sessions
from cogmem.messages import say

BUSY_SECONDS = 15.0
_DAMAGED, _BUSY = frozenset({11, 26}), frozenset({5, 6})


class Ledger(Boosts, Notes, Sessions):
    """One connection; one per thread. ``writable`` is False for a read-only place or a newer format; writing then
    raises ReadOnlyError. ``notices``: what the user should hear once."""

    def __init__(self, db: sqlite3.Connection, path: str, writable: bool, notices: list[str]) -> None:
        self.db = db
        self.path = path
        self.writable = writable
        self.notices = notices

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> Ledger:
        """Open, create or bring forward. Raises BusyError, ReadOnlyError, NotOursError."""
        file = os.fspath(path)
        notices: list[str] = []
        for _ in range(3):
            inode = _inode(file)
            try:
                db, writable = _connect(file, notices)
                return cls(db, file, writable, notices)
            except sqlite3.DatabaseError as error:
                if getattr(error, "sqlite_errorcode", 0) & 0xFF not in _DAMAGED and "no such table" not in str(error):
                    raise translated(error, file) from error
                aside = _set_aside(file, inode)
                if aside:
                    notices.append(say(None, "ledger.set_aside", name=aside))
        raise _unwritable(file, file)

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection; twice does no harm."""
        self.db.close()

    @contextlib.contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """One write transaction; inside another it is that one."""
        if not self.writable:
            raise _unwritable(self.path, self.path)
        if self.db.in_transaction:
            yield self.db
            return
        try:
            self.db.execute("BEGIN IMMEDIATE")
            try:
                yield self.db
                self.db.execute("COMMIT")
            finally:
                if self.db.in_transaction:
                    self.db.execute("ROLLBACK")
        except sqlite3.DatabaseError as error:
            raise translated(error, self.path) from error

    def export(self) -> Iterator[tuple[str, dict[str, object]]]:
        """Every row of every table, as (table, {column: value})."""
        for table in TABLES:
            cursor = self.db.execute(f"SELECT * FROM {table} ORDER BY 1, 2")
            names = [column[0] for column in cursor.description]
            for row in cursor:
                yield table, dict(zip(names, row, strict=True))


def translated(error: sqlite3.DatabaseError, path: str) -> CogmemError:
    """What SQLite's error means for the caller."""
    if getattr(error, "sqlite_errorcode", 0) & 0xFF in _BUSY:
        return BusyError(say(None, "ledger.busy"), hint=say(None, "index.busy_hint"), file=path)
    return _unwritable(error, path)


def _unwritable(what: object, path: str) -> ReadOnlyError:
    return ReadOnlyError(say(None, "ledger.unwritable", text=what), hint=say(None, "ledger.unwritable_hint"), file=path)


def _connect(path: str, notices: list[str]) -> tuple[sqlite3.Connection, bool]:
    try:
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        _make_private(path)
        db = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        try:
            require_mine(db, path, ledger_is_mine, NAME)
            if version(db) > len(STEPS):
                notices.append(say(None, "ledger.newer"))
                return db, False
            if not os.access(path, os.W_OK) and os.path.exists(path):
                raise sqlite3.OperationalError("attempt to write a readonly database")
            db.execute("PRAGMA synchronous=FULL")
            if version(db) < len(STEPS) or db.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
                with lock(path + ".lock", BUSY_SECONDS):
                    _write_ahead(db)
                    migrate(db, clock.stamp())
            db.execute("SELECT count(*) FROM migration").fetchone()
        except (sqlite3.DatabaseError, NotOursError):
            db.close()
            raise
        return db, True
    except (sqlite3.OperationalError, OSError, ReadOnlyError) as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in _BUSY:
            raise
        return _connect_read_only(path, notices), False


def _make_private(path: str) -> None:
    """A new ledger is the user's alone: it holds what was said in sessions. A file that is there is not touched: to
    close any handle to it would take away the locks of this process's other connections."""
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))


def _write_ahead(db: sqlite3.Connection) -> None:
    """Switch to a write-ahead log. SQLite does not wait for its turn here, so this asks again and again."""
    end = clock.monotonic() + BUSY_SECONDS
    while True:
        try:
            db.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF not in _BUSY or clock.monotonic() > end:
                raise
            time.sleep(0.01)


def _connect_read_only(path: str, notices: list[str]) -> sqlite3.Connection:
    """What can be read of it; an empty ledger in memory when there is none."""
    from urllib.parse import quote

    if os.path.exists(path):
        waiting = os.path.exists(path + "-wal") and os.path.getsize(path + "-wal") > 0
        for options in ("?mode=ro",) if waiting else ("?mode=ro", "?mode=ro&immutable=1"):
            db = sqlite3.connect(
                f"file:{quote(path)}{options}", uri=True, isolation_level=None, check_same_thread=False
            )
            try:
                require_mine(db, path, ledger_is_mine, NAME)
                db.execute("SELECT count(*) FROM migration").fetchone()
                return db
            except (sqlite3.OperationalError, NotOursError) as error:
                db.close()
                if isinstance(error, NotOursError):
                    raise
    notices.append(say(None, "ledger.not_counted"))
    db = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    migrate(db, clock.stamp())
    return db


def _inode(path: str) -> int:
    try:
        return os.stat(path).st_ino
    except OSError:
        return 0


def _set_aside(path: str, inode: int) -> str:
    """The new name of the file with this ``inode``; "" when another process has put it away meanwhile."""
    with lock(path + ".lock", BUSY_SECONDS):
        if _inode(path) != inode:
            return ""
        if not may_replace(path, ledger_is_mine, NAME):
            raise not_ours(path)
        n = 1
        while os.path.exists(f"{path}.corrupt-{n}"):
            n += 1
        for suffix in ("-wal", "-shm", ""):
            if os.path.exists(path + suffix):
                os.replace(path + suffix, f"{path}.corrupt-{n}{suffix}")
    return os.path.basename(f"{path}.corrupt-{n}")
