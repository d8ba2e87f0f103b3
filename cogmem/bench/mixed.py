"""All sets in one store, and what happens to questions that have nothing to do with a store, at several sizes.

Small stores are stretches of a set's documents as they follow each other. Two sets about one subject
(``datasets.subjects``) are counted apart: a developer's question finds something in another developer's notes, and
should. Sets without questions are foreign text, with which stores are made large.
"""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from cogmem.bench.datasets import SUBJECTS, Corpus, Question
from cogmem.bench.measures import KEYS, score, summary
from cogmem.bench.systems import Product
from cogmem.index.terms import script
from cogmem.recall.prior import Prior

SIZES = {5: 40, 50: 12, 600: 2}
"""Entries of a small store -> how many such stores are tried."""
ASKED = 240
"""Unrelated questions of each set and language that are asked of the stores of one size, all together."""
ASKED_ALL = 1000
"""Questions of one set and language that are asked of a store of all other subjects, at most."""
OWN = 400
"""Questions of the set itself that are asked of them, at most."""
LEAST_OWN = 20
STRONG = 0.65
LARGE = 600
"""Questions of each set that are asked of its stores among foreign text, at most."""
Corpora = Mapping[str, Sequence[Corpus]]
Subjects = Sequence[Sequence[str]]


def merged(corpora: Corpora, most: int | None = None) -> Corpus:
    """All sets as one corpus; a question's category is its set. ``most``: questions of each set, at most."""
    docs, questions = [], []
    for name, found in corpora.items():
        mine = []
        for corpus in found:
            place = f"{name}/{corpus.name}/"
            docs += [dataclasses.replace(doc, id=place + doc.id) for doc in corpus.docs]
            mine += [Question(place + q.id, q.text, tuple(place + g for g in q.gold), name) for q in corpus.questions]
        questions += mine if most is None else Random(5).sample(mine, min(most, len(mine)))
    return Corpus("together", tuple(docs), tuple(questions))


def same_subject(one: str, other: str, subjects: Subjects = SUBJECTS) -> bool:
    return one != other and any(one in group and other in group for group in subjects)


def unrelated(
    corpora: Corpora, place: Path, tool: Any, subjects: Subjects = SUBJECTS, foreign: Corpora | None = None
) -> list[dict[str, Any]]:
    """One row for each set and size of store: the entries, the per cent of its own questions that are answered, and of
    the others that find something, by language and for sets about the same subject. ``foreign``: text that makes the
    stores of all other sets large."""
    rows = []
    asked = _by_language(corpora, subjects)
    for name, found in corpora.items():
        for size, stores in SIZES.items():
            if sum(len(corpus.docs) for corpus in found) > size:
                rows.append(_small(name, found, asked, place / f"{name}-{size}", tool, size, stores))
        rows.append(_whole(name, found, asked, place / f"{name}-all", tool))
        others = {other: one for other, one in corpora.items() if not _near(name, other, subjects)}
        more = {other: one for other, one in (foreign or {}).items() if not _near(name, other, subjects)}
        if len(others) > 1:
            rows.append(_without(name, others, asked, place / f"without-{name}", tool))
        if more:
            rows.append(_without(name, {**others, **more}, asked, place / f"large-without-{name}", tool))
    return rows


