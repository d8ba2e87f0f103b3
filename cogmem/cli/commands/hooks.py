"""``cogmem hooks``: when each hook last fired here, how long it took, and what failed."""

from __future__ import annotations

from cogmem.cli.base import Run, define, option
from cogmem.cli.out import clean
from cogmem.cli.tables import aligned
from cogmem.messages import say


@define("hooks")
@option("--jsonl", is_flag=True)
def command(run: Run, jsonl: bool) -> None:
    from cogmem.claude.fired import events

    rows = events(run.project().root)
    if jsonl:
        run.out.rows(rows)
        return
    run.out.data({"events": rows})
    if not rows:
        run.out.line(say(None, "hooks.none"))
        return
    table = [say(None, "hooks.head").split("  ")]
    table += [[str(row["event"]), str(row["count"]), str(row["last"]), f"{row['p50_ms']:.0f}", f"{row['p95_ms']:.0f}",
               f"{row['failures']} {row['last_failure'] or ''}".strip()] for row in rows]
    run.out.lines(clean(line) for line in aligned(table))
