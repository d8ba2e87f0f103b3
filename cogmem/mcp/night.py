"""What the server does while nobody asks: write the ends of sessions whose client died, merge the spool, follow changed
files, embed what is pending.

It works on a desk (and stores) of its own at low priority, and stops within one text when a request comes. Between
requests and file changes it sleeps without waking.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from concurrent.futures import Future
from threading import Event, Lock, Thread, get_native_id
from typing import TYPE_CHECKING

from cogmem.claude import takeup
from cogmem.errors import CogmemError
from cogmem.mcp.desk import Desk
from cogmem.mcp.rooms import Rooms
from cogmem.mcp.talk import complain

if TYPE_CHECKING:
    from pathlib import Path

    from cogmem.index.watcher import Watcher
    from cogmem.project import Project

QUIET_SECONDS = 1.0
NICENESS = 10
ENTRIES_PER_ROUND = 64
MOST_TRIES = 3
"""So often a project's dead sessions are tried to be wrapped while this server runs: another process may hold them."""


class Night:
    """Rounds over the projects that were used in this session. ``day`` is the desk whose work goes first."""

    def __init__(self, day: Desk, rooms: Rooms) -> None:
        self._day = day
        self._rooms = rooms
        self._desk = Desk("cogmem-night")
        self._projects: dict[Path, Project] = {}
        self._watchers: dict[Path, Watcher] = {}
        self._tries: Counter[Path] = Counter()
        self._lock = Lock()
        self._call = Event()
        self._over = Event()
        self._thread = Thread(target=self._run, name="cogmem-idle", daemon=True)

    def start(self) -> Night:
        self._thread.start()
        self._desk.submit(_be_nice)
        return self

    def wake(self, project: Project) -> None:
        """There may be something to do in this project; from now on its logs are watched."""
        with self._lock:
            self._projects[project.root] = project
        self._call.set()

    def _watch(self, project: Project) -> None:
        if project.root in self._watchers:
            return
        from cogmem.index.watcher import Watcher

        watcher = Watcher(project.root, str(project.config.logs_dir), lambda _: self.wake(project))
        self._watchers[project.root] = watcher.start()

    def close(self, seconds: float = 1.0) -> None:
        self._over.set()
        self._call.set()
        self._desk.close(self._rooms.close, seconds)

    def interrupted(self) -> bool:
        """Whether background work must stop now: somebody waits, or the server ends."""
        return self._over.is_set() or self._day.idle_for() < QUIET_SECONDS

    def _run(self) -> None:
        while not self._over.is_set():
            self._call.wait()
            self._call.clear()
            while not self._over.is_set() and not self._quiet():
                self._over.wait(QUIET_SECONDS)
            with self._lock:
                due = list(self._projects.values())
                self._projects.clear()
            for project in due:
                if self._over.is_set():
                    return
                self._watch(project)
                if self._result(self._desk.submit(lambda project=project: self._round(project))):  # type: ignore[misc]
                    self.wake(project)

    def _quiet(self) -> bool:
        return self._day.idle_for() >= QUIET_SECONDS

    def _result(self, done: Future[bool]) -> bool:
        """Whether a round left something over; a failed round waits for the next use."""
        error = done.exception()
        if error is not None:
            complain("background work failed", error)
            return False
        return done.result()

    def _round(self, project: Project) -> bool:
        """Whether there is more to do. Raises what the store raises."""
        store = self._rooms.store(project)
        self._wrap(project)
        store.merge_spool()
        store.index_dir(embed=False)
        if self.interrupted():
            return True
        report = store.embed_pending(limit=ENTRIES_PER_ROUND, stop=self.interrupted)
        return report is not None and report.pending > 0 and (report.stopped or report.embedded > 0)

    def _wrap(self, project: Project) -> None:
        """Once: what a session start had no time for, or did not come to. What cannot be written is complained about
        and costs the round nothing."""
        if self._tries[project.root] >= MOST_TRIES or project.paused:
            return
        self._tries[project.root] += 1
        own = os.environ.get("CLAUDE_CODE_SESSION_ID", "")
        try:
            if takeup.waiting(project, but=own):
                from cogmem.claude.lifecycle import late_wraps

                late_wraps(project, but=own)
            if not takeup.waiting(project, but=own):
                self._tries[project.root] = MOST_TRIES
        except (CogmemError, OSError) as error:
            complain("the end of an earlier session could not be written", error)


def _be_nice() -> None:
    """Linux has a priority per thread; elsewhere the system decides."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, get_native_id(), NICENESS)
