"""Entries for reading on: pages from the newest to the oldest, counts, and what holds certain words.

Within a day the order is that of the logs, last line first. A page's cursor names the last entry shown, so that pages
stay put while new entries arrive. Forgotten entries are left out everywhere; ``superseded`` marks superseded ones.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from cogmem.index.analysis import DAY_SHIFT, ordinal
from cogmem.index.places import columns
from cogmem.index.rows import chunks, entries_at
from cogmem.index.schema import FORGOTTEN, PINNED
from cogmem.model import KINDS, Entry

Spot = tuple[int, str, int]
"""(day as a proleptic ordinal, log's path, line): where an entry stands in the order; larger is newer."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a list shows: some categories (empty: all), texts that hold every word, one day (``YYYY-MM-DD``)."""

    categories: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    day: str = ""

    def clause(self) -> tuple[str, list[object]]:
        """An SQL condition on ``e`` and its parameters."""
        parts = [f"(e.flags & {FORGOTTEN}) = 0"]
        values: list[object] = []
        if self.categories:
            parts.append(f"e.category IN ({','.join('?' * len(self.categories))})")
            values += self.categories
        if self.day:
            first = ordinal(self.day) << DAY_SHIFT
            parts.append("e.pos >= ? AND e.pos < ?")
            values += [first, first + (1 << DAY_SHIFT)]
        for word in self.words:
            parts.append(r"(e.title || char(10) || e.body) LIKE ? ESCAPE '\'")
            values.append("%" + word.replace("\\", "\\\\").replace("%", r"\%").replace("_", r"\_") + "%")
        return " AND ".join(parts), values


def newest(
    db: sqlite3.Connection, wanted: Wanted, limit: int, before: Spot | None = None
) -> tuple[list[Entry], Spot | None]:
    """Up to ``limit`` entries older than ``before``, newest first, and the spot after which more follow (or None)."""
    clause, values = wanted.clause()
    if before is not None:
        clause += " AND e.pos < ?"
        values.append((before[0] + 1) << DAY_SHIFT)
    found: list[tuple[Spot, int]] = []
    for day in _days(db.execute(f"SELECT e.pos, e.file FROM entry e WHERE {clause} ORDER BY e.pos DESC", values)):
        spots = _spots(db, day)
        found += [pair for pair in sorted(spots, reverse=True) if before is None or pair[0] < before]
        if len(found) > limit:
            break
    page = found[:limit]
    entries = entries_at(db, [pos for _, pos in page])
    more = page[-1][0] if len(found) > limit else None
    return [entries[pos] for _, pos in page if pos in entries], more


def total(db: sqlite3.Connection, wanted: Wanted) -> int:
    """How many entries a list has."""
    clause, values = wanted.clause()
    return int(db.execute(f"SELECT count(*) FROM entry e WHERE {clause}", values).fetchone()[0])


def categories(db: sqlite3.Connection) -> dict[str, int]:
    """Entries per category, the most frequent first."""
    clause, values = Wanted().clause()
    rows = db.execute(f"SELECT e.category, count(*) FROM entry e WHERE {clause} GROUP BY 1 ORDER BY 2 DESC, 1", values)
    return dict(rows.fetchall())


def kinds(db: sqlite3.Connection) -> dict[str, int]:
    """Entries per kind (``entry``, ``line``, ``summary``), all three, in this order."""
    clause, values = Wanted().clause()
    rows = db.execute(f"SELECT e.kind, count(*) FROM entry e WHERE {clause} GROUP BY 1", values)
    return {**dict.fromkeys(KINDS, 0), **dict(rows.fetchall())}


def generation(db: sqlite3.Connection) -> int:
    """Grows with every change of the index."""
    return int(db.execute("SELECT generation FROM total").fetchone()[0])


def pinned(db: sqlite3.Connection) -> int:
    """How many entries are pinned."""
    return int(db.execute(f"SELECT count(*) FROM entry WHERE (flags & {PINNED | FORGOTTEN}) = {PINNED}").fetchone()[0])


def days(db: sqlite3.Connection) -> list[str]:
    """The dates that have a log with entries, ascending."""
    rows = db.execute("SELECT DISTINCT day FROM file WHERE entries > 0 ORDER BY day")
    return [date.fromordinal(day).isoformat() for (day,) in rows]


def superseded(db: sqlite3.Connection, ids: Sequence[str]) -> set[str]:
    """Those of ``ids`` that a newer entry supersedes."""
    found: set[str] = set()
    for chunk in chunks(list(ids)):
        marks = ",".join("?" * len(chunk))
        found |= {
            id for (id,) in db.execute(f"SELECT DISTINCT supersedes FROM entry WHERE supersedes IN ({marks})", chunk)
        }
    return found


def holding(db: sqlite3.Connection, text: str, most: int) -> list[Entry]:
    """Up to ``most`` entries whose text holds ``text``, the newest first."""
    clause, values = Wanted(words=(text,)).clause()
    rows = db.execute(f"SELECT e.pos FROM entry e WHERE {clause} ORDER BY e.pos DESC LIMIT ?", [*values, most])
    order = [pos for (pos,) in rows]
    entries = entries_at(db, order)
    return [entries[pos] for pos in order if pos in entries]


def _days(rows: Iterable[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    """(pos, file) rows of one day at a time."""
    current: list[tuple[int, int]] = []
    for row in rows:
        if current and row[0] >> DAY_SHIFT != current[0][0] >> DAY_SHIFT:
            yield current
            current = []
        current.append(row)
    if current:
        yield current


def _spots(db: sqlite3.Connection, day: list[tuple[int, int]]) -> list[tuple[Spot, int]]:
    """Where the entries of one day stand."""
    files: dict[int, tuple[str, dict[int, int]]] = {}
    for file in {file for _, file in day}:
        row = db.execute("SELECT source, places FROM file WHERE id = ?", (file,)).fetchone()
        if row:
            pos, first, *_ = columns(row[1])
            files[file] = row[0], dict(zip(pos, first, strict=True))
    return [((pos >> DAY_SHIFT, files[file][0], files[file][1].get(pos, 0)), pos) for pos, file in day if file in files]


def pinned_entries(db: sqlite3.Connection, most: int) -> list[Entry]:
    """Pinned entries that are not forgotten, the newest first."""
    rows = db.execute(
        f"SELECT pos FROM entry WHERE (flags & {PINNED | FORGOTTEN}) = {PINNED} ORDER BY pos DESC LIMIT ?", (most,)
    )
    return _in_order(db, [pos for (pos,) in rows])


def since(db: sqlite3.Connection, day: int, most: int) -> list[Entry]:
    """Entries of ``day`` (a proleptic ordinal) and later that are not forgotten, the newest days first."""
    rows = db.execute(
        f"SELECT pos FROM entry WHERE pos >= ? AND (flags & {FORGOTTEN}) = 0 ORDER BY pos DESC LIMIT ?",
        (day << DAY_SHIFT, most),
    )
    return _in_order(db, [pos for (pos,) in rows])


def _in_order(db: sqlite3.Connection, order: list[int]) -> list[Entry]:
    entries = entries_at(db, order)
    return [entries[pos] for pos in order if pos in entries]
