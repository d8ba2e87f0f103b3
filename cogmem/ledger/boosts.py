"""Reinforcement: what a memory gains by being used, apart from its author's arousal, once per session and capped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, datetime, time

from cogmem import clock
from cogmem.ledger.base import Part

STEP, CAP = 0.1, 0.3


def _is_moment(text: object) -> bool:
    """Whether a text begins with a day of the calendar."""
    try:
        date.fromisoformat(str(text)[:10])
    except ValueError:
        return False
    return True


class Boosts(Part):
    """Boosts of entries by id."""

    def boosts(self) -> dict[str, tuple[float, str]]:
        """id -> (boost in [0, cap], when it was last used, ISO 8601), for entries that exist or not. A moment that is
        none (written by a stranger or another version) is "", which counts as never."""
        rows = self.db.execute("SELECT id, boost, last_used FROM boost").fetchall()
        return {id: (boost, used if _is_moment(used) else "") for id, boost, used in rows}

    def boosts_as_of(self, day: date, *, step: float = STEP, cap: float = CAP) -> dict[str, tuple[float, str]]:
        """The same at the end of a day in the past: what the sessions until then gave, each ``step``, up to ``cap``."""
        found = self.boosts()
        end = datetime.combine(day, time.max).astimezone()
        then = self.db.execute("SELECT id, count(*), max(at) FROM used WHERE at <= ? GROUP BY id", (end.timestamp(),))
        known = {id: (uses, datetime.fromtimestamp(at).astimezone().isoformat(timespec="seconds"))
                 for id, uses, at in then.fetchall()}
        out = {}
        for id, (boost, used) in found.items():
            if used[:10] <= day.isoformat():
                out[id] = (boost, used)
            elif id in known:
                out[id] = (min(boost, cap, step * known[id][0]), known[id][1])
        return out

    def note_used(
        self,
        ids: str | Iterable[str],
        session: str | None,
        *,
        step: float = STEP,
        cap: float = CAP,
        at: float | None = None,
    ) -> list[str]:
        """Entries were used in a session: each gains ``step``, at most ``cap`` in all, once per session. Without a
        session
        each day counts as one. Returns the ids that gained."""
        wanted = [ids] if isinstance(ids, str) else list(dict.fromkeys(ids))
        now = clock.now()
        when = now.timestamp() if at is None else at
        moment = now.isoformat(timespec="seconds")
        key = session or "day:" + moment[:10]
        gained = []
        with self.writing() as db:
            for id in wanted:
                if db.execute("INSERT OR IGNORE INTO used VALUES(?, ?, ?)", (id, key, when)).rowcount:
                    db.execute(
                        "INSERT INTO boost VALUES(?, min(?, ?), ?, 1) ON CONFLICT(id) DO UPDATE SET "
                        "boost = max(boost, min(boost + ?, ?)), last_used = max(last_used, "
                        "excluded.last_used), uses = uses + 1",
                        (id, step, cap, moment, step, cap),
                    )
                    gained.append(id)
        return gained

    def apply_moves(self, moves: Sequence[tuple[str, str]]) -> int:
        """Entries have other ids now: [(old id, new id)], in the order in which it happened. Their statistics
        follow, and
        are put together where the new id has some already. Returns how many rows changed."""
        count = 0
        with self.writing() as db:
            for old, new in moves:
                if old == new:
                    continue
                db.execute(
                    "INSERT INTO boost SELECT ?, boost, last_used, uses FROM boost WHERE id = ? ON "
                    "CONFLICT(id) DO UPDATE "
                    "SET boost = max(boost, excluded.boost), last_used = max(last_used, excluded.last_used), "
                    "uses = uses + excluded.uses",
                    (new, old),
                )
                count += db.execute("DELETE FROM boost WHERE id = ?", (old,)).rowcount
                db.execute("INSERT OR IGNORE INTO used SELECT ?, session, at FROM used WHERE id = ?", (new, old))
                count += db.execute("DELETE FROM used WHERE id = ?", (old,)).rowcount
                for table in ("retrieved", "injected"):
                    count += db.execute(f"UPDATE {table} SET id = ? WHERE id = ?", (new, old)).rowcount
        return count
