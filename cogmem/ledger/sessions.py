"""Sessions, each counted once, and what was said in them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from cogmem import clock
from cogmem.ledger.base import Part

_FIELDS = ("started", "ended", "minutes", "prompts", "entries", "topics", "tone", "reason")
_NUMBERS = frozenset({"minutes", "prompts", "entries"})


class Sessions(Part):
    """Finished sessions and transcripts."""

    def note_session(self, session: str, fields: Mapping[str, Any]) -> bool:
        """A session ended. The later report of the same session wins, and it still counts once. Returns whether it
        is new."""
        values = [_number(fields.get(name)) if name in _NUMBERS else str(fields.get(name) or "") for name in _FIELDS]
        more = {key: value for key, value in fields.items() if key not in _FIELDS}
        with self.writing() as db:
            new = db.execute("SELECT 1 FROM session WHERE id = ?", (session,)).fetchone() is None
            db.execute(
                "INSERT INTO session VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT(id) DO UPDATE SET "
                "started=excluded.started, "
                "ended=excluded.ended, minutes=max(minutes, excluded.minutes), prompts=max(prompts, excluded.prompts), "
                "entries=max(entries, excluded.entries), topics=excluded.topics, tone=excluded.tone, "
                "reason=excluded.reason, "
                "more=excluded.more",
                (session, *values, json.dumps(more, default=str) if more else None),
            )
        return new

    def sessions(self, count: int | None = None) -> list[dict[str, Any]]:
        """Finished sessions, the latest first: id, started, ended, minutes, prompts, entries, topics, tone, reason."""
        rows = self.db.execute(
            f"SELECT id, {', '.join(_FIELDS)} FROM session ORDER BY ended DESC, id LIMIT ?",
            (-1 if count is None else count,),
        )
        return [dict(zip(("id", *_FIELDS), row, strict=True)) for row in rows]

    def session_count(self) -> int:
        """How many sessions there were."""
        return int(self.db.execute("SELECT count(*) FROM session").fetchone()[0])

    def note_transcript(self, session: str, rows: Iterable[Mapping[str, Any]], *, at: float | None = None) -> int:
        """Keep what was said; a row whose ``uuid`` is there already is left alone. Returns how many are new."""
        when = clock.stamp() if at is None else at
        with self.writing() as db:
            before = db.total_changes
            db.executemany(
                "INSERT OR IGNORE INTO transcript VALUES(?, ?, ?, ?, ?, ?, ?)",
                [
                    (
                        session,
                        str(row.get("uuid") or ""),
                        when,
                        str(row.get("time") or ""),
                        str(row.get("role") or ""),
                        str(row.get("agent") or ""),
                        str(row.get("text") or "").encode("utf-8", "replace").decode(),
                    )
                    for row in rows
                ],
            )
            return db.total_changes - before

    def transcript_kept(self) -> tuple[int, float | None]:
        """How many lines of what was said are kept, and when the oldest came in (seconds since 1970)."""
        lines, oldest = self.db.execute("SELECT count(*), min(at) FROM transcript").fetchone()
        return int(lines), oldest

    def transcript(self, session: str) -> list[dict[str, Any]]:
        """What was said in a session, in order: uuid, time, role, agent, text."""
        names = ("uuid", "time", "role", "agent", "text")
        rows = self.db.execute(
            f"SELECT {', '.join(names)} FROM transcript WHERE session = ? ORDER BY time, rowid", (session,)
        )
        return [dict(zip(names, row, strict=True)) for row in rows]


def _number(value: Any) -> int:
    try:
        return int(value or 0)
    except (TypeError, ValueError):
        return 0
