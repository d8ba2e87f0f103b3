"""Reading one log file of a project, and the names and headings that its language gives it."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from cogmem import files
from cogmem.journal.entries import Log, parse
from cogmem.journal.text import Decoded, decode
from cogmem.project import Project

LOCK_NAME = "journal.lock"
_HEADINGS = {
    "en": {"title": "{date} Session Log", "summary": "Session Summary", "log": "Log Entries", "handover": "Handover"},
    "ja": {"title": "{date} セッションログ", "summary": "セッション概要", "log": "ログエントリ",
           "handover": "引き継ぎ"},
}


def headings(lang: str) -> dict[str, str]:
    """The headings that we write in a language: title, log, summary, handover."""
    return _HEADINGS.get(lang, _HEADINGS["en"])


def writers_lock(project: Project) -> files.lock:
    """The lock that everyone holds who changes a canonical text of the project."""
    return files.lock(project.run_dir / LOCK_NAME)


def read_log(path: str | os.PathLike[str], source: str, *, handover_headings: Iterable[str] = ()) -> Log:
    """Read and parse one log file. ``source`` is its path in the project. Raises ``OSError`` when it cannot be read."""
    decoded = decode(files.read_bytes(path), source)
    return parse(decoded.text, source, handover_headings=handover_headings, problems=decoded.problems)


def read_project_log(project: Project, source: str) -> Log:
    """A log by its path in the project, with the project's own headings and folders."""
    return parsed(project, decode(files.read_bytes(project.root / source), source), source)


def parsed(project: Project, decoded: Decoded, source: str) -> Log:
    """A decoded log, with the project's own headings and folders."""
    return parse(decoded.text, source, handover_headings=handover_headings(project), problems=decoded.problems,
                 user=user_of(project, source))


def problems_of(project: Project, source: str) -> list[tuple[int, str, bool]]:
    """What cannot be read as meant in a log, read anew, so that it is told in the language of now: [(line, text,
    whether it is the encoding's)]. Empty for a file that is gone."""
    try:
        decoded = decode(files.read_bytes(project.root / source), source)
    except OSError:
        return []
    return [(one.line, one.message, one in decoded.problems) for one in parsed(project, decoded, source).problems]


def handover_headings(project: Project) -> tuple[str, ...]:
    """The project's further names for a handover section."""
    return (project.config.handover_delimiter,) if project.config.handover_delimiter else ()


def user_of(project: Project, source: str) -> str:
    """Whose log it is: the folder between the logs folder and the file; empty for a flat one."""
    folder = (project.root / source).parent
    return folder.name if folder != project.logs_dir and folder.parent == project.logs_dir else ""


def own_logs(project: Project, user: str) -> list[Path]:
    """The logs in which a user's own handovers are: that user's and the flat ones, oldest first."""
    own = {project.logs_dir, project.logs_dir / user} if user else {project.logs_dir}
    paths = [path for path in project.log_files() if path.parent in own]
    return sorted(paths, key=lambda path: (path.name[:10], _changed(path), path.name))


def _changed(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
