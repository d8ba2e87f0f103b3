"""Word search straight from the index's tables, for processes that live for one question: no NumPy, bounded work.

Part of the fast set. The formula is recall's coverage: BM25 over an entry's own text (.4) and its neighbour window
(.6), each as a share of its maximum, ``C = sum idf (.4 sat(own) + .6 sat(window)) / (4 + sum idf)``; relevance is
the squash of ``20 max(0, C - .08)`` against the bar that grows with ln N. Rare words are looked up first, and newest
entries first, so that what is left out when a word is everywhere does not depend on how the index came about. What is
asked for by name is in ``exact``.
"""

from __future__ import annotations

from cogmem.errors import IndexDamagedError
from cogmem.index import exact
from cogmem.index.near import near_words, repairable
from cogmem.index.places import columns, neighbours
from cogmem.index.schema import FORGOTTEN, LOW_TRUST, PINNED, TF_BITS, VERSION
from cogmem.index.terms import query_terms

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from sqlite3 import Connection
    from typing import Any

    from cogmem.index.terms import Analyzer

    Near = Callable[[Any, str], list[tuple[str, float]]]

OWN, K1, B, KAPPA, VIRTUAL = 0.4, 1.2, 0.75, 4.0, 100.0
LEX, FLOOR, ALONE, SLOPE, LOGIT_65 = 20.0, 0.08, 0.4, 0.25, 0.619
THETA, GROWTH, LEAST = 4.8, 0.5, 2.8
COMMON, COMMON_LEAST = 0.05, 2000
"""A word in more than max(2000, 5 %) of the entries is left out when the question has a rarer one."""
MOST_POSTINGS = 4000
"""Places looked at for one question, all words together."""
MOST_TERMS = 64
MOST_SCORED = 48
MOST_REPAIRS = 8
"""Unknown words of one question that are read as likely ones: the first. Each costs a look through the vocabulary."""
SINGLE = 48
"""Pairs that a single character may stand for."""


def connect(path: str, timeout: float = 0.2) -> Connection | None:
    """A read-only connection, or None when there is no usable index. Never creates or repairs anything.

    ``timeout``: seconds to wait for a lock."""
    import os
    import sqlite3

    if not os.path.exists(path):
        return None
    uri = "file:" + path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    waiting = os.path.exists(path + "-wal") and os.path.getsize(path + "-wal") > 0
    for options in ("?mode=ro",) if waiting else ("?mode=ro", "?mode=ro&immutable=1"):
        db = None
        try:
            db = sqlite3.connect(uri + options, uri=True, timeout=timeout, isolation_level=None)
            if db.execute("PRAGMA user_version").fetchone()[0] == VERSION:
                db.execute("SELECT generation FROM total").fetchone()
                return db
            db.close()
            return None
        except (sqlite3.Error, UnicodeDecodeError):  # SQLite's message may quote what is damaged
            if db is not None:
                db.close()
    return None


def search(db: Connection, query: str, k: int = 5) -> list[dict[str, Any]]:
    """The best ``k`` entries by words alone, best first, ties by newest and id. No forgotten and no superseded ones.

    Each is a dict: id, relevance, lexical (coverage), arousal, date (ordinal), category, kind, title, body, source,
    line, origin, user, session, pinned, low_trust. Any text is a valid query. All of it is read from one state of the
    index. Raises IndexDamagedError when its tables contradict each other or hold what no index does,
    sqlite3.DatabaseError as it comes."""
    if db.in_transaction:
        return _searched(db, query, k)
    db.execute("BEGIN")
    try:
        return _searched(db, query, k)
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")


def _searched(db: Connection, query: str, k: int) -> list[dict[str, Any]]:
    from struct import error as misfit

    try:
        return _search(db, query, k)
    except (misfit, ValueError, TypeError, ArithmeticError) as error:  # a UnicodeDecodeError is a ValueError
        raise IndexDamagedError(f"{type(error).__name__}: {error}", hint="`cogmem index --rebuild`") from error


