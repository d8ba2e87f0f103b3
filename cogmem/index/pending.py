"""Giving entries their vectors: newest first, in small transactions, to be stopped and continued at any point.

While text is embedded no transaction is open; an entry whose text changed meanwhile keeps waiting. A text that the
embedder refuses waits longer each time, and the others go on.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

import numpy as np

from cogmem import clock
from cogmem.embed.base import Embedder
from cogmem.embed.bulk import embed_parts
from cogmem.embed.cache import VectorCache
from cogmem.index.sqlite import Index
from cogmem.index.vectors import Vectors, drop_others, ensure_table, store, table_number

BATCH = 256
COMMIT = 48
"""Vectors in one transaction, about."""
_FIRST_WAIT, _LONGEST_WAIT = 60.0, 86_400.0


class EmbedReport:
    """``embedded``: entries that got their vectors, ``vectors``: those vectors, ``refused``: texts that were refused
    now, ``pending``: entries that still wait (refused ones too), ``stopped``: it was told to stop or reached its
    limit, ``dropped``: embedders whose tables went because this one is complete."""

    __slots__ = ("dropped", "embedded", "pending", "refused", "stopped", "vectors")

    def __init__(self) -> None:
        self.embedded = self.vectors = self.refused = self.pending = 0
        self.stopped = False
        self.dropped: list[str] = []

    def as_dict(self) -> dict[str, object]:
        """For ``--json``."""
        return {name: getattr(self, name) for name in sorted(self.__slots__)}


def pending(index: Index, embedder_id: str) -> int:
    """How many entries have no vectors of this embedder."""
    entries = index.db.execute("SELECT entries FROM total").fetchone()[0]
    n = table_number(index.db, embedder_id)
    if n is None:
        return int(entries)
    done = index.db.execute(f"SELECT count(*) FROM slot_{n} WHERE pos IS NOT NULL AND window = 0").fetchone()[0]
    return int(entries - done)


def embed_pending(
    index: Index,
    embedder: Embedder,
    cache: VectorCache | None = None,
    *,
    limit: int | None = None,
    progress: Callable[[int, int], None] | None = None,
    stop: threading.Event | Callable[[], bool] | None = None,
    known: bool = False,
) -> EmbedReport:
    """Embed what waits, at most ``limit`` entries. ``progress(done, total)`` counts entries. ``known``: only take
    what ``cache`` has, newest first, until a whole batch is new to it; nothing is computed.

    Raises EmbedderUnavailableError (what was finished is stored), BusyError, ReadOnlyError."""
    work = _Work(index, embedder, cache, limit, progress, stop, known)
    with index.errors():
        return work.run()


class _Work:
    def __init__(
        self,
        index: Index,
        embedder: Embedder,
        cache: VectorCache | None,
        limit: int | None,
        progress: Callable[[int, int], None] | None,
        stop: threading.Event | Callable[[], bool] | None,
        known: bool,
    ) -> None:
        self.index, self.embedder, self.cache = index, embedder, cache
        self.limit, self.known = limit, known
        self.progress = progress
        self.asked_to_stop: Callable[[], bool] = (
            stop.is_set if isinstance(stop, threading.Event) else stop or (lambda: False)
        )
        self.report = EmbedReport()
        self.n = ensure_table(index, embedder.id, embedder.dimensions)
        self.total = pending(index, embedder.id)

    def run(self) -> EmbedReport:
        before: int | None = None
        while not self.report.stopped:
            batch = self._next(before)
            if not batch:
                if before is None or self.known or not self._next(None):
                    break
                before = None
                continue
            before, done = batch[-1][0], self.report.embedded
            self._embed(batch)
            if self.known and self.report.embedded == done:
                break
            self.report.stopped = self.report.stopped or self.asked_to_stop() or self._full()
        self.report.pending = pending(self.index, self.embedder.id)
        self._complete()
        return self.report

    def _full(self) -> bool:
        return self.limit is not None and self.report.embedded + self.report.refused >= self.limit

    def _next(self, before: int | None) -> list[tuple[int, str]]:
        """(pos, text) of the newest entries that wait, older than ``before``."""
        most = BATCH if self.limit is None else min(BATCH, self.limit - self.report.embedded - self.report.refused)
        rows = self.index.db.execute(
            f"SELECT e.pos, e.title, e.body FROM entry e WHERE e.pos < ? AND NOT EXISTS (SELECT 1 FROM "
            f"slot_{self.n} s WHERE "
            f"s.pos = e.pos) AND NOT EXISTS (SELECT 1 FROM refused_{self.n} r WHERE r.pos = e.pos AND r.until > ?) "
            "ORDER BY e.pos DESC LIMIT ?",
            (before if before is not None else 1 << 62, clock.stamp(), max(0, most)),
        )
        return [(pos, _text(title, body)) for pos, title, body in rows]

    def _embed(self, batch: Sequence[tuple[int, str]]) -> None:
        """Embed a batch of entries, storing each as soon as all of its windows have their vectors."""
        windows: list[str] = []
        owners: list[tuple[int, int, int]] = []
        for k, (_, text) in enumerate(batch):
            pieces = self.embedder.windows(text) or [text]
            owners.append((k, len(windows), len(pieces)))
            windows += pieces
        vectors: dict[int, np.ndarray] = {}
        refused: dict[int, str] = {}
        waiting = owners[::-1]
        try:
            for part in embed_parts(self.embedder, windows, self.cache, None, self._stop):
                vectors |= part.vectors
                refused |= part.refused
                if len(vectors) >= COMMIT:
                    waiting = self._store(batch, waiting, vectors, refused)
        finally:
            self._store(batch, waiting, vectors, refused)

    def _stop(self) -> bool:
        if self.asked_to_stop():
            self.report.stopped = True
        return self.report.stopped or self.known

    def _store(
        self,
        batch: Sequence[tuple[int, str]],
        waiting: list[tuple[int, int, int]],
        vectors: dict[int, np.ndarray],
        refused: dict[int, str],
    ) -> list[tuple[int, int, int]]:
        """Store the entries that are complete; returns those that are not."""
        ready: list[tuple[int, str, Vectors]] = []
        bad: list[tuple[int, str]] = []
        rest = []
        for k, start, count in waiting:
            places = range(start, start + count)
            if any(p in refused for p in places):
                bad.append(batch[k])
            elif all(p in vectors for p in places):
                ready.append((*batch[k], np.stack([vectors.pop(p) for p in places]).astype(np.float32)))
            else:
                rest.append((k, start, count))
        for start in range(0, len(ready), BATCH):
            self._write(ready[start : start + BATCH], bad if start == 0 else [])
        if bad and not ready:
            self._write([], bad)
        if self.progress and (ready or bad):
            self.progress(self.report.embedded + self.report.refused, self.total)
        return rest

    def _write(self, ready: list[tuple[int, str, Vectors]], bad: list[tuple[int, str]]) -> None:
        with self.index.writing() as db:
            if table_number(db, self.embedder.id) != self.n:
                self.report.stopped = True
                return
            fresh = [(pos, rows) for pos, text, rows in ready if self._same(pos, text)]
            change = db.execute("UPDATE total SET generation = generation + 1 RETURNING generation").fetchone()[0]
            self.report.vectors += store(db, self.n, fresh, change)
            self.report.embedded += len(fresh)
            db.executemany(f"DELETE FROM refused_{self.n} WHERE pos = ?", [(pos,) for pos, _ in fresh])
            for pos, text in bad:
                if self._same(pos, text):
                    self._refuse(pos)

    def _same(self, pos: int, text: str) -> bool:
        """Whether an entry still has the text that was embedded, and no vectors yet."""
        row = self.index.db.execute("SELECT title, body FROM entry WHERE pos = ?", (pos,)).fetchone()
        if row is None or _text(*row) != text:
            return False
        return self.index.db.execute(f"SELECT 1 FROM slot_{self.n} WHERE pos = ?", (pos,)).fetchone() is None

    def _refuse(self, pos: int) -> None:
        row = self.index.db.execute(f"SELECT tries FROM refused_{self.n} WHERE pos = ?", (pos,)).fetchone()
        tries = row[0] + 1 if row else 1
        wait = min(_LONGEST_WAIT, _FIRST_WAIT * 4.0 ** (tries - 1))
        self.index.db.execute(
            f"INSERT OR REPLACE INTO refused_{self.n} VALUES(?, ?, ?)", (pos, tries, clock.stamp() + wait)
        )
        self.report.refused += 1

    def _complete(self) -> None:
        """When nothing waits but what was refused, this embedder's table is the one that serves."""
        refused = self.index.db.execute(f"SELECT count(*) FROM refused_{self.n}").fetchone()[0]
        others, complete = self.index.db.execute(
            "SELECT (SELECT count(*) FROM embedder WHERE n <> ?), complete FROM embedder WHERE n = ?", (self.n, self.n)
        ).fetchone()
        entries = self.index.db.execute("SELECT entries FROM total").fetchone()[0]
        if self.report.pending <= refused and entries > refused and (others or not complete):
            with self.index.writing() as db:
                self.report.dropped = drop_others(db, self.n)


def _text(title: str, body: str) -> str:
    """As ``Entry.content``."""
    return f"{title}\n{body}".strip()
