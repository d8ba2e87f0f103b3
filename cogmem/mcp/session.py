"""Everything that lives while one client works in a known project: desk, stores, model, warm socket, night."""

from __future__ import annotations

import os
import signal
from concurrent.futures import Future
from typing import TYPE_CHECKING

from cogmem.errors import CogmemError
from cogmem.mcp.answers import HookAnswers
from cogmem.mcp.call import Call
from cogmem.mcp.desk import Desk
from cogmem.mcp.models import Models
from cogmem.mcp.night import Night
from cogmem.mcp.protocol import Message
from cogmem.mcp.rooms import KnownProjects, Rooms
from cogmem.mcp.schemas import TOOLS, problems
from cogmem.mcp.texts import say
from cogmem.mcp.tools import HANDLERS
from cogmem.mcp.warm import WarmSocket
from cogmem.project import runtime_dir

if TYPE_CHECKING:
    from cogmem.project import Project
    from cogmem.store import MemoryStore

SECONDS_TO_CLOSE = 1.0
SECONDS_TO_WARM_UP = 2.5


class Session:
    """The toolbox of the server. ``project`` is the one the client stands in; hooks may name others."""

    def __init__(self, projects: KnownProjects, client: int) -> None:
        self.project: Project | None = None
        self._begun = False
        self._models = Models()
        self._desk = Desk("cogmem-desk")
        self._rooms = Rooms(self._open)
        self._night = Night(self._desk, Rooms(self._open)).start()
        self._answers = HookAnswers(projects, self._models, self._desk, self._rooms, self._night.wake)
        self._warm = WarmSocket(runtime_dir() / "cogmem", client, self._answers, _end_process).start()
        self._note = runtime_dir() / "cogmem" / f"{client}.ping"

    def list(self) -> list[Message]:
        """The tools. A session that started before our socket was there left a note instead of its ping. Then this
        answer waits for the model: a headless client sends its only prompt right after it (an interactive one asks in
        the background, while the person types)."""
        if self.project is not None and self._note.exists():
            self._note.unlink(missing_ok=True)
            self._answers.warm_up(self.project, SECONDS_TO_WARM_UP)
        if self.project is not None and not self._begun:
            self._begun = True
            self._night.wake(self.project)
        return list(TOOLS)

    def call(self, name: str, arguments: Message) -> Future[Message]:
        """A future of the tool's result, with ``isError`` and the way out where it failed."""
        project = self.project
        assert project is not None
        return self._desk.submit(lambda: self._answer(project, name, arguments))

    def close(self) -> None:
        """Remove the socket, stop the work, close the stores; about a second at most for each desk."""
        self._warm.close()
        self._night.close(SECONDS_TO_CLOSE)
        self._desk.close(self._rooms.close, SECONDS_TO_CLOSE)

    def _open(self, project: Project) -> MemoryStore:
        from cogmem.store import MemoryStore

        return MemoryStore(project, embedder=self._models.embedder(project))

    def _answer(self, project: Project, name: str, arguments: Message) -> Message:
        lang = str(project.config.lang)
        wrong = problems(name, arguments)
        if wrong:
            return _content(say(lang, "wrong", problems="; ".join(wrong)), failed=True)
        call = Call(project, self._rooms.store(project), lang, os.environ.get("CLAUDE_CODE_SESSION_ID", "")[:8] or None)
        try:
            text = HANDLERS[name](call, arguments)
        except CogmemError as error:
            return _content(f"{error.message}\n{error.hint}" if error.hint else error.message, failed=True)
        self._night.wake(project)
        return _content(text)


def _content(text: str, *, failed: bool = False) -> Message:
    return {"content": [{"type": "text", "text": text}], "isError": failed}


def _end_process() -> None:
    """The client is gone: end as if it had asked, so that the main thread tidies up."""
    os.kill(os.getpid(), signal.SIGTERM)