def _search(db: Connection, query: str, k: int) -> list[dict[str, Any]]:
    row = db.execute("SELECT entries, length, window FROM total").fetchone()
    if row is None or not row[0]:
        return []
    n, length, window = row
    asked = groups_of(db, query)
    groups = _bounded(asked, n)
    if not groups:
        return []
    chosen = _candidates(db, groups, n)
    sizes = {group[0][0]: size for group in asked if (size := exactly(group))}
    names = exact.names(query, [group[0][0] for group in asked], sizes, n)
    more = exact.says_more(query, len(asked))
    scored = _Scorer(db, groups, n, length / n, window / n, names, more).all(chosen)
    bar = threshold(n)
    hits = [(squash(LEX * max(0.0, c - FLOOR), bar), c, pos) for pos, c in scored.items() if c > 0]
    hits.sort(key=lambda hit: (-hit[1], -hit[2]))
    return _shown(db, hits, k)


def files_of(path: str, ids: Sequence[str], timeout: float) -> dict[str, list[str]]:
    """id -> the files that an entry names, for those entries that name some; nothing when the index cannot be read."""
    from json import loads
    from sqlite3 import Error

    db = connect(path, timeout)
    if db is None:
        return {}
    try:
        marks = ",".join("?" * len(ids))
        rows = db.execute(f"SELECT id, files FROM entry WHERE id IN ({marks})", list(ids)).fetchall()
        return {id: [str(name) for name in loads(files)] for id, files in rows if files}
    except (Error, ValueError):
        return {}
    finally:
        db.close()


def threshold(n: int) -> float:
    """The evidence of words alone that one in a hundred unrelated questions reaches in a store of ``n`` entries
    (measured for 5 … 1,800, both languages; with meaning there is more chance, and a higher bar)."""
    from math import log

    return max(LEAST, THETA + GROWTH * log(max(n, 1) / 600))


def squash(evidence: float, bar: float) -> float:
    """Evidence as relevance in (0, 1): .65 at the bar."""
    from math import exp

    return 1.0 / (1.0 + exp(-(SLOPE * (evidence - bar) + LOGIT_65)))


def groups_of(
    db: Connection, query: str, near: Near = near_words, analyzer: Analyzer | None = None
) -> list[list[tuple[str, float, int, int]]]:
    """The query as groups of (stem, weight, term id, entries that hold it): one group per word, with several spellings
    of a word that the store does not have; id 0 for what it has nothing like.

    ``near`` finds those spellings: ``near_words``, or the same in memory (``spelling``)."""
    groups: list[list[tuple[str, float, int, int]]] = []
    stems = query_terms(query, MOST_TERMS, analyzer)
    marks = ",".join("?" * len(stems))
    rows = db.execute(f"SELECT stem, id, df FROM term WHERE df > 0 AND stem IN ({marks})", stems)
    there = {stem: (number, df) for stem, number, df in rows}
    repairs = MOST_REPAIRS
    for stem in stems:
        known = there.get(stem)
        if len(stem) == 1 and stem >= "\u0e00":
            found = db.execute(
                "SELECT stem, id, df FROM term WHERE stem >= ? AND stem < ? AND df > 0 ORDER BY df DESC, stem LIMIT ?",
                (stem, chr(ord(stem) + 1), SINGLE),
            ).fetchall()
            groups.append([(text, 1.0, number, df) for text, number, df in found] or [(stem, 1.0, 0, 0)])
        elif known:
            groups.append([(stem, 1.0, known[0], known[1])])
        else:
            group = []
            repairs -= repairable(stem)
            for text, ratio in near(db, stem) if repairs >= 0 else ():
                number, df = db.execute("SELECT id, df FROM term WHERE stem = ?", (text,)).fetchone()
                group.append((text, ratio, number, df))
            groups.append(group or [(stem, 1.0, 0, 0)])
    return groups


def exactly(group: list[tuple[str, float, int, int]]) -> int:
    """How many entries hold a word as it was asked for: 0 when it stands for others."""
    return group[0][3] if len(group) == 1 and group[0][1] == 1.0 else 0


