"""Pinned and recent entries for a process that may neither write nor wait: a hook.

The index is read as it is, through a read-only connection that gives up on a lock at once. A log of the last days that
changed after the index did is read itself, so what was just written counts although nobody indexed it yet.
"""

from __future__ import annotations

import os
import sqlite3
from typing import TYPE_CHECKING

from cogmem.errors import IndexDamagedError
from cogmem.index import lexical, listing
from cogmem.index.faults import ODD
from cogmem.journal.daylog import read_log
from cogmem.journal.logfile import handover_headings

if TYPE_CHECKING:
    from cogmem.model import Entry
    from cogmem.project import Project

LOCK_SECONDS = 0.03
NEWEST_LOGS = 3
LONGEST_LOG = 1 << 20


def entries(project: Project, day: int, pinned: int, recent: int) -> tuple[list[Entry], list[Entry], set[str]]:
    """(up to ``pinned`` pinned ones, up to ``recent`` ones since ``day``, ids that were superseded), newest first.

    ``day`` is a proleptic ordinal. Whatever cannot be read is left out."""
    fresh = _fresh(project)
    kept, late, gone = _indexed(project, day, pinned, recent)
    new = [entry for log in fresh.values() for entry in reversed(log) if not entry.forgotten]
    gone |= {entry.supersedes for entry in new if entry.supersedes}
    return (
        [entry for entry in new if entry.pinned] + [entry for entry in kept if entry.source not in fresh],
        new + [entry for entry in late if entry.source not in fresh],
        gone,
    )


def _indexed(project: Project, day: int, pinned: int, recent: int) -> tuple[list[Entry], list[Entry], set[str]]:
    db = lexical.connect(os.fspath(project.index_path), timeout=LOCK_SECONDS)
    if db is None:
        return [], [], set()
    try:
        kept, late = listing.pinned_entries(db, pinned), listing.since(db, day, recent)
        return kept, late, listing.superseded(db, [entry.id for entry in (*kept, *late)])
    except (sqlite3.Error, IndexDamagedError, *ODD):
        return [], [], set()
    finally:
        db.close()


def _fresh(project: Project) -> dict[str, list[Entry]]:
    """The entries of those newest logs that the index cannot have seen as they are."""
    indexed = max((os.stat(path).st_mtime for path in _parts(project) if os.path.exists(path)), default=0.0)
    found = {}
    for path in sorted(project.log_files(), key=lambda path: path.name, reverse=True)[:NEWEST_LOGS]:
        try:
            stat = path.stat()
            if stat.st_mtime > indexed - 2 and stat.st_size <= LONGEST_LOG:
                source = project.relative(path)
                log = read_log(path, source, handover_headings=handover_headings(project))
                found[source] = list(log.entries)
        except OSError:
            continue
    return found


def _parts(project: Project) -> tuple[str, str]:
    return f"{project.index_path}", f"{project.index_path}-wal"
