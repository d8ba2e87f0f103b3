"""What hooks ask over the warm socket: ``ping`` and ``flashbacks``, each for a root that this user knows."""

from __future__ import annotations

import datetime as dt
import os
import time
from collections.abc import Callable
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from cogmem import clock
from cogmem.errors import CogmemError
from cogmem.mcp.desk import URGENT, Desk
from cogmem.mcp.models import Models
from cogmem.mcp.rooms import KnownProjects, Rooms
from cogmem.mcp.talk import complain

if TYPE_CHECKING:
    from cogmem.project import Project
    from cogmem.store import MemoryStore

Reply = dict[str, Any]
LONGEST_PROMPT = 20_000
MOST_HITS = 50
MOST_LOOKED_AT = 40
REHEARSAL = "what did we decide about this project last time?"
DEADLINE_SHARE = 0.65  # the hook gives up at .72 and then looks itself
WORDS_SHARE = 0.3  # while we are still starting, it is quicker itself


class HookAnswers:
    """Called with one request on a connection's thread; gives one reply."""

    def __init__(
        self, projects: KnownProjects, models: Models, desk: Desk, rooms: Rooms, used: Callable[[Project], None]
    ) -> None:
        self._projects = projects
        self._models = models
        self._desk = desk
        self._rooms = rooms
        self._used = used
        self._words = ThreadPoolExecutor(2, "cogmem-words")
        self._opened: dict[Path, Future[None]] = {}
        self._rehearsed: dict[Path, Future[None]] = {}

    def __call__(self, request: Reply) -> Reply:
        root = request.get("root")
        project = self._projects.at(Path(root)) if isinstance(root, str) and os.path.isabs(root) else None
        if project is None:
            return {"ok": False, "error": "unknown project"}
        if request.get("op") == "ping":
            return self._ping(project)
        if request.get("op") == "flashbacks":
            return self._flashbacks(project, request)
        return {"ok": False, "error": "unknown op"}

    def _ping(self, project: Project) -> Reply:
        return {"ok": True, "ready": self._ready(project)}

    def _ready(self, project: Project) -> bool:
        """Whether a question can be answered by meaning at once; if not, begin to bring what it needs into memory."""
        self._used(project)
        self._models.load(project)
        if project.root not in self._opened:
            self._opened[project.root] = self._desk.submit(lambda: self._open(project))
        opened = self._opened[project.root]
        if not (self._models.ready(project) and opened.done() and not opened.cancelled()):
            return False
        if project.root not in self._rehearsed:
            self._rehearsed[project.root] = self._desk.submit(lambda: self._rehearse(project), URGENT)
        return self._rehearsed[project.root].done()

    def warm_up(self, project: Project, seconds: float) -> bool:
        """Begin to bring a project into memory and wait for it, so long at most; whether it is ready."""
        end = clock.monotonic() + seconds
        while not (ready := self._ready(project)) and clock.monotonic() < end:
            time.sleep(0.02)
        return ready

    def _open(self, project: Project) -> None:
        """Read what a question needs into memory."""
        try:
            store = self._rooms.store(project)
            store.index_dir(embed=False)
            store.engine.view()
        except (CogmemError, OSError) as error:
            complain("the index could not be opened", error)

    def _rehearse(self, project: Project) -> None:
        """One question that nobody asked: what only the first one pays for is paid for before it comes."""
        try:
            by_meaning(self._rooms.store(project), Question(REHEARSAL, None, 1))
        except (CogmemError, OSError, ValueError, LookupError) as error:
            complain("the rehearsal failed", error)

    def _flashbacks(self, project: Project, request: Reply) -> Reply:
        prompt, session, k = request.get("prompt"), request.get("session"), request.get("k", 3)
        if not isinstance(prompt, str) or not isinstance(k, int) or not isinstance(session, str | None):
            return {"ok": False, "error": "wrong types"}
        question = Question(prompt[:LONGEST_PROMPT], session, min(max(k, 1), MOST_HITS))
        asked: Future[Reply]
        if self._ready(project):
            share = DEADLINE_SHARE
            asked = self._desk.submit(lambda: by_meaning(self._rooms.store(project), question), URGENT)
        else:
            share = WORDS_SHARE
            asked = self._words.submit(by_words, project, question)
        try:
            return self._guarded(lambda: asked.result(share * float(project.config.hooks.deadline_ms) / 1000))
        except (TimeoutError, CancelledError):
            asked.cancel()
            return {"ok": False, "error": "busy"}

    def _guarded(self, answer: Callable[[], Reply]) -> Reply:
        try:
            return answer()
        except (CogmemError, ValueError, LookupError) as error:
            complain("flashbacks failed", error)
            return {"ok": False, "error": type(error).__name__}


class Question(NamedTuple):
    """A prompt, whose it is, and how many memories it may bring to mind."""

    prompt: str
    session: str | None
    k: int


def by_meaning(store: MemoryStore, question: Question) -> Reply:
    """What the prompt brings to mind. ``semantic`` says whether vectors had a part in it."""
    hits = store.context_search(question.prompt, top_k=question.k, session=question.session).results
    semantic = not hits or any(hit.cosine is not None for hit in hits)
    return {"ok": True, "semantic": semantic, "hits": [hit.as_dict() for hit in hits]}


def by_words(project: Project, question: Question) -> Reply:
    """The same without the model, NumPy and the desk, which may all be on their way."""
    from cogmem.index import lexical
    from cogmem.index.recover import healed
    from cogmem.index.sqlite import Index
    from cogmem.index.sync import sync
    from cogmem.recall.gate import topic

    settings = project.config.context_search
    rows: list[dict[str, Any]] = []
    if settings.enabled and topic(question.prompt, ())[0]:
        with Index.open(project.index_path) as index:
            sync(project, index)
            rows, _ = healed(project, index, lambda: lexical.search(index.db, question.prompt, MOST_LOOKED_AT))
    told = [
        _hit(row)
        for row in rows
        if row["relevance"] >= settings.flashback_sim
        and not row["low_trust"]
        and row["arousal"] >= settings.flashback_arousal
    ]
    return {"ok": True, "semantic": False, "hits": told[: question.k]}


def _hit(row: dict[str, Any]) -> dict[str, object]:
    """A lexical row with the keys of ``Hit.as_dict`` that a hook needs."""
    return {
        **row,
        "date": dt.date.fromordinal(row["date"]).isoformat(),
        "content": f"{row['title']}\n{row['body']}".strip(),
        "score": row["relevance"],
        "cosine": None,
        "grade": "strong",
    }
