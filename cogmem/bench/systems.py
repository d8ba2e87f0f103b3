"""What is measured: the product in its modes on a project of its own, and plain grep beside it."""

from __future__ import annotations

import dataclasses
import datetime as dt
import hashlib
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from cogmem import clock
from cogmem.bench.datasets import Corpus, Question, write_logs
from cogmem.config import CogMemConfig
from cogmem.embed.base import Embedder
from cogmem.embed.cache import VectorCache
from cogmem.recall.prior import Prior
from cogmem.recall.search import Query, gather, search
from cogmem.recall.view import View
from cogmem.store import MemoryStore

DEPTH = 10
NO_PRIOR = Prior(beta=0.0)
_WORD = re.compile(r"[\w']{2,}")


class Remembering:
    """An embedder that keeps the vectors of questions in the user's cache, so that a second run costs no model time."""

    def __init__(self, inner: Embedder, cache: VectorCache) -> None:
        self._inner, self._cache = inner, cache
        self.id, self.dimensions = inner.id, inner.dimensions
        self.windows = inner.windows
        self.embed_passages = inner.embed_passages

    def embed_queries(self, texts: Sequence[str]) -> np.ndarray:
        """(n, d) unit vectors."""
        key = f"{self.id}/query"
        known = self._cache.get_many(key, texts)
        missing = [k for k in range(len(texts)) if k not in known]
        if missing:
            fresh = self._inner.embed_queries([texts[k] for k in missing])
            self._cache.put_many(key, [texts[k] for k in missing], fresh)
            known |= dict(zip(missing, fresh, strict=True))
        return np.stack([known[k] for k in range(len(texts))])


class Product:
    """One corpus as a project: logs written, indexed, searched."""

    def __init__(
        self, corpus: Corpus, root: Path, embedder: Any = None, shift: bool = False, provider: str = "embedded"
    ) -> None:
        """``shift``: move all dates so that the last log is today's."""
        self.corpus = corpus
        docs = _shifted(corpus) if shift else corpus.docs
        root.mkdir(parents=True)
        (root / "cogmem.toml").write_text("[cogmem]\n", "utf-8")
        self.where = write_logs(docs, root / "memory" / "logs")
        dates = [doc.date[:10] for doc in docs if doc.date]
        self.today = dt.date.fromisoformat(max(dates)) if dates else clock.today()
        self.store = MemoryStore(CogMemConfig.default(root, embedding__provider=provider), embedder)
        started = clock.monotonic()
        read = self.store.index_dir(embed=False)
        self.index_seconds = clock.monotonic() - started
        if read.sync.entries != len(docs):
            raise AssertionError(f"{corpus.name}: {len(docs)} documents were read as {read.sync.entries} entries")

    def embed(self, progress: Callable[[int, int], None] | None = None) -> None:
        """Give all entries their vectors."""
        self.store.embed_pending(progress=progress)

    @property
    def view(self) -> View:
        return self.store.engine.view()

    def vector(self, question: Question) -> np.ndarray | None:
        return self.store.engine.vector(question.text)[0]

    def ask(self, question: Question, mode: str = "hybrid", prior: Prior = NO_PRIOR) -> tuple[list[str], bool, float]:
        """(ids, best first; whether any is above the bar; seconds besides the question's embedding)."""
        view, vector = self.view, self.vector(question) if mode != "lexical" else None
        started = clock.monotonic()
        hits = search(view, Query(question.text, self.today, DEPTH, mode), vector, prior)
        seconds = clock.monotonic() - started
        ids = [self.where.get((hit.source.rpartition("/")[2], hit.line), "?") for hit in hits]
        return ids, any(hit.grade == "strong" for hit in hits), seconds

    def strongest(self, question: Question, mode: str = "hybrid") -> float:
        """The greatest relevance of any entry to a question, whatever its rank."""
        from cogmem.recall.relevance import squash, words

        query = Query(question.text, self.today, 1, mode)
        found = gather(self.view, query, self.vector(question) if mode != "lexical" else None)
        evidence = found.meaning + words(found.share)
        return float(squash(evidence, found.admission(self.view.script)).max()) if len(evidence) else 0.0

    def close(self) -> None:
        self.store.close()


class Grep:
    """Entries that hold most of a question's words as substrings, the newest first: what a person has without us."""

    def __init__(self, corpus: Corpus) -> None:
        self._texts = [(doc.id, doc.rendered.lower()) for doc in reversed(corpus.docs)]

    def ask(self, question: Question) -> list[str]:
        words = {word.lower() for word in _WORD.findall(question.text)}
        counted = ((sum(word in text for word in words), id) for id, text in self._texts)
        return [id for count, id in sorted(counted, key=lambda pair: -pair[0])[:DEPTH] if count]


def _shifted(corpus: Corpus) -> tuple[Any, ...]:
    dates = [dt.date.fromisoformat(doc.date[:10]) for doc in corpus.docs if doc.date]
    if not dates:
        return corpus.docs
    days = (clock.today() - max(dates)).days
    return tuple(
        dataclasses.replace(doc, date=f"{dt.date.fromisoformat(doc.date[:10]) + dt.timedelta(days)}{doc.date[10:]}")
        if doc.date
        else doc
        for doc in corpus.docs
    )


def half(question: Question) -> int:
    """0 or 1: which half of a set a question belongs to, by its id."""
    return hashlib.sha256(question.id.encode()).digest()[0] & 1