def among(corpora: Corpora, foreign: Corpora, place: Path, tool: Any, subjects: Subjects) -> dict[str, dict[str, Any]]:
    """By set, its own questions to its stores with all foreign text that is not about its subject (``among``) and
    without (``alone``); ``entries``: the mean of its stores, with the ``foreign`` ones."""
    out = {}
    for name, found in corpora.items():
        more = merged({other: one for other, one in foreign.items() if not _near(name, other, subjects)}, 0).docs
        if not more:
            continue
        rows: dict[str, list[dict[str, float]]] = defaultdict(list)
        sizes = []
        most = max(1, LARGE // len(found))
        for k, corpus in enumerate(found):
            asked = Random(k).sample(corpus.questions, min(most, len(corpus.questions)))
            for kind, docs in (("among", corpus.docs + more), ("alone", corpus.docs)):
                product = Product(Corpus(corpus.name, docs, ()), place / f"{kind}-{name}-{k}", tool)
                product.embed()
                for question in asked:
                    ids, strong, _ = product.ask(question, "hybrid", Prior())
                    rows[kind].append({**score(ids, question.gold), "answered": float(strong)})
                product.close()
            sizes.append(len(corpus.docs) + len(more))
        measured = {kind: summary(one, (*KEYS, "answered")) for kind, one in rows.items()}
        out[name] = {"entries": round(sum(sizes) / len(sizes)), "foreign": len(more), **measured}
    return out


def _near(name: str, other: str, subjects: Subjects) -> bool:
    return name == other or same_subject(name, other, subjects)


class _Asked(dict[tuple[str, str], list[Question]]):
    """(set, en or ja) -> its questions, and which sets are about one subject."""

    def __init__(self, subjects: Subjects) -> None:
        super().__init__()
        self.subjects = subjects


def _by_language(corpora: Corpora, subjects: Subjects) -> _Asked:
    out = _Asked(subjects)
    for name, found in corpora.items():
        for question in (q for corpus in found for q in corpus.questions):
            out.setdefault((name, "ja" if script(question.text) == "cjk" else "en"), []).append(question)
    return out


class _Row:
    """Counts of one row of the table."""

    def __init__(self, store: str) -> None:
        self.store, self.sizes = store, list[int]()
        self.passed: dict[str, list[bool]] = defaultdict(list)

    def ask(self, product: Product, kind: str, questions: Iterable[Question]) -> None:
        self.passed[kind] += [product.strongest(question) >= STRONG for question in questions]

    def values(self) -> dict[str, Any]:
        shares = {
            kind: {"n": len(passed), "percent": round(100 * sum(passed) / len(passed), 1)}
            for kind, passed in self.passed.items()
            if passed and (kind != "own" or len(passed) >= LEAST_OWN)
        }
        return {"store": self.store, "entries": round(sum(self.sizes) / len(self.sizes)), **shares}


def _foreign(row: _Row, product: Product, name: str, asked: _Asked, each: int, seed: int) -> None:
    for (other, language), questions in asked.items():
        if other != name:
            kind = "same subject" if same_subject(name, other, asked.subjects) else language
            row.ask(product, kind, Random(seed).sample(questions, min(each, len(questions))))


def _small(
    name: str, found: Sequence[Corpus], asked: _Asked, place: Path, tool: Any, size: int, stores: int
) -> dict[str, Any]:
    row, together = _Row(name), merged({name: found})
    for k in range(stores):
        start = Random(k).randrange(len(together.docs) - size)
        docs = together.docs[start : start + size]
        ids = {doc.id for doc in docs}
        own = [q for q in together.questions if ids.issuperset(q.gold)]
        product = _product(Corpus(name, docs, ()), place / str(k), tool, row)
        row.ask(product, "own", Random(k).sample(own, min(len(own), OWN // stores)))
        _foreign(row, product, name, asked, max(1, ASKED // stores), k)
        product.close()
    return row.values()


def _whole(name: str, found: Sequence[Corpus], asked: _Asked, place: Path, tool: Any) -> dict[str, Any]:
    row = _Row(name)
    for k, corpus in enumerate(found):
        product = _product(corpus, place / str(k), tool, row)
        row.ask(product, "own", corpus.questions)
        _foreign(row, product, name, asked, ASKED // len(found), k)
        product.close()
    return row.values()


def _without(name: str, others: Corpora, asked: _Asked, place: Path, tool: Any) -> dict[str, Any]:
    """The questions of one set to a store of all others."""
    row = _Row(f"all but {name} and its subject")
    product = _product(merged(others, 0), place, tool, row)
    for (other, language), questions in asked.items():
        if other == name:
            row.ask(product, language, Random(1).sample(questions, min(ASKED_ALL, len(questions))))
    product.close()
    return row.values()


def _product(corpus: Corpus, place: Path, tool: Any, row: _Row) -> Product:
    product = Product(corpus, place, tool)
    product.embed()
    row.sizes.append(len(corpus.docs))
    return product
