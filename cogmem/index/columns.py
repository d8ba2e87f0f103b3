"""What recall asks of every entry, as NumPy columns over all entries in the order of ``entry.pos``."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from cogmem.index.schema import FORGOTTEN, LOW_TRUST, PINNED, QUESTION, TIMED

_KINDS = {
    "pos": np.int64,
    "ids": object,
    "file": np.int64,
    "flags": np.int64,
    "arousal": np.float64,
    "chars": np.int64,
    "lengths": np.int64,
    "script": np.int8,
    "session": object,
    "speaker": object,
    "category": object,
    "origin": object,
    "kind": object,
    "supersedes": object,
}
_SELECT = (
    "SELECT pos, id, file, flags, arousal, chars, length, script, session, speaker, category, origin, kind, "
    "supersedes, "
    "terms FROM entry"
)


class Columns:
    """Each (N,). ``ids`` str, ``file`` number of the log, ``arousal`` [0, 1], ``chars`` of the text, ``lengths`` terms,
    ``script`` a place in ``schema.SCRIPTS``, ``session``/``speaker``/``supersedes`` str or None, ``category``,
    ``origin``, ``kind`` str; and what follows from them: ``pinned``, ``forgotten``, ``low_trust``, ``question``,
    ``timed``, ``superseded`` bool,
    ``superseded_on`` the first day (ordinal) on which another entry superseded it, or a day that never comes."""

    NEVER = 1 << 40

    def __init__(self, values: dict[str, npt.NDArray[Any]]) -> None:
        self._values = values
        self._derived: dict[str, npt.NDArray[Any]] = {}

    @classmethod
    def empty(cls) -> Columns:
        return cls({name: np.zeros(0, kind) for name, kind in _KINDS.items()})

    def replaced(self, gone: npt.NDArray[np.int64], new: Columns) -> Columns:
        """Without the rows at the places ``gone``, and with all of ``new`` where their pos belongs."""
        kept = np.delete(self._values["pos"], gone)
        places = np.searchsorted(kept, new._values["pos"])
        return Columns(
            {name: np.insert(np.delete(self._values[name], gone), places, new._values[name]) for name in _KINDS}
        )

    def __getattr__(self, name: str) -> npt.NDArray[Any]:
        if name.startswith("__"):
            raise AttributeError(name)
        values = self.__dict__.get("_values", {})
        if name in values:
            return values[name]
        if name not in _DERIVED:
            raise AttributeError(name)
        if name not in self._derived:
            self._derived[name] = _DERIVED[name](self)
        return self._derived[name]


def read_columns(db: sqlite3.Connection, since: int) -> tuple[Columns, list[bytes]]:
    """(columns, terms blobs) of entries changed after generation ``since``; -1 for all."""
    if since < 0:
        rows = db.execute(_SELECT + " ORDER BY pos").fetchall()
    else:
        rows = db.execute(_SELECT + " WHERE change > ? ORDER BY +pos", (since,)).fetchall()
    if not rows:
        return Columns.empty(), []
    *lists, blobs = zip(*rows, strict=True)
    values: dict[str, npt.NDArray[Any]] = {}
    for (name, kind), column in zip(_KINDS.items(), lists, strict=True):
        if kind is object:
            values[name] = np.fromiter(column, object, len(column))
        else:
            values[name] = np.array(column, kind)
    return Columns(values), list(blobs)


def _flag(bit: int) -> Callable[[Columns], npt.NDArray[Any]]:
    return lambda columns: (columns.flags & bit) != 0


def _superseded_on(columns: Columns) -> npt.NDArray[Any]:
    from cogmem.index.analysis import DAY_SHIFT

    first: dict[str, int] = {}
    naming = np.flatnonzero((columns.supersedes != None) & ~columns.forgotten)  # noqa: E711
    for k in naming:
        target, day = columns.supersedes[k], int(columns.pos[k]) >> DAY_SHIFT
        first[target] = min(first.get(target, Columns.NEVER), day)
    if not first:
        return np.full(len(columns.pos), Columns.NEVER, np.int64)
    return np.array([first.get(id, Columns.NEVER) for id in columns.ids], np.int64)


_DERIVED = {
    "pinned": _flag(PINNED),
    "forgotten": _flag(FORGOTTEN),
    "low_trust": _flag(LOW_TRUST),
    "question": _flag(QUESTION),
    "timed": _flag(TIMED),
    "superseded_on": _superseded_on,
    "superseded": lambda columns: columns.superseded_on < Columns.NEVER,
}
