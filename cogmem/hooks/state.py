"""Scratch files of the hooks: flat, append-only, one folder per session under ``memory/.run/hooks/``.

One ``write`` with ``O_APPEND`` per note: nothing is read and written back, so parallel hooks lose nothing and nothing
waits for anybody. Where notes cannot be written (a full or read-only disk) a hook says what it has to say all the same;
it only does not know any more that it said it.
"""

from __future__ import annotations

import os

from cogmem import clock
from cogmem.hooks import place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

COMPACTED = "compacted"
"""The note that a compaction was, until what it lost is told."""
KEEP_SECONDS = 14 * 86400
SAME_EVENT_SECONDS = 3.0
_TAIL = 32768
_APPEND = os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)


class Session:
    """The notes of one session. Names are fixed words, agents are made safe; nothing from outside is a path."""

    __slots__ = ("_agent", "folder")

    def __init__(self, root: str, session: str, agent: str = "") -> None:
        self.folder = place.session_folder(root, session or "none")
        self._agent = f".{place.safe(agent)}" if agent else ""

    def path(self, name: str, *, shared: bool = False) -> str:
        """``shared`` notes belong to the session, the others to this agent in it."""
        return f"{self.folder}/{name}{'' if shared else self._agent}"

    def lines(self, name: str, *, shared: bool = False) -> list[str]:
        return place.read(self.path(name, shared=shared)).splitlines()

    def add(self, name: str, *lines: str, shared: bool = False) -> None:
        """Keep a note, if that is possible."""
        if lines:
            kept(append, self.path(name, shared=shared), "".join(f"{_one_line(line)}\n" for line in lines))

    def clear(self, name: str) -> None:
        """Forget a note of this agent; absent is as good as removed."""
        remove(self.path(name))

    def claim(self, key: str, *, lasting: bool) -> bool:
        """Whether this delivery of an event is the first one.

        A plugin and a settings file may both have registered us: then the same event arrives twice, at the same
        moment. Each writes its claim, the first one in the file wins. ``lasting``: the key names one event for ever
        (a tool or prompt id); otherwise only a claim of the last seconds counts.
        """
        path, now = self.path("claims", shared=True), clock.stamp()
        mine = f"{_one_line(key)[:200]}\t{now:.3f}\t{os.getpid()}.{os.urandom(4).hex()}"
        if not kept(append, path, mine + "\n"):
            return True
        start = mine.partition("\t")[0] + "\t"
        for line in _tail(path).splitlines():
            if line.startswith(start):
                if line == mine:
                    return True
                if lasting or now - _number(line[len(start):].partition("\t")[0]) < SAME_EVENT_SECONDS:
                    return False
        return True


def kept(write: Callable[[str, str], object], path: str, text: str) -> bool:
    """Write a note with :func:`append` or :func:`replace`; whether the disk took it."""
    try:
        write(path, text)
    except OSError:
        return False
    return True


def append(path: str, text: str) -> int:
    """Add a text at the end (one write, 0600, never through a link); returns the file's size before."""
    data = text.encode("utf-8", "replace")
    try:
        handle = os.open(path, _APPEND, 0o600)
    except FileNotFoundError:
        make_folder(os.path.dirname(path))
        handle = os.open(path, _APPEND, 0o600)
    try:
        size = os.fstat(handle).st_size
        os.write(handle, data)
    finally:
        os.close(handle)
    return size


def replace(path: str, text: str) -> None:
    """Put a small file in place in one step; readers see the old or the new one. Not durable: it can be made again."""
    beside = f"{path}.{os.getpid()}.{os.urandom(4).hex()}"
    make_folder(os.path.dirname(path))
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        os.write(handle, text.encode("utf-8", "replace"))
    finally:
        os.close(handle)
    os.replace(beside, path)


def make_folder(path: str) -> None:
    """A folder that only this user can enter, and so are those above it that are made on the way."""
    if os.path.isdir(path):
        return
    make_folder(os.path.dirname(path))
    try:
        os.mkdir(path, 0o700)
    except FileExistsError:
        return


def remove(path: str) -> None:
    try:
        os.unlink(path)
    except FileNotFoundError:
        return


def prune(root: str) -> None:
    """Remove the notes of sessions that nobody touched for two weeks."""
    top, oldest = f"{root}/memory/.run/hooks", clock.stamp() - KEEP_SECONDS
    try:
        folders = [entry for entry in os.scandir(top) if entry.is_dir(follow_symlinks=False)]
    except OSError:
        return
    for folder in folders:
        files = list(os.scandir(folder.path))
        if max([folder.stat().st_mtime, *(file.stat(follow_symlinks=False).st_mtime for file in files)]) < oldest:
            for file in files:
                remove(file.path)
            os.rmdir(folder.path)


def _tail(path: str) -> str:
    """The last 32 KB: double deliveries come within milliseconds, so older claims need no look."""
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0))
    try:
        size = os.fstat(handle).st_size
        if size > _TAIL:
            os.lseek(handle, size - _TAIL, os.SEEK_SET)
        return os.read(handle, _TAIL).decode("utf-8", "replace")
    finally:
        os.close(handle)


def _one_line(text: str) -> str:
    return text if "\n" not in text and "\r" not in text else " ".join(text.split())


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0
