"""Everything that answers one question after another needs: the corpus in memory, the embedder that serves it,
vectors."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from cogmem.embed import threads

threads.limit()

import numpy as np  # noqa: E402

from cogmem.embed.calibration import Calibration, for_embedder  # noqa: E402
from cogmem.embed.registry import create  # noqa: E402
from cogmem.errors import CogmemError, ConfigError, EmbedderRefusedError, EmbedderUnavailableError  # noqa: E402
from cogmem.index.corpus import Corpus  # noqa: E402
from cogmem.index.vectors import serving  # noqa: E402
from cogmem.messages import chosen, speaking  # noqa: E402
from cogmem.model import Hit, SearchResult  # noqa: E402
from cogmem.recall.failing import reason  # noqa: E402
from cogmem.recall.prior import Prior  # noqa: E402
from cogmem.recall.search import Bars, Boosts, Query, search  # noqa: E402
from cogmem.recall.session import QueryVectors  # noqa: E402
from cogmem.recall.texts import say  # noqa: E402
from cogmem.recall.view import View  # noqa: E402

if TYPE_CHECKING:
    from cogmem.config import CogMemConfig
    from cogmem.embed.base import Embedder
    from cogmem.index.sqlite import Index

LONGEST_QUERY = 8000
"""Characters of a question that are looked at."""


class Engine:
    """Answers questions about one index. Not for several threads at once, but for ``ahead``.

    ``embedder`` is the one that the configuration wants; while its vectors are still being made, the embedder whose
    table is complete serves, and vectors of two are never compared.
    """

    def __init__(self, index: Index, config: CogMemConfig, embedder: Embedder | None) -> None:
        self.index = index
        self.config = config
        self.embedder = embedder
        self._serving: Embedder | None = None
        self._chosen: tuple[str | None, str | None] = (None, None)
        self._calibration: Calibration | None = None
        self._corpus: Corpus | None = None
        self._view: View | None = None
        self._vectors: QueryVectors | None = None
        self._failure: CogmemError | None = None

    def view(self) -> View:
        """The corpus as it is now. Raises BusyError, IndexDamagedError."""
        embedder = self._serving_embedder()
        embedder_id = embedder.id if embedder else None
        if self._corpus is None or self._corpus.embedder_id != embedder_id:
            self._corpus = Corpus(self.index, embedder_id)
            self._view = None
        self._corpus.refresh()
        if self._view is None or self._view.generation != self._corpus.generation:
            self._view = View(self._corpus, self._calibration if embedder else None)
        return self._view

    def search(self, query: Query, boosts: Boosts | None = None) -> SearchResult:
        """The best entries with notices; ``degraded`` when the embedder should have answered and could not, or has no
        vector to compare with yet; a notice says why."""
        with speaking(self.lang):
            return self._search(query, boosts)

    def _search(self, query: Query, boosts: Boosts | None) -> SearchResult:
        view = self.view()
        if not view.n:
            return SearchResult("no_index", (), (say(self.lang, "notice.no_index"),))
        query = dataclasses.replace(query, text=query.text[:LONGEST_QUERY])
        vector, failed = (None, False) if query.mode == "lexical" else self.vector(query.text)
        hits = search(view, query, vector, self.prior, self.bars, boosts)
        notices = [self._words_only()] if failed else []
        notices += self._pending(view) if vector is not None else []
        blind = vector is not None and not view.corpus.embedded.any()
        status = "degraded" if failed or blind else "ok"
        return SearchResult(status, tuple(map(self._with_passage, hits)), tuple(notices))

    def vector(self, text: str) -> tuple[np.ndarray | None, bool]:
        """(unit query vector or None, whether an embedder was asked and failed)."""
        if self._vectors is None:
            return None, self.embedder is not None
        try:
            return self._vectors.get(text), False
        except (EmbedderUnavailableError, EmbedderRefusedError) as error:
            self._failure = error
            return None, True

    def _words_only(self) -> str:
        """Why only words were compared, as far as is known (an embedder that served before may be gone for good)."""
        if self._failure is None:
            return say(self.lang, "notice.words_only")
        return say(self.lang, "notice.degraded", why=reason(self._failure, self.lang))

    def centred(self, text: str) -> np.ndarray | None:
        """The question's vector less what all questions share: what the session's cache compares."""
        vector, _ = self.vector(text)
        if vector is None or self._view is None or self._view.calibration is None:
            return None
        from cogmem.index.terms import script

        return self._view.question(vector, script(text))

    def ahead(self, text: str) -> None:
        """Begin to embed a question in the background; it serves that very question."""
        self._serving_embedder()
        if self._vectors is not None:
            self._vectors.ahead(text[:LONGEST_QUERY])

    @property
    def lang(self) -> str:
        """What was chosen for this process, else the project's language."""
        return chosen() or str(self.config.lang)

    @property
    def prior(self) -> Prior:
        s = self.config.scoring
        return Prior(s.mode, s.beta, s.sim_weight, s.arousal_weight, s.base_half_life, s.decay_floor)

    @property
    def bars(self) -> Bars:
        return Bars(self.config.recall.threshold, min(self.config.recall.weak, self.config.recall.threshold))

    def _serving_embedder(self) -> Embedder | None:
        """The embedder whose vectors answer now; None for words only (none wanted, or none can be reached). A complete
        table of one that can be run here serves also while the wanted one does not even say who it is."""
        if self.embedder is None:
            return None
        self._failure, wanted = None, None
        try:
            wanted = self.embedder.id
        except EmbedderUnavailableError as error:
            self._failure = error
        with self.index.errors():
            now = serving(self.index.db, wanted)
        if self._serving is None or self._chosen != (wanted, now):
            self._chosen = (wanted, now)
            self._serving = self._able(wanted, now)
            self._calibration = for_embedder(self._serving.id) if self._serving else None
            self._vectors = QueryVectors(self._embed) if self._serving else None
        return self._serving

    def _able(self, wanted: str | None, now: str | None) -> Embedder | None:
        """An embedder for the table ``now``. Where none can be made (its server is gone for good) the wanted one
        answers with the vectors that it has so far; where that is silent too, nobody."""
        if now is None or now == wanted:
            return self.embedder if wanted else None
        return _made_for(now, self.config) or (self.embedder if wanted else None)

    def _embed(self, text: str) -> Any:
        assert self._serving is not None
        return self._serving.embed_queries([text])[0]

    def _pending(self, view: View) -> list[str]:
        waiting = int(view.n - view.corpus.embedded.sum())
        if self._serving is not None and self.embedder is not None and self._serving is not self.embedder:
            if self._failure is not None:
                why = reason(self._failure, self.lang)
                return [say(self.lang, "notice.stands_in", id=self._serving.id, why=why)]
            from cogmem.index.pending import pending

            return [say(self.lang, "notice.growing", n=pending(self.index, self.embedder.id))]
        return [say(self.lang, "notice.pending", n=waiting)] if waiting else []

    def _with_passage(self, hit: Hit) -> Hit:
        """The window that counted, for an entry that has several."""
        window = hit.explanation.get("window")
        if not isinstance(window, int) or self._serving is None or len(hit.content) < 400:
            return hit
        try:
            pieces = self._serving.windows(hit.content)
        except (EmbedderUnavailableError, EmbedderRefusedError):
            return hit
        return dataclasses.replace(hit, passage=pieces[window].strip()) if 1 < len(pieces) > window else hit


def _made_for(embedder_id: str, config: CogMemConfig) -> Embedder | None:
    """An embedder for vectors that are there from before the configuration changed; None when none can be made."""
    provider, _, rest = embedder_id.partition("/")
    model = rest.rsplit("/", 2)[0].removesuffix("-q4")
    if provider != "embedded" and (provider, model) == (config.embedding.provider, config.embedding.model):
        return None  # what the configuration wants itself: it was asked already
    try:
        made = create(config.replaced({"embedding.provider": provider, "embedding.model": model}))
        return made if made is not None and made.id == embedder_id else None
    except (ConfigError, EmbedderUnavailableError):
        return None
