"""The dashboard: pages on loopback that show what the memory holds. ``serve`` is imported when it is called."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cogmem.project import Project

DEFAULT_PORT = 8765


def serve(
    project: Project, port: int = DEFAULT_PORT, open_browser: bool = True, on_ready: Callable[[str], None] | None = None
) -> None:
    """Serve ``project`` on 127.0.0.1 until Ctrl-C or SIGTERM; ``on_ready`` gets the address with its one-time token.

    Port 0 means any free one. Raises BusyError when the port is taken.
    """
    from cogmem.web.server import run

    run(project, port, open_browser, on_ready)
