"""Changing the metadata line of one entry by compare-and-swap; every other byte of the log stays."""

from __future__ import annotations

import dataclasses

from cogmem import files
from cogmem.errors import ChangedMeanwhileError, UsageError
from cogmem.journal import metadata, regions
from cogmem.journal.entries import Log
from cogmem.journal.logfile import parsed, writers_lock
from cogmem.journal.text import decode, newline_of, raw_lines, readable, split_lines
from cogmem.journal.texts import error
from cogmem.model import Entry
from cogmem.project import Project

ATTEMPTS = 20  # an editor that saves again and again must not keep a mark out
_NAMES = {"pinned": "Pinned", "forgotten": "Forgotten", "supersedes": "Supersedes", "id": "Id", "arousal": "Arousal"}


def mark(project: Project, entry_id: str, source: str, **changes: object) -> Entry:
    """Change marks in an entry's metadata line and return the entry as it then is.

    ``changes``: ``pinned`` and ``forgotten`` (bool), ``supersedes`` and ``id`` (an id, or None to take it away;
    ``id=True`` writes down the id that the entry has), ``arousal`` (0 to 1). Raises UsageError for an entry or a
    change that does not exist, ReadOnlyError, BusyError."""
    project.check_writable()
    path = project.root / source
    with writers_lock(project):
        for attempt in range(ATTEMPTS):
            data = _content(project, source)
            decoded = decode(data, source)
            log = parsed(project, decoded, source)
            entry = find(log, entry_id)
            text = with_marks(log, entry, _values(entry, changes))
            if text == decoded.text:
                return entry
            files.remove_leftovers(path)
            try:
                files.write_atomic(path, decoded.encode(text), expect=files.digest(data))
                break
            except ChangedMeanwhileError:
                if attempt == ATTEMPTS - 1:
                    raise
        return parsed(project, dataclasses.replace(decoded, text=text), source).entries[entry.ordinal]


def find(log: Log, entry_id: str) -> Entry:
    """The entry with this id. Raises UsageError."""
    for entry in log.entries:
        if entry.id == entry_id:
            return entry
    raise error(UsageError, "entry.gone", file=log.source, id=entry_id)


def with_marks(log: Log, entry: Entry, values: dict[str, str | None]) -> str:
    """The log's text with keys of the entry's metadata line set or (None) removed."""
    lines = raw_lines(log.text)
    heading = entry.line - 1
    place = _metadata_place(log, heading)
    if place is not None:
        whole = lines[place]
        changed = metadata.change(whole.strip(), values)
        indent, end = whole[:len(whole) - len(whole.lstrip())], whole[len(whole.rstrip()):]
        lines[place] = "" if changed is None else indent + changed + end
        return "".join(lines)
    changed = metadata.change(None, values)
    if changed is None:
        return log.text
    bare = lines[heading].rstrip("\r\n")
    end = lines[heading][len(bare):]
    indent = "  " if entry.kind == "line" else ""
    lines[heading] = bare + (end or newline_of(log.text)) + indent + changed + end
    return "".join(lines)


def _metadata_place(log: Log, heading: int) -> int | None:
    """The 0-based line of the metadata of the block that begins at ``heading``."""
    shown = readable(log.text)
    lines = split_lines(shown)
    opaque = regions.find(lines, shown).opaque
    end = next(block.end for block in log.blocks if block.start == heading)
    rows = [row for row in range(heading + 1, end) if lines[row].strip() and not (opaque and opaque[row])]
    if rows and metadata.read_pairs(lines[rows[0]]) is not None:
        return rows[0]
    late = (row for row in rows if metadata.is_late(lines[row]) and metadata.read_pairs(lines[row]))
    return next(late, None)


def _values(entry: Entry, changes: dict[str, object]) -> dict[str, str | None]:
    """Changes as keys and values of a metadata line."""
    values: dict[str, str | None] = {}
    for name, value in changes.items():
        if name not in _NAMES:
            raise error(UsageError, "mark.none", name=name, names=", ".join(_NAMES))
        values[_NAMES[name]] = _value(entry, name, value)
    return values


def _value(entry: Entry, name: str, value: object) -> str | None:
    if value is None or value is False:
        return None
    if name == "arousal":
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
            raise error(UsageError, "mark.arousal", value=value)
        return metadata.format_arousal(value)
    if name in ("pinned", "forgotten"):
        return "true" if value is True else metadata.escape(metadata.clean_value(str(value)))
    text = entry.id if value is True else str(value)
    if not metadata.valid_id(text):
        raise error(UsageError, "mark.id", value=text)
    return text


def _content(project: Project, source: str) -> bytes:
    try:
        return files.read_bytes(project.root / source)
    except OSError as problem:
        raise error(UsageError, "log.gone", file=source, hint="entry.gone.hint") from problem
