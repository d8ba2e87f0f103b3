"""One search: candidates are all entries, relevance admits, score orders, and every hit can be taken apart.

``question -> meaning + words -> relevance -> bonuses and prior -> the best k, recomputed exactly``. The best are found
in float32 and then computed again in float64 in a fixed order, rounded to six places, ties by id: the same store gives
the same bytes, whatever order its vectors lie in.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from cogmem.index.terms import script
from cogmem.model import Entry, Hit
from cogmem.recall import bonus, relevance, span, talk
from cogmem.recall import prior as priors
from cogmem.recall.coverage import Coverage, coverage
from cogmem.recall.dates import Asked, asked_date
from cogmem.recall.view import SCRIPTS, View

MODES = ("hybrid", "semantic", "lexical")
SPARE = 40
"""More candidates than asked for are recomputed, so that float32 cannot decide who is in."""
PLACES = 6
Boosts = Mapping[str, tuple[float, str | None]]


@dataclass(frozen=True, slots=True)
class Query:
    """What is asked. ``today`` is the day ages count from (the ``as_of`` day if there is one); ``since`` and ``until``
    are inclusive; ``tags``: categories in upper case, one of which an entry must have; ``user`` whose logs."""

    text: str
    today: dt.date
    top_k: int = 5
    mode: str = "hybrid"
    tags: tuple[str, ...] = ()
    since: dt.date | None = None
    until: dt.date | None = None
    as_of: dt.date | None = None
    user: str | None = None
    superseded: bool = False


@dataclass(frozen=True, slots=True)
class Bars:
    """Relevance from which a hit is ``strong`` and ``weak``."""

    strong: float = 0.65
    weak: float = 0.5


@dataclass(slots=True)
class Evidence:
    """What was found, per entry: ``meaning`` in units of evidence, ``row`` the best window (or -1), ``share``
    the share of the question's words that counts for admission: a turn of a conversation lives from its neighbours, any
    other entry must hold the words itself, and its neighbours only move it in the order. So does a single word of
    several, which counts less for admission than it does there.

    ``bar`` orders (that of a question and entries in one script), ``bars`` (scripts,) admit, by each entry's script;
    an entry that waits for its vectors is measured by ``words_bar``, and ordered as far from it as from ``bar``."""

    meaning: np.ndarray
    row: np.ndarray
    coverage: Coverage
    share: np.ndarray
    centred: np.ndarray | None
    bar: float
    bars: np.ndarray
    words_bar: float
    entries: int
    bonuses: dict[str, np.ndarray] = field(default_factory=dict)
    asked: Asked | None = None
    far: float = 0.0
    span: np.ndarray | None = None

    def admitted(self, evidence: np.ndarray, bar: np.ndarray, at: np.ndarray | slice = slice(None)) -> np.ndarray:
        """Relevance in [0, 1]; of the entries ``at`` some positions. Entries of the days that were asked for count."""
        base = relevance.squash(evidence, bar)
        if self.span is None:
            return base
        return np.where(self.span[at] > 0, np.maximum(base, span.RELEVANCE), np.minimum(base, span.OUTSIDE))

    def ordered(self, order: np.ndarray, at: np.ndarray | slice = slice(None)) -> np.ndarray:
        """The order in [0, 1] before the prior; entries of the days that were asked for come first."""
        base = relevance.squash(order, self.bar)
        return base if self.span is None else np.where(self.span[at] > 0, 0.5 + 0.5 * self.span[at], 0.5 * base)

    def admission(self, script: np.ndarray) -> np.ndarray:
        """(n,) the bar of each entry: by its script, or that of words alone while it has no vectors."""
        return np.where(self.row >= 0, self.bars[script], self.words_bar)


def search(
    view: View,
    query: Query,
    vector: np.ndarray | None,
    prior: priors.Prior,
    bars: Bars = Bars(),
    boosts: Boosts | None = None,
) -> tuple[Hit, ...]:
    """The best ``top_k`` of all visible entries in rank order, those below the bar included (``Hit.grade`` says so).

    ``vector``: unit query vector (d,), None for words only. ``boosts``: entry id -> (boost, ISO day of last use).
    """
    visible = np.flatnonzero(_visible(view, query))
    if not len(visible) or query.top_k < 1:
        return ()
    found = gather(view, query, vector)
    evidence = found.meaning + relevance.words(found.share)
    order = evidence + sum(found.bonuses.values()) + np.where(found.row < 0, found.bar - found.words_bar, 0.0)
    arousal, age = _arousal_and_age(view, query, boosts or {})
    found.span = _span(view, query, found.asked, arousal, visible)
    admitted = found.admitted(evidence, found.admission(view.script))
    scores = _score(found.ordered(order), admitted, arousal, age, prior, bars)
    best = visible[_first(scores[visible], admitted[visible] >= bars.strong, query.top_k + SPARE, prior)]
    exact = _Exact(view, found, best, arousal, age, prior, bars)
    first = exact.ranked()[: query.top_k]
    entries = view.corpus.entries(exact.positions[k] for k in first)
    return tuple(
        exact.hit(k, entry, (boosts or {}).get(entry.id, (0.0, None))[0])
        for k, entry in zip(first, entries, strict=True)
    )


def gather(view: View, query: Query, vector: np.ndarray | None) -> Evidence:
    """Meaning, words and bonuses of all entries for one question."""
    kind = script(query.text)
    known = slice(None) if query.as_of is None else view.days <= query.as_of.toordinal()
    entries = len(view.days[known])
    words = coverage(view, query.text) if query.mode != "semantic" else Coverage.nothing(view.n)
    holds = np.where(view.turns, words.values, words.own)
    share = relevance.alone(holds, np.where(view.turns, words.near_held, words.held))
    asked = asked_date(query.text, query.today)
    extra = bonuses(view, query, asked)
    extra["single"] = relevance.words(holds) - relevance.words(share)
    extra["neighbours"] = relevance.words(words.values) - relevance.words(holds)
    if view.turns.any() and query.mode != "semantic":
        asks = np.asarray(view.corpus.question, bool)
        extra["answers"] = talk.answers(words.own, asks, view.beside[:, 0], view.turns)
        extra["few"] = talk.few_words(holds, view.turns & (view.script == SCRIPTS.index(kind)))
    bar = relevance.words_bar(entries)
    cal = view.calibration
    if vector is None or query.mode == "lexical" or cal is None:
        none = np.full(view.n, -1)
        bars = np.full(len(SCRIPTS), bar)
        return Evidence(np.zeros(view.n), none, words, share, None, bar, bars, bar, entries, extra, asked)
    centred = view.question(vector, kind)
    meaning, row = view.meaning(centred)
    if view.turns.any():
        extra["around"] = talk.around(np.append(meaning, 0.0)[view.beside], view.turns)
    far = cal.far(float(np.sqrt((centred * centred).sum())))
    counts = view.counts if query.as_of is None else np.bincount(view.script[known], minlength=len(SCRIPTS))
    order = far + cal.threshold(kind, entries, kind)
    bars = np.array([
        order if of == kind else far + cal.threshold(kind, int(count), of)
        for of, count in zip(SCRIPTS, counts, strict=True)
    ])  # fmt: skip
    return Evidence(meaning, row, words, share, centred, order, bars, bar, entries, extra, asked, far)


def bonuses(view: View, query: Query, asked: Asked | None) -> dict[str, np.ndarray]:
    """What the question asks for besides its words, by name, each (n,) in units of evidence."""
    out = {"shape": view.shape}
    for name, share in bonus.named_speakers(query.text, view.spoken):
        out["speaker"] = bonus.SPEAKER * share * view.speaker_is(name)
    if view.by_user.any():
        out["user"] = bonus.USER * view.by_user
    if asked:
        out["date"] = bonus.DATE * (bonus.RELATIVE if asked.relative else 1.0) * bonus.date_match(asked, view.days)
    if bonus.asks_when(query.text):
        out["when"] = bonus.WHEN * np.asarray(view.corpus.timed, np.float64)
    return out


def _visible(view: View, query: Query) -> np.ndarray:
    """(n,) which entries may be found: not forgotten, not superseded (as of the day asked about), within the
    filters."""
    corpus, days = view.corpus, view.days
    seen = ~np.asarray(corpus.forgotten, bool)
    until = query.as_of.toordinal() if query.as_of else None
    if not query.superseded:
        seen &= np.asarray(corpus.superseded_on) > (until if until is not None else query.today.toordinal() + 36500)
    if until is not None:
        seen &= days <= until
    if query.since:
        seen &= days >= query.since.toordinal()
    if query.until:
        seen &= days <= query.until.toordinal()
    if query.tags:
        seen &= np.isin(corpus.category.astype(str), query.tags)
    if query.user is not None:
        seen &= corpus.users == query.user
    return seen


def _arousal_and_age(view: View, query: Query, boosts: Boosts) -> tuple[np.ndarray, np.ndarray]:
    """((n,) effective arousal, (n,) age in days since the later of creation and last use)."""
    boost, last = np.zeros(view.n), np.full(view.n, -1)
    if boosts:
        for position in view.positions(boosts):
            value, used = boosts[view.corpus.ids[position]]
            boost[position], last[position] = value, _ordinal(used)
    arousal = priors.effective_arousal(np.asarray(view.corpus.arousal, np.float64), boost)
    return arousal, priors.ages(view.days, np.minimum(last, query.today.toordinal()), query.today.toordinal())


def _span(view: View, query: Query, asked: Asked | None, arousal: np.ndarray, visible: np.ndarray) -> np.ndarray | None:
    """The order of a stretch of time, when the question asks for that and nothing else; None otherwise."""
    asked = span.stretch(query.text, asked, query.today)
    kinds = span.kinds_asked(query.text, asked)
    if asked is None or kinds is None:
        return None
    seen = np.zeros(view.n, bool)
    seen[visible] = True
    return span.spread(asked, kinds, view.days, view.corpus.category, arousal, seen)


def _ordinal(day: str | None) -> int:
    return dt.date.fromisoformat(day[:10]).toordinal() if day else -1


def _score(
    ordered: np.ndarray, admitted: np.ndarray, arousal: np.ndarray, age: np.ndarray, prior: priors.Prior, bars: Bars
) -> np.ndarray:
    """The prior re-orders only what is relevant: below the bar ``bounded`` gives every entry the same least prior.

    ``classic`` and ``weighted`` are the published formulas on relevance itself, without bonuses.
    """
    if prior.mode != "bounded":
        return priors.score(admitted, arousal, age, prior)
    scores = priors.score(ordered, arousal, age, prior)
    least = ordered + prior.beta * (prior.sim_weight * prior.decay_floor - 0.5)
    return np.where(admitted >= bars.strong, scores, least)


def _first(scores: np.ndarray, strong: np.ndarray, count: int, prior: priors.Prior) -> np.ndarray:
    """Indices of the best ``count``; in the published and the weighted mix, whose scores arousal can carry, the
    relevant ones come before the others."""
    keys = scores if prior.mode == "bounded" else scores + 10.0 * strong
    if count >= len(keys):
        return np.arange(len(keys))
    return np.argpartition(-keys, count)[:count]


class _Exact:
    """The candidates again, in float64, each row by itself: what comes out does not depend on who else is in."""

    def __init__(
        self,
        view: View,
        found: Evidence,
        positions: np.ndarray,
        arousal: np.ndarray,
        age: np.ndarray,
        prior: priors.Prior,
        bars: Bars,
    ) -> None:
        self.view, self.found, self.prior, self.bars = view, found, prior, bars
        self.positions = positions
        self.rows = found.row[positions]
        self.arousal, self.age = arousal[positions], age[positions]
        self.meaning = view.exact_meaning(found.centred, self.rows)
        self.words = relevance.words(found.share[positions])
        self.extra = {name: values[positions] for name, values in found.bonuses.items()}
        if "around" in self.extra:
            rows = np.append(found.row, -1)[view.beside[positions]]
            meaning = view.exact_meaning(found.centred, rows.ravel()).reshape(rows.shape)
            self.extra["around"] = talk.around(meaning, view.turns[positions])
        waiting = self.rows < 0
        self.bar = found.admission(view.script)[positions]
        evidence = self.meaning + self.words
        order = evidence + sum(self.extra.values()) + np.where(waiting, found.bar - found.words_bar, 0.0)
        self.admitted = np.round(found.admitted(evidence, self.bar, positions), PLACES)
        self.ordered = found.ordered(order, positions)
        self.scores = np.round(_score(self.ordered, self.admitted, self.arousal, self.age, prior, bars), PLACES)

    def ranked(self) -> list[int]:
        """Candidates in rank order, ties by id; see ``_first`` for the other mixes."""
        ids = self.view.corpus.ids[self.positions]
        apart = self.prior.mode != "bounded"
        behind = (self.admitted < self.bars.strong) & apart
        return sorted(range(len(ids)), key=lambda k: (behind[k], -self.scores[k], ids[k]))

    def hit(self, k: int, entry: Entry, boost: float) -> Hit:
        """A candidate as it is shown, taken apart."""
        found, position, row, cal = self.found, int(self.positions[k]), int(self.rows[k]), self.view.calibration
        relevant, score = float(self.admitted[k]), float(self.scores[k])
        known = cal is not None and row >= 0
        here = slice(k, k + 1)
        matched, spelling = found.coverage.matched(position)
        return Hit(
            id=entry.id,
            score=score,
            relevance=relevant,
            cosine=round(float(self.meaning[k]) * cal.sigma, PLACES) if cal is not None and row >= 0 else None,
            lexical=round(float(found.share[position]), PLACES),
            arousal=entry.arousal,
            boost=round(boost, PLACES),
            decay=round(float(priors.decay(self.age[here], self.arousal[here], self.prior)[0]), PLACES),
            date=entry.date,
            category=entry.category,
            title=entry.title,
            content=entry.content,
            source=entry.source,
            line=entry.line,
            grade=relevance.grade(relevant, self.bars.strong, self.bars.weak),
            origin=entry.origin,
            user=entry.user,
            explanation={
                "meaning": round(float(self.meaning[k]), 3) if known else None,
                "words": round(float(self.words[k]), 3),
                "matched": matched,
                "spelling": spelling,
                "bar": round(float(self.bar[k]), 3),
                "entries": found.entries,
                "far": round(found.far, 3) if row >= 0 else 0.0,
                "order_bar": round(float(found.bar if row >= 0 else found.words_bar), 3),
                "bonus": {name: round(float(values[k]), 3) for name, values in self.extra.items()},
                "prior": round(score - float(self.ordered[k]), 4),
                "days_asked": bool(found.span is not None and found.span[position] > 0),
                "age": int(self.age[k]),
                "mode": self.prior.mode,
                "window": int(self.view.corpus.window_numbers[row]) if known else None,
                "low_trust": entry.low_trust,
            },
        )
