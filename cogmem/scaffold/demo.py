"""The sample project: a month of a ferry ticket office's logs, dated relative to today.

It is set up by the same code as any project. The day it was dated for is noted in its scratch folder, so that a later
run moves the untouched logs along and leaves everything else alone.
"""

from __future__ import annotations

import datetime as dt
import re
from pathlib import Path

from cogmem import assets
from cogmem.errors import UsageError
from cogmem.files import read_bytes, write_atomic
from cogmem.messages import say
from cogmem.project import Project
from cogmem.scaffold.plan import plan
from cogmem.scaffold.setup import set_up

FOLDER = "cogmem-demo"
MARK = "demo"
_DATE = re.compile(r"\{date(-\d+)?\}")


def logs(today: dt.date) -> dict[str, bytes]:
    """``{file name: content}`` of the sample logs as of ``today``."""
    folder = assets.path("templates", "demo", "logs")
    return {f"{_before(today, path.stem)}.md": _dated(path, today) for path in sorted(folder.glob("*.md"))}


def _before(today: dt.date, days: str) -> dt.date:
    return today - dt.timedelta(days=int(days))


def _dated(path: Path, today: dt.date) -> bytes:
    def fill(found: re.Match[str]) -> str:
        return _before(today, found[1][1:] if found[1] else path.stem).isoformat()

    return _DATE.sub(fill, read_bytes(path).decode("utf-8")).encode("utf-8")


def build(root: Path, lang: str, today: dt.date) -> Project:
    """The sample project at ``root``, made or brought to ``today``. Raises UsageError for a folder that is not one."""
    mark = root / "memory" / ".run" / MARK
    if root.exists() and not mark.is_file() and (not root.is_dir() or any(root.iterdir())):
        raise UsageError(say(None, "demo.not_ours", place=root), hint=say(None, "demo.not_ours_hint"))
    root.mkdir(parents=True, exist_ok=True)
    project, _ = set_up(plan(root, lang=lang, mode="plain"), demo=True)
    dated_for = _read_day(mark)
    if dated_for != today:
        old = logs(dated_for) if dated_for else {}
        for name, content in old.items():
            path = project.logs_dir / name
            if path.is_file() and read_bytes(path) == content:
                path.unlink()
        for name, content in logs(today).items():
            path = project.logs_dir / name
            if not path.exists():
                write_atomic(path, content)
        write_atomic(mark, today.isoformat().encode())
    return project


def _read_day(mark: Path) -> dt.date | None:
    try:
        return dt.date.fromisoformat(read_bytes(mark).decode("ascii").strip())
    except (OSError, ValueError):
        return None
