"""Reading and writing files so that a crash, a full disk or a second writer never costs a byte that was there.

Part of the fast set: the standard library's ``os`` and our errors only; whatever costs more is imported where it is
used. Paths are ``str`` or path-like. Every failure to write is a :class:`ReadOnlyError` that says what to do.
"""

from __future__ import annotations

import os

from cogmem.errors import BusyError, ChangedMeanwhileError, ReadOnlyError

ABSENT = ""
"""``expect`` for a file that must not exist yet."""

LOCK_TIMEOUT = 10.0
_PAUSE = 0.002  # short beside what a holder does, so that nobody starves behind one who locks again at once
_NOFOLLOW = getattr(os, "O_NOFOLLOW", 0)
_FLAGS = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_CHUNK = 1 << 20


def read_bytes(path: str | os.PathLike[str]) -> bytes:
    """The whole content of a file. Raises ``OSError`` as it comes (``FileNotFoundError`` above all)."""
    fd = os.open(path, os.O_RDONLY | _FLAGS)
    try:
        return _read_all(fd)
    finally:
        os.close(fd)


def digest(data: bytes) -> str:
    """SHA-256 in hex: what ``expect`` of :func:`write_atomic` is compared with."""
    from hashlib import sha256

    return sha256(data).hexdigest()


def write_atomic(
    path: str | os.PathLike[str], data: bytes, *, expect: str | None = None, mode: int | None = None
) -> None:
    """Replace a file's content in one step: afterwards it holds the old bytes or all of the new ones.

    The target of a symbolic link is replaced, not the link; permissions and, where allowed, the owner are kept.
    ``expect`` is the :func:`digest` of what the caller read (or ``ABSENT``): when the file holds something else just
    before the swap, :class:`ChangedMeanwhileError` is raised and nothing is written. ``mode`` overrides the
    permissions. Raises :class:`ReadOnlyError` when the place cannot be written.
    """
    target = os.path.realpath(path)
    temp = _temp_name(target)
    try:
        _fill(temp, target, data, mode)
        _check_unchanged(target, expect)
        _swap(temp, target, expect)
    except OSError as error:
        raise _unwritable(path, error) from error
    finally:
        _remove(temp)
    _sync_folder(target)


def append_bytes(path: str | os.PathLike[str], data: bytes) -> None:
    """Add ``data`` at the end of a file with one write, and return once it is on the disk.

    When not all of it fits, what was written is cut off again and :class:`ReadOnlyError` is raised. Callers hold a
    :func:`lock`; a writer that does not know of the lock is still not overwritten (``O_APPEND``).
    """
    created = not os.path.exists(path)
    try:
        fd = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | _FLAGS, 0o666)
    except OSError as error:
        raise _unwritable(path, error) from error
    try:
        _append(fd, data)
    except OSError as error:
        raise _unwritable(path, error) from error
    finally:
        os.close(fd)
    if created:
        _sync_folder(os.path.realpath(path))


class lock:
    """``with lock(path):`` — one process at a time, by ``flock`` on a lock file that is never removed.

    Waits up to ``timeout`` seconds, then raises :class:`BusyError`. The kernel drops the lock when its holder dies.
    """

    def __init__(self, path: str | os.PathLike[str], timeout: float = LOCK_TIMEOUT) -> None:
        self.path = os.fspath(path)
        self.timeout = timeout
        self._fd = -1

    def __enter__(self) -> lock:
        try:
            private_folder(os.path.dirname(self.path) or ".")
            self._fd = os.open(self.path, os.O_RDWR | os.O_CREAT | _NOFOLLOW | _FLAGS, 0o600)
        except OSError as error:
            raise _unwritable(self.path, error) from error
        held = False
        try:
            self._wait()
            held = True
        finally:
            if not held:
                os.close(self._fd)
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._fd)

    def _wait(self) -> None:
        from time import sleep

        waited = 0.0
        while not _try_lock(self._fd):
            if waited >= self.timeout:
                from cogmem.messages import say

                raise BusyError(say(None, "files.busy", name=self.path, seconds=f"{self.timeout:g}"),
                                hint=say(None, "files.busy_hint"), file=self.path)
            sleep(_PAUSE)
            waited += _PAUSE


def remove_leftovers(path: str | os.PathLike[str]) -> int:
    """Remove the temporary files that writers of ``path`` left when they were killed; returns how many."""
    folder, name = os.path.split(os.path.realpath(path))
    start, count = f".{name[:100]}.", 0
    for other in os.listdir(folder) if os.path.isdir(folder) else ():
        pid = other[len(start):].partition("-")[0]
        if other.startswith(start) and other.endswith(".tmp") and pid.isdigit() and not lives(int(pid)):
            _remove(os.path.join(folder, other))
            count += 1
    return count


def private_folder(path: str | os.PathLike[str]) -> None:
    """Make a folder that only this user can enter (its parents as usual); one that exists is left as it is."""
    make_folder(path, 0o700)


def make_folder(path: str | os.PathLike[str], mode: int = 0o777) -> None:
    """Make a folder and its parents. Raises :class:`ReadOnlyError`."""
    try:
        os.makedirs(path, mode=mode, exist_ok=True)
    except OSError as error:
        raise _unwritable(path, error) from error


