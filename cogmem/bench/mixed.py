"""All sets in one store, and what happens to questions that have nothing to do with a store, at several sizes.

Small stores are stretches of a set's documents as they follow each other. Two sets about one subject (``SUBJECTS``) are
counted apart: a developer's question finds something in another developer's notes, and should.
"""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from cogmem.bench.datasets import Corpus, Question
from cogmem.bench.systems import Product
from cogmem.index.terms import script

SIZES = {5: 40, 50: 12, 600: 2}
"""Entries of a small store -> how many such stores are tried."""
ASKED = 240
"""Unrelated questions of each set and language that are asked of the stores of one size, all together."""
OWN = 400
"""Questions of the set itself that are asked of them, at most."""
LEAST_OWN = 20
SUBJECTS = (frozenset({"developer", "til"}), frozenset({"locomo", "tatoeba"}))
"""Software; everyday life."""
STRONG = 0.65
Corpora = Mapping[str, Sequence[Corpus]]


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


def same_subject(one: str, other: str) -> bool:
    return frozenset({one, other}) in SUBJECTS


def unrelated(corpora: Corpora, place: Path, tool: Any) -> list[dict[str, Any]]:
    """One row for each set and size of store: the entries, the per cent of its own questions that are answered, and of
    the others that find something, by language and for sets about the same subject."""
    rows = []
    asked = _by_language(corpora)
    for name, found in corpora.items():
        for size, stores in SIZES.items():
            if sum(len(corpus.docs) for corpus in found) > size:
                rows.append(_small(name, found, asked, place / f"{name}-{size}", tool, size, stores))
        rows.append(_whole(name, found, asked, place / f"{name}-all", tool))
        others = {other: one for other, one in corpora.items() if other != name and not same_subject(name, other)}
        if len(others) > 1:
            rows.append(_without(name, others, asked, place / f"without-{name}", tool))
    return rows


def _by_language(corpora: Corpora) -> dict[tuple[str, str], list[Question]]:
    """(set, en or ja) -> its questions."""
    out: dict[tuple[str, str], list[Question]] = defaultdict(list)
    for name, found in corpora.items():
        for question in (q for corpus in found for q in corpus.questions):
            out[name, "ja" if script(question.text) == "cjk" else "en"].append(question)
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


def _foreign(row: _Row, product: Product, name: str, asked: Any, each: int, seed: int) -> None:
    for (other, language), questions in asked.items():
        if other != name:
            kind = "same subject" if same_subject(name, other) else language
            row.ask(product, kind, Random(seed).sample(questions, min(each, len(questions))))


def _small(
    name: str, found: Sequence[Corpus], asked: Any, place: Path, tool: Any, size: int, stores: int
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


def _whole(name: str, found: Sequence[Corpus], asked: Any, place: Path, tool: Any) -> dict[str, Any]:
    row = _Row(name)
    for k, corpus in enumerate(found):
        product = _product(corpus, place / str(k), tool, row)
        row.ask(product, "own", corpus.questions)
        _foreign(row, product, name, asked, ASKED // len(found), k)
        product.close()
    return row.values()


def _without(name: str, others: Corpora, asked: Any, place: Path, tool: Any) -> dict[str, Any]:
    """The questions of one set to a store of all others."""
    row = _Row(f"all but {name} and its subject")
    product = _product(merged(others, 0), place, tool, row)
    for (other, language), questions in asked.items():
        if other == name:
            row.ask(product, language, Random(1).sample(questions, min(ASKED, len(questions))))
    product.close()
    return row.values()


def _product(corpus: Corpus, place: Path, tool: Any, row: _Row) -> Product:
    product = Product(corpus, place, tool)
    product.embed()
    row.sizes.append(len(corpus.docs))
    return product
