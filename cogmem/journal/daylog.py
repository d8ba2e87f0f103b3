"""Writing to today's log: append at the end under the project's lock, on the disk before it is acknowledged.

Nothing that stands in the file is touched, whatever program wrote it; the file keeps its encoding and line ends.
"""

from __future__ import annotations

import dataclasses
import datetime as dt
import os
from collections.abc import Callable, Iterable
from pathlib import Path

from cogmem import clock, files
from cogmem.errors import ChangedMeanwhileError, CogmemError, ReadOnlyError
from cogmem.journal import blocks, secrets
from cogmem.journal.entries import Log, outline, render
from cogmem.journal.grammar import has_handover
from cogmem.journal.logfile import (
    handover_headings,
    headings,
    own_logs,
    parsed,
    read_log,
    read_project_log,
    writers_lock,
)
from cogmem.journal.marks import mark
from cogmem.journal.render import render_section
from cogmem.journal.text import Decoded, decode, newline_of, raw_lines
from cogmem.journal.texts import error
from cogmem.model import Draft, Entry, Handover
from cogmem.project import Project

__all__ = ["append", "append_section", "latest_handover", "mark", "read_log", "read_project_log", "redacted"]
ATTEMPTS = 20
_YOUNG = 4096  # bytes of a log whose first writer may have been killed a moment ago
Build = Callable[[bool], str]


def append(project: Project, draft: Draft, *, redact: bool = True, at: dt.datetime | None = None) -> Entry:
    """Add an entry to today's log and return it as it is read back, once it is on the disk.

    ``at`` is the local time it belongs to (a session wrapped late): it gives the log's date and the entry's time.
    Secrets are masked unless ``redact`` is False. Raises BusyError, ReadOnlyError."""
    written = redacted(draft) if redact else draft
    now = at or clock.now()
    return _append(project, lambda guard: render(written, now, guard=guard), None, now.date()).entries[-1]


def append_section(
    project: Project, heading: str, text: str, meta: Iterable[tuple[str, str]] = (), *, redact: bool = True,
    day: dt.date | None = None
) -> Log:
    """Add a ``##`` section to today's log (or that of ``day``) and return the log as it is read back.

    ``heading`` is ``summary`` or ``handover`` (written in the project's language), or a heading of your own; ``meta``
    becomes its metadata line. The section comes last: of several handovers a day the latest counts."""
    title = headings(project.config.lang).get(heading, heading)
    body = secrets.masked(text) if redact else text
    pairs = tuple((key, secrets.masked(value) if redact else value) for key, value in meta)
    return _append(project, lambda guard: render_section(title, body, pairs, guard=guard), title, day or clock.today())


def redacted(draft: Draft) -> Draft:
    """The draft with secrets masked in everything that is free text, and without what is marked as private."""
    return dataclasses.replace(
        draft, category=_masked_name(draft.category), domains=tuple(map(_masked_name, draft.domains)),
        title=secrets.masked(draft.title), body=secrets.masked(draft.body),
        emotion=secrets.masked(draft.emotion) if draft.emotion else None, files=tuple(map(secrets.masked, draft.files)),
        extra=tuple((key, secrets.masked(value)) for key, value in draft.extra))


def latest_handover(project: Project, user: str | None = None) -> Handover | None:
    """The handover that counts: the last one of the newest log of one's own that has one."""
    names = handover_headings(project)
    for path in reversed(own_logs(project, project.user if user is None else user)):
        source = project.relative(path)
        try:
            decoded = decode(files.read_bytes(path), source)
        except OSError:
            continue
        if not has_handover(decoded.text, names):
            continue  # parsing a thousand logs that have none would cost a session's start a second
        log = parsed(project, decoded, source)
        if log.handovers:
            return log.handovers[-1]
    return None


def _masked_name(name: str) -> str:
    """A category or domain, whose letters may have been made capitals and which must stay one word."""
    return name if not name or all(secrets.masked(case) == case for case in (name, name.lower())) else "REDACTED"


