"""``near.near_words`` in memory, for processes that answer more than one question: the same answers, ten times faster.

Trigrams of the vocabulary are read once and added to as words come; a word is never taken out of the vocabulary, and
whether an entry still holds it is asked of the table.
"""

from __future__ import annotations

import sqlite3
from array import array

import numpy as np

from cogmem.index.near import closest, most_alike, repairable


class Spelling:
    """Likely spellings of unknown words. Belongs to one index; ``forget`` when that was replaced."""

    def __init__(self) -> None:
        self._grams: dict[str, array[int]] = {}
        self._last = 0

    def forget(self) -> None:
        """Begin anew."""
        self._grams, self._last = {}, 0

    def near(self, db: sqlite3.Connection, word: str) -> list[tuple[str, float]]:
        """[(stem, similarity in [.75, 1))], the best two: exactly what ``near_words`` says."""
        if not repairable(word):
            return []
        self._read(db)
        marked = f"^{word}$"
        found = [
            self._grams[gram] for gram in {marked[i : i + 3] for i in range(len(marked) - 2)} if gram in self._grams
        ]
        if not found:
            return []
        shared = np.bincount(np.concatenate([np.frombuffer(ids, np.int32) for ids in found]))
        ids = np.flatnonzero(shared > 1)
        return closest(word, most_alike(db, dict(zip(ids.tolist(), shared[ids].tolist(), strict=True))))

    def _read(self, db: sqlite3.Connection) -> None:
        for id, stem in db.execute("SELECT id, stem FROM term WHERE id > ? ORDER BY id", (self._last,)):
            self._last = id
            if repairable(stem):
                marked = f"^{stem}$"
                for gram in {marked[i : i + 3] for i in range(len(marked) - 2)}:
                    self._grams.setdefault(gram, array("i")).append(id)
