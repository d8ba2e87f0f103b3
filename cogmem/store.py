"""``MemoryStore``: the one door to a project's memory for the command line, the web, the tools and Python.

It keeps the index equal to the files (looked at whenever something is asked), answers searches, writes entries through
the journal and statistics through the ledger. NumPy is imported with the first search, not before. One thread per
store.
"""

from __future__ import annotations

import contextlib
import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cogmem import clock
from cogmem.errors import BusyError, EmbedderUnavailableError, ReadOnlyError, UsageError
from cogmem.index import listing, rows
from cogmem.messages import say
from cogmem.model import Draft, Entry, Hit, SearchResult
from cogmem.project import open_project
from cogmem.recall.keeper import IndexReport, Keeper

if TYPE_CHECKING:
    from cogmem.recall.session import SearchCache

Day = str | dt.date | None
UNASKED = 40
"""Candidates among which what may be told unasked is looked for."""
SESSIONS = 8
"""Sessions whose answers are kept."""
INLINE = 16
"""At most so many entries that wait for their vectors get them before a search; more are left to ``index`` or the
server."""


class MemoryStore(Keeper):
    """A project's memory. Use as a context manager, or ``close`` it.

    ``config``: of the project (its ``root`` says where), or a ``Project``. ``embedder``: an object with
    ``embed(text)`` and optionally ``embed_batch(texts)`` that stands in for the configured one."""

    # Looking

    def search(
        self,
        query: str,
        top_k: int = 5,
        reinforce: bool = True,
        mode: str = "hybrid",
        tag: str | Sequence[str] | None = None,
        since: Day = None,
        until: Day = None,
        as_of: Day = None,
        session: str | None = None,
        user: str | None = None,
        via: str = "cli",
    ) -> SearchResult:
        """The best ``top_k`` entries in rank order, each graded ``strong``, ``weak`` or ``none``.

        ``mode``: hybrid, semantic or lexical. ``since``/``until`` are inclusive days, ``as_of`` answers as on that day.
        ``reinforce=False`` writes nothing. Raises UsageError, BusyError."""
        from cogmem.recall.gate import should_search

        worth, reason = should_search(query)
        if not worth:
            return SearchResult("skipped_by_gate", (), (reason,))
        self._refresh(INLINE if reinforce and mode != "lexical" else 0, known=mode != "lexical")
        asked, boosts = self._query(query, top_k, mode, tag, since, until, as_of, user), self._boosts(as_of)
        result, notices = self._safely(lambda: self.engine.search(asked, boosts))
        if notices:
            result = replace(result, notices=(*notices, *result.notices))
        if reinforce and result.results:
            self._note(query, result, mode, session, via)
        return result

    def context_search(
        self,
        query: str,
        cache: SearchCache | None = None,
        session_keywords: Sequence[str] = (),
        top_k: int = 3,
        session: str | None = None,
        shown: Iterable[str] = (),
    ) -> SearchResult:
        """What a message brings to mind unasked: relevant, vivid, trusted, not in ``shown``; nothing is written.

        Like questions share an answer through ``cache``, by default one that belongs to ``session``."""
        from cogmem.recall.gate import topic

        settings = self.config.context_search
        worth, reason = topic(query, tuple(session_keywords))
        if not worth or not settings.enabled:
            return SearchResult("skipped_by_gate", (), (reason if settings.enabled else "disabled",))
        if cache is None:
            cache = self._session_cache(session)
        self._refresh()
        stamp = (self.engine.view().generation, clock.today(), str(self.project.root))
        centred = self.engine.centred(query)
        result = cache.get(query, centred, stamp)
        if result is None:
            found, _ = self._safely(lambda: self.engine.search(self._query(query, UNASKED), self._boosts(None)))
            cache.put(query, centred, found, stamp)
            result = found
        return self._unasked(result, shown, top_k)

    def flashbacks(self, prompt: str, top_k: int = 3, mode: str = "hybrid", shown: Iterable[str] = ()) -> SearchResult:
        """The same for a prompt that passed ``should_search``: no topic asked for, no cache."""
        self._refresh()
        result, _ = self._safely(lambda: self.engine.search(self._query(prompt, UNASKED, mode), self._boosts(None)))
        return self._unasked(result, shown, top_k)

    def _session_cache(self, session: str | None) -> SearchCache:
        """The answers of a session; those of the last few sessions are kept."""
        from cogmem.recall.session import SearchCache

        settings = self.config.context_search
        if session not in self._caches:
            self._caches[session] = SearchCache(settings.cache_max_size, settings.cache_sim_threshold)
            while len(self._caches) > SESSIONS:
                del self._caches[next(iter(self._caches))]
        return self._caches[session]

    def _unasked(self, result: SearchResult, shown: Iterable[str], top_k: int) -> SearchResult:
        """Only what may be told unasked."""
        from cogmem.recall.session import flashbacks

        settings = self.config.context_search
        low_trust = frozenset(hit.id for hit in result.results if hit.explanation.get("low_trust"))
        found = flashbacks(
            result.results, low_trust, relevance=settings.flashback_sim, arousal=settings.flashback_arousal,
            shown=frozenset(shown), limit=top_k,
        )  # fmt: skip
        return SearchResult(result.status, found, result.notices)

    def prefetch(self, text: str) -> None:
        """Begin to embed a question in the background; only that very question is answered from it."""
        self.engine.ahead(text)

    def explain(self, hit: Hit, lang: str | None = None) -> str:
        """A hit taken apart, in words and numbers."""
        from cogmem.recall.explain import explain

        return "\n".join(explain(hit, lang or str(self.config.lang)))

    def context_block(self, told: Iterable[str] = (), signals: Iterable[str] = ()) -> str:
        """What a session is told at its start."""
        from cogmem.recall.opening import opening

        return opening(self.project, told=told, boosts=self._boosts(None), signals=signals)[0]

    def read(self, id: str) -> Entry | None:
        """One entry whole, by its id or a unique beginning of it."""
        self._refresh()
        with self.index.errors():
            return rows.entry_by_id(self.index.db, id)

    def timeline(self, id: str, n: int = 3) -> list[Entry]:
        """The entry and up to ``n`` before and after it in time; empty for an unknown id."""
        self._refresh()
        with self.index.errors():
            return rows.around(self.index.db, id, n)

    def status(self) -> dict[str, Any]:
        """Counts and sizes: memories by kind and category, pinned, sessions, what is kept of their transcripts and
        until when, what waits for vectors, bytes."""
        from cogmem.index.vectors import table_number

        notices = self._refresh()
        db = self.index.db
        with self.index.errors():
            categories = listing.categories(db)
            kinds = listing.kinds(db)
            days = listing.days(db)
            pins = listing.pinned(db)
        waiting = None
        embedder_id = None
        with contextlib.suppress(EmbedderUnavailableError):
            if self.embedder is not None:
                from cogmem.index.pending import pending

                embedder_id = self.embedder.id
                waiting = pending(self.index, embedder_id) if table_number(db, embedder_id) or categories else 0
        paths = {"index": self.project.index_path, "ledger": self.project.ledger_path}
        return {
            "project": str(self.project.root),
            "user": self.project.user or None,
            "users": self.project.users(),
            "memories": sum(categories.values()),
            "kinds": kinds,
            "categories": categories,
            "days": len(days),
            "first": days[0] if days else None,
            "last": days[-1] if days else None,
            "pinned": pins,
            "sessions": self.ledger.session_count(),
            "transcript": self._transcript(),
            "pending": waiting or 0,
            "embedder": embedder_id,
            "bytes": {name: path.stat().st_size if path.exists() else 0 for name, path in paths.items()},
            "notices": notices,
        }

    def _transcript(self) -> dict[str, Any]:
        """What is kept of what was said: lines, the oldest one's day, for how many days each is kept, and the day on
        which the oldest goes."""
        lines, at = self.ledger.transcript_kept()
        days = self.config.capture.keep_transcript_days
        oldest = None if at is None else dt.date.fromtimestamp(at)
        goes = None if oldest is None else oldest + dt.timedelta(days)
        return {"lines": lines, "oldest": oldest and oldest.isoformat(), "keep_days": days,
                "oldest_goes": goes and goes.isoformat()}

    def insights(self, days: int | None = None) -> dict[str, Any]:
        """What the memory looks like (``index.insights.figures``), what came up most often, and what each session was
        told, in tokens; of the last ``days`` days, today included. Raises BusyError."""
        from cogmem.index.insights import figures
        from cogmem.recall.insights import of_ledger, start_of

        self._refresh()
        since = start_of(days)
        with self.index.errors():
            found = figures(self.index.db, since)
            return {**found, **of_ledger(self.index.db, self.ledger, since, self.config.recall.threshold)}

    # Writing

    def log(self, draft: Draft, redact: bool = True) -> Entry:
        """Write an entry into today's log; it can be found at once. Raises BusyError, ReadOnlyError."""
        from cogmem.journal import daylog

        entry = daylog.append(self.project, draft, redact=redact)
        with contextlib.suppress(BusyError):
            self.index_dir(embed=False, files=[self.project.root / entry.source])
        return entry

    def note_used(self, ids: str | Iterable[str], session: str | None = None) -> list[str]:
        """Memories were of use: each gains a boost, once per session, capped. Returns the ids that gained."""
        r = self.config.reinforcement
        if r.mode == "off":
            return []
        return self.ledger.note_used(ids, session, step=r.step, cap=r.cap)

    def boosts(self) -> dict[str, tuple[float, str]]:
        """id -> (what use added to its arousal, when it was last used)."""
        return self._boosts(None)

    def _boosts(self, as_of: Day) -> dict[str, tuple[float, str]]:
        """Boosts; as of a day in the past only what was gained by then. None when reinforcement is off."""
        r, day = self.config.reinforcement, _day(as_of)
        if r.mode == "off":
            return {}
        return self.ledger.boosts() if day is None else self.ledger.boosts_as_of(day, step=r.step, cap=r.cap)

    def _note(self, query: str, result: SearchResult, mode: str, session: str | None, via: str) -> None:
        """Record a search. Only ``[cogmem.reinforcement] mode = "retrieved"`` lets it strengthen what it found."""
        from cogmem.journal.secrets import masked

        with contextlib.suppress(BusyError, ReadOnlyError):
            results = [(hit.id, hit.relevance, hit.score) for hit in result.results]
            self.ledger.note_retrieval(masked(query), results, session=session, mode=mode, via=via)
            if self.config.reinforcement.mode == "retrieved":
                self.note_used([hit.id for hit in result.results if hit.grade == "strong"], session)

    def _query(
        self, text: str, top_k: int, mode: str = "hybrid", tag: str | Sequence[str] | None = None, since: Day = None,
        until: Day = None, as_of: Day = None, user: str | None = None,
    ) -> Any:  # fmt: skip
        from cogmem.recall.search import MODES, Query

        if mode not in MODES:
            hint = say(None, "error.no_mode_hint", names=", ".join(MODES))
            raise UsageError(say(None, "error.no_mode", name=mode), hint=hint)
        tags = (tag,) if isinstance(tag, str) else tuple(tag or ())
        day = _day(as_of)
        return Query(
            text,
            day or clock.today(),
            top_k,
            mode,
            tuple(one.upper() for one in tags),
            _day(since),
            _day(until),
            day,
            user,
        )


def _day(value: Day) -> dt.date | None:
    if value is None or (isinstance(value, dt.date) and not isinstance(value, dt.datetime)):
        return value
    if isinstance(value, dt.datetime):
        return value.date()
    from cogmem.recall.dates import parse_day

    try:
        return parse_day(value, clock.today())
    except ValueError as error:
        raise UsageError(say(None, "error.bad_date", text=value), hint=say(None, "error.bad_date_hint")) from error


def search(query: str, top_k: int = 5, **options: Any) -> SearchResult:
    """Search the project around the working directory. Raises NotInitialisedError."""
    with MemoryStore(open_project()) as store:
        return store.search(query, top_k, **options)


__all__ = ["IndexReport", "MemoryStore", "search"]
