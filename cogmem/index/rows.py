"""Rows of the index back into entries, with the log and the line they stand in."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any

from cogmem.index.places import columns, place_of
from cogmem.index.schema import EXPLICIT, FORGOTTEN, PINNED
from cogmem.model import Entry

_FIELDS = (
    "e.pos, e.file, e.id, e.kind, e.category, e.arousal, e.flags, e.session, e.speaker, e.origin, "
    "e.supersedes, e.title, "
    "e.body, e.time, e.emotion, e.domains, e.files, e.meta"
)
_CHUNK = 500


def entries_at(db: sqlite3.Connection, wanted: Sequence[int]) -> dict[int, Entry]:
    """pos -> entry, for those that exist."""
    found: dict[int, Entry] = {}
    logs: dict[int, _Log | None] = {}
    for chunk in chunks(list(wanted)):
        marks = ",".join("?" * len(chunk))
        for row in db.execute(f"SELECT {_FIELDS} FROM entry e WHERE e.pos IN ({marks})", chunk).fetchall():
            if row[1] not in logs:
                logs[row[1]] = _log(db, row[1])
            log = logs[row[1]]
            if log is not None:
                found[row[0]] = _entry(row, log)
    return found


def entry_by_id(db: sqlite3.Connection, id: str) -> Entry | None:
    """The entry with an id; of several that claim it, the first by log and line. A unique beginning will do too."""
    rows = db.execute("SELECT pos FROM entry WHERE id = ?", (id,)).fetchall()
    if not rows and len(id) >= 4:
        rows = db.execute("SELECT pos FROM entry WHERE id >= ? AND id < ? LIMIT 2", (id, id + "\uffff")).fetchall()
        rows = rows if len(rows) == 1 else []
    found = entries_at(db, [pos for (pos,) in rows]).values()
    return min(found, key=lambda entry: (entry.source, entry.line), default=None)


def around(db: sqlite3.Connection, id: str, n: int) -> list[Entry]:
    """The entry and up to ``n`` before and after it, in the order of time: its log's, then its user's logs by date."""
    middle = entry_by_id(db, id)
    if middle is None:
        return []
    logs = [
        source
        for (source,) in db.execute(
            "SELECT source FROM file WHERE user IS ? AND entries > 0 ORDER BY day, source", (middle.user,)
        )
    ]
    at = logs.index(middle.source)
    order = _places(db, middle.source)
    first, last = at, at
    while order and first > 0 and _index(db, order, middle) < n:
        first -= 1
        order = _places(db, logs[first]) + order
    while order and last + 1 < len(logs) and len(order) - _index(db, order, middle) <= n:
        last += 1
        order = order + _places(db, logs[last])
    place = _index(db, order, middle)
    wanted = order[max(0, place - n) : place + n + 1]
    found = entries_at(db, wanted)
    return [found[pos] for pos in wanted if pos in found and not found[pos].forgotten]


def chunks(values: list[Any]) -> Iterator[list[Any]]:
    """Pieces that fit into one statement."""
    for start in range(0, len(values), _CHUNK):
        yield values[start : start + _CHUNK]


def _places(db: sqlite3.Connection, source: str) -> list[int]:
    return columns(db.execute("SELECT places FROM file WHERE source = ?", (source,)).fetchone()[0])[0]


def _index(db: sqlite3.Connection, order: list[int], entry: Entry) -> int:
    rows = db.execute(
        "SELECT e.pos FROM entry e JOIN file f ON f.id = e.file WHERE e.id = ? AND f.source = ?",
        (entry.id, entry.source),
    )
    return next(order.index(pos) for (pos,) in rows if pos in order)


class _Log:
    """The log that entries stand in; ``places`` as in its row."""

    def __init__(self, source: str, day: int, user: str | None, places: bytes) -> None:
        self.source = source
        self.date = date.fromordinal(day).isoformat()
        self.user = user
        self.places = places


def _log(db: sqlite3.Connection, file: int) -> _Log | None:
    row = db.execute("SELECT source, day, user, places FROM file WHERE id = ?", (file,)).fetchone()
    return _Log(*row) if row else None


def _entry(row: Sequence[Any], log: _Log) -> Entry:
    (
        pos,
        _,
        id,
        kind,
        category,
        arousal,
        flags,
        session,
        speaker,
        origin,
        supersedes,
        title,
        body,
        time,
        emotion,
        *lists,
    ) = row
    line, end_line, section, ordinal = place_of(log.places, pos)
    domains, files, meta = (json.loads(text) if text else [] for text in lists)
    return Entry(
        id=id,
        source=log.source,
        line=line,
        end_line=end_line,
        ordinal=ordinal,
        date=log.date,
        kind=kind,
        category=category,
        title=title,
        body=body,
        time=time,
        domains=tuple(domains),
        arousal=arousal,
        emotion=emotion,
        session=session,
        section=section,
        speaker=speaker,
        origin=origin,
        user=log.user,
        pinned=bool(flags & PINNED),
        forgotten=bool(flags & FORGOTTEN),
        supersedes=supersedes,
        explicit_id=bool(flags & EXPLICIT),
        files=tuple(files),
        meta=tuple((key, value) for key, value in meta),
    )