def _read_all(fd: int) -> bytes:
    pieces = []
    while piece := os.read(fd, _CHUNK):
        pieces.append(piece)
    return b"".join(pieces)


def _temp_name(target: str) -> str:
    folder, name = os.path.split(target)
    return os.path.join(folder, f".{name[:100]}.{os.getpid()}-{os.urandom(6).hex()}.tmp")


def _fill(temp: str, target: str, data: bytes, mode: int | None) -> None:
    """Write the new content beside the target, with its permissions, down to the disk."""
    old = _stat(target)
    fd = os.open(temp, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NOFOLLOW | _FLAGS, 0o666 if old is None else 0o600)
    try:
        if old is not None:
            _keep_owner(fd, old)
        wanted = mode if mode is not None else None if old is None else old.st_mode & 0o7777
        if wanted is not None and hasattr(os, "fchmod"):
            os.fchmod(fd, wanted)
        _write_all(fd, data)
        os.fsync(fd)
    finally:
        os.close(fd)


def _stat(path: str) -> os.stat_result | None:
    try:
        return os.stat(path)
    except FileNotFoundError:
        return None


def _keep_owner(fd: int, old: os.stat_result) -> bool:
    """Give the new file its predecessor's owner; False when we may not (then it is ours, as with any editor)."""
    new = os.fstat(fd)
    if (new.st_uid, new.st_gid) == (old.st_uid, old.st_gid) or not hasattr(os, "fchown"):
        return True
    try:
        os.fchown(fd, old.st_uid, old.st_gid)
    except PermissionError:
        return False
    return True


def _write_all(fd: int, data: bytes) -> int:
    """Write everything, going on after short writes; returns the number of bytes."""
    view, done = memoryview(data), 0
    while done < len(data):
        done += os.write(fd, view[done:])
    return done


def _check_unchanged(target: str, expect: str | None) -> None:
    if expect is None:
        return
    try:
        found = digest(read_bytes(target))
    except FileNotFoundError:
        found = ABSENT
    if found != expect:
        raise _changed(target)


def _swap(temp: str, target: str, expect: str | None) -> None:
    """Put the new file in the target's place; a file that must not exist is linked, which fails if it now does."""
    if expect == ABSENT and hasattr(os, "link"):
        try:
            os.link(temp, target)
            return
        except FileExistsError:
            raise _changed(target) from None
        except PermissionError:
            os.replace(temp, target)  # a file system without hard links
            return
    os.replace(temp, target)


def _changed(target: str) -> ChangedMeanwhileError:
    from cogmem.messages import say

    return ChangedMeanwhileError(say(None, "files.changed", name=target), file=target,
                                 hint=say(None, "files.changed_hint"))


def _append(fd: int, data: bytes) -> None:
    before = os.fstat(fd).st_size
    written = 0
    try:
        written = os.write(fd, data)
        while written < len(data):
            written += os.write(fd, data[written:])
        os.fsync(fd)
    except OSError:
        if written and os.fstat(fd).st_size == before + written:
            os.ftruncate(fd, before)
        raise


def _try_lock(fd: int) -> bool:
    try:
        import fcntl
    except ImportError:
        return _try_lock_windows(fd)
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _try_lock_windows(fd: int) -> bool:
    import msvcrt

    try:
        msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
    except OSError:
        return False
    return True


def lives(pid: int) -> bool:
    """Whether a process with this number exists (perhaps not ours); on Windows it always may."""
    if os.name == "nt":
        return True  # signal 0 would end it there
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):  # the latter: a number that no process can have
        return False
    except OSError:
        return True
    return True


def _remove(temp: str) -> None:
    try:
        os.unlink(temp)
    except OSError:
        return  # it was renamed into place, or never made


def _sync_folder(target: str) -> None:
    """Make a rename or a new name durable, where the system lets a folder be opened and synced."""
    try:
        fd = os.open(os.path.dirname(target), os.O_RDONLY | _FLAGS)
    except OSError:
        return  # Windows, or a folder that may be written but not read
    try:
        os.fsync(fd)
    except OSError:
        return  # some network file systems; the content itself is synced
    finally:
        os.close(fd)


def _unwritable(path: str | os.PathLike[str], error: OSError) -> ReadOnlyError:
    """The error for a place that cannot be written, with the way out that fits the cause."""
    import errno

    from cogmem.messages import say

    name = os.fspath(path)
    if error.errno in (errno.ENOSPC, getattr(errno, "EDQUOT", -1), errno.EFBIG):
        hint = "files.full_hint"
    elif error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        hint = "files.denied_hint"
    elif error.errno in (errno.ENOENT, errno.ENOTDIR):
        hint = "files.folder_hint"
    elif error.errno in (errno.EEXIST, errno.ELOOP):
        hint = "files.way_hint"
    else:
        hint = "files.fault_hint"
    message = say(None, "files.unwritable", name=name, text=error.strerror or error)
    return ReadOnlyError(message, hint=say(None, hint), file=name)
