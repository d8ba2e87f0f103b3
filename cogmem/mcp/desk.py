"""One thread that does all work on the stores, so that the reader is always free to answer ``ping``.

SQLite connections and corpora belong to that thread alone. Hooks wait for milliseconds and go before tool calls. An
error of a piece of work goes to whoever asked for it and never ends the thread.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from functools import partial
from threading import Lock
from typing import Any, TypeVar

from cogmem import clock

T = TypeVar("T")
URGENT, NORMAL = 0, 1


class Desk:
    """The thread and what waits for it. ``last_used`` is when somebody last asked for work (monotonic seconds)."""

    def __init__(self, name: str) -> None:
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix=name)
        self._waiting: list[tuple[int, int, Callable[[], Any], Future[Any]]] = []
        self._numbers = itertools.count()
        self._lock = Lock()
        self._busy = False
        self._closed = False
        self.last_used = clock.monotonic()

    def submit(self, work: Callable[[], T], urgency: int = NORMAL) -> Future[T]:
        """Hand in work. The future may be cancelled until the work begins; begun work runs to its end."""
        future: Future[T] = Future()
        with self._lock:
            if self._closed:
                future.cancel()
                return future
            self.last_used = clock.monotonic()
            heapq.heappush(self._waiting, (urgency, next(self._numbers), work, future))
        self._next()
        return future

    def idle_for(self) -> float:
        """Seconds since the last work was asked for or ended; 0.0 while there is some."""
        with self._lock:
            return 0.0 if self._busy or self._waiting else clock.monotonic() - self.last_used

    def close(self, last: Callable[[], None], seconds: float) -> None:
        """Drop what waits, let ``last`` (closing the stores) run on the thread, wait for it that long at most."""
        with self._lock:
            self._closed = True
            dropped, self._waiting = self._waiting, []
        for *_, future in dropped:
            future.cancel()
        try:
            self._executor.submit(last).result(seconds)
        except (TimeoutError, CancelledError):
            return

    def _next(self) -> None:
        with self._lock:
            if self._busy:
                return
            while self._waiting:
                _, _, work, future = heapq.heappop(self._waiting)
                if future.set_running_or_notify_cancel():
                    self._busy = True
                    break
            else:
                return
        self._executor.submit(work).add_done_callback(partial(self._done, future))

    def _done(self, future: Future[Any], inner: Future[Any]) -> None:
        with self._lock:
            self._busy = False
            self.last_used = clock.monotonic()
        error = inner.exception()
        if error is None:
            future.set_result(inner.result())
        else:
            future.set_exception(error)
        self._next()
