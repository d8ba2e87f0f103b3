"""Which entries hold a term and how often, in memory: one sorted array for all terms, and a small one for news.

A value packs term id, row and frequency into 64 bits. A row is a number that an entry has for as long as it does not
change; the corpus maps rows to positions. Looking up a term is two binary searches, whatever the word is.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from cogmem.index.schema import TF_BITS

Ints = npt.NDArray[np.int64]
_ROW_BITS = 28
_TERM_SHIFT = np.uint64(_ROW_BITS + TF_BITS)
_TF_MASK = np.uint64((1 << TF_BITS) - 1)
_ROW_MASK = np.uint64((1 << _ROW_BITS) - 1)
_SMALL = 200_000
_EMPTY = np.zeros(0, np.uint64)


class Postings:
    """Add rows, look up terms. Rows that are no more are left in and mapped to nothing by the caller."""

    def __init__(self) -> None:
        self._main = _EMPTY
        self._news = _EMPTY

    def add(self, blobs: Sequence[bytes], first_row: int) -> None:
        """Terms (``entry.terms``) of entries whose rows count up from ``first_row``."""
        values = np.frombuffer(b"".join(blobs), np.uint32)
        counts = np.fromiter((len(blob) // 4 for blob in blobs), np.int64, len(blobs))
        rows = np.repeat(np.arange(first_row, first_row + len(blobs), dtype=np.uint64), counts)
        wide = values.astype(np.uint64)
        packed = (wide >> np.uint64(TF_BITS)) << _TERM_SHIFT | rows << np.uint64(TF_BITS) | wide & _TF_MASK
        if not len(self._main) or len(self._news) + len(packed) > max(_SMALL, len(self._main) // 8):
            self._main = np.sort(np.concatenate([self._main, self._news, packed]))
            self._news = _EMPTY
        else:
            self._news = np.sort(np.concatenate([self._news, packed]))

    def find(self, term: int) -> tuple[Ints, npt.NDArray[np.float32]]:
        """(rows, frequencies) of a term; rows that are no more included."""
        parts = [part for part in (_slice(self._main, term), _slice(self._news, term)) if len(part)]
        if not parts:
            return np.zeros(0, np.int64), np.zeros(0, np.float32)
        found = parts[0] if len(parts) == 1 else np.concatenate(parts)
        rows = (found >> np.uint64(TF_BITS) & _ROW_MASK).astype(np.int64)
        return rows, (found & _TF_MASK).astype(np.float32)


def _slice(values: npt.NDArray[np.uint64], term: int) -> npt.NDArray[np.uint64]:
    low = np.uint64(term) << _TERM_SHIFT
    start, end = np.searchsorted(values, np.array([low, low + (np.uint64(1) << _TERM_SHIFT)], np.uint64))
    return values[start:end]
