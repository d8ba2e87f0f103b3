"""``cogmem insights``: how vivid the memories are, of which kinds, what came up most often, and what telling cost."""

from __future__ import annotations

from typing import Any

import click

from cogmem.cli.base import Run, define, option
from cogmem.cli.out import clean, one_line
from cogmem.cli.tables import aligned
from cogmem.messages import say

DAYS_SHOWN = 14


@define("insights")
@option("--days", type=click.IntRange(1, 100_000), metavar="N")
def command(run: Run, days: int | None) -> None:
    from cogmem.store import MemoryStore

    with MemoryStore(run.project()) as store:
        store.merge_spool()
        found = store.insights(days)
    run.out.data(found)
    if found["empty"]:
        run.out.line(say(None, "insights.empty"))
    else:
        _memories(run, found)
    _told(run, found["injected"])


def _memories(run: Run, found: dict[str, Any]) -> None:
    ends = found["date_range"]
    run.out.line(say(None, "insights.head", n=found["total_memories"], first=ends["min"], last=ends["max"],
                     arousal=found["avg_arousal"]))
    _table(run, say(None, "insights.arousal"), [(one["label"], one["count"]) for one in found["arousal_buckets"]])
    _table(run, say(None, "insights.categories"), list(found["category_counts"].items()))
    daily = found["daily_counts"][-DAYS_SHOWN:]
    _table(run, say(None, "insights.days", n=len(daily)), [(one["date"], one["count"]) for one in daily])
    recalled = [(one["recall_count"], one["date"], f"[{one['category']}]", one["content"].partition("\n")[0])
                for one in found["top_recalled"]]
    if recalled:
        _table(run, say(None, "insights.recalled"), recalled)


def _told(run: Run, injected: dict[str, Any]) -> None:
    sessions = injected["sessions"]
    if not sessions:
        run.out.line(say(None, "insights.untold"))
        return
    run.out.line(say(None, "insights.told", tokens=injected["tokens"], injections=injected["injections"],
                     sessions=len(sessions), median=injected["median_tokens"]))


def _table(run: Run, title: str, rows: list[Any]) -> None:
    run.out.line(run.out.style(title, "bold"))
    run.out.lines("  " + line for line in aligned([[one_line(clean(str(cell))) for cell in row] for row in rows]))
