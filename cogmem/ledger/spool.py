"""Rows that wait for the ledger: hooks append JSON lines to one file per session, never to SQLite.

Part of the fast set: no ``json``, no ``datetime``. A writer holds a shared lock while it appends and makes sure that
the file still has its name; the merger renames the file first and reads it under an exclusive lock, so no row is lost
between the two. Every row begins on a line of its own, whatever a killed writer left before it.
"""

from __future__ import annotations

import os

FOLDER = "spool"
SUFFIX = ".rows"
MERGING = ".merging"
_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
_KEPT = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"
_LONGEST_NAME = 80


def append(run_dir: str, session: str, kind: str, fields: dict[str, object]) -> None:
    """Add one row (one ``write``, 0600). ``fields`` holds texts, numbers, booleans, None, and lists or dicts of them.

    ``at``, seconds since 1970, is added. Raises OSError as it comes."""
    folder = f"{run_dir}/{FOLDER}"
    path = f"{folder}/{file_name(session)}{SUFFIX}"
    for _ in range(100):
        try:
            handle = os.open(path, _FLAGS, 0o600)
        except FileNotFoundError:
            os.makedirs(folder, mode=0o700, exist_ok=True)
            continue
        try:
            _lock(handle)
            if not _still_named(handle, path):
                continue
            os.utime(handle)  # the kernel's clock: importing ours would cost as much as the rest of a hook
            row = {"kind": kind, "at": round(os.fstat(handle).st_mtime, 3), "session": session, **fields}
            os.write(handle, ("\n" + encode(row) + "\n").encode("utf-8", "replace"))
            return
        finally:
            os.close(handle)
    raise OSError(f"the spool is renamed again and again: {path}")


def file_name(session: str) -> str:
    """A session's id as a file name: what is not plain is written as its number."""
    return "".join(char if char in _KEPT else f"%{ord(char):x}" for char in session)[:_LONGEST_NAME] or "none"


def encode(value: object) -> str:
    """JSON in ASCII. Numbers that JSON lacks become null, objects of other types their text."""
    if isinstance(value, str):
        return _text(value)
    if value is None or value is True or value is False:
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int):
        return int.__repr__(value)
    if isinstance(value, float):
        return float.__repr__(value) if value == value and abs(value) != float("inf") else "null"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_text(str(key))}: {encode(one)}" for key, one in value.items()) + "}"
    if isinstance(value, (list, tuple, set, frozenset)):
        return "[" + ", ".join(encode(one) for one in value) + "]"
    return _text(str(value))


def _text(text: str) -> str:
    try:
        from _json import encode_basestring_ascii
    except ImportError:
        from json.encoder import encode_basestring_ascii
    return encode_basestring_ascii(text)


def _lock(handle: int) -> None:
    try:
        from fcntl import LOCK_SH, flock
    except ImportError:  # Windows: an open file cannot be renamed there, which serves as well
        return
    flock(handle, LOCK_SH)


def _still_named(handle: int, path: str) -> bool:
    """Whether the open file is still the one of that name: the merger renames."""
    try:
        named = os.stat(path)
    except FileNotFoundError:
        return False
    mine = os.fstat(handle)
    return (named.st_ino, named.st_dev) == (mine.st_ino, mine.st_dev)
