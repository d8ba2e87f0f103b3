"""What hooks ask over the warm socket: ``ping`` and ``flashbacks``, each for a root that this user knows."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import CancelledError
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cogmem.errors import CogmemError
from cogmem.mcp.desk import URGENT, Desk
from cogmem.mcp.models import Models
from cogmem.mcp.rooms import KnownProjects, Rooms
from cogmem.mcp.talk import complain

if TYPE_CHECKING:
    from cogmem.project import Project

Reply = dict[str, Any]
LONGEST_PROMPT = 20_000
MOST_HITS = 20


class HookAnswers:
    """Called with one request on a connection's thread; gives one reply."""

    def __init__(self, projects: KnownProjects, models: Models, desk: Desk, rooms: Rooms, used: Callable[[Project], None]) -> None:
        self._projects = projects
        self._models = models
        self._desk = desk
        self._rooms = rooms
        self._used = used

    def __call__(self, request: Reply) -> Reply:
        root = request.get("root")
        project = self._projects.at(Path(root)) if isinstance(root, str) and root else None
        if project is None:
            return {"ok": False, "error": "unknown project"}
        if request.get("op") == "ping":
            return self._ping(project)
        if request.get("op") == "flashbacks":
            return self._flashbacks(project, request)
        return {"ok": False, "error": "unknown op"}

    def _ping(self, project: Project) -> Reply:
        """From here on this project is in use: its model and its index are brought into memory."""
        ready = self._models.ready(project)
        if not ready:
            self._models.load(project)
            self._desk.submit(lambda: self._open(project))
        self._used(project)
        return {"ok": True, "ready": ready}

    def _open(self, project: Project) -> None:
        """One question that finds nothing worth telling reads everything a later one needs."""
        try:
            self._rooms.store(project).search("warm", top_k=1, reinforce=False, mode="lexical")
        except (CogmemError, OSError) as error:
            complain("the index could not be opened", error)

    def _flashbacks(self, project: Project, request: Reply) -> Reply:
        prompt, session, k = request.get("prompt"), request.get("session"), request.get("k", 3)
        if not isinstance(prompt, str) or not isinstance(k, int) or not isinstance(session, str | None):
            return {"ok": False, "error": "wrong types"}
        self._used(project)
        semantic = self._models.ready(project)
        asked = self._desk.submit(
            lambda: self._search(project, prompt[:LONGEST_PROMPT], session, min(max(k, 1), MOST_HITS), semantic), URGENT
        )
        try:
            hits = asked.result(float(project.config.hooks.deadline_ms) / 1000)
        except (TimeoutError, CancelledError):
            asked.cancel()
            return {"ok": False, "error": "busy"}
        except (CogmemError, OSError, ValueError) as error:
            complain("flashbacks failed", error)
            return {"ok": False, "error": type(error).__name__}
        return {"ok": True, "semantic": semantic, "hits": hits}

    def _search(self, project: Project, prompt: str, session: str | None, k: int, semantic: bool) -> list[dict[str, object]]:
        store = self._rooms.store(project)
        mode = "hybrid" if semantic else "lexical"
        found = store.search(prompt, top_k=k, reinforce=False, mode=mode, session=session)
        return [hit.as_dict() for hit in found.results]
