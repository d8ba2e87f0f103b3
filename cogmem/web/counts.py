"""Counts over the whole index, kept until the index changes: they are on every list and walk over all entries."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

from cogmem.errors import EmbedderUnavailableError
from cogmem.index import listing
from cogmem.index.listing import Wanted
from cogmem.store import MemoryStore

MOST_KEPT = 64
T = TypeVar("T")


class Counts:
    """Belongs to the thread of its store."""

    def __init__(self, store: MemoryStore) -> None:
        self._store = store
        self._state: tuple[object, int] = (None, -1)
        self._kept: dict[object, object] = {}

    def categories(self) -> dict[str, int]:
        """Entries per category, the most frequent first."""
        return self._once("categories", lambda: listing.categories(self._store.index.db))

    def total(self, wanted: Wanted) -> int:
        """How many entries a list has."""
        return self._once(wanted, lambda: listing.total(self._store.index.db, wanted))

    def figures(self) -> dict[str, int | None]:
        """Memories, days, pinned, pending; ``pending`` is None where the embedder cannot be asked."""
        db = self._store.index.db
        days = self._once("days", lambda: len(listing.days(db)))
        pinned = self._once("pinned", lambda: listing.pinned(db))
        return {"memories": sum(self.categories().values()), "days": days, "pinned": pinned, "pending": self._pending()}

    def _pending(self) -> int | None:
        from cogmem.index.pending import pending

        try:
            embedder = self._store.embedder
            return pending(self._store.index, embedder.id) if embedder else 0
        except EmbedderUnavailableError:
            return None

    def _once(self, key: object, count: Callable[[], T]) -> T:
        state = (self._store.index.db, listing.generation(self._store.index.db))
        if state != self._state or len(self._kept) >= MOST_KEPT:
            self._state, self._kept = state, {}
        if key not in self._kept:
            self._kept[key] = count()
        return cast(T, self._kept[key])
