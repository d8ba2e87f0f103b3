"""``cogmem bench`` on the user's own store: how well are memories found by what is not in them word for word?

A copy of the store lacks a part of each probed entry, and the question is made of that part: the heading, or the other
half of the text. Two more are made of what the copy holds: its three most ordinary words (a paraphrase of a kind), and
two of its rarest words misspelt. The copy lies in a folder of its own that is removed; nothing is written to the store.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from cogmem import __version__, clock
from cogmem.bench.datasets import Corpus, Doc, Question, misspelt
from cogmem.bench.run import SYSTEMS, Rows, by_category, measure, milliseconds, workshop
from cogmem.bench.systems import Product
from cogmem.files import write_atomic
from cogmem.index.terms import query_terms
from cogmem.messages import say
from cogmem.model import Entry
from cogmem.project import state_dir
from cogmem.store import MemoryStore

PROBED, COPIED = 200, 1000
"""Entries that are asked for, and entries of the copy: the others are their rivals."""
LEAST = 40
"""Letters that half of a text must have to be asked with."""
ORDINARY = 3
KEPT = 50
_BREAK = re.compile(r"\s|(?<=[。、！？])")
_MARKUP = re.compile(r"[<>`#*|]+")


def on_store(store: MemoryStore, most: int = PROBED, progress: Callable[[str], None] | None = None) -> dict[str, Any]:
    """Measure up to ``most`` entries of a store with each kind of probe. Raises BusyError."""
    store.index_dir()
    view = store.engine.view()
    order = Random(1).sample(range(view.n), min(view.n, COPIED))
    entries = [entry for entry in view.corpus.entries(order) if not entry.forgotten and plain(entry.content)]
    corpus = copied(entries, view.corpus.df, most)
    rows: dict[str, Rows] = {system: defaultdict(list) for system in SYSTEMS}
    seconds: list[float] = []
    if progress and corpus.questions:
        progress(say(None, "bench.copy", entries=len(corpus.docs), questions=len(corpus.questions)))
    with workshop(store.embedder) as (place, tool):
        provider = "embedded" if store.embedder else "none"
        product = Product(corpus, place / "own", tool if store.embedder else None, provider=provider)
        product.embed()
        measure(product, rows, seconds, store.engine.prior)
        product.close()
    return {
        "version": __version__,
        "date": clock.today().isoformat(),
        "entries": view.n,
        "embedder": store.embedder.id if store.embedder else None,
        "scoring": store.config.scoring.mode,
        "probes": {system: by_category(found) for system, found in rows.items()},
        "milliseconds": milliseconds(seconds),
    }


def copied(entries: Sequence[Entry], df: Callable[[str], int], most: int) -> Corpus:
    """The copy and its questions. ``df``: how many of the store's entries hold a term."""
    docs, questions = [], []
    for number, entry in enumerate(entries):
        text, asked = probes(entry, df, number) if number < most and entry.kind != "summary" else ("", {})
        category = re.sub(r"[^A-Z]", "", entry.category.upper()) or "NOTE"
        docs.append(Doc(entry.id, text or plain(entry.content), entry.date, None, category, entry.arousal))
        questions += [Question(f"{entry.id} {kind}", said, (entry.id,), kind) for kind, said in asked.items()]
    return Corpus("own", tuple(docs), tuple(questions))


def probes(entry: Entry, df: Callable[[str], int], seed: int) -> tuple[str, dict[str, str]]:
    """What the copy holds of an entry, and the questions by kind; short entries give fewer."""
    title, body = plain(entry.title), plain(entry.body)
    out = {"heading": title} if body and len(title) > 8 else {}
    kept, rest = halves(body) if out else halves(plain(entry.content))
    if rest:
        out["other half"] = rest
    common = sorted(query_terms(kept), key=lambda term: (-df(term), term))[:ORDINARY]
    ordinary = dict.fromkeys(word for word in kept.split() if set(common) & set(query_terms(word)))
    if len(ordinary) >= ORDINARY:
        out["ordinary words"] = " ".join(list(ordinary)[:ORDINARY])
    rare = [word for word in kept.split() if word.isascii() and word.isalpha() and len(word) > 4]
    rare.sort(key=lambda word: (min(map(df, query_terms(word)), default=0), word))
    if len(rare) >= 2:
        out["misspelt"] = misspelt(" ".join(rare[:2]), seed)
    return kept, out


def halves(text: str) -> tuple[str, str]:
    """A text cut at the word or clause nearest to its middle; the second is empty when they would be too short."""
    cuts = [match.end() for match in _BREAK.finditer(text)]
    at = min(cuts, key=lambda cut: abs(cut - len(text) / 2), default=0)
    first, second = text[:at].strip(), text[at:].strip()
    return (first, second) if min(len(first), len(second)) >= (LEAST if text.isascii() else LEAST // 2) else (text, "")


def plain(text: str) -> str:
    """A text on one line, without what could be read as markup in a log."""
    return " ".join(_MARKUP.sub(" ", text).split())


def compared(now: Mapping[str, Any], before: Mapping[str, Any]) -> dict[str, Any] | None:
    """What changed since an earlier result: ``differs`` (what else is not the same) and the differences in points,
    each with whether the new value lies outside the old one's interval. None for a result of another form."""
    old = before.get("probes", {}).get("cogmem", {}).get("all")
    new = now["probes"]["cogmem"].get("all")
    if not old or not new or not old.get("n") or not new.get("n"):
        return None
    return {
        "date": before["date"],
        "differs": [key for key in ("version", "embedder", "scoring", "entries") if before.get(key) != now.get(key)],
        "points": {
            key: {"by": round(new[key][0] - old[key][0], 1), "clear": not old[key][1] <= new[key][0] <= old[key][2]}
            for key in ("R@1", "R@10", "MRR", "answered")
        },
    }


def history_path(store: MemoryStore) -> Path:
    """Where the results of a project are kept: in the user's state folder."""
    from cogmem.project import project_id

    name = project_id(store.project) or "unknown"
    return state_dir() / "bench" / f"{name}.json"


def save(store: MemoryStore, result: dict[str, Any]) -> list[dict[str, Any]]:
    """Keep a result beside the earlier ones; returns those, the newest first. Raises ReadOnlyError."""
    path = history_path(store)
    try:
        before = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        before = []
    before = [one for one in before if isinstance(one, dict)] if isinstance(before, list) else []
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomic(path, json.dumps([result, *before][:KEPT], ensure_ascii=False).encode(), mode=0o600)
    return before
