"""``cogmem pause``: nothing is recorded or injected in this project until ``resume``."""

from __future__ import annotations

from cogmem.cli.base import Run, define
from cogmem.messages import say


@define("pause")
def command(run: Run) -> None:
    changed = run.project().pause()
    run.out.data({"paused": True, "changed": changed})
    run.out.line(say(None, "pause.done" if changed else "pause.already"))
