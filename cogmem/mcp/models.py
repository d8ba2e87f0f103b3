"""The embedders of this process: one for all projects with the same settings, loaded when somebody needs them."""

from __future__ import annotations

from threading import Lock, Thread
from typing import TYPE_CHECKING

from cogmem import clock
from cogmem.errors import CogmemError
from cogmem.mcp.talk import complain

if TYPE_CHECKING:
    from cogmem.embed.base import Embedder
    from cogmem.project import Project

Key = tuple[str, ...]
SECONDS_BETWEEN_TRIES = 30.0


class Models:
    """Embedders by provider, model and address. All methods may be called from any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._made: dict[Key, Embedder | None] = {}
        self._loading: dict[Key, Thread] = {}
        self._ready: set[Key] = set()
        self._failed: dict[Key, float] = {}

    def embedder(self, project: Project) -> Embedder | None:
        """The project's embedder, not necessarily loaded; None where the provider is ``none``."""
        from cogmem.embed.registry import create

        key = _key(project)
        with self._lock:
            if key not in self._made:
                self._made[key] = create(project.config)
            return self._made[key]

    def ready(self, project: Project) -> bool:
        """Whether a question can be embedded at once."""
        with self._lock:
            return _key(project) in self._ready

    def load(self, project: Project) -> None:
        """Begin to load the project's model in a thread of its own. Once is enough; a failure is tried again later."""
        key = _key(project)
        if key[0] == "none":
            return
        with self._lock:
            failed = self._failed.get(key)
            resting = failed is not None and clock.monotonic() - failed < SECONDS_BETWEEN_TRIES
            if key in self._ready or key in self._loading or resting:
                return
            thread = Thread(target=self._load, args=(project, key), name="cogmem-model", daemon=True)
            self._loading[key] = thread
        thread.start()

    def _load(self, project: Project, key: Key) -> None:
        try:
            embedder = self.embedder(project)
            if embedder is not None:
                embedder.embed_queries(["ready"])
                with self._lock:
                    self._ready.add(key)
        except (CogmemError, OSError) as error:
            complain("the model could not be loaded", error)
            with self._lock:
                self._failed[key] = clock.monotonic()
        finally:
            with self._lock:
                self._loading.pop(key, None)


def _key(project: Project) -> Key:
    settings = project.config.embedding
    return (str(settings.provider), str(settings.model), str(settings.url))
