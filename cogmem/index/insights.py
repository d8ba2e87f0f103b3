"""What the entries look like as a whole: how vivid, of which kinds, on which days. Forgotten ones do not count."""

from __future__ import annotations

import sqlite3
from datetime import date
from typing import Any

from cogmem.index.analysis import DAY_SHIFT
from cogmem.index.listing import Wanted

BREAKS = (0.0, 0.4, 0.6, 0.8, 1.0)
"""Where one bucket of arousal ends and the next begins; the upper end belongs to the next, but 1.0 to the last."""


def figures(db: sqlite3.Connection, since: date | None = None) -> dict[str, Any]:
    """Figures of the entries of ``since`` and later (None: of all): empty, total_memories, avg_arousal (0.0–1.0; 0.0
    for none), date_range {min, max}, arousal_buckets [{label, count}], category_counts, daily_counts [{date, count}],
    the oldest day first."""
    clause, values = Wanted().clause()
    if since is not None:
        clause += " AND e.pos >= ?"
        values.append(since.toordinal() << DAY_SHIFT)
    total, average = db.execute(f"SELECT count(*), avg(e.arousal) FROM entry e WHERE {clause}", values).fetchone()
    days = [
        {"date": date.fromordinal(day).isoformat(), "count": count}
        for day, count in db.execute(
            f"SELECT e.pos >> {DAY_SHIFT}, count(*) FROM entry e WHERE {clause} GROUP BY 1 ORDER BY 1", values
        )
    ]
    steps = " ".join(f"WHEN e.arousal < {end} THEN {n}" for n, end in enumerate(BREAKS[1:-1]))
    last = len(BREAKS) - 2
    buckets = dict(
        db.execute(
            f"SELECT CASE {steps} ELSE {last} END, count(*) FROM entry e WHERE {clause} GROUP BY 1", values
        ).fetchall()
    )
    kinds = db.execute(f"SELECT e.category, count(*) FROM entry e WHERE {clause} GROUP BY 1 ORDER BY 2 DESC, 1", values)
    return {
        "empty": not total,
        "total_memories": total,
        "avg_arousal": round(average or 0.0, 3),
        "date_range": {"min": days[0]["date"] if days else None, "max": days[-1]["date"] if days else None},
        "arousal_buckets": [
            {"label": f"{BREAKS[n]:.1f}-{BREAKS[n + 1]:.1f}", "count": buckets.get(n, 0)} for n in range(last + 1)
        ],
        "category_counts": dict(kinds.fetchall()),
        "daily_counts": days,
    }
