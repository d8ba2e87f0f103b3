"""The Unix socket on which hooks reach this process: one JSON line in, one JSON line out, then closed.

It lies in a 0700 folder, is 0600 itself and is named after the client's process id, which hooks know too. Its thread
also notices when the client is gone without closing our stdin. It sleeps in ``select``: no polling where the system
has process descriptors (Linux), every few seconds elsewhere.
"""

from __future__ import annotations

import errno
import json
import os
import selectors
import socket
import stat
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from threading import BoundedSemaphore, Thread, current_thread
from typing import Any

from cogmem.files import lives
from cogmem.mcp.talk import complain

Answer = Callable[[dict[str, Any]], dict[str, Any]]
LONGEST_REQUEST = 4 << 20
SECONDS_PER_CONNECTION = 2.0
SECONDS_BETWEEN_LOOKS = 5.0
AT_ONCE = 8


def private_folder(folder: Path) -> None:
    """Make the folder 0700, or refuse one that is not ours alone; raises OSError."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid():
        raise PermissionError(errno.EPERM, "not a folder of this user", str(folder))
    if found.st_mode & 0o077:
        folder.chmod(0o700)


def sweep(folder: Path) -> None:
    """Remove the sockets of clients that are gone, and the notes that lay there for them."""
    for path in (*folder.glob("*.sock"), *folder.glob("*.ping")):
        if path.stem.isdigit() and not lives(int(path.stem)):
            path.unlink(missing_ok=True)


def answers(path: Path) -> bool:
    """Whether somebody listens there."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.settimeout(0.5)
        try:
            probe.connect(os.fspath(path))
        except OSError:
            return False
    return True


def _listening(path: Path) -> socket.socket:
    """A socket that appears at ``path`` when it already answers; what was there is replaced."""
    beside = path.with_name(f".{os.getpid()}.tmp")
    beside.unlink(missing_ok=True)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        listener.bind(os.fspath(beside))
        beside.chmod(0o600)
        listener.listen(AT_ONCE)
        listener.setblocking(False)
        beside.rename(path)
    except OSError:
        listener.close()
        beside.unlink(missing_ok=True)
        raise
    return listener


class WarmSocket:
    """Listens until ``close``. ``gone`` is called once when the process ``client`` has ended."""

    def __init__(self, folder: Path, client: int, answer: Answer, gone: Callable[[], None]) -> None:
        self.path = folder / f"{client}.sock"
        self._client = client
        self._answer = answer
        self._gone = gone
        self._listener: socket.socket | None = None
        self._inode: int | None = None
        self._slots = BoundedSemaphore(AT_ONCE)
        self._wake, self._waker = socket.socketpair()
        self._thread = Thread(target=self._run, name="cogmem-warm", daemon=True)

    def start(self) -> WarmSocket:
        self._thread.start()
        return self

    def close(self) -> None:
        """Stop listening and remove the socket, if it is still ours."""
        self._waker.close()
        if self._thread.is_alive() and self._thread is not current_thread():
            self._thread.join(1.0)
        if self._listener is not None:
            self._listener.close()
        try:
            if self._inode is not None and self.path.lstat().st_ino == self._inode:
                self.path.unlink()
        except FileNotFoundError:
            return

    def _bind(self) -> bool:
        """Whether we listen now: not when another server of the same client does, or the place is unusable."""
        try:
            private_folder(self.path.parent)
            sweep(self.path.parent)
            if self.path.exists() and answers(self.path):
                return False
            listener = _listening(self.path)
        except OSError as error:
            complain("no warm socket", error)
            return False
        self._listener, self._inode = listener, self.path.lstat().st_ino
        return True

    def _run(self) -> None:
        if not hasattr(socket, "AF_UNIX"):
            return
        with ExitStack() as stack:
            selector = stack.enter_context(selectors.DefaultSelector())
            stack.callback(self._wake.close)
            selector.register(self._wake, selectors.EVENT_READ, "wake")
            watched = self._watch(selector, stack)
            while True:
                if self._listener is None and self._bind() and self._listener is not None:
                    selector.register(self._listener, selectors.EVENT_READ, "accept")
                sleep_on = watched and self._listener is not None
                names = {key.data for key, _ in selector.select(None if sleep_on else SECONDS_BETWEEN_LOOKS)}
                if "wake" in names:
                    return
                if "client" in names or (not watched and os.getppid() != self._client):
                    self._gone()
                    return
                if "accept" in names:
                    self._accept()

    def _watch(self, selector: selectors.BaseSelector, stack: ExitStack) -> bool:
        """Whether the end of the client will wake us."""
        if not hasattr(os, "pidfd_open"):
            return False
        try:
            descriptor = os.pidfd_open(self._client)
        except OSError:
            return False
        stack.callback(os.close, descriptor)
        selector.register(descriptor, selectors.EVENT_READ, "client")
        return True

    def _accept(self) -> None:
        assert self._listener is not None
        try:
            connection, _ = self._listener.accept()
        except OSError:
            return
        if not self._slots.acquire(blocking=False):
            connection.close()
            return
        Thread(target=self._serve, args=(connection,), name="cogmem-hook", daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        try:
            with connection:
                connection.settimeout(SECONDS_PER_CONNECTION)
                connection.sendall(_line(self._reply(connection)))
        except OSError:
            return  # the hook's own deadline was shorter
        finally:
            self._slots.release()

    def _reply(self, connection: socket.socket) -> dict[str, Any]:
        try:
            request = json.loads(b"".join(_request(connection)))
        except (ValueError, RecursionError):
            return {"ok": False, "error": "not JSON"}
        if not isinstance(request, dict):
            return {"ok": False, "error": "not an object"}
        return self._answer(request)


def _request(connection: socket.socket) -> Iterator[bytes]:
    size = 0
    while size < LONGEST_REQUEST:
        part = connection.recv(1 << 16)
        yield part.split(b"\n", 1)[0]
        if not part or b"\n" in part:
            return
        size += len(part)


def _line(value: dict[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "replace") + b"\n"
