"""``cogmem resume``: ends a pause."""

from __future__ import annotations

from cogmem.cli.base import Run, define
from cogmem.messages import say


@define("resume")
def command(run: Run) -> None:
    changed = run.project().resume()
    run.out.data({"paused": False, "changed": changed})
    run.out.line(say(None, "resume.done" if changed else "resume.already"))
