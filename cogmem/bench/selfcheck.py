"""``cogmem bench`` on the user's own store: probes made from entries, against grep, so that a change can be judged.

Probes of an entry: its heading (known item), the other half of its text, its words without the rarest ones (a
paraphrase of a kind), and its rarest words misspelt. Nothing is written to the store.
"""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from random import Random
from typing import Any

from cogmem import __version__, clock
from cogmem.bench.datasets import Corpus, Doc, Question, misspelt
from cogmem.bench.measures import quantile, score, summary
from cogmem.bench.systems import DEPTH, Grep
from cogmem.files import write_atomic
from cogmem.index.terms import query_terms
from cogmem.model import Entry
from cogmem.project import state_dir
from cogmem.recall.search import Query, search
from cogmem.store import MemoryStore

PROBED = 200
LEAST_WORDS = 6
KEPT = 50


def on_store(store: MemoryStore, most: int = PROBED) -> dict[str, Any]:
    """Measure up to ``most`` entries of a store with each kind of probe. Raises BusyError."""
    store.index_dir()
    view = store.engine.view()
    order = Random(1).sample(range(view.n), view.n)[: most * 3]
    entries = [entry for entry in view.corpus.entries(order) if not entry.forgotten and entry.kind != "summary"][:most]
    everything = view.corpus.entries(range(view.n)) if entries else []
    grep = Grep(Corpus("own", tuple(Doc(entry.id, entry.content) for entry in everything), ()))
    rows: dict[str, dict[str, list[dict[str, float]]]] = {"cogmem": defaultdict(list), "grep": defaultdict(list)}
    seconds: list[float] = []
    for entry in entries:
        for kind, text in probes(entry, view).items():
            question = Question(entry.id, text, (entry.id,), kind)
            vector = store.engine.vector(text)[0]
            started = clock.monotonic()
            hits = search(view, Query(text, clock.today(), DEPTH), vector, store.engine.prior)
            seconds.append(clock.monotonic() - started)
            rows["cogmem"][kind].append(score([hit.id for hit in hits], (entry.id,)))
            rows["grep"][kind].append(score(grep.ask(question), (entry.id,)))
    return {
        "version": __version__,
        "date": clock.today().isoformat(),
        "entries": view.n,
        "embedder": store.embedder.id if store.embedder else None,
        "scoring": store.config.scoring.mode,
        "probes": {
            system: {kind: summary(found) for kind, found in sorted(kinds.items())} for system, kinds in rows.items()
        },
        "milliseconds": {
            "p50": round(1000 * quantile(seconds, 0.5), 1),
            "p95": round(1000 * quantile(seconds, 0.95), 1),
        },
    }


def probes(entry: Entry, view: Any) -> dict[str, str]:
    """Questions made from one entry, by kind; short entries give fewer."""
    words = entry.content.split()
    out = {"heading": entry.title} if entry.body and len(entry.title) > 8 else {}
    if len(words) < LEAST_WORDS:
        return out
    middle = len(words) // 2
    out["half"] = " ".join(words[middle:])
    terms = query_terms(entry.content)
    rarest = sorted(terms, key=lambda term: (view.corpus.df(term), term))
    lost = set(rarest[: max(1, len(rarest) // 3)])
    kept = [word for word in words if not lost & set(query_terms(word))]
    if len(kept) >= 3:
        out["without rarest words"] = " ".join(kept)
    plain = [word for word in words if word.isascii() and word.isalpha() and len(word) > 4]
    if len(plain) >= 3:
        chosen = sorted(plain, key=lambda word: (min(map(view.corpus.df, query_terms(word)), default=0), word))[:4]
        out["misspelt"] = misspelt(" ".join(chosen), len(words))
    return out


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
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomic(path, json.dumps([result, *before][:KEPT], ensure_ascii=False).encode(), mode=0o600)
    return before if isinstance(before, list) else []