def _bounded(groups: list[list[tuple[str, float, int, int]]], n: int) -> list[list[tuple[str, float, int, int]]]:
    """Rarest first, without words that are everywhere if there is a rarer one."""
    limit = max(COMMON_LEAST, COMMON * n)
    ordered = sorted(groups, key=lambda group: sum(spelling[3] for spelling in group))
    rare = [group for group in ordered if sum(spelling[3] for spelling in group) <= limit]
    return rare if any(spelling[3] for group in rare for spelling in group) else ordered


def _idf(n: int, df: int) -> float:
    from math import log

    return log(1 + (n + VIRTUAL - min(df, n) + 0.5) / (min(df, n) + 0.5))


def _candidates(db: Connection, groups: list[list[tuple[str, float, int, int]]], n: int) -> list[int]:
    """Places of the entries that hold most of the query's word evidence, at most MOST_SCORED."""
    words = bool(db.execute("SELECT words FROM total").fetchone()[0])
    evidence: dict[int, float] = {}
    left = MOST_POSTINGS
    for group in groups:
        if left <= 0:
            break
        best: dict[int, float] = {}
        for _, weight, term, df in group:
            if not df or left <= 0:
                continue
            for pos in _places(db, term, df, left, words):
                if best.get(pos, 0.0) < weight:
                    best[pos] = weight
                left -= 1
        idf = _idf(n, sum(spelling[3] for spelling in group))
        for pos, weight in best.items():
            evidence[pos] = evidence.get(pos, 0.0) + idf * weight
    return sorted(evidence, key=lambda pos: (-evidence[pos], -pos))[:MOST_SCORED]


def _places(db: Connection, term: int, df: int, most: int, words: bool) -> list[int]:
    """Entries that hold a term, newest first, at most ``most`` of its ``df``."""
    if words:
        rows = db.execute("SELECT rowid FROM word WHERE word MATCH ? ORDER BY rowid DESC LIMIT ?", (str(term), most))
        found = [pos for (pos,) in rows]
        if len(found) < min(df, most):
            raise IndexDamagedError("words are missing", hint="`cogmem index --rebuild`")
        return found
    found = []
    low = (term << TF_BITS).to_bytes(4, "little")
    for pos, blob in db.execute("SELECT pos, terms FROM entry WHERE instr(terms, ?) ORDER BY pos DESC", (low[1:],)):
        if term in _frequencies(blob):
            found.append(pos)
            if len(found) >= most:
                break
    return found


def _frequencies(blob: bytes) -> dict[int, int]:
    values = memoryview(blob).cast("I")
    mask = (1 << TF_BITS) - 1
    return {value >> TF_BITS: value & mask for value in values}


