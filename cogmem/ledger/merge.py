"""From the spool into the ledger: each file once, whatever is killed, and while hooks go on appending.

A file is renamed first, so that new rows go to a new one; its rows and a record of its name are one transaction;
then it is removed. A file whose name is on record was taken in by a run that was killed before it could remove it.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable, Iterator
from typing import Any

from cogmem.ledger.notes import as_results
from cogmem.ledger.spool import FOLDER, MERGING, SUFFIX
from cogmem.ledger.sqlite import Ledger

Row = dict[str, Any]


def merge_spool(
    ledger: Ledger, run_dir: str | os.PathLike[str], *, step: float = 0.1, cap: float = 0.3
) -> dict[str, int]:
    """Take all waiting rows into the ledger; returns how many per kind (``unreadable``: torn lines). ``step`` and
    ``cap``: of ``[cogmem.reinforcement]``. Does nothing for a ledger that cannot be written. Raises BusyError."""
    folder = os.path.join(os.fspath(run_dir), FOLDER)
    counts: dict[str, int] = {}
    if not ledger.writable or not os.path.isdir(folder):
        return counts
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        if name.endswith(SUFFIX):
            renamed = _rename(path)
            if renamed:
                _take(ledger, renamed, counts, step, cap)
        elif name.endswith(MERGING):
            _take(ledger, path, counts, step, cap)
    return counts


def _rename(path: str) -> str | None:
    """Give a spool file a name that no file had before; None when another merger was quicker."""
    from secrets import token_hex

    renamed = f"{path[: -len(SUFFIX)]}.{token_hex(8)}{MERGING}"
    try:
        os.rename(path, renamed)
    except OSError:
        return None
    return renamed


def _take(ledger: Ledger, path: str, counts: dict[str, int], step: float, cap: float) -> None:
    try:
        handle = open(path, "rb")  # noqa: SIM115  (closed below; only the opening may fail)
    except OSError:
        return
    with handle:
        if not _alone(handle.fileno()):
            return
        name = os.path.basename(path)
        with ledger.writing() as db:
            if db.execute("INSERT OR IGNORE INTO merged VALUES(?)", (name,)).rowcount:
                for row in _rows(handle.read()):
                    kind = _take_row(ledger, row, step, cap) if row is not None else "unreadable"
                    counts[kind] = counts.get(kind, 0) + 1
        with contextlib.suppress(FileNotFoundError):
            os.unlink(path)
    with ledger.writing() as db:
        db.execute("DELETE FROM merged WHERE name = ?", (name,))


def _alone(handle: int) -> bool:
    """Wait for writers that opened the file before it was renamed. False when another merger has it."""
    try:
        from fcntl import LOCK_EX, flock
    except ImportError:
        return True
    flock(handle, LOCK_EX)
    return os.fstat(handle).st_nlink > 0


def _rows(data: bytes) -> Iterator[Row | None]:
    """The rows of a file; None for a line that a killed writer left torn."""
    for line in data.splitlines():
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except ValueError:
            row = None
        yield row if isinstance(row, dict) and isinstance(row.get("kind"), str) else None


def _take_row(ledger: Ledger, row: Row, step: float, cap: float) -> str:
    kind, session, at = str(row["kind"]), row.get("session"), row.get("at")
    session = None if session is None else str(session)
    when = float(at) if isinstance(at, (int, float)) else 0.0
    fields = {key: value for key, value in row.items() if key not in ("kind", "session", "at")}
    handler = _KINDS.get(kind)
    if handler is not None:
        try:
            handler(ledger, session, when, {**fields, "_step": step, "_cap": cap})
            return kind
        except (TypeError, ValueError, AttributeError):
            kind = "odd:" + kind
    ledger.db.execute(
        "INSERT INTO event(at, session, kind, fields) VALUES(?, ?, ?, ?)", (when, session, kind, json.dumps(fields))
    )
    return kind


def _injection(ledger: Ledger, session: str | None, at: float, row: Row) -> None:
    entries = [(str(one.get("id")), one.get("relevance")) for one in row.get("entries") or []]
    ledger.note_injection(
        str(row.get("event", "")),
        entries,
        session=session,
        reason=str(row.get("reason") or ""),
        semantic=bool(row.get("semantic")),
        tokens=int(row.get("tokens") or 0),
        text=str(row.get("text") or ""),
        at=at,
    )


def _retrieval(ledger: Ledger, session: str | None, at: float, row: Row) -> None:
    ledger.note_retrieval(
        str(row.get("query", "")),
        as_results(row.get("results") or []),
        session=session,
        mode=str(row.get("mode") or "hybrid"),
        via=str(row.get("via") or "hook"),
        at=at,
    )


def _used(ledger: Ledger, session: str | None, at: float, row: Row) -> None:
    ids = row.get("ids") or [row.get("id")]
    ledger.note_used([str(id) for id in ids if id], session, step=row["_step"], cap=row["_cap"], at=at)


def _skill(ledger: Ledger, session: str | None, at: float, row: Row) -> None:
    detail = row.get("detail")
    ledger.note_skill(
        str(row.get("skill", "")),
        str(row.get("event", "")),
        session=session,
        detail=None if detail is None else str(detail),
        at=at,
    )


def _session(ledger: Ledger, session: str | None, at: float, row: Row) -> None:
    ledger.note_session(str(session), {key: value for key, value in row.items() if not key.startswith("_")})


def _transcript(ledger: Ledger, session: str | None, at: float, row: Row) -> None:
    ledger.note_transcript(str(session), [row], at=at)


_KINDS: dict[str, Callable[[Ledger, str | None, float, Row], None]] = {
    "injection": _injection,
    "retrieval": _retrieval,
    "used": _used,
    "skill": _skill,
    "session": _session,
    "transcript": _transcript,
}
