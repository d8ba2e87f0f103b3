"""The dashboard's hands on the memory: one thread that owns the store, and one that embeds what is pending.

Pages ask with a function of the store; whatever is slow happens here and never on the server's loop.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable
from threading import Event, Thread, get_native_id
from typing import TYPE_CHECKING, TypeVar

from cogmem import clock
from cogmem.errors import CogmemError

if TYPE_CHECKING:
    from cogmem.project import Project
    from cogmem.store import MemoryStore

T = TypeVar("T")
SECONDS_BETWEEN_ROUNDS = 5.0
SECONDS_TO_CLOSE = 0.5
QUIET_SECONDS = 1.0
ENTRIES_PER_ROUND = 64
NICENESS = 10


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
        self._loop: asyncio.AbstractEventLoop
        self._keeper = Thread(target=self._keep, name="cogmem-shelf", daemon=True)
        self._asked = Event()
        self._last_asked = clock.monotonic() - QUIET_SECONDS
        self._over = Event()
        self._tender = Thread(target=self._tend, name="cogmem-tender", daemon=True)

    def start(self) -> Shelf:
        self._loop = asyncio.new_event_loop()
        self._asked.set()
        self._keeper.start()
        self._tender.start()
        return self

    async def ask(self, question: Callable[[Books], T]) -> T:
        """The question's answer, from the thread that owns the store."""
        self._last_asked = clock.monotonic()
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
        """Index and embed once at the start, then after use, at low priority and while nobody waits for a page."""
        from cogmem.store import MemoryStore

        if sys.platform == "linux":
            os.setpriority(os.PRIO_PROCESS, get_native_id(), NICENESS)
        with MemoryStore(self.project) as store:
            while not self._over.is_set():
                self._asked.wait()
                self._asked.clear()
                while not self._over.is_set() and self._interrupted():
                    self._over.wait(QUIET_SECONDS)
                try:
                    more = self._round(store)
                except (CogmemError, OSError) as error:
                    print(f"cogmem: {error}", file=sys.stderr, flush=True)
                    more = False
                if more:
                    self._asked.set()
                else:
                    self._over.wait(SECONDS_BETWEEN_ROUNDS)

    def _round(self, store: MemoryStore) -> bool:
        """Whether there is more to do."""
        store.merge_spool()
        store.index_dir(embed=False)
        report = store.embed_pending(limit=ENTRIES_PER_ROUND, stop=self._interrupted)
        return report is not None and report.pending > 0 and (report.stopped or report.embedded > 0)

    def _interrupted(self) -> bool:
        """Whether somebody waits for a page, or did a moment ago, or the server ends."""
        return self._over.is_set() or clock.monotonic() - self._last_asked < QUIET_SECONDS
