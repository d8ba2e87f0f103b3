"""Tells when logs change, so that the next question need not look first. Freshness never depends on it.

``watchdog`` where the system has watches left, a look every few seconds where it has not (one notice). Only the logs
folder and the user folders in it are watched, and only the names of logs count: our own files never wake anybody.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable
from typing import Any

from cogmem.index.scan import is_log, scan
from cogmem.messages import say

DEBOUNCE = 0.3
"""Seconds of quiet before a change is told; a steady stream is told every LONGEST seconds."""
LONGEST = 2.0
POLL = 3.0


class Watcher:
    """Calls ``changed(paths)`` (absolute paths, in a thread of its own) after logs were written, renamed or removed.

    ``poll``: look regularly instead of asking the system. ``notices``: what the user should hear, at most one."""

    def __init__(
        self,
        root: str | os.PathLike[str],
        logs_dir: str,
        changed: Callable[[set[str]], None],
        *,
        poll: bool = False,
        debounce: float = DEBOUNCE,
        interval: float = POLL,
    ) -> None:
        self.root, self.logs_dir = os.path.realpath(root), logs_dir
        self.notices: list[str] = []
        self._top = os.path.join(self.root, logs_dir)
        self._changed = changed
        self._debounce, self._interval = debounce, interval
        self._waiting: set[str] = set()
        self._news = threading.Condition()
        self._over = threading.Event()
        self._observer: Any = None
        self._polling = poll
        self._watched: dict[str, Any] = {}
        self._threads: list[threading.Thread] = []

    @property
    def polling(self) -> bool:
        """Whether it looks by itself."""
        return self._polling

    def start(self) -> Watcher:
        """Begin. What changed before is none of its business."""
        if not self._polling and not self._observe():
            self._polling = True
            if os.path.isdir(self._top):
                self.notices.append(say(None, "index.no_watches"))
        self._thread("cogmem-watch", self._tell)
        if self._polling:
            self._thread("cogmem-look", self._look, self._stamps())
        return self

    def stop(self) -> None:
        """End; changes that wait are told first."""
        self._over.set()
        if self._observer is not None:
            self._observer.stop()
            self._observer.join(2.0)
        with self._news:
            self._news.notify_all()
        for thread in self._threads:
            if thread is not threading.current_thread():
                thread.join(5.0)

    def __enter__(self) -> Watcher:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    def note(self, path: str, *, folder: bool = False) -> None:
        """Something happened to a path: remember it if it is a log, or watch it if it is a user's folder."""
        name = os.path.basename(path)
        if folder:
            if os.path.dirname(path) == self._top and not name.startswith("."):
                self._watch(path)
                self._remember(*(os.path.join(path, one) for one in _names(path)))
        elif is_log(name):
            self._remember(path)

    def _remember(self, *paths: str) -> None:
        found = [path for path in paths if is_log(os.path.basename(path))]
        if found:
            with self._news:
                self._waiting.update(found)
                self._news.notify_all()

    def _observe(self) -> bool:
        """Start watchdog; False when the system refuses."""
        from watchdog.events import FileSystemEvent, FileSystemEventHandler
        from watchdog.observers import Observer

        log = logging.getLogger("watchdog")  # it speaks of its own threads when it is stopped early; not to the user
        if not log.handlers:
            log.addHandler(logging.NullHandler())
        note, quiet = self.note, frozenset({"opened", "closed_no_write"})

        class Handler(FileSystemEventHandler):
            def on_any_event(self, event: FileSystemEvent) -> None:
                if event.event_type in quiet or (event.is_directory and event.event_type == "modified"):
                    return
                for path in (event.src_path, getattr(event, "dest_path", "")):
                    if path:
                        note(os.fsdecode(path), folder=event.is_directory)

        self._handler = Handler()
        try:
            self._observer = Observer()
            self._observer.start()
            self._watch(self._top)
            for name in _names(self._top):
                path = os.path.join(self._top, name)
                if not name.startswith(".") and os.path.isdir(path) and not os.path.islink(path):
                    self._watch(path)
        except OSError:
            if self._observer is not None:
                self._observer.stop()
                self._observer = None
            return False
        return True

    def _watch(self, path: str) -> None:
        """One folder, not what is in it. A folder that came later and gets no watch is looked at instead."""
        if self._observer is None or self._over.is_set():
            return
        try:
            old = self._watched.pop(path, None)
            if old is not None:
                self._observer.unschedule(old)
            self._watched[path] = self._observer.schedule(self._handler, path, recursive=False)
        except (OSError, KeyError) as error:
            if path == self._top or isinstance(error, KeyError):
                raise
            if not self._polling:
                self._polling = True
                self.notices.append(say(None, "index.no_watches"))
                self._thread("cogmem-look", self._look, self._stamps())

    def _tell(self) -> None:
        from cogmem import clock

        while True:
            with self._news:
                while not self._waiting and not self._over.is_set():
                    self._news.wait()
                began = clock.monotonic()
                while (
                    not self._over.is_set() and self._news.wait(self._debounce) and clock.monotonic() - began < LONGEST
                ):
                    continue
                found, self._waiting = self._waiting, set()
            if found:
                self._changed(found)
            if self._over.is_set() and not self._waiting:
                return

    def _look(self, before: dict[str, int]) -> None:
        while not self._over.wait(self._interval):
            now = self._stamps()
            changed = {source for source in before.keys() | now.keys() if before.get(source) != now.get(source)}
            before = now
            self._remember(*(os.path.join(self.root, source) for source in changed))

    def _stamps(self) -> dict[str, int]:
        from cogmem.index.scan import stamp_of

        stamps = {}
        for source in scan(self.root, self.logs_dir, {}).names:
            try:
                stamps[source] = stamp_of(os.stat(os.path.join(self.root, source)))
            except OSError:
                continue
        return stamps

    def _thread(self, name: str, work: Callable[..., None], *values: Any) -> None:
        thread = threading.Thread(target=work, args=values, name=name, daemon=True)
        self._threads.append(thread)
        thread.start()


def _names(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []
