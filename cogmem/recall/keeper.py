"""The parts of a memory store: its open databases, its embedder, and how the index is kept equal to the files."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypeVar

from cogmem.config import CogMemConfig
from cogmem.errors import BusyError, EmbedderUnavailableError, ReadOnlyError
from cogmem.index.recover import healed, searchable
from cogmem.index.report import SyncReport
from cogmem.index.sqlite import Index
from cogmem.index.sync import sync
from cogmem.ledger.sqlite import Ledger
from cogmem.messages import spoken
from cogmem.project import Project, cache_dir
from cogmem.recall.failing import reason

if TYPE_CHECKING:
    from cogmem.embed.base import Embedder
    from cogmem.index.embeddings import EmbeddingCache
    from cogmem.index.pending import EmbedReport
    from cogmem.recall.engine import Engine
    from cogmem.recall.session import SearchCache

T = TypeVar("T")

Progress = Callable[[str, int, int], None]
"""(``read`` or ``embed``, done, total): files while reading, entries while embedding."""


class IndexReport:
    """What ``index_dir`` did: ``sync`` (what was read), ``embed`` (what was embedded, or None), ``notices`` for the
    user.

    ``partial``: something could not be read, or entries still wait for vectors that they should have got."""

    def __init__(self, read: SyncReport, embed: EmbedReport | None, notices: list[str], waiting: bool) -> None:
        self.sync, self.embed, self.notices = read, embed, notices
        self.partial = waiting or bool(read.unread) or read.read_only

    def as_dict(self) -> dict[str, object]:
        """For ``--json``."""
        return {
            **self.sync.as_dict(),
            "embedding": self.embed.as_dict() if self.embed else None,
            "notices": self.notices,
            "partial": self.partial,
        }


class Keeper:
    """Opens what a store needs when it is needed, and keeps the index up to date. NumPy comes with the engine."""

    def __init__(self, config: CogMemConfig | Project, embedder: Any = None) -> None:
        self.project = config if isinstance(config, Project) else Project(config.root, config)
        self.config = self.project.config
        self._custom = embedder
        self._index: Index | None = None
        self._ledger: Ledger | None = None
        self._engine: Engine | None = None
        self._cache: EmbeddingCache | None = None
        self._settled = 0
        self._caches: dict[str | None, SearchCache] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the databases; twice does no harm, and a closed store opens again when it is used."""
        for part in (self._index, self._ledger, self._cache):
            if part is not None:
                part.close()
        self._index = self._ledger = self._cache = None
        self._engine = None

    # Parts

    @property
    def index(self) -> Index:
        """The open index."""
        if self._index is None:
            self._index = Index.open(self.project.index_path)
        return self._index

    @property
    def ledger(self) -> Ledger:
        """The open ledger."""
        if self._ledger is None:
            self._ledger = Ledger.open(self.project.ledger_path)
        return self._ledger

    @property
    def engine(self) -> Engine:
        """What answers questions; loads NumPy."""
        if self._engine is None:
            from cogmem.embed.registry import create
            from cogmem.recall.engine import Engine

            self._engine = Engine(self.index, self.config, create(self.config, self._custom))
        return self._engine

    @property
    def embedder(self) -> Embedder | None:
        """The embedder that the configuration wants; None for words only."""
        return self.engine.embedder

    @property
    def embeddings(self) -> EmbeddingCache:
        """The user's cache of finished vectors."""
        if self._cache is None:
            from cogmem.index.embeddings import EmbeddingCache

            self._cache = EmbeddingCache(cache_dir() / "embeddings.db")
        return self._cache

    # Keeping up

    def index_dir(
        self,
        rebuild: bool = False,
        progress: Progress | None = None,
        embed: bool = True,
        files: Iterable[str | Path] | None = None,
        verify: bool = False,
    ) -> IndexReport:
        """Make the index say what the logs say, then (``embed``) give entries their vectors. ``verify``: check at
        the end that its tables agree (``IndexReport.sync.verified``).

        Raises BusyError; an embedder that cannot answer is a notice, not an error."""
        reading = (lambda done, total: progress("read", done, total)) if progress else None
        read = sync(self.project, self.index, rebuild=rebuild, files=files, progress=reading, verify=verify)
        self._tell_moves(read)
        notices = list(read.notices)
        report, failed = None, False
        if embed:
            try:
                report = self.embed_pending(
                    progress=(lambda done, total: progress("embed", done, total)) if progress else None
                )
            except (EmbedderUnavailableError, ReadOnlyError) as error:
                failed = True
                notices.append(reason(error, spoken()))
        return IndexReport(read, report, notices, failed or bool(report and report.pending))

    def embed_pending(
        self,
        limit: int | None = None,
        progress: Callable[[int, int], None] | None = None,
        stop: threading.Event | Callable[[], bool] | None = None,
        known: bool = False,
    ) -> EmbedReport | None:
        """Give at most ``limit`` entries their vectors, newest first; None when no embedder is wanted. ``known``:
        only vectors that were made before.

        Raises EmbedderUnavailableError, BusyError, ReadOnlyError; what was finished by then is kept."""
        if self.config.embedding.provider == "none" and self._custom is None:
            return None
        embedder = self.embedder
        if embedder is None:
            return None
        from cogmem.index.pending import embed_pending

        return embed_pending(
            self.index, embedder, self.embeddings, limit=limit, progress=progress, stop=stop, known=known
        )

    def merge_spool(self) -> dict[str, int]:
        """Take what hooks noted into the ledger and forget what is older than wanted; returns rows by kind."""
        from cogmem.ledger.merge import merge_spool

        r = self.config.reinforcement
        counts = merge_spool(self.ledger, self.project.run_dir, step=0.0 if r.mode == "off" else r.step, cap=r.cap)
        if counts:
            self.ledger.purge(
                injections_days=self.config.injections.keep_days,
                transcript_days=self.config.capture.keep_transcript_days,
            )
        return counts

    def _safely(self, ask: Callable[[], T]) -> tuple[T, list[str]]:
        """What ``ask`` finds in the index, and notices; a damaged index is made anew and asked again."""
        return healed(self.project, self.index, ask)

    def _refresh(self, inline: int = 0, known: bool = False) -> list[str]:
        """Look at the files; ``known``: take vectors that were made before; ``inline``: besides, embed so many new
        entries at most. Each is tried once until something changes. Returns notices."""
        read = searchable(self.project, self.index)
        self._tell_moves(read)
        level = 2 if inline else int(known)
        if read.added or read.changed:
            self._settled = 0
        if self._settled < level and self.embedder is not None:
            from cogmem.index.pending import pending

            with contextlib.suppress(EmbedderUnavailableError, BusyError, ReadOnlyError):
                waiting = pending(self.index, self.embedder.id)
                if waiting > inline and (report := self.embed_pending(known=True)):
                    waiting = report.pending
                if 0 < waiting <= inline:
                    self.embed_pending(limit=inline)
                self._settled = level
        return list(read.notices)

    def _tell_moves(self, read: SyncReport) -> None:
        if not read.moved:
            return
        with contextlib.suppress(BusyError, ReadOnlyError):  # the index keeps them until the ledger was told
            self.index.tell_moves(self.ledger.apply_moves)
