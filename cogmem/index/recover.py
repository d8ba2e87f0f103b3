"""Answers from an index that turns out to be damaged while it is read: set aside, built anew, asked again. Once."""

from __future__ import annotations

from cogmem.errors import IndexDamagedError, ReadOnlyError
from cogmem.index.sqlite import Index
from cogmem.index.sync import sync

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    from cogmem.index.report import SyncReport
    from cogmem.project import Project

    T = TypeVar("T")


def healed(project: Project, index: Index, ask: Callable[[], T]) -> tuple[T, list[str]]:
    """``ask()``, and what the user should hear. ``ask`` may run twice. Raises IndexDamagedError for a damaged index
    that cannot be written, or a second time."""
    try:
        with index.errors():
            return ask(), []
    except IndexDamagedError:
        if not index.writable:
            raise
    index.set_aside("index.reason_damaged")
    notices = list(sync(project, index).notices)
    with index.errors():
        return ask(), notices


def searchable(project: Project, index: Index) -> SyncReport:
    """``sync`` for who wants to look, not to write: on a full disk an index without entries moves into memory, and one
    with entries is read as it is, which the report's notices say."""
    try:
        return sync(project, index)
    except ReadOnlyError:
        if index.path is None or not index.writable:
            raise
    with index.errors():
        empty = not index.db.execute("SELECT entries FROM total").fetchone()[0]
    if empty:
        index.move_into_memory()
        return sync(project, index)
    index.writable = False
    try:
        return sync(project, index)
    finally:
        index.writable = True  # the next look tries again: somebody may have made room
