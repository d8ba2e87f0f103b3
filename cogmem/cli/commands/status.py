"""``cogmem status``: what is remembered, in numbers."""

from __future__ import annotations

from cogmem.cli.base import Run, define
from cogmem.cli.out import clean
from cogmem.cli.tables import nested
from cogmem.messages import say


@define("status")
def command(run: Run) -> None:
    from cogmem.store import MemoryStore

    project = run.project()
    with MemoryStore(project) as store:
        counts = store.status()
    run.out.data(counts)
    shown = {say(None, f"status.{key}"): value for key, value in counts.items()}
    shown[say(None, "status.bytes")] = {say(None, f"status.{key}"): size for key, size in counts["bytes"].items()}
    run.out.lines(clean(line) for line in nested(shown))
