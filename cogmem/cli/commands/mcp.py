"""``cogmem mcp``: becomes the server that Claude Code speaks to on stdio."""

from __future__ import annotations

from cogmem.cli.base import Run, define
from cogmem.cli.rooms import become


@define("mcp")
def command(run: Run) -> int:
    return become("cogmem.mcp", [], folder=run.folder)
