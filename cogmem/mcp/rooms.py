"""Which projects this user knows, and the stores that are open for them. A ``Rooms`` belongs to one thread (a desk)."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from cogmem.errors import CogmemError

if TYPE_CHECKING:
    from cogmem.project import Project
    from cogmem.store import MemoryStore

Stamp = tuple[tuple[int, int], ...]


def start_folder() -> Path:
    """The folder the client was started in."""
    return Path(os.environ.get("CLAUDE_PROJECT_DIR") or os.getcwd())


class KnownProjects:
    """Looks up projects for any thread. A project that this user never ran ``init`` in is not there."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._found: dict[Path, tuple[Stamp, Project]] = {}

    def at(self, folder: Path) -> Project | None:
        """The invited project around ``folder``; None when there is none or it cannot be read."""
        from cogmem.project import find_root, invited, open_project

        try:
            root = find_root(folder)
            if root is None:
                return None
            stamp = _stamp(root)
            with self._lock:
                before = self._found.get(root)
            project = before[1] if before and before[0] == stamp else open_project(root)
            if not invited(project):
                return None
        except (CogmemError, OSError, ValueError):
            return None
        with self._lock:
            self._found[root] = (stamp, project)
        return project


def _stamp(root: Path) -> Stamp:
    """Changes when the configuration does."""
    stamps = []
    for name in ("cogmem.toml", "cogmem.local.toml"):
        try:
            found = (root / name).stat()
        except OSError:
            stamps.append((0, 0))
        else:
            stamps.append((found.st_mtime_ns, found.st_size))
    return tuple(stamps)


class Rooms:
    """Open stores by project root; a changed configuration opens a new one."""

    def __init__(self, open_store: Callable[[Project], MemoryStore]) -> None:
        self._open = open_store
        self._stores: dict[Path, tuple[Project, MemoryStore]] = {}

    def store(self, project: Project) -> MemoryStore:
        before = self._stores.get(project.root)
        if before is not None:
            if before[0] is project:
                return before[1]
            before[1].close()
        store = self._open(project)
        self._stores[project.root] = (project, store)
        return store

    def close(self) -> None:
        while self._stores:
            self._stores.popitem()[1][1].close()
