"""``cogmem bench --data DIR``: sets from outside through the product, beside words only, vectors only and grep.

Everything happens in a folder of its own that is removed; only vectors by text hash go to the user's cache.
"""

from __future__ import annotations

import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from cogmem import __version__, clock
from cogmem.bench import datasets, mixed
from cogmem.bench.datasets import Corpus, Question
from cogmem.bench.measures import quantile, score, summary
from cogmem.bench.systems import NO_PRIOR, Grep, Product, Remembering
from cogmem.config import CogMemConfig
from cogmem.embed.registry import create
from cogmem.index.embeddings import EmbeddingCache
from cogmem.project import cache_dir
from cogmem.recall.prior import Prior

BOUNDED = Prior()
SYSTEMS = ("cogmem", "cogmem without prior", "words only", "vectors only", "grep")
FOREIGN = 150
"""Questions of other sets that are asked of each store, to see whether anything passes."""
TOGETHER = 300
"""Questions of each set that are asked of the store that holds all sets."""
Progress = Callable[[str], None]
Rows = dict[str, list[dict[str, float]]]


def on_data(
    folder: Path, only: Iterable[str] = (), progress: Progress | None = None, embedder: Any = None
) -> dict[str, Any]:
    """Measure every set in ``folder`` (or those in ``only``). Returns plain values for JSON.

    Raises UsageError for a folder without sets, EmbedderUnavailableError."""
    say = progress or (lambda line: None)
    chosen = list(only) or datasets.names(folder)
    loaded = {name: datasets.load(folder, name) for name in chosen}
    corpora = {name: found for name, found in loaded.items() if any(corpus.questions for corpus in found)}
    foreign = {name: found for name, found in loaded.items() if name not in corpora}
    subjects = datasets.subjects(folder)
    with workshop(embedder) as (place, tool):
        sets = {}
        for name in corpora:
            entries, questions = (sum(len(getattr(c, part)) for c in corpora[name]) for part in ("docs", "questions"))
            say(f"{name}: {entries} entries, {questions} questions")
            sets[name] = _set(corpora[name], _foreign(corpora, name), place / name, tool)
        found = {**_header(), "subjects": subjects, "data": sets}
        if len(corpora) > 1:
            say("all sets in one store")
            found["together"] = _together(corpora, place, tool)
            say("unrelated questions, at several sizes")
            found["unrelated"] = mixed.unrelated(corpora, place, tool, subjects, foreign)
        if foreign:
            say("among foreign text")
            found["foreign"] = {name: sum(len(corpus.docs) for corpus in one) for name, one in foreign.items()}
            found["among"] = mixed.among(corpora, foreign, place, tool, subjects)
        return found


def _together(corpora: dict[str, list[Corpus]], place: Path, tool: Any) -> dict[str, Any]:
    """Every set's questions to one store of all sets."""
    product = Product(mixed.merged(corpora, TOGETHER), place / "together", tool)
    product.embed()
    rows: dict[str, Rows] = {system: defaultdict(list) for system in SYSTEMS}
    seconds: list[float] = []
    measure(product, rows, seconds)
    product.close()
    return {
        "entries": len(product.corpus.docs),
        "systems": {system: by_category(found) for system, found in rows.items()},
        "milliseconds": milliseconds(seconds),
    }


def _header() -> dict[str, Any]:
    return {"version": __version__, "date": clock.today().isoformat()}


@contextmanager
def workshop(embedder: Any) -> Iterator[tuple[Path, Any]]:
    """A folder for projects, and an embedder that remembers questions."""
    with (
        tempfile.TemporaryDirectory(prefix="cogmem-bench-") as folder,
        EmbeddingCache(cache_dir() / "embeddings.db") as cache,
    ):
        inner = embedder or create(CogMemConfig.default(folder))
        yield Path(folder), Remembering(inner, cache) if inner is not None else None


def _foreign(corpora: dict[str, list[Corpus]], name: str) -> dict[str, list[Question]]:
    """Questions of the other sets, by their set."""
    others = {
        other: [q for corpus in found for q in corpus.questions] for other, found in corpora.items() if other != name
    }
    return {other: Random(3).sample(found, min(FOREIGN, len(found))) for other, found in others.items()}


def _set(corpora: Sequence[Corpus], foreign: dict[str, list[Question]], place: Path, tool: Any) -> dict[str, Any]:
    rows: dict[str, Rows] = {system: defaultdict(list) for system in SYSTEMS}
    seconds: list[float] = []
    passed: dict[str, list[float]] = defaultdict(list)
    index_seconds = 0.0
    for corpus in corpora:
        product = Product(corpus, place / corpus.name, tool)
        product.embed()
        index_seconds += product.index_seconds
        measure(product, rows, seconds)
        for other, questions in foreign.items():
            passed[other] += [float(product.strongest(question) >= 0.65) for question in questions]
        product.close()
    shifted = _prior_today(corpora, place, tool)
    entries = sum(len(corpus.docs) for corpus in corpora)
    return {
        "entries": entries,
        "stores": len(corpora),
        "systems": {system: by_category(found) for system, found in rows.items()},
        "dates_end_today": shifted,
        "unrelated_questions_that_find_something": {
            other: {"n": len(values), "percent": round(100 * sum(values) / len(values), 1)}
            for other, values in passed.items()
        },
        "milliseconds": milliseconds(seconds),
        "entries_indexed_per_second": round(entries / index_seconds) if index_seconds else 0,
    }


def milliseconds(seconds: list[float]) -> dict[str, float]:
    return {f"p{share}": round(1000 * quantile(seconds, share / 100), 1) for share in (50, 95)}


def measure(product: Product, rows: dict[str, Rows], seconds: list[float], prior: Prior = BOUNDED) -> None:
    """Ask a store its questions by every system; one row of measures a question goes to ``rows``."""
    grep = Grep(product.corpus)
    for question in product.corpus.questions:
        for system, mode, weighed in (
            ("cogmem", "hybrid", prior),
            ("cogmem without prior", "hybrid", NO_PRIOR),
            ("words only", "lexical", NO_PRIOR),
            ("vectors only", "semantic", NO_PRIOR),
        ):
            ids, strong, took = product.ask(question, mode, weighed)
            rows[system][question.category].append({**score(ids, question.gold), "answered": float(strong)})
            if system == "cogmem":
                seconds.append(took)
        rows["grep"][question.category].append({**score(grep.ask(question), question.gold), "answered": 0.0})


def by_category(found: Rows) -> dict[str, Any]:
    everything = [row for rows in found.values() for row in rows]
    keys = ("R@1", "R@5", "R@10", "MRR", "nDCG", "answered")
    out = {"all": summary(everything, keys)}
    if len(found) > 1:
        out |= {category or "other": summary(rows, keys) for category, rows in sorted(found.items())}
    return out


def _prior_today(corpora: Sequence[Corpus], place: Path, tool: Any) -> dict[str, Any] | None:
    """R@10 with the prior on and off, all dates moved so that the last log is today's; None for undated sets."""
    if not any(doc.date for corpus in corpora for doc in corpus.docs):
        return None
    on: list[dict[str, float]] = []
    off: list[dict[str, float]] = []
    for corpus in corpora:
        product = Product(corpus, place / f"{corpus.name}-today", tool, shift=True)
        product.embed()
        for question in corpus.questions:
            on.append(score(product.ask(question, "hybrid", BOUNDED)[0], question.gold))
            off.append(score(product.ask(question, "hybrid", NO_PRIOR)[0], question.gold))
        product.close()
    return {"on": summary(on), "off": summary(off)}
