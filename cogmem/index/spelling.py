"""``near.near_words`` in memory, for processes that answer more than one question: the same answers, ten times faster.

The vocabulary and its trigrams are read once and added to as words come; which words no entry holds any more is asked
of the table once per state of the index.
"""

from __future__ import annotations

import sqlite3
from array import array

import numpy as np

from cogmem.index.near import POOL, closest, least_shared, repairable

_REMEMBERED = 1000


class Spelling:
    """Likely spellings of unknown words. Belongs to one index; ``forget`` when that was replaced."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Begin anew."""
        self._grams: dict[str, array[int]] = {}
        self._stems: dict[int, str] = {}
        self._last = 0
        self._generation = -1
        self._gone = np.zeros(0, np.int64)
        self._known: dict[str, list[tuple[str, float]]] = {}

    def near(self, db: sqlite3.Connection, word: str) -> list[tuple[str, float]]:
        """[(stem, similarity in [.75, 1))], the best two: exactly what ``near_words`` says."""
        if not repairable(word):
            return []
        self._read(db)
        if word not in self._known:
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            self._known[word] = closest(word, self._alike(word))
        return self._known[word]

    def _alike(self, word: str) -> list[str]:
        """Live stems that share most trigrams with the word, as ``near.most_alike`` has them."""
        marked = f"^{word}$"
        found = [
            self._grams[gram] for gram in {marked[i : i + 3] for i in range(len(marked) - 2)} if gram in self._grams
        ]
        if not found:
            return []
        shared = np.bincount(np.concatenate([np.frombuffer(ids, np.int32) for ids in found]))
        shared[self._gone[self._gone < len(shared)]] = 0
        ids = np.flatnonzero(shared > 1)
        counts = shared[ids]
        most = np.sort(counts)[::-1][: POOL + 1].tolist()
        return [self._stems[id] for id in ids[counts >= least_shared(most)].tolist()]

    def _read(self, db: sqlite3.Connection) -> None:
        """Take over the words that came, and which ones no entry holds any more."""
        generation = db.execute("SELECT generation FROM total").fetchone()[0]
        if generation == self._generation:
            return
        self._known.clear()
        for id, stem in db.execute("SELECT id, stem FROM term WHERE id > ? ORDER BY id", (self._last,)):
            self._last = id
            if repairable(stem):
                self._stems[id] = stem
                marked = f"^{stem}$"
                for gram in {marked[i : i + 3] for i in range(len(marked) - 2)}:
                    self._grams.setdefault(gram, array("i")).append(id)
        self._gone = np.array([id for (id,) in db.execute("SELECT id FROM term WHERE df <= 0")], np.int64)
        self._generation = generation
