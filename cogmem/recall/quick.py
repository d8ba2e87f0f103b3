"""A search by words alone without NumPy: what a cold ``cogmem search`` costs is mostly imports.

Relevance is that of ``index.lexical``; score, grade and decay are the formulas of ``prior`` and ``search`` for one
entry in plain floats (a test holds both against each other). No bonuses: they only order what is relevant anyway.
"""

from __future__ import annotations

import datetime as dt
import os

from cogmem import clock
from cogmem.index import lexical
from cogmem.index.recover import healed, searchable
from cogmem.index.sqlite import Index
from cogmem.ledger import spool
from cogmem.project import Project
from cogmem.recall.gate import should_search

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

PLACES = 6


def search(project: Project, query: str, top_k: int, *, note: bool = True) -> dict[str, Any]:
    """The best ``top_k`` by words, freshly synced: ``SearchResult.as_dict()`` without its classes.

    ``note``: put the retrieval into the spool for the ledger."""
    worth, reason = should_search(query)
    if not worth:
        return {"status": "skipped_by_gate", "notices": [reason], "results": []}
    with Index.open(project.index_path) as index:
        report = searchable(project, index)
        rows, notices = healed(project, index, lambda: _words(index, query, top_k))
    boosts = _boosts(project)
    today = clock.today().toordinal()
    hits = [_hit(row, project, boosts.get(row["id"], (0.0, "")), today) for row in rows]
    apart = project.config.scoring.mode != "bounded"
    hits.sort(key=lambda hit: (apart and hit["grade"] != "strong", -hit["score"], hit["id"]))
    if note and hits:
        _note(project, query, hits)
    return {"status": "ok" if report.entries else "no_index", "notices": [*report.notices, *notices], "results": hits}


def _words(index: Index, query: str, top_k: int) -> list[dict[str, Any]]:
    with index.reading() as db:
        return lexical.search(db, query, top_k)


def _boosts(project: Project) -> dict[str, tuple[float, str]]:
    """What use added; nothing while there is no ledger, which is not made for this."""
    if project.config.reinforcement.mode == "off" or not os.path.exists(project.ledger_path):
        return {}
    from cogmem.ledger.sqlite import Ledger

    with Ledger.open(project.ledger_path) as ledger:
        return ledger.boosts()


def _note(project: Project, query: str, hits: list[dict[str, Any]]) -> None:
    from cogmem.journal.secrets import masked

    results = [{name: hit[name] for name in ("id", "relevance", "score")} for hit in hits]
    fields: dict[str, object] = {"query": masked(query), "results": results, "mode": "lexical", "via": "cli"}
    try:
        spool.append(os.fspath(project.run_dir), "cli", "retrieval", fields)
    except OSError:
        return  # a project that cannot be written can still be searched


def _hit(row: dict[str, Any], project: Project, used: tuple[float, str], today: int) -> dict[str, Any]:
    scoring, recall = project.config.scoring, project.config.recall
    boost, last = used
    latest = max(row["date"], min(dt.date.fromisoformat(last[:10]).toordinal(), today)) if last else row["date"]
    arousal = min(1.0, row["arousal"] + boost)
    age = max(0, today - latest)
    decay = max(scoring.decay_floor, 0.5 ** (age / (scoring.base_half_life * (1.0 + arousal))))
    relevance = round(row["relevance"], PLACES)
    strong = relevance >= recall.threshold
    score = _score(scoring, row["relevance"], strong, arousal, decay)
    grade = "strong" if strong else "weak" if relevance >= recall.weak else "none"
    return {
        "id": row["id"],
        "score": round(score, PLACES),
        "relevance": relevance,
        "cosine": None,
        "lexical": round(row["lexical"], PLACES),
        "arousal": round(row["arousal"], PLACES),
        "boost": round(boost, PLACES),
        "decay": round(decay, PLACES),
        "date": dt.date.fromordinal(row["date"]).isoformat(),
        "category": row["category"],
        "title": row["title"],
        "content": f"{row['title']}\n{row['body']}".strip(),
        "source": row["source"],
        "line": row["line"],
        "grade": grade,
        "origin": row["origin"],
        "user": row["user"],
    }


def _score(scoring: Any, relevance: float, strong: bool, arousal: float, decay: float) -> float:
    """As ``recall.prior.score``; below the bar ``bounded`` gives every entry the same least prior."""
    if scoring.mode == "classic":
        return (scoring.sim_weight * relevance + scoring.arousal_weight * arousal) * decay
    if scoring.mode == "weighted":
        return 0.6 * relevance + 0.2 * decay + 0.2 * arousal
    strength = (scoring.sim_weight + scoring.arousal_weight * arousal) * decay
    least = scoring.sim_weight * scoring.decay_floor
    return relevance + scoring.beta * ((strength if strong else least) - 0.5)
