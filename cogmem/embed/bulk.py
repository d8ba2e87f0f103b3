"""Many texts to vectors, from the cache if it has them, else in batches over threads; a bad text costs only itself."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from cogmem.embed import threads
from cogmem.embed.base import Embedder
from cogmem.embed.cache import VectorCache
from cogmem.embed.texts import text
from cogmem.errors import EmbedderRefusedError, EmbedderUnavailableError

Vector = npt.NDArray[np.float32]
Progress = Callable[[int, int], None]
_BATCH = 32
_HOPELESS = 4


@dataclass(slots=True)
class Embedded:
    """What became of some texts, by position: ``vectors`` (d,) float32 unit, ``refused`` the reason in words."""

    vectors: dict[int, Vector] = field(default_factory=dict)
    refused: dict[int, str] = field(default_factory=dict)


def embed_parts(embedder: Embedder, texts: Sequence[str], cache: VectorCache | None = None,
                progress: Progress | None = None, stop: Callable[[], bool] | None = None) -> Iterator[Embedded]:
    """The vectors of all texts in parts as they are finished, in the order of ``texts``, so that each can be kept
    before the next; positions in neither dictionary of a part were not reached before ``stop()`` said True.

    ``progress(done, total)`` is called after each part. Equal texts are embedded once. Raises
    EmbedderUnavailableError; what was finished by then is in the cache.
    """
    first: dict[str, int] = {}
    twins: dict[int, list[int]] = {}
    for k, one in enumerate(texts):
        twins.setdefault(first.setdefault(one, k), []).append(k)
    unique = list(twins)
    known = cache.get_many(embedder.id, [texts[k] for k in unique]) if cache and unique else {}
    cached = {unique[n]: vector for n, vector in known.items()}
    done = 0
    missing = [k for k in unique if k not in cached]
    for part in (part for parts in ([Embedded(cached)] if cached else [], _made(embedder, texts, missing, stop))
                 for part in parts):
        if cache and part.vectors and part.vectors is not cached:
            rows = list(part.vectors)
            cache.put_many(embedder.id, [texts[k] for k in rows], np.stack([part.vectors[k] for k in rows]))
        spread = Embedded({twin: vector for k, vector in part.vectors.items() for twin in twins[k]},
                          {twin: reason for k, reason in part.refused.items() for twin in twins[k]})
        done += len(spread.vectors) + len(spread.refused)
        yield spread
        if progress:
            progress(done, len(texts))


def _made(embedder: Embedder, texts: Sequence[str], wanted: list[int],
          stop: Callable[[], bool] | None) -> Iterator[Embedded]:
    """Batches over as many threads as the embedder has use for (``parallel``, default 1), in order."""
    size = getattr(embedder, "batch", _BATCH)
    jobs = deque(wanted[start:start + size] for start in range(0, len(wanted), size))
    width = min(threads.workers(getattr(embedder, "parallel", 1)), len(jobs))
    if width <= 1:
        for job in jobs:
            if stop and stop():
                return
            yield _batch(embedder, texts, job)
        return
    with ThreadPoolExecutor(width, thread_name_prefix="cogmem-embed") as pool:
        running: deque[Future[Embedded]] = deque()
        try:
            while jobs or running:
                while jobs and len(running) < width + 1 and not (stop and stop()):
                    running.append(pool.submit(_batch, embedder, texts, jobs.popleft()))
                if not running:
                    return
                yield running.popleft().result()
        finally:
            for future in running:
                future.cancel()


def _batch(embedder: Embedder, texts: Sequence[str], job: list[int]) -> Embedded:
    """One batch; when the embedder refuses it, halves of it, down to the single texts that are refused.

    Raises EmbedderUnavailableError when it refuses one text after the other: then the fault is not in the texts.
    """
    out = Embedded()
    heap = [job]
    while heap:
        part = heap.pop()
        try:
            vectors = embedder.embed_passages([texts[k] for k in part])
        except EmbedderRefusedError as error:
            if len(part) == 1:
                out.refused[part[0]] = error.message
                if len(out.refused) >= _HOPELESS and not out.vectors:
                    raise EmbedderUnavailableError(text("refuses_all", why=error.message), hint=error.hint) from error
            else:
                heap += reversed(_split(part, error.indices))
            continue
        out.vectors |= {k: vectors[n] for n, k in enumerate(part)}
    return out


def _split(part: list[int], refused: tuple[int, ...]) -> list[list[int]]:
    """What to try next: the good ones together and each named one alone, or the two halves."""
    named = {part[n] for n in refused if 0 <= n < len(part)}
    if named and len(named) < len(part):
        return [[k for k in part if k not in named], *([k] for k in sorted(named))]
    middle = len(part) // 2
    return [part[:middle], part[middle:]]
