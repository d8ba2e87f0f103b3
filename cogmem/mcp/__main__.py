"""``python -m cogmem.mcp``: serve the client on stdio until it goes away, and leave nothing behind."""

from __future__ import annotations

import os
import signal
import sys
import traceback
from types import FrameType
from typing import TYPE_CHECKING, BinaryIO, NoReturn

from cogmem.mcp.protocol import Wire
from cogmem.mcp.rooms import KnownProjects, start_folder
from cogmem.mcp.server import Server

if TYPE_CHECKING:
    from cogmem.mcp.session import Session


_ENDINGS = [getattr(signal, name) for name in ("SIGTERM", "SIGINT", "SIGHUP") if hasattr(signal, name)]


class Ended(BaseException):
    """The system asked us to stop."""


def main() -> NoReturn:
    """Ends the process itself: threads that are in the middle of something must not keep it alive."""
    client = os.getppid()
    wire = _own_stdio()
    for number in _ENDINGS:
        signal.signal(number, _end)
    projects = KnownProjects()
    session: Session | None = None

    def toolbox() -> Session | None:
        """The session begins when a known project is there, which may be later than the client's first question."""
        nonlocal session
        project = projects.at(start_folder())
        if project is None:
            return None
        if session is None:
            from cogmem.mcp.session import Session

            session = Session(projects, client)
        session.project = project
        return session

    try:
        Server(wire, toolbox).run()
    except Ended:
        wire.open = False
    finally:
        crash = sys.exc_info()[1]
        _ignore_signals()
        if crash is not None:
            traceback.print_exception(crash)
        if session is not None:
            session.close()
        sys.stderr.flush()
        os._exit(0 if crash is None else 1)


def _ignore_signals() -> None:
    for number in _ENDINGS:
        signal.signal(number, signal.SIG_IGN)


def _own_stdio() -> Wire:
    """Take stdin and stdout for the protocol alone: what else prints goes to stderr, what else reads gets nothing."""
    source, sink = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    reader: BinaryIO = os.fdopen(source, "rb", buffering=1 << 16)
    return Wire(reader, os.fdopen(sink, "wb"))


def _end(number: int, frame: FrameType | None) -> None:
    raise Ended


if __name__ == "__main__":
    main()
