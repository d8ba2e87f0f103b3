"""``cogmem status``: what is remembered, in numbers."""

from __future__ import annotations

from collections.abc import Mapping

from cogmem.cli.base import Run, define
from cogmem.cli.out import clean


@define("status")
def command(run: Run) -> None:
    from cogmem.store import MemoryStore

    project = run.project()
    with MemoryStore(project) as store:
        counts = store.status()
    run.out.data(counts)
    run.out.lines(table(counts))


def table(values: Mapping[str, object], indent: str = "") -> list[str]:
    """Nested values as aligned lines."""
    width = max((len(str(key)) for key in values), default=0) + 2
    lines = []
    for key, value in values.items():
        if isinstance(value, Mapping):
            lines += [f"{indent}{key}", *table(value, indent + "  ")] if value else []
        else:
            lines.append(f"{indent}{key:<{width}}{clean(value)}")
    return lines
