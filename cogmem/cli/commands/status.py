"""``cogmem status``: what is remembered, in numbers."""

from __future__ import annotations

import contextlib

from cogmem.cli.base import Run, define
from cogmem.cli.out import clean
from cogmem.cli.tables import nested
from cogmem.errors import BusyError
from cogmem.messages import say

NAMED = ("kinds", "transcript", "bytes")
"""Groups whose members are fixed words, told in the reader's language."""


@define("status")
def command(run: Run) -> None:
    from cogmem.store import MemoryStore

    with MemoryStore(run.project()) as store:
        with contextlib.suppress(BusyError):  # the figures are then those of before the last hooks
            store.merge_spool()
        counts = store.status()
    run.out.data(counts)
    shown = {say(None, f"status.{key}"): _named(value) if key in NAMED else value for key, value in counts.items()}
    run.out.lines(clean(line) for line in nested(shown))


def _named(values: dict[str, object]) -> dict[str, object]:
    return {say(None, f"status.{key}"): value for key, value in values.items()}