class _Scorer:
    """Coverage of chosen entries, with the words of their neighbours."""

    def __init__(
        self,
        db: Connection,
        groups: list[list[tuple[str, float, int, int]]],
        n: int,
        own: float,
        window: float,
        names: list[frozenset[str]],
        more: bool,
    ) -> None:
        self.db = db
        self.groups = [
            ([(term, weight) for _, weight, term, df in group if df], _idf(n, sum(spelling[3] for spelling in group)))
            for group in groups
        ]
        self.total = KAPPA + sum(idf for _, idf in self.groups)
        self.own, self.window, self.more = max(own, 1e-9), max(window, 1e-9), more
        self.names = [[k for k, group in enumerate(groups) if group[0][0] in name] for name in names]
        self.rows: dict[int, tuple[int, int, bytes]] = {}
        self.found: dict[int, list[float]] = {}

    def all(self, chosen: list[int]) -> dict[int, float]:
        """pos -> coverage in [0, 1)."""
        near = self._neighbours(chosen)
        self._read([pos for pos in {p for places in near.values() for p in places} if pos not in self.rows])
        return {pos: self._coverage(pos, near.get(pos, [])) for pos in chosen if pos in self.rows}

    def _read(self, wanted: list[int]) -> dict[int, int]:
        files = {}
        for start in range(0, len(wanted), 400):
            chunk = wanted[start : start + 400]
            marks = ",".join("?" * len(chunk))
            for pos, file, chars, length, terms in self.db.execute(
                f"SELECT pos, file, chars, length, terms FROM entry WHERE pos IN ({marks})", chunk
            ):
                files[pos] = file
                self.rows[pos] = (chars, length, terms)
        return files

    def _neighbours(self, chosen: list[int]) -> dict[int, list[int]]:
        """pos -> places of its neighbours, for the chosen ones; reads what their windows need."""
        files = self._read(chosen)
        near: dict[int, list[int]] = {}
        for file in set(files.values()):
            row = self.db.execute("SELECT places FROM file WHERE id = ?", (file,)).fetchone()
            if row is None:
                continue
            order, _, _, _, groups = columns(row[0])
            mine = [k for k, pos in enumerate(order) if files.get(pos) == file]
            around = {j for k in mine for j in range(max(0, k - 4), min(len(order), k + 5)) if groups[j] == groups[k]}
            self._read([order[j] for j in around if order[j] not in self.rows])
            chars = [self.rows[pos][0] if pos in self.rows else 0 for pos in order]
            for k in mine:
                near[order[k]] = [order[j] for j in neighbours(k, groups, chars)]
        return near

    def _coverage(self, pos: int, near: list[int]) -> float:
        own_length, own = self.rows[pos][1], self._frequency(pos)
        repeat = 2 if near else 1
        length = repeat * own_length + sum(self.rows[p][1] for p in near if p in self.rows)
        around = [self._frequency(p) for p in near if p in self.rows]
        total, held = 0.0, 0
        for i, (_, idf) in enumerate(self.groups):
            wide = repeat * own[i] + sum(other[i] for other in around)
            held += wide > 0
            total += idf * (
                OWN * _saturate(own[i], own_length / self.own) + (1 - OWN) * _saturate(wide, length / self.window)
            )
        share = total / self.total
        names = sum(all(own[k] for k in name) for name in self.names if name)
        if names:
            return exact.lifted(share, names)
        return FLOOR + ALONE * (share - FLOOR) if held == 1 and self.more and share > FLOOR else share

    def _frequency(self, pos: int) -> list[float]:
        """How often each group's word occurs in an entry; the best spelling counts."""
        if pos not in self.found:
            known = _frequencies(self.rows[pos][2])
            self.found[pos] = [
                max((weight * known.get(term, 0) for term, weight in spellings), default=0.0)
                for spellings, _ in self.groups
            ]
        return self.found[pos]


def _saturate(frequency: float, length: float) -> float:
    return frequency / (frequency + K1 * (1 - B + B * length)) if frequency else 0.0


def _shown(db: Connection, hits: list[tuple[float, float, int]], k: int) -> list[dict[str, Any]]:
    shown: list[dict[str, Any]] = []
    for relevance, coverage, pos in hits:
        if len(shown) >= k:
            break
        row = db.execute(
            "SELECT e.id, e.arousal, e.category, e.kind, e.title, e.body, e.origin, e.session, e.flags, "
            "f.source, f.user, f.day, "
            "f.places, (SELECT 1 FROM entry s WHERE s.supersedes = e.id LIMIT 1) FROM entry e JOIN file f ON "
            "f.id = e.file "
            "WHERE e.pos = ?",
            (pos,),
        ).fetchone()
        if row is None or row[8] & FORGOTTEN or row[13]:
            continue
        order, first, *_ = columns(row[12])
        shown.append(
            {
                "id": row[0],
                "relevance": relevance,
                "lexical": coverage,
                "arousal": row[1],
                "date": row[11],
                "category": row[2],
                "kind": row[3],
                "title": row[4],
                "body": row[5],
                "source": row[9],
                "line": first[order.index(pos)],
                "origin": row[6],
                "user": row[10],
                "session": row[7],
                "pinned": bool(row[8] & PINNED),
                "low_trust": bool(row[8] & LOW_TRUST),
            }
        )
    return shown
