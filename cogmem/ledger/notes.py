"""The audit: what was searched and what was put before the model, when, why and at what cost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cogmem import clock
from cogmem.ledger.base import Part

Scored = Iterable[tuple[str, float | None, float | None]]
_INJECTION = ("n", "at", "session", "event", "reason", "semantic", "tokens", "text")


class Notes(Part):
    """Retrievals, injections and skill events."""

    def note_retrieval(
        self,
        query: str,
        results: Scored,
        *,
        session: str | None = None,
        mode: str = "hybrid",
        via: str = "cli",
        at: float | None = None,
    ) -> int:
        """A search returned ``results``: (id, relevance, score), best first. Returns its number."""
        with self.writing() as db:
            n = db.execute(
                "INSERT INTO retrieval(at, session, query, mode, via) VALUES(?, ?, ?, ?, ?)",
                (clock.stamp() if at is None else at, session, _plain(query), mode, via),
            ).lastrowid
            db.executemany(
                "INSERT INTO retrieved VALUES(?, ?, ?, ?, ?)",
                [(n, rank, *result) for rank, result in enumerate(results, 1)],
            )
        return int(n or 0)

    def note_injection(
        self,
        event: str,
        entries: Iterable[tuple[str, float | None]],
        *,
        session: str | None = None,
        reason: str = "",
        semantic: bool = False,
        tokens: int = 0,
        text: str = "",
        at: float | None = None,
    ) -> int:
        """Entries, (id, relevance), were put before the model. Returns the injection's number."""
        with self.writing() as db:
            n = db.execute(
                "INSERT INTO injection(at, session, event, reason, semantic, tokens, text) VALUES(?, ?, ?, ?, ?, ?, ?)",
                (clock.stamp() if at is None else at, session, event, reason, int(semantic), int(tokens), _plain(text)),
            ).lastrowid
            db.executemany(
                "INSERT INTO injected VALUES(?, ?, ?, ?)",
                [(n, rank, id, relevance) for rank, (id, relevance) in enumerate(entries, 1)],
            )
        return int(n or 0)

    def last_injections(self, count: int = 10, *, id: str | None = None) -> list[dict[str, Any]]:
        """The newest injections, newest first: n, at, session, event, reason, semantic, tokens, text, and
        ``entries`` as
        [{id, relevance, used}]; ``used``: in that session, as far as is known. ``id``: only those with this
        entry."""
        condition = "WHERE n IN (SELECT injection FROM injected WHERE id = ?)" if id is not None else ""
        rows = self.db.execute(
            f"SELECT {', '.join(_INJECTION)} FROM injection {condition} ORDER BY at DESC, n DESC LIMIT ?",
            (*([id] if id is not None else []), count),
        ).fetchall()
        found = [dict(zip(_INJECTION, row, strict=True)) for row in rows]
        for one in found:
            one["semantic"] = bool(one["semantic"])
            one["entries"] = [
                {"id": id, "relevance": relevance, "used": bool(used)}
                for id, relevance, used in self.db.execute(
                    "SELECT i.id, i.relevance, EXISTS(SELECT 1 FROM used u WHERE u.id = i.id AND u.session = "
                    "?) FROM injected i "
                    "WHERE i.injection = ? ORDER BY i.rank",
                    (one["session"], one["n"]),
                )
            ]
        return found

    def last_retrievals(self, count: int = 10, *, id: str | None = None) -> list[dict[str, Any]]:
        """The newest searches, newest first: n, at, session, query, mode, via, ``results`` as [{id, relevance,
        score}]."""
        condition = "WHERE n IN (SELECT retrieval FROM retrieved WHERE id = ?)" if id is not None else ""
        names = ("n", "at", "session", "query", "mode", "via")
        rows = self.db.execute(
            f"SELECT {', '.join(names)} FROM retrieval {condition} ORDER BY at DESC, n DESC LIMIT ?",
            (*([id] if id is not None else []), count),
        ).fetchall()
        found = [dict(zip(names, row, strict=True)) for row in rows]
        for one in found:
            one["results"] = [
                dict(zip(("id", "relevance", "score"), row, strict=True))
                for row in self.db.execute(
                    "SELECT id, relevance, score FROM retrieved WHERE retrieval = ? ORDER BY rank", (one["n"],)
                )
            ]
        return found

    def most_recalled(self, since: float = 0.0, least: float = 0.0) -> list[tuple[str, int, float]]:
        """(id, how often a search found it or an injection showed it from ``since`` on, when last), the most often
        first; seconds since 1970. A search found what had a relevance of ``least`` or more, or an unknown one: below
        the bar it only stood in the list."""
        return self.db.execute(
            "SELECT id, count(*) AS shown, max(at) AS last FROM ("
            "SELECT d.id, r.at FROM retrieved d JOIN retrieval r ON r.n = d.retrieval WHERE r.at >= ? "
            "AND coalesce(d.relevance, 1) >= ? UNION ALL "
            "SELECT d.id, i.at FROM injected d JOIN injection i ON i.n = d.injection WHERE i.at >= ?"
            ") GROUP BY id ORDER BY shown DESC, last DESC, id",
            (since, least, since),
        ).fetchall()

    def told_by_session(self, since: float = 0.0) -> list[dict[str, Any]]:
        """What each session that was told something at ``since`` or later was told in all, the latest first: id, start
        (of the first injection, seconds since 1970), injections, tokens."""
        rows = self.db.execute(
            "SELECT session, min(at), count(*), sum(tokens) FROM injection WHERE session IS NOT NULL GROUP BY session "
            "HAVING max(at) >= ? ORDER BY min(at) DESC, session",
            (since,),
        )
        return [dict(zip(("id", "start", "injections", "tokens"), row, strict=True)) for row in rows]

    def note_skill(
        self, skill: str, event: str, *, session: str | None = None, detail: str | None = None, at: float | None = None
    ) -> None:
        """Something happened with a skill (``skill_start``, ``user_correction`` …)."""
        with self.writing() as db:
            db.execute(
                "INSERT INTO skill_event(at, session, skill, event, detail) VALUES(?, ?, ?, ?, ?)",
                (clock.stamp() if at is None else at, session, skill, event, detail),
            )

    def skill_events(
        self, *, since: float = 0.0, session: str | None = None, skill: str | None = None
    ) -> list[dict[str, Any]]:
        """Skill events, oldest first: at, session, skill, event, detail."""
        where, values = ["at >= ?"], [since]
        for name, value in (("session", session), ("skill", skill)):
            if value is not None:
                where.append(f"{name} = ?")
                values.append(value)  # type: ignore[arg-type]
        names = ("at", "session", "skill", "event", "detail")
        rows = self.db.execute(
            f"SELECT {', '.join(names)} FROM skill_event WHERE {' AND '.join(where)} ORDER BY n", values
        )
        return [dict(zip(names, row, strict=True)) for row in rows]

    def purge(self, *, injections_days: int | None = None, transcript_days: int | None = None) -> dict[str, int]:
        """Forget what is older than asked for; returns rows gone per table. None keeps everything, 0 nothing.
        ``injections_days`` goes for all that was noted of single moments: injections, searches, skill events."""
        gone = {}
        now = clock.stamp()
        with self.writing() as db:
            if injections_days is not None:
                before = now - injections_days * 86_400
                for table, parts, key in (
                    ("injection", "injected", "injection"),
                    ("retrieval", "retrieved", "retrieval"),
                ):
                    db.execute(f"DELETE FROM {parts} WHERE {key} IN (SELECT n FROM {table} WHERE at < ?)", (before,))
                    gone[table] = db.execute(f"DELETE FROM {table} WHERE at < ?", (before,)).rowcount
                gone["skill_event"] = db.execute("DELETE FROM skill_event WHERE at < ?", (before,)).rowcount
            if transcript_days is not None:
                gone["transcript"] = db.execute(
                    "DELETE FROM transcript WHERE at < ?", (now - transcript_days * 86_400,)
                ).rowcount
        return gone


def as_results(rows: Sequence[Mapping[str, Any]]) -> list[tuple[str, float | None, float | None]]:
    """Spooled results, [{id, relevance, score}], as ``note_retrieval`` wants them."""
    return [(str(row.get("id")), row.get("relevance"), row.get("score")) for row in rows]


def _plain(text: str) -> str:
    """Text that SQLite can hold: lone surrogates replaced."""
    return text.encode("utf-8", "replace").decode()
