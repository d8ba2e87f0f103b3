"""All vectors of one embedder in memory: a dense float32 matrix, which entry each row belongs to, and class sums.

Rows are in no order; a vector that goes is replaced by the last one. The sums are exact: vectors are rounded to
multiples of 2**-20 for them, whose sums have no rounding error, so that a mean does not depend on the order in
which vectors came (DESIGN asks for means in float64 in id order; these are the same whatever the order).
"""

from __future__ import annotations

import sqlite3

import numpy as np
import numpy.typing as npt

from cogmem.index.schema import BLOCK, SCRIPTS
from cogmem.index.vectors import Vectors, read_slots

GRID = float(1 << 20)
_EXACT = 16
_CHUNK = 1024
_SPARE = 1024


class Matrix:
    """``rows`` (M, d) float32, ``owners`` (M,) entry.pos, ``windows`` (M,), ``sums`` (scripts, d) float64 of whole
    numbers, ``counts`` (scripts,)."""

    def __init__(self, n: int, dimensions: int) -> None:
        self.n, self.dimensions, self.size = n, dimensions, 0
        self._rows = np.zeros((0, dimensions), np.float32)
        self._owners = np.zeros(0, np.int64)
        self._windows = np.zeros(0, np.int32)
        self._scripts = np.zeros(0, np.int8)
        self._slots = np.zeros(0, np.int64)
        self._row_of: dict[int, int] = {}
        self.sums = np.zeros((len(SCRIPTS), dimensions))
        self.counts = np.zeros(len(SCRIPTS), np.int64)

    @property
    def rows(self) -> Vectors:
        return self._rows[: self.size]

    @property
    def owners(self) -> npt.NDArray[np.int64]:
        return self._owners[: self.size]

    @property
    def windows(self) -> npt.NDArray[np.int32]:
        return self._windows[: self.size]

    def load(self, db: sqlite3.Connection, script_of: ScriptOf) -> None:
        """Read the whole table."""
        found = np.array(
            db.execute(f"SELECT slot, pos, window FROM slot_{self.n} WHERE pos IS NOT NULL ORDER BY slot").fetchall(),
            np.int64,
        ).reshape(-1, 3)
        self._grow(len(found))
        slots = found[:, 0]
        ends = np.searchsorted(
            slots, np.arange(0, (int(slots[-1]) // BLOCK + 2) * BLOCK if len(slots) else BLOCK, BLOCK)
        )
        for block, data in db.execute(f"SELECT block, data FROM block_{self.n} ORDER BY block"):
            if block + 1 >= len(ends):
                continue
            start, end = int(ends[block]), int(ends[block + 1])
            table = np.frombuffer(data, "<f4").reshape(BLOCK, self.dimensions)
            self._rows[start:end] = table if end - start == BLOCK else table[slots[start:end] - block * BLOCK]
        count = self.size = len(found)
        self._slots[:count], self._owners[:count], self._windows[:count] = slots, found[:, 1], found[:, 2]
        self._scripts[:count] = script_of(found[:, 1])
        self._row_of = dict(zip(slots.tolist(), range(count), strict=True))
        self._sum(slice(0, count), 1)

    def update(self, db: sqlite3.Connection, since: int, script_of: ScriptOf) -> bool:
        """Take over the slots that changed after generation ``since``; returns whether there were any."""
        changed = db.execute(f"SELECT slot, pos, window FROM slot_{self.n} WHERE change > ?", (since,)).fetchall()
        for slot, _, _ in changed:
            if slot in self._row_of:
                self._remove(self._row_of[slot])
        added = [row for row in changed if row[1] is not None]
        if added:
            self._grow(self.size + len(added))
            start, end = self.size, self.size + len(added)
            self._rows[start:end] = read_slots(db, self.n, [row[0] for row in added], self.dimensions)
            table = np.array(added, np.int64)
            self._slots[start:end], self._owners[start:end], self._windows[start:end] = table.T
            self._scripts[start:end] = script_of(table[:, 1])
            self._row_of.update((slot, start + k) for k, (slot, _, _) in enumerate(added))
            self.size = end
            self._sum(slice(start, end), 1)
        return bool(changed)

    def _remove(self, row: int) -> None:
        self._sum(slice(row, row + 1), -1)
        last = self.size - 1
        del self._row_of[int(self._slots[row])]
        if row != last:
            for column in (self._rows, self._owners, self._windows, self._scripts, self._slots):
                column[row] = column[last]
            self._row_of[int(self._slots[row])] = row
        self.size = last

    def _grow(self, size: int) -> None:
        have = len(self._rows)
        if size <= have:
            return
        room = max(size + size // 16, have + have // 8) + _SPARE
        rows = np.empty((room, self.dimensions), np.float32)
        rows[: self.size] = self.rows
        self._rows = rows
        for name in ("_owners", "_windows", "_scripts", "_slots"):
            old = getattr(self, name)
            new = np.zeros(room, old.dtype)
            new[: self.size] = old[: self.size]
            setattr(self, name, new)

    def _sum(self, part: slice, sign: int) -> None:
        """Add (or take away) rows to the sums of their script classes, exactly."""
        for start in range(part.start, part.stop, _CHUNK):
            rows = self._rows[start : min(part.stop, start + _CHUNK)]
            scripts = self._scripts[start : start + len(rows)]
            for k in np.unique(scripts):
                mine = scripts == k
                self.sums[k] += sign * _whole(rows if mine.all() else rows[mine])
                self.counts[k] += sign * int(mine.sum())


def _whole(rows: Vectors) -> npt.NDArray[np.float64]:
    """The sum of rows in units of 1 / GRID: float32 sums of 16 whole numbers below 2**20 are exact, and so are float64
    sums of those."""
    scaled = rows * np.float32(GRID)
    np.rint(scaled, out=scaled)
    even = len(scaled) // _EXACT * _EXACT
    parts = scaled[:even].reshape(-1, _EXACT, scaled.shape[1]).sum(1)
    return parts.sum(0, dtype=np.float64) + scaled[even:].sum(0, dtype=np.float64)


class ScriptOf:
    """Script class (place in SCRIPTS) of entries by pos."""

    def __init__(self, pos: npt.NDArray[np.int64], script: npt.NDArray[np.int8]) -> None:
        self._pos, self._script = pos, script

    def __call__(self, wanted: npt.NDArray[np.int64]) -> npt.NDArray[np.int8]:
        if not len(self._pos):
            return np.zeros(len(wanted), np.int8)
        return self._script[np.minimum(np.searchsorted(self._pos, wanted), len(self._pos) - 1)]
