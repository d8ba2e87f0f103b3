"""The dashboard's hands on the memory: one thread that owns the store, and one that embeds what is pending.

Pages ask with a function of the store; whatever is slow happens here and never on the server's loop.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from threading import Event, Thread
from typing import TYPE_CHECKING, TypeVar

from cogmem.errors import CogmemError

if TYPE_CHECKING:
    from cogmem.project import Project
    from cogmem.store import MemoryStore

T = TypeVar("T")
SECONDS_BETWEEN_ROUNDS = 5.0
SECONDS_TO_CLOSE = 0.5


class Books:
    """What a page may look into: the project, its store, and counts over it."""

    def __init__(self, project: Project) -> None:
        from cogmem.store import MemoryStore
        from cogmem.web.counts import Counts

        self.project = project
        self.store: MemoryStore = MemoryStore(project)
        self.counts = Counts(self.store)


class Shelf:
    """Opened with the server, closed with it. A changed log is noticed by the next question."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self._open: Books | None = None
        self._loop = asyncio.new_event_loop()
        self._keeper = Thread(target=self._keep, name="cogmem-shelf", daemon=True)
        self._asked = Event()
        self._over = Event()
        self._tender = Thread(target=self._tend, name="cogmem-tender", daemon=True)

    def start(self) -> Shelf:
        self._asked.set()
        self._keeper.start()
        self._tender.start()
        return self

    async def ask(self, question: Callable[[Books], T]) -> T:
        """The question's answer, from the thread that owns the store."""
        self._asked.set()

        async def answer() -> T:
            return question(self._books())

        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(answer(), self._loop))

    def close(self) -> None:
        """Stops within a second; what takes longer (a provider that hangs) ends with the process."""
        self._over.set()
        self._asked.set()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._keeper.join(SECONDS_TO_CLOSE)
        self._tender.join(SECONDS_TO_CLOSE)

    def _books(self) -> Books:
        if self._open is None:
            self._open = Books(self.project)
        return self._open

    def _keep(self) -> None:
        """A loop in a daemon thread: one question after another, errors go to who asked, nothing keeps the process."""
        self._loop.run_forever()
        if self._open is not None:
            self._open.store.close()
        self._loop.close()

    def _tend(self) -> None:
        """Index and embed once at the start, then after use; sleeps otherwise."""
        from cogmem.store import MemoryStore

        with MemoryStore(self.project) as store:
            while not self._over.is_set():
                self._asked.wait()
                self._asked.clear()
                if self._over.is_set():
                    return
                try:
                    store.merge_spool()
                    store.index_dir(embed=False)
                    store.embed_pending(stop=self._over.is_set)
                except (CogmemError, OSError) as error:
                    print(f"cogmem: {error}", file=sys.stderr, flush=True)
                self._over.wait(SECONDS_BETWEEN_ROUNDS)
