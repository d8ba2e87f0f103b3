"""What use says about the memory: which entries came up most often, and what each session was told, in tokens."""

from __future__ import annotations

import datetime as dt
import sqlite3
from statistics import median
from typing import Any

from cogmem import clock
from cogmem.index import rows
from cogmem.ledger.sqlite import Ledger

TOP = 10
LONGEST = 120


def start_of(days: int | None) -> dt.date | None:
    """The first of the last ``days`` days, today included; None for all time."""
    return None if days is None else clock.today() - dt.timedelta(days=days - 1)


def of_ledger(db: sqlite3.Connection, ledger: Ledger, since: dt.date | None, bar: float) -> dict[str, Any]:
    """``top_recalled``: up to ``TOP`` entries that are there and not forgotten, with ``recall_count`` (searches that
    they answered, at a relevance of ``bar`` or more, and injections) and ``last_recalled``. ``injected``:
    ``sessions``, the totals ``injections`` and ``tokens``, and ``median_tokens`` per session (None without one).
    ``db``: the index."""
    stamp = dt.datetime.combine(since, dt.time()).astimezone().timestamp() if since else 0.0
    sessions = ledger.told_by_session(stamp)
    tokens = [one["tokens"] for one in sessions]
    return {
        "top_recalled": _top(db, ledger.most_recalled(stamp, bar)),
        "injected": {
            "sessions": [{**one, "start": _moment(one["start"])} for one in sessions],
            "injections": sum(one["injections"] for one in sessions),
            "tokens": sum(tokens),
            "median_tokens": median(tokens) if tokens else None,
        },
    }


def _top(db: sqlite3.Connection, recalled: list[tuple[str, int, float]]) -> list[dict[str, Any]]:
    """``content_hash`` is the id under the name that cogmem-agent gave it."""
    found: list[dict[str, Any]] = []
    for id, count, last in recalled:
        entry = rows.entry_by_id(db, id)
        if entry is None or entry.id != id or entry.forgotten:
            continue
        found.append({
            "id": id, "content_hash": id, "date": entry.date, "category": entry.category,
            "content": entry.content[:LONGEST], "arousal": entry.arousal, "recall_count": count,
            "last_recalled": _moment(last),
        })  # fmt: skip
        if len(found) == TOP:
            break
    return found


def _moment(at: float) -> str:
    return dt.datetime.fromtimestamp(at).astimezone().isoformat(timespec="seconds")
