"""What one working session remembers of its own searches: answers of like questions, and vectors made ahead of time."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock, Thread

import numpy as np

from cogmem.index.terms import query_terms
from cogmem.model import Hit, SearchResult

Vector = np.ndarray
_DENIALS = frozenset(("no", "not", "never", "none", "neither", "nor", "without", "cannot"))
"""Words that turn a question round, though a search leaves some of them out."""


class SearchCache:
    """At most ``max_size`` answers, the least recently used goes first.

    A question gets a stored answer when its text is the same, or when its *centred* vector has a cosine of at least
    ``sim_threshold`` to the stored one and both say the same: no other content word, number or negation ("succeed"
    for "fail" has .95). (Raw e5 cosines of any two questions lie above .75 and those of two different
    ones about the same thing above .9: centring is what makes .9 mean "the same question".) ``stamp`` stands for
    everything else the answer depends on (the store's state, options); another stamp is another answer.
    """

    def __init__(self, max_size: int = 20, sim_threshold: float = 0.9) -> None:
        if max_size < 0 or not 0.0 <= sim_threshold <= 1.0:
            raise ValueError("max_size must be >= 0 and sim_threshold between 0 and 1")
        self.max_size = max_size
        self.sim_threshold = sim_threshold
        self.hits = 0
        self._answers: OrderedDict[tuple[str, object], tuple[Vector | None, SearchResult]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._answers)

    def get(self, query: str, vector: Vector | None = None, stamp: object = None) -> SearchResult | None:
        """The stored answer, or None. ``vector``: centred query vector (d,), need not be of unit length."""
        key = (query.strip(), stamp)
        if key not in self._answers:
            alike = self._alike(query, vector, stamp)
            if alike is None:
                return None
            key = alike
        self._answers.move_to_end(key)
        self.hits += 1
        return self._answers[key][1]

    def put(self, query: str, vector: Vector | None, result: SearchResult, stamp: object = None) -> None:
        """Remember an answer; answers of an older stamp are dropped, they will never be asked for again."""
        if self.max_size == 0:
            return
        for key in [key for key in self._answers if key[1] != stamp]:
            del self._answers[key]
        unit = None if vector is None else vector / max(float(np.sqrt((vector * vector).sum())), 1e-12)
        self._answers[(query.strip(), stamp)] = (unit, result)
        self._answers.move_to_end((query.strip(), stamp))
        while len(self._answers) > self.max_size:
            self._answers.popitem(last=False)

    def _alike(self, query: str, vector: Vector | None, stamp: object) -> tuple[str, object] | None:
        if vector is None:
            return None
        unit = vector / max(float(np.sqrt((vector * vector).sum())), 1e-12)
        best, found = self.sim_threshold, None
        for key, (other, _) in self._answers.items():
            if other is not None and key[1] == stamp and other.shape == unit.shape:
                cosine = float((other * unit).sum())
                if cosine >= best and _said(key[0]) == _said(query):
                    best, found = cosine, key
        return found


def _said(query: str) -> frozenset[str]:
    """What a question says: the stems of its content words and numbers, and a mark for each negation."""
    folded = query.lower().replace("’", "'")
    denied = {f"not {word}" for word in folded.split() if word in _DENIALS or "n't" in word}
    denied |= {f"not {part}" for part in ("ない", "なかった", "ません") if part in folded}
    return frozenset(query_terms(query)) | denied


class QueryVectors:
    """Vectors of recent questions by their exact text, and those that a thread is making right now."""

    def __init__(self, embed: Callable[[str], Vector], max_size: int = 64) -> None:
        self._embed = embed
        self._max_size = max_size
        self._vectors: OrderedDict[str, Vector] = OrderedDict()
        self._working: dict[str, Thread] = {}
        self._lock = Lock()

    def ahead(self, text: str) -> Thread | None:
        """Begin to embed ``text`` in a background thread; the answer serves that very text only."""
        with self._lock:
            if text in self._vectors or text in self._working:
                return self._working.get(text)
            thread = Thread(target=self._work, args=(text,), name="cogmem-prefetch", daemon=True)
            self._working[text] = thread
        thread.start()
        return thread

    def get(self, text: str) -> Vector:
        """The vector of ``text``: made before, being made (waited for), or made now. Raises what the embedder
        raises."""
        with self._lock:
            thread = self._working.get(text)
        if thread is not None:
            thread.join()
        with self._lock:
            if text in self._vectors:
                self._vectors.move_to_end(text)
                return self._vectors[text]
        vector = self._embed(text)
        self._keep(text, vector)
        return vector

    def clear(self) -> None:
        """Forget all (another embedder)."""
        with self._lock:
            self._vectors.clear()

    def _work(self, text: str) -> None:
        from cogmem.errors import CogmemError

        try:
            self._keep(text, self._embed(text))
        except CogmemError:
            return  # whoever asks for it meets the same error and handles it
        finally:
            with self._lock:
                self._working.pop(text, None)

    def _keep(self, text: str, vector: Vector) -> None:
        with self._lock:
            self._vectors[text] = vector
            while len(self._vectors) > self._max_size:
                self._vectors.popitem(last=False)


def flashbacks(
    hits: tuple[Hit, ...],
    low_trust: frozenset[str],
    *,
    relevance: float,
    arousal: float,
    shown: frozenset[str] = frozenset(),
    limit: int = 3,
) -> tuple[Hit, ...]:
    """What may be offered unasked: relevant, vivid (author's arousal plus use), trusted, not shown in this session."""
    fit = (
        hit
        for hit in hits
        if hit.relevance >= relevance
        and min(1.0, hit.arousal + hit.boost) >= arousal
        and hit.id not in low_trust
        and hit.id not in shown
    )
    return tuple(fit)[:limit]
