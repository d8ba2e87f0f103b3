"""What a shell offers while a command is typed: ids, days and categories, straight from the index; nothing is changed.

For a process that lives for one keystroke: no import that costs, a bounded number of rows, and nothing at all where the
index is missing, busy or damaged.
"""

from __future__ import annotations

import sqlite3

from cogmem.index.schema import FORGOTTEN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path
    from typing import Any

MOST = 50


def ids(path: Path, beginning: str) -> list[tuple[str, str]]:
    """[(id, title)] of the newest entries whose id begins so."""
    asked = f"SELECT id, title FROM entry WHERE (flags & {FORGOTTEN}) = 0 AND substr(id, 1, ?) = ? ORDER BY pos DESC"
    return [(str(one), str(title)) for one, title in _rows(path, asked, (len(beginning), beginning))]


def days(path: Path, beginning: str) -> list[str]:
    """The newest days with a log (``YYYY-MM-DD``) that begin so, the newest first."""
    import datetime as dt

    found = (dt.date.fromordinal(int(day)).isoformat() for (day,) in _rows(
        path, "SELECT DISTINCT day FROM file WHERE entries > 0 ORDER BY day DESC", (), most=100_000))
    return [day for day in found if day.startswith(beginning)][:MOST]


def categories(path: Path, beginning: str) -> list[str]:
    """The categories in use that begin so, the most frequent first."""
    asked = "SELECT category, count(*) FROM entry WHERE substr(category, 1, ?) = ? GROUP BY category ORDER BY 2 DESC, 1"
    return [str(name) for name, _ in _rows(path, asked, (len(beginning), beginning)) if name]


def _rows(path: Path, asked: str, values: tuple[object, ...], most: int = MOST) -> list[tuple[Any, ...]]:
    try:
        db = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=0.05)
    except sqlite3.Error:
        return []
    try:
        return db.execute(f"{asked} LIMIT {most}", values).fetchall()
    except sqlite3.Error:
        return []
    finally:
        db.close()
