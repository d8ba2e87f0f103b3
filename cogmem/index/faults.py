"""What goes wrong with a database file, in cogmem's words: SQLite's errors become busy, unwritable or damaged."""

from __future__ import annotations

import sqlite3
import struct

from cogmem.errors import BusyError, CogmemError, IndexDamagedError, ReadOnlyError
from cogmem.messages import say

_CODES_DAMAGED = frozenset({1, 11, 19, 26})
"""ERROR (our statements are right, so it is the tables that are not what they say), CORRUPT, CONSTRAINT, NOTADB."""
CODES_BUSY = frozenset({5, 6})
_CODES_UNWRITABLE = frozenset({3, 8, 10, 13, 14})  # PERM, READONLY, IOERR, FULL, CANTOPEN
ODD = (struct.error, TypeError, ValueError, OverflowError)
"""What reading raises for values that no index holds, and (UnicodeDecodeError) for SQLite's words that quote them."""


def damaged(what: str, path: str | None = None) -> IndexDamagedError:
    """The error for an index that cannot be used as it is."""
    return IndexDamagedError(say(None, "index.damaged", text=what), hint=say(None, "index.damaged_hint"), file=path)


def unwritable(what: object, path: str | None) -> ReadOnlyError:
    """The error for an index that may not or cannot be written."""
    return ReadOnlyError(say(None, "index.unwritable", text=what), hint=say(None, "index.unwritable_hint"), file=path)


def translated(error: sqlite3.DatabaseError, path: str | None) -> CogmemError | None:
    """What SQLite's error means for the caller; None for what is a mistake in the program or a lack of memory."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    text = str(error)
    if code in CODES_BUSY:
        return BusyError(say(None, "index.busy"), hint=say(None, "index.busy_hint"), file=path)
    if code in _CODES_UNWRITABLE:
        return unwritable(text, path)
    if code in _CODES_DAMAGED or "Could not decode" in text:
        return damaged(text, path)
    return None
