"""Checks of the logs as they lie on the disk: what cannot be read, what git or a copy left there, what is passed over.

Every log's bytes are looked at, which is cheap; read in full are only those in which the last sync met a problem, so
that it is told in the language of today.
"""

from __future__ import annotations

import datetime as dt
import os
import re
from collections.abc import Iterator
from pathlib import Path

from cogmem import clock
from cogmem.doctor.finding import Check, Finding, Patient
from cogmem.doctor.texts import say
from cogmem.files import read_bytes
from cogmem.index.scan import is_log, scan
from cogmem.journal.logfile import problems_of
from cogmem.project import Project

SHOWN = 10
_POINTER = b"version https://git-lfs.github.com/spec/"
_CONFLICT = re.compile(rb"^<{7} .*?^>{7} ", re.M | re.S)
_FENCE = re.compile(rb"^[ ]{0,3}(?:```|~~~)", re.M)
_EXPLICIT = re.compile(rb"^\*(?:[^\n]*\| ?)?Id: ?([\w-]+)[^\n]*\*\s*$", re.M)
_NEARLY = re.compile(r"\d{4}[-_. ]?\d{1,2}[-_. ]?\d{1,2}.*\.(?:md|markdown|txt)", re.I)


def contents(patient: Patient) -> Iterator[Finding]:
    """Conflict markers, pointers of git LFS, dates in the future, the same id in two files."""
    project = patient.project
    if project is None:
        return
    tomorrow = clock.today() + dt.timedelta(days=1)
    ids: dict[bytes, str] = {}
    for source, entry in project.scan_logs():
        if os.path.isdir(entry.path):
            continue  # `names` tells
        try:
            data = read_bytes(entry.path)
        except OSError as error:
            yield Finding("warning", "log", say("log.unread", source=source, text=error.strerror),
                          say("log.unread_hint"), source)
            continue
        yield from _left_by_git(source, data)
        day = _day(entry.name)
        if day is not None and day > tomorrow:
            yield Finding("warning", "log_future", say("log.future", source=source), say("log.future_hint"), source)
        for one in _EXPLICIT.findall(data):
            if ids.setdefault(one, source) != source:
                message = say("log.twice", id=one.decode("ascii", "replace"), first=ids[one], second=source)
                yield Finding("warning", "log_twice", message, say("log.twice_hint"), source)


def _left_by_git(source: str, data: bytes) -> Iterator[Finding]:
    if data.startswith(_POINTER):
        yield Finding("error", "log_pointer", say("log.pointer", source=source), say("log.pointer_hint"), source)
    found = _CONFLICT.search(data) if b"<<<<<<< " in data else None
    if found and len(_FENCE.findall(data, 0, found.start())) % 2 == 0:  # within a code block it is an example
        line = data[: found.start()].count(b"\n") + 1
        message = say("log.conflict", source=source, line=line)
        yield Finding("error", "log_conflict", message, say("log.conflict_hint"), source, line)


def _day(name: str) -> dt.date | None:
    try:
        return dt.date.fromisoformat(name[:10])
    except ValueError:
        return None


def names(patient: Patient) -> Iterator[Finding]:
    """What lies in the logs folder and is passed over though it looks as if it were meant."""
    project = patient.project
    if project is None:
        return
    outside = set(project.skipped_links())  # `places.links` tells
    for source, text in scan(str(project.root), str(project.config.logs_dir), {}).problems:
        if source not in outside:
            yield Finding("warning", "log", say("log.odd", source=source, text=text), say("log.odd_hint"), source)
    for folder in (project.logs_dir, *(project.logs_dir / user for user in project.users())):
        for name in _listed(folder):
            if _NEARLY.fullmatch(name) and not is_log(name) and not name.startswith("."):
                source = project.relative(folder / name)
                message = say("log.name", source=source)
                yield Finding("warning", "log_name", message, say("log.name_hint"), source)


def _listed(folder: Path) -> list[str]:
    try:
        return sorted(name for name in os.listdir(folder) if (folder / name).is_file())
    except OSError:
        return []


def meant(project: Project, sources: set[str]) -> Iterator[Finding]:
    """What could not be read as it was meant in ``sources``, the logs that the index remembers for it."""
    found = [one for source in sorted(sources) for one in _problems(project, source)]
    yield from found[:SHOWN]
    if len(found) > SHOWN:
        yield Finding("note", "log_more", say("log.more", count=len(found) - SHOWN), say("log.more_hint"))


def _problems(project: Project, source: str) -> Iterator[Finding]:
    for line, text, encoding in problems_of(project, source):
        hint = say("log.encoding_hint" if encoding else "log.grammar_hint")
        yield Finding("warning", "log", say("index.problem", source=source, line=line, text=text), hint, source, line)


CHECKS: tuple[Check, ...] = (contents, names)
