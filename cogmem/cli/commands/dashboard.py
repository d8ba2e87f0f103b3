"""``cogmem dashboard``: starts the web room in a process of its own, on loopback."""

from __future__ import annotations

import click

from cogmem.cli.base import Run, define, option
from cogmem.cli.rooms import dashboard


@define("dashboard")
@option("--port", type=click.IntRange(0, 65535))
@option("--no-browser", is_flag=True)
def command(run: Run, port: int | None, no_browser: bool) -> int:
    return dashboard(run.out, run.project().root, port=port, browser=not no_browser)
