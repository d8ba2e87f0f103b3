"""Who listens on a port of ours: process id and name, where Linux tells (other systems, other users: nothing)."""

from __future__ import annotations

import os
from collections.abc import Iterator

_LISTEN = "0A"


def holder(port: int) -> tuple[int, str] | None:
    """(process id, name) of the process that listens on ``port``, or None when it cannot be seen."""
    wanted = {f"socket:[{inode}]" for inode in _inodes(port)}
    if not wanted:
        return None
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            if not wanted.isdisjoint(_links(f"/proc/{pid}/fd")):
                return int(pid), _name(pid)
        except OSError:
            continue
    return None


def _name(pid: str) -> str:
    with open(f"/proc/{pid}/cmdline", "rb") as stream:
        if b"\0cogmem.web\0" in stream.read():
            return "cogmem dashboard"
    with open(f"/proc/{pid}/comm", encoding="utf-8", errors="replace") as stream:
        return stream.read().strip()


def _links(folder: str) -> Iterator[str]:
    for name in os.listdir(folder):
        try:
            yield os.readlink(f"{folder}/{name}")
        except FileNotFoundError:
            continue  # closed meanwhile


def _inodes(port: int) -> Iterator[str]:
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        try:
            with open(table, encoding="ascii") as stream:
                rows = [line.split() for line in stream.readlines()[1:]]
        except OSError:
            continue
        for row in rows:
            if row[3] == _LISTEN and int(row[1].rsplit(":", 1)[1], 16) == port:
                yield row[9]
