"""Gathers the session-start block of a project from its files and its index, without NumPy: a hook does it.

The handover and the briefing are read from the files. Pinned and vivid entries come from the index, but a log of the
last days that changed after the index is read itself: what was just written counts at once.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable
from datetime import date, timedelta
from pathlib import Path

from cogmem import clock
from cogmem.index import lexical
from cogmem.index.opening import pinned_entries, vivid_since
from cogmem.journal import daylog
from cogmem.model import Entry
from cogmem.project import Project
from cogmem.recall.context import (
    BRIEFING_DAYS,
    OPEN_DAYS,
    PINNED_MOST,
    Section,
    compose,
    item_section,
    matters_now,
    text_section,
)

VIVID_MOST = 120
FRESH_LOGS = 3
FRESH_BYTES = 512 << 10


def opening(project: Project, budget: int | None = None, told: Iterable[str] = ()) -> tuple[str, list[str]]:
    """(block, ids of the entries that are in it), within ``budget`` tokens (default: the setting).

    ``told`` are ids that the session knows already. The block is empty when there is nothing to say.
    """
    lang = str(project.config.lang)
    today = clock.today()
    pinned, vivid = _entries(project, today)
    known = set(told)
    rows = [_row(entry) for entry in pinned if entry.id not in known][:PINNED_MOST]
    known |= {str(row["id"]) for row in rows}
    now = matters_now([_row(entry) for entry in vivid if entry.id not in known], today.toordinal())
    sections: list[Section] = [item_section("pinned", rows, lang), _last_words(project, today, lang),
                               item_section("memories", now, lang)]
    block = compose(sections, lang, int(project.config.hooks.session_tokens) if budget is None else budget)
    return block, [str(row["id"]) for row in (*rows, *now) if f"{row['source']}:{row['line']}" in block]


def _last_words(project: Project, today: date, lang: str) -> Section:
    """The newest briefing of the last days, else the latest handover."""
    newest = _briefing(project, today)
    if newest is not None:
        return text_section("briefing", newest.read_text("utf-8", "replace"), project.relative(newest), lang)
    last = daylog.latest_handover(project)
    if last is None:
        return "handover", []
    return text_section("handover", last.text, f"{last.source}:{last.line}", lang)


def _briefing(project: Project, today: date) -> Path | None:
    """The newest ``YYYY-MM-DD.md`` in the contexts folder (the user's own or the common one), if it is recent."""
    oldest = (today - timedelta(days=BRIEFING_DAYS)).isoformat()
    folders = [project.contexts_dir / project.user, project.contexts_dir] if project.user else [project.contexts_dir]
    found = [path for folder in folders if folder.is_dir() for path in folder.glob("????-??-??.md")
             if path.stem >= oldest]
    return max(found, key=lambda path: path.stem, default=None)


def _entries(project: Project, today: date) -> tuple[list[Entry], list[Entry]]:
    """(pinned, vivid and recent), each the most important first."""
    fresh = _fresh_logs(project)
    pinned: list[Entry] = []
    vivid: list[Entry] = []
    db = lexical.connect(str(project.index_path), timeout=0.03)
    if db is not None:
        try:
            pinned = pinned_entries(db, PINNED_MOST * 2)
            vivid = vivid_since(db, today.toordinal() - OPEN_DAYS, VIVID_MOST)
        except sqlite3.Error:
            pinned, vivid = [], []
        finally:
            db.close()
    new = [entry for entries in fresh.values() for entry in entries if not entry.forgotten]
    gone = {entry.supersedes for entry in new} | {None}
    pinned = [e for e in (*new, *pinned) if e.pinned and (e in new or e.source not in fresh) and e.id not in gone]
    vivid = [e for e in (*new, *vivid) if (e in new or e.source not in fresh) and e.id not in gone]
    return pinned, vivid


def _fresh_logs(project: Project) -> dict[str, list[Entry]]:
    """The entries of the newest logs that changed after the index did."""
    try:
        indexed = max(os.stat(f"{project.index_path}{end}").st_mtime for end in ("", "-wal")
                      if os.path.exists(f"{project.index_path}{end}"))
    except ValueError:
        indexed = 0.0
    found = {}
    for path in sorted(project.log_files(), key=lambda path: path.name, reverse=True)[:FRESH_LOGS]:
        stat = path.stat()
        if stat.st_mtime > indexed - 2 and stat.st_size <= FRESH_BYTES:
            source = project.relative(path)
            found[source] = list(daylog.read_log(path, source).entries)
    return found


def _row(entry: Entry) -> dict[str, object]:
    """An entry as the context and the fence want it."""
    return {"id": entry.id, "date": entry.date, "day": date.fromisoformat(entry.date).toordinal(), "title": entry.title,
            "category": entry.category, "content": entry.content, "arousal": entry.arousal, "source": entry.source,
            "line": entry.line, "origin": entry.origin, "user": entry.user, "low_trust": entry.low_trust}
