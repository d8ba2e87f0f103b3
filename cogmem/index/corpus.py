"""The whole index in memory, for processes that answer more than one question: columns, postings, windows, vectors.

``refresh()`` takes over what changed since the last one and nothing else. Entries have positions 0 … N-1, ordered by
(day, hash of the id): the same after a rebuild. Everything here is read-only for its users.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from cogmem.embed import threads
from cogmem.errors import BusyError
from cogmem.index import lexical
from cogmem.index.analysis import DAY_SHIFT
from cogmem.index.columns import Columns, read_columns
from cogmem.index.faults import damaged
from cogmem.index.logs import Logs
from cogmem.index.matrix import GRID, Matrix, ScriptOf
from cogmem.index.places import USUAL
from cogmem.index.postings import Postings
from cogmem.index.rows import entries_at
from cogmem.index.schema import SCRIPTS
from cogmem.index.spelling import Spelling
from cogmem.index.sqlite import Index
from cogmem.index.terms import Analyzer
from cogmem.index.vectors import table_number
from cogmem.index.windows import Windows
from cogmem.messages import say
from cogmem.model import Entry

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float32]
_NONE = (np.zeros(0, np.int64), np.zeros(0, np.float32))
MOST_CHANGES = 5_000
"""More changed entries than this are quicker to load anew."""


class Corpus:
    """A copy of an index in memory. Not for several threads at once."""

    def __init__(self, index: Index, embedder_id: str | None) -> None:
        threads.limit()
        self.index = index
        self.embedder_id = embedder_id
        self._made = 0
        self._version = 0
        self._generation = -1
        self._spelling = Spelling()
        self._analyzer = Analyzer(document=False, most=20_000)
        self._reset()

    def _reset(self) -> None:
        self._spelling.forget()
        self._generation = -1
        self.columns = Columns.empty()
        self._postings = Postings()
        self._row = np.zeros(0, np.int64)
        self._position = np.zeros(0, np.int64)
        self._logs = Logs()
        self._windows: Windows | None = None
        self._matrix: Matrix | None = None
        self._owner: Ints | None = None
        self._cache: dict[str, tuple[Ints, Floats]] = {}
        self._terms: dict[str, tuple[int, int]] = {}

    # Loading

    def refresh(self) -> bool:
        """Take over what changed; returns whether anything did. Raises BusyError, IndexDamagedError."""
        if not self.index.current():
            self._reset()
        with self.index.reading() as db:
            row = db.execute("SELECT generation, made FROM total").fetchone()
            if row is None:
                raise damaged("no totals")
            if row[1] != self._made:
                self._reset()
                self._made = row[1]
            if row[0] == self._generation:
                return False
            since, self._generation = self._generation, -1  # a refresh that fails is followed by a new copy
            self._take(db, since, row[0])
        return True

    def _take(self, db: sqlite3.Connection, since: int, generation: int) -> None:
        changed = db.execute("SELECT count(*) FROM entry WHERE change > ?", (since,)).fetchone()[0] if since >= 0 else 0
        worn = len(self._position) > 2 * len(self) + MOST_CHANGES
        if since < 0 or generation < since or changed > MOST_CHANGES or worn:
            self._reset()
            since = -1
        self._take_entries(db, since)
        self._logs.update(db, since)
        self._windows = None
        self._cache.clear()
        self._terms.clear()
        self._take_vectors(db, since)
        self._generation = generation
        self._version += 1

    def _take_entries(self, db: sqlite3.Connection, since: int) -> None:
        fresh, blobs = read_columns(db, since)
        first = len(self._position)
        if blobs:
            self._postings.add(blobs, first)
        known = places_of(self.columns.pos, fresh.pos)
        gone = known[known >= 0]
        if since >= 0:
            gone = np.concatenate([gone, self._vanished(db, len(fresh.pos) - len(gone))])
        if not (len(gone) or blobs):
            return
        rows = np.delete(self._row, gone)
        places = np.searchsorted(np.delete(self.columns.pos, gone), fresh.pos)
        self._row = np.insert(rows, places, np.arange(first, first + len(fresh.pos)))
        self.columns = self.columns.replaced(gone, fresh)
        self._position = np.full(first + len(fresh.pos), -1, np.int64)
        self._position[self._row] = np.arange(len(self._row))

    def _vanished(self, db: sqlite3.Connection, added: int) -> Ints:
        """Positions of entries that are no more: looked for only when the count says that there are some."""
        known = len(self.columns.pos)
        if db.execute("SELECT count(*) FROM entry").fetchone()[0] == known + added:
            return np.zeros(0, np.int64)
        alive = np.array([pos for (pos,) in db.execute("SELECT pos FROM entry ORDER BY pos")], np.int64)
        return np.flatnonzero(places_of(alive, self.columns.pos) < 0)

    def _take_vectors(self, db: sqlite3.Connection, since: int) -> None:
        n = table_number(db, self.embedder_id) if self.embedder_id else None
        script_of = ScriptOf(self.columns.pos, self.columns.script)
        self._owner = None
        if n is None:
            self._matrix = None
        elif self._matrix is None or self._matrix.n != n or since < 0:
            dimensions = db.execute("SELECT dimensions FROM embedder WHERE n = ?", (n,)).fetchone()[0]
            self._matrix = Matrix(n, dimensions)
            self._matrix.load(db, script_of)
        else:
            self._matrix.update(db, since, script_of)

    # Entries

    def __len__(self) -> int:
        return len(self.columns.pos)

    @property
    def generation(self) -> int:
        """Grows with every change that was taken over, also when the index was made anew."""
        return self._version

    def __getattr__(self, name: str) -> npt.NDArray[Any]:
        """Columns by name, each (N,): see ``columns.Columns``."""
        if name.startswith("_") or name == "columns":
            raise AttributeError(name)
        return getattr(self.columns, name)

    @property
    def days(self) -> Ints:
        """(N,) proleptic ordinals of the entries' dates."""
        return self.columns.pos >> DAY_SHIFT

    @property
    def users(self) -> npt.NDArray[np.object_]:
        """(N,) whose log: a name or None."""
        return self._logs.users(self.columns.file)

    def texts(self, positions: Iterable[int]) -> list[str]:
        """``Entry.content`` of some entries."""
        return [entry.content for entry in self.entries(positions)]

    def entries(self, positions: Iterable[int]) -> list[Entry]:
        """Some entries whole, in the order asked for."""
        wanted = [int(self.columns.pos[p]) for p in positions]
        with self.index.errors():
            found = entries_at(self.index.db, wanted)
        if len(found) < len(set(wanted)):
            raise BusyError(say(None, "index.changed_meanwhile"), hint=say(None, "index.again_hint"))
        return [found[pos] for pos in wanted]

    # Words

    def groups(self, query: str) -> list[list[tuple[str, float]]]:
        """The query's words, each as its spellings [(stem, weight)]: one of weight 1 for a word that the store has or
        has nothing like, up to two for a typo, several for a single CJK character. Stop words are left out."""
        with self.index.errors():
            found = lexical.groups_of(self.index.db, query, self._spelling.near, self._analyzer)
        self._terms.update((stem, (term, df)) for group in found for stem, _, term, df in group)
        return [[(stem, weight) for stem, weight, _, _ in group] for group in found]

    def near_words(self, word: str) -> list[tuple[str, float]]:
        """Likely spellings of a word that the store does not have, with their similarity."""
        with self.index.errors():
            return self._spelling.near(self.index.db, word)

    def postings(self, stem: str) -> tuple[Ints, Floats]:
        """(positions ascending, occurrences) of the entries that hold a stem."""
        if stem not in self._cache:
            term = self._term(stem)[0]
            self._cache[stem] = self._found(term) if term else _NONE
        return self._cache[stem]

    def _term(self, stem: str) -> tuple[int, int]:
        """(number of a stem, how many entries hold it), (0, 0) for one that the store does not have."""
        if stem not in self._terms:
            with self.index.errors():
                row = self.index.db.execute("SELECT id, df FROM term WHERE stem = ?", (stem,)).fetchone()
            self._terms[stem] = row or (0, 0)
        return self._terms[stem]

    def _found(self, term: int) -> tuple[Ints, Floats]:
        rows, counts = self._postings.find(term)
        positions = self._position[rows]
        alive = positions >= 0
        positions, counts = positions[alive], counts[alive]
        if len(positions) > 1 and (np.diff(positions) < 0).any():
            order = np.argsort(positions)
            positions, counts = positions[order], counts[order]
        return positions, counts

    def df(self, stem: str) -> int:
        """How many entries hold a stem."""
        return self._term(stem)[1]

    # Neighbours

    @property
    def neighbourhood(self) -> Windows:
        """Windows of all entries: ``near`` (N + 1, 4) with N for none, ``repeat`` (N,), ``around(positions)``."""
        if self._windows is None:
            order, groups = self._logs.order(self.columns.pos)
            self._windows = Windows(order, groups, self.columns.chars)
        return self._windows

    def windows(self, positions: Ints) -> npt.NDArray[np.int32]:
        """(n, 4) positions of the neighbours of some entries, N for none."""
        return self.neighbourhood.near[positions]

    @property
    def window_lengths(self) -> Ints:
        """(N,) terms in each entry's window: its own ``repeat`` times and its neighbours'."""
        return self._in_windows(self.columns.lengths)

    @property
    def averages(self) -> tuple[float, float]:
        """Mean length of an entry and of a window, in terms, no entry counting more than ``places.USUAL``; from whole
        numbers, so the same in any order."""
        count, usual = max(len(self), 1), np.minimum(self.columns.lengths, USUAL)
        return int(usual.sum()) / count, int(self._in_windows(usual).sum()) / count

    def _in_windows(self, lengths: Ints) -> Ints:
        near = self.neighbourhood
        found: Ints = near.repeat * lengths + np.append(lengths, 0)[near.near[:-1]].sum(1)
        return found

    # Vectors

    @property
    def matrix(self) -> Floats:
        """(M, d) float32 unit vectors, in no order; (0, 0) without any."""
        return self._matrix.rows if self._matrix else np.zeros((0, 0), np.float32)

    @property
    def owner(self) -> Ints:
        """(M,) position of the entry that each row of ``matrix`` belongs to."""
        if self._owner is None:
            owners = self._matrix.owners if self._matrix else np.zeros(0, np.int64)
            self._owner = np.searchsorted(self.columns.pos, owners)
        return self._owner

    @property
    def window_numbers(self) -> npt.NDArray[np.int32]:
        """(M,) which window of its entry a row is, from 0."""
        return self._matrix.windows if self._matrix else np.zeros(0, np.int32)

    @property
    def embedded(self) -> npt.NDArray[np.bool_]:
        """(N,) whether an entry has vectors."""
        out = np.zeros(len(self), bool)
        out[self.owner] = True
        return out

    def best(self, values: npt.NDArray[np.floating]) -> tuple[npt.NDArray[np.floating], Ints]:
        """From one value per row of ``matrix`` to ((N,) the best of each entry's windows, (N,) that row).

        -inf and -1 for entries without vectors; of equal windows the first counts."""
        best = np.full(len(self), -np.inf, values.dtype)
        row = np.full(len(self), -1, np.int64)
        first = self.window_numbers == 0
        best[self.owner[first]] = values[first]
        row[self.owner[first]] = np.flatnonzero(first)
        more = np.flatnonzero(~first)
        more = more[values[more] > best[self.owner[more]]]
        more = more[np.lexsort((self.window_numbers[more], -values[more], self.owner[more]))]
        if len(more):
            leads = more[np.r_[True, np.diff(self.owner[more]) > 0]]
            best[self.owner[leads]], row[self.owner[leads]] = values[leads], leads
        return best, row

    def means(self) -> dict[str, tuple[npt.NDArray[np.float64], int]]:
        """Script class -> (mean vector (d,) float64, number of vectors), for the classes that have any. Exact: the same
        whatever the order in which the vectors came."""
        if not self._matrix:
            return {}
        counts = self._matrix.counts
        return {
            name: (self._matrix.sums[k] / GRID / counts[k], int(counts[k]))
            for k, name in enumerate(SCRIPTS)
            if counts[k]
        }


def places_of(ordered: Ints, wanted: Ints) -> Ints:
    """Where each wanted value stands in an ascending array, -1 for what is not there."""
    if not len(ordered):
        return np.full(len(wanted), -1, np.int64)
    places = np.minimum(np.searchsorted(ordered, wanted), len(ordered) - 1)
    return np.where(ordered[places] == wanted, places, -1)
