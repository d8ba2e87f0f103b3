"""Binding the port, opening the browser, and stopping within a moment of Ctrl-C."""

from __future__ import annotations

import errno
import os
import signal
import socket
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from threading import Thread, current_thread, main_thread

import uvicorn

from cogmem.errors import BusyError, CogmemError
from cogmem.project import Project
from cogmem.web.app import secured
from cogmem.web.holder import holder
from cogmem.web.security import TOKEN
from cogmem.web.shelf import Shelf
from cogmem.web.texts import say

ADDRESS = "127.0.0.1"
SECONDS_TO_STOP = 2
PORTS_TRIED = 50


def run(project: Project, port: int, open_browser: bool, on_ready: Callable[[str], None] | None) -> None:
    """Serve until SIGINT or SIGTERM. Raises BusyError when the port is taken, CogmemError when it cannot be used."""
    lang = str(project.config.lang)
    with closing(listen(port, lang)) as listener:
        port = listener.getsockname()[1]
        shelf = Shelf(project).start()
        gate, session = secured(project, shelf, port)
        url = f"http://{ADDRESS}:{port}/?{TOKEN}={session.token}"
        server = _Server(
            uvicorn.Config(
                gate,
                http="h11",
                ws="none",
                lifespan="off",
                log_level="error",
                access_log=False,
                server_header=False,
                date_header=True,
                proxy_headers=False,
                timeout_graceful_shutdown=SECONDS_TO_STOP,
                timeout_keep_alive=5,
                h11_max_incomplete_event_size=65536,
            ),
            lambda: _ready(url, open_browser, on_ready),
        )
        try:
            server.run(sockets=[listener])
        finally:
            shelf.close()


def listen(port: int, lang: str) -> socket.socket:
    """A listening socket on loopback. Raises BusyError that names who holds the port, if that can be seen."""
    listener = socket.socket(
        socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP
    )  # asyncio sets TCP_NODELAY by the protocol
    try:
        if os.name != "nt":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((ADDRESS, port))
        listener.listen(128)
    except (OSError, OverflowError) as error:
        listener.close()
        if getattr(error, "errno", None) != errno.EADDRINUSE:
            raise CogmemError(
                say(lang, "cli.refused", port=port, problem=getattr(error, "strerror", None) or error)
            ) from error
        who = holder(port)
        by = say(lang, "cli.taken.by", name=who[1], pid=who[0]) if who else ""
        raise BusyError(
            say(lang, "cli.taken", port=port, holder=by), hint=say(lang, "cli.taken.hint", free=_free_port(port))
        ) from error
    return listener


class _Server(uvicorn.Server):
    """Says when it answers."""

    def __init__(self, config: uvicorn.Config, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = started

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Ctrl-C and SIGTERM end the serving, not the process: whoever called goes on."""
        if current_thread() is not main_thread():
            yield
            return
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()


def _ready(url: str, open_browser: bool, on_ready: Callable[[str], None] | None) -> None:
    if on_ready is not None:
        on_ready(url)
    if open_browser:
        Thread(target=webbrowser.open, args=(url,), name="cogmem-browser", daemon=True).start()


def _free_port(after: int) -> int:
    """A port near ``after`` that nobody listens on now."""
    for port in range(after + 1, min(after + PORTS_TRIED, 65536)):
        with closing(socket.socket(socket.AF_INET, socket.SOCK_STREAM)) as probe:
            try:
                probe.bind((ADDRESS, port))
            except OSError:
                continue
            return port
    return 0