def _append(project: Project, build: Build, section: str | None, day: dt.date) -> Log:
    """Put what ``build`` makes at the end of a day's log. ``section`` is its heading if it is a section."""
    project.check_writable()
    path = project.log_path(day)
    source = project.relative(path)
    files.make_folder(path.parent)
    inside = os.path.join(os.path.realpath(project.logs_dir), "")
    if not os.path.realpath(path).startswith(inside):  # whoever reads follows no link out of the logs
        raise error(ReadOnlyError, "log.outside", file=source)
    with writers_lock(project):
        for _ in range(ATTEMPTS):
            data = _content(path)
            if len(data or b"") < _YOUNG:
                files.remove_leftovers(path)
            decoded = decode(data or b"", source)
            addition, log = _addition(project, decoded, source, build, section)
            if data:
                files.append_bytes(path, _filler(decoded) + decoded.encode_part(addition))
                return log
            try:  # a new file appears whole or not at all
                files.write_atomic(path, addition.encode(), expect=files.ABSENT if data is None else files.digest(data))
                return log
            except ChangedMeanwhileError:
                continue
    raise error(CogmemError, "log.moving", file=source)


def _content(path: Path) -> bytes | None:
    try:
        return files.read_bytes(path)
    except FileNotFoundError:
        return None
    except OSError as problem:
        raise error(CogmemError, "unreadable", file=os.fspath(path), text=problem.strerror) from problem


def _addition(project: Project, decoded: Decoded, source: str, build: Build, section: str | None) -> tuple[str, Log]:
    """What to add, and the log as it will be read: the entries before must be the same, the new ones follow.

    Where something above was left open that the new text would close, it is written so that it cannot."""
    outlined, sound = outline(decoded.text, handover_headings(project))
    newline = newline_of(decoded.text)
    lead = _lead(project, decoded.text, outlined, source, section).replace("\n", newline)
    start = len(raw_lines(decoded.text + lead))
    before = None if sound else parsed(project, decoded, source)
    for guard in (False, True):
        addition = lead + build(guard).replace("\n", newline)
        after = parsed(project, dataclasses.replace(decoded, text=decoded.text + addition), source)
        if _follows(after, start, section) and (before is None or _holds(before, after)):
            return addition, after
    raise error(CogmemError, "log.open", file=source)


def _lead(project: Project, text: str, outlined: tuple[blocks.Block, ...], source: str, section: str | None) -> str:
    """What stands between the end of the file and the new text: a line end, a blank line, missing headings."""
    names = headings(project.config.lang)
    if not text.strip():
        date = source.rpartition("/")[2].removesuffix(".md")
        lead = "\n" * bool(text and not text.endswith(("\n", "\r"))) + f"# {names['title'].format(date=date)}\n\n"
    else:
        lead = "" if text.endswith(("\n\n", "\r\r", "\r\n\r\n")) else "\n" if text.endswith(("\n", "\r")) else "\n\n"
    kinds = (block.kind for block in reversed(outlined) if block.kind in blocks.SECTIONS)
    if section is None and next(kinds, None) != blocks.LOG:
        lead += f"## {names['log']}\n\n"
    return lead


def _follows(after: Log, start: int, section: str | None) -> bool:
    """Whether the log's last block is what we add: it begins at the 0-based line ``start`` and is of our kind."""
    last = after.blocks[-1]
    if last.start != start or (last.kind == blocks.ENTRY) != (section is None):
        return False
    return section is not None or (bool(after.entries) and after.entries[-1].line == start + 1)


def _holds(before: Log, after: Log) -> bool:
    """Whether the log still has all entries and handovers that it had."""
    old, new = [entry.id for entry in before.entries], [entry.id for entry in after.entries]
    return new[:len(old)] == old and after.handovers[:len(before.handovers)] == before.handovers


def _filler(decoded: Decoded) -> bytes:
    """Bytes that complete a UTF-16 unit on which the file broke off."""
    return b"\0" * (-len(decoded.tail) % len("\0".encode(decoded.encoding))) if decoded.tail else b""
