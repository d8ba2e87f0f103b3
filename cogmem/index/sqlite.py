"""Opening the derived index so that damage, another version, a read-only disk or a second process is never an accident.

What cannot be used is set aside as ``vectors.db.corrupt-<n>`` and made again; ``Index.notices`` says so once. A file
that is not ours (``cogmem.index.ours``) is never touched, whatever ``db_path`` says: NotOursError. SQLite's own errors
leave this room as cogmem's: busy, read-only or full, damaged.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Callable, Iterator

from cogmem.errors import BusyError, CogmemError, IndexDamagedError, ReadOnlyError
from cogmem.files import lock
from cogmem.index.connection import BUSY_MS, connect, create, fault_of
from cogmem.index.faults import ODD, damaged, translated, unwritable
from cogmem.index.ours import NAME, index_is_mine, index_may_go
from cogmem.ledger.ours import not_ours, require_mine
from cogmem.messages import MESSAGES, say

_ATTEMPTS = 8
_COMPANIONS = ("-wal", "-shm", "-journal")


class Index:
    """A connection to the index of one project; one per thread. Use as a context manager, or ``close`` it.

    ``writable`` is False for a disk that cannot be written; ``path`` is None when there is nothing to read there and
    the index lives in memory. ``notices``: what the user should hear once."""

    def __init__(self, path: str | None) -> None:
        self.path = path
        self.db: sqlite3.Connection
        self.writable = True
        self.rebuilt = False
        self.notices: list[str] = []
        self._inode = 0

    @classmethod
    def open(cls, path: str | os.PathLike[str], *, create: bool = True) -> Index:
        """Open or create. Raises BusyError, NotOursError; FileNotFoundError when not there and ``create`` is False."""
        index = cls(os.fspath(path))
        if not create and not os.path.exists(path):
            raise FileNotFoundError(os.fspath(path))
        index._open()
        return index

    def __enter__(self) -> Index:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection; twice does no harm."""
        self.db.close()

    @property
    def words(self) -> bool:
        """Whether the full-text table exists (SQLite with FTS5)."""
        return bool(self.db.execute("SELECT words FROM total").fetchone()[0])

    def current(self) -> bool:
        """Whether the file at ``path`` is still the one that is open; reopens it if somebody replaced or removed it.

        Returns False after reopening: whoever keeps a copy in memory starts anew."""
        if self.path is None or _inode(self.path) == self._inode:
            return True
        self.db.close()
        self._open()
        return False

    @contextlib.contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """One write transaction (BEGIN IMMEDIATE); rolled back when the block raises."""
        if not self.writable:
            raise unwritable(self.path, self.path)
        with self.errors(), self._sane():
            self.db.execute("BEGIN IMMEDIATE")
            try:
                yield self.db
                self.db.execute("COMMIT")
            finally:
                if self.db.in_transaction:
                    self.db.execute("ROLLBACK")

    @contextlib.contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Several reads of one state. Inside a write transaction it is that one."""
        with self.errors(), self._sane():
            if self.db.in_transaction:
                yield self.db
                return
            self.db.execute("BEGIN")
            try:
                yield self.db
            finally:
                self.db.execute("ROLLBACK")

    @contextlib.contextmanager
    def errors(self) -> Iterator[None]:
        """Turn SQLite's errors into BusyError, ReadOnlyError or IndexDamagedError."""
        try:
            yield
        except sqlite3.DatabaseError as error:
            known = translated(error, self.path)
            if known is None:
                raise
            raise known from error
        except UnicodeDecodeError as error:
            raise damaged(error.reason, self.path) from error

    @contextlib.contextmanager
    def _sane(self) -> Iterator[None]:
        """Values that no index holds (a text that is not UTF-8, a blob of odd length) are damage too."""
        try:
            yield
        except ODD as error:
            raise damaged(f"{type(error).__name__}: {error}", self.path) from error

    def pending_moves(self) -> list[tuple[str, str]]:
        """[(old id, new id)] that the ledger has not been told, oldest first."""
        return self.db.execute("SELECT old, new FROM moved ORDER BY n").fetchall()

    def tell_moves(self, apply: Callable[[list[tuple[str, str]]], object]) -> int:
        """Hand the pending moves to ``apply`` (the ledger's ``apply_moves``) and forget them; returns how many."""
        rows = self.db.execute("SELECT n, old, new FROM moved ORDER BY n").fetchall()
        if rows and self.writable:
            apply([(old, new) for _, old, new in rows])
            with self.writing() as db:
                db.execute("DELETE FROM moved WHERE n <= ?", (rows[-1][0],))
        return len(rows)

    def set_aside(self, reason: str) -> None:
        """Move what is at ``path`` away and open a new, empty index. The next ``sync`` fills it."""
        self.db.close()
        if self.path is None:
            raise damaged(":memory:")
        self._replace(reason)
        self._open()

    def _open(self) -> None:
        for _ in range(_ATTEMPTS):
            self.writable = True
            try:
                reason = self._connect()
                if reason is None and (self.writable or not self._replaced()):
                    return
                if reason is None or not self.writable:
                    raise unwritable(self.path, self.path)
            except ReadOnlyError:
                self._close_quietly()
                if not self._replaced():
                    raise
                continue
            self._close_quietly()
            self._replace(reason)
        raise damaged(str(self.path), self.path)

    def _replaced(self) -> bool:
        """Whether another process has put the file away since we looked at it; waits until it is done with that.

        While a file and its companions are moved, SQLite says of them what it says of a disk that is read-only."""
        assert self.path is not None
        try:
            with lock(self.path + ".lock", BUSY_MS / 1000):
                return _inode(self.path) != self._inode
        except ReadOnlyError:
            return False

    def _replace(self, reason: str) -> None:
        """Move the file away, unless another process did so meanwhile."""
        assert self.path is not None
        with lock(self.path + ".lock", BUSY_MS / 1000):
            if self._inode and _inode(self.path) == self._inode:
                if not index_may_go(self.path):
                    raise not_ours(self.path)
                aside = os.path.basename(_move_away(self.path))
                why = say(None, reason) if reason in MESSAGES else reason
                self.notices.append(say(None, "index.set_aside", reason=why, name=aside))
        self.rebuilt = True

    def _connect(self) -> str | None:
        """Open whatever way works; returns why what is there cannot be used, or None."""
        assert self.path is not None
        self._inode = _inode(self.path)
        wrong: CogmemError | None = None
        try:
            os.makedirs(os.path.dirname(self.path) or ".", exist_ok=True)
            self.db = connect(self.path)
            self.writable = os.access(self.path, os.W_OK)
            return self._prepared()
        except ODD:
            self._close_quietly()
            return "index.reason_damaged"
        except (sqlite3.DatabaseError, OSError, ReadOnlyError) as error:
            if isinstance(error, sqlite3.DatabaseError):
                wrong = translated(error, self.path)
            self._close_quietly()
            if isinstance(wrong, IndexDamagedError):
                return "index.reason_damaged"
            if isinstance(wrong, BusyError):
                raise wrong from error
            return self._connect_read_only()

    def _connect_read_only(self) -> str | None:
        """mode=ro; immutable only when no write-ahead log waits; an index in memory when there is no file."""
        assert self.path is not None
        if not os.path.exists(self.path):
            if self._inode:
                raise unwritable(self.path, self.path)
            return self.move_into_memory()
        self.writable = False
        uri = "file:" + _quoted(self.path)
        waiting = os.path.exists(self.path + "-wal") and os.path.getsize(self.path + "-wal") > 0
        for options in ("?mode=ro",) if waiting else ("?mode=ro", "?mode=ro&immutable=1"):
            try:
                self.db = sqlite3.connect(uri + options, uri=True, isolation_level=None, check_same_thread=False)
                require_mine(self.db, self.path, index_is_mine, NAME)
                fault = fault_of(self.db)
                return self.move_into_memory() if fault == "empty" else fault  # no room was left for its tables
            except sqlite3.DatabaseError as error:
                self._close_quietly()
                wrong = translated(error, self.path)
                if isinstance(wrong, IndexDamagedError):
                    return "index.reason_damaged"
        raise ReadOnlyError(
            say(None, "index.unreadable", text=self.path), hint=say(None, "index.unwritable_hint"), file=self.path
        )

    def move_into_memory(self) -> str | None:
        """An index that cannot be written and holds nothing yet lives in memory for this run."""
        self._close_quietly()
        self.notices.append(say(None, "index.in_memory"))
        self.path, self._inode, self.writable = None, 0, True
        self.db = connect(":memory:")
        return self._prepared()

    def _prepared(self) -> str | None:
        """Create the tables in an empty file; otherwise say what is wrong with it, if anything is."""
        fault = fault_of(self.db)
        if fault == "empty":
            with lock(self.path + ".lock", BUSY_MS / 1000) if self.path else contextlib.nullcontext():
                self.db.execute("BEGIN IMMEDIATE")
                try:
                    if fault_of(self.db) == "empty":
                        create(self.db)
                    self.db.execute("COMMIT")
                finally:
                    if self.db.in_transaction:
                        self.db.execute("ROLLBACK")
                self._inode = _inode(self.path) if self.path else 0
            fault = fault_of(self.db)
        return fault

    def _close_quietly(self) -> None:
        if hasattr(self, "db"):
            self.db.close()


def _move_away(path: str) -> str:
    n = 1
    while os.path.exists(f"{path}.corrupt-{n}"):
        n += 1
    aside = f"{path}.corrupt-{n}"
    for suffix in _COMPANIONS:
        if os.path.exists(path + suffix):
            os.replace(path + suffix, aside + suffix)
    os.replace(path, aside)
    return aside


def _inode(path: str) -> int:
    try:
        return os.stat(path).st_ino
    except OSError:
        return 0


def _quoted(path: str) -> str:
    from urllib.parse import quote

    return quote(path)
