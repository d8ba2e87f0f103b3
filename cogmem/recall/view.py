"""A corpus as recall looks at it: what follows from its columns and vectors, worked out once per state of the index."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from cogmem.recall import bonus

if TYPE_CHECKING:
    from cogmem.embed.calibration import Calibration
    from cogmem.index.corpus import Corpus

WIDE_SCRIPTS = (1, 2)  # cjk, hangul: a character says 2.5 times as much
SCRIPTS = ("latin", "cjk", "hangul", "cyrillic")
ROLES = frozenset({"user", "assistant", "system"})


class View:
    """Read-only; make a new one when ``corpus.generation`` has changed. ``calibration`` None: words only."""

    def __init__(self, corpus: Corpus, calibration: Calibration | None) -> None:
        self.corpus: Any = corpus
        self.calibration = calibration
        self.generation = corpus.generation
        self.n = len(corpus)

    # Words (coverage.Lexicon)

    def groups(self, query: str) -> list[list[tuple[str, float]]]:
        """The question's words with their spellings."""
        return self.corpus.groups(query)

    def postings(self, stem: str) -> tuple[np.ndarray, np.ndarray]:
        """(positions ascending, frequency) of a stem."""
        return self.corpus.postings(stem)

    def df(self, stem: str) -> int:
        """How many entries hold a stem."""
        return int(self.corpus.df(stem))

    @cached_property
    def lengths(self) -> np.ndarray:
        return np.asarray(self.corpus.lengths, np.float32)

    @cached_property
    def window_lengths(self) -> np.ndarray:
        return np.asarray(self.corpus.window_lengths, np.float32)

    @property
    def repeat(self) -> np.ndarray:
        """(n,) how often own text counts in an entry's window: twice when it has neighbours."""
        return np.asarray(self.corpus.neighbourhood.repeat)

    @cached_property
    def averages(self) -> tuple[float, float]:
        """Mean length of an entry and of a window, in terms."""
        own, window = self.corpus.averages
        return own, window

    def spread(self, positions: np.ndarray, frequency: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(positions whose window holds the word, how often): see ``index.windows``."""
        spread: tuple[np.ndarray, np.ndarray] = self.corpus.neighbourhood.spread(positions, frequency)
        return spread

    @cached_property
    def script(self) -> np.ndarray:
        """(n,) place in SCRIPTS of each entry's script."""
        return np.asarray(self.corpus.script, np.intp)

    @cached_property
    def counts(self) -> np.ndarray:
        """(scripts,) entries in each script."""
        return np.bincount(self.script, minlength=len(SCRIPTS))

    # Meaning

    @cached_property
    def means(self) -> dict[str, np.ndarray]:
        """Mean passage vector (d,) float64 by script class, shrunk towards the shipped one with the weight of
        ``calibration.shrink`` entries: a small store has no mean of its own yet."""
        cal = self.calibration
        assert cal is not None
        own = self.corpus.means()
        found = {}
        for name in SCRIPTS:
            generic = cal.mean(name).astype(np.float64)
            mean, count = own.get(name, (generic, 0))
            found[name] = (mean * count + cal.shrink * generic) / (count + cal.shrink)
        return found

    @cached_property
    def scales(self) -> np.ndarray:
        """(scripts,) what evidence is multiplied by, so that one script's entries do not outshine the other's.

        sqrt(typical length of a centred vector in the store / in the class): 1 in a store of one script. On a mixed
        developer's log: EN->JA R@5 .79 -> .86, JA->JA .78 -> .85, English unchanged.
        """
        cal = self.calibration
        assert cal is not None
        own = self.corpus.means()
        squares, counts = np.ones(len(SCRIPTS)), np.zeros(len(SCRIPTS))
        for k, name in enumerate(SCRIPTS):
            if name in own:
                mean, count = own[name]
                base = self.means[name]
                shrunk = (mean * count + cal.shrink * cal.mean(name)) / (count + cal.shrink)
                squares[k] = (
                    1.0 - 2.0 * cal.lam * float((shrunk * base).sum()) + cal.lam**2 * float((base * base).sum())
                )
                counts[k] = count
        if (counts > 0).sum() < 2 or squares.min() <= 0:
            return np.ones(len(SCRIPTS))
        whole = float((squares * counts).sum() / counts.sum())
        return np.where(counts > 0, (whole / squares) ** 0.25, 1.0)

    def question(self, vector: np.ndarray, script: str) -> np.ndarray:
        """(d,) float64: the query vector less what all questions of its script share."""
        cal = self.calibration
        assert cal is not None
        base = self.means.get(script, self.means["latin"])
        return vector.astype(np.float64) - cal.lam * (base + cal.delta)

    @cached_property
    def _row_script(self) -> np.ndarray:
        return self.script[self.corpus.owner]

    def meaning(self, centred: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """((n,) evidence of meaning of each entry's best window, 0 without vectors; (n,) that row of the matrix, or
        -1)."""
        cal = self.calibration
        matrix = self.corpus.matrix
        if cal is None or not len(matrix):
            return np.zeros(self.n), np.full(self.n, -1)
        offsets = np.array([cal.lam * float((self.means[name] * centred).sum()) for name in SCRIPTS])
        raw = matrix @ centred.astype(np.float32)
        value = (raw - offsets.astype(np.float32)[self._row_script]) * (self.scales / cal.sigma).astype(np.float32)[
            self._row_script
        ]
        best, row = self.corpus.best(value)
        return np.where(row >= 0, best, 0.0).astype(np.float64), row

    def exact_meaning(self, centred: np.ndarray | None, rows: np.ndarray) -> np.ndarray:
        """Evidence of rows of the matrix, in float64, each summed by itself: the same wherever a row lies. 0 for row
        -1."""
        cal, known = self.calibration, rows >= 0
        out = np.zeros(len(rows))
        if cal is None or centred is None or not known.any():
            return out
        script = self._row_script[rows[known]]
        offsets = np.array([cal.lam * float((self.means[name] * centred).sum()) for name in SCRIPTS])
        raw = (self.corpus.matrix[rows[known]].astype(np.float64) * centred).sum(axis=1)
        out[known] = (raw - offsets[script]) * self.scales[script] / cal.sigma
        return out

    # What an entry is

    @cached_property
    def spoken(self) -> dict[str, str]:
        """First name -> speaker, for prefixes that recur; roles are no names."""
        return bonus.speakers([None if name in ROLES else name for name in self.corpus.speaker])

    @cached_property
    def turns(self) -> np.ndarray:
        """(n,) whether an entry is a turn of a conversation: it has a speaker who recurs, or a role."""
        names = set(self.spoken.values())
        return np.fromiter((name in names or name in ROLES for name in self.corpus.speaker), bool, self.n)

    @cached_property
    def beside(self) -> np.ndarray:
        """(n, 2) positions of the entries right before and after in the same session, n for none."""
        return np.asarray(self.corpus.neighbourhood.beside)

    @cached_property
    def by_user(self) -> np.ndarray:
        """(n,) whether the speaker is the role ``user``."""
        return np.asarray(self.corpus.speaker == "user", bool) if self.n else np.zeros(0, bool)

    @cached_property
    def shape(self) -> np.ndarray:
        """(n,) bonus for plain statements; length counts among spoken turns only."""
        chars = np.asarray(self.corpus.chars, np.float64)
        wide = np.isin(self.script, WIDE_SCRIPTS)
        return bonus.shape(np.where(wide, 2.5 * chars, chars), np.asarray(self.corpus.question), self.turns)

    def speaker_is(self, name: str) -> np.ndarray:
        """(n,) whether a speaker said it."""
        return np.asarray(self.corpus.speaker == name, bool)

    @cached_property
    def days(self) -> np.ndarray:
        return np.asarray(self.corpus.days, np.int64)

    @cached_property
    def _position_of(self) -> dict[str, int]:
        return {id: k for k, id in enumerate(self.corpus.ids)}

    def positions(self, ids: Iterable[str]) -> list[int]:
        """Positions of entries by id; unknown ones are left out."""
        places = self._position_of
        return [places[id] for id in ids if id in places]
