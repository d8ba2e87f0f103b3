"""Whether an index agrees with itself: counts after every change, samples cheaply, everything on request.

Disagreement is damage: ``IndexDamagedError``, upon which ``sync`` sets the file aside and builds it anew.
"""

from __future__ import annotations

import sqlite3

from cogmem.index.analysis import MOST_TF, Analysed, row_hash, unpacked
from cogmem.index.faults import damaged
from cogmem.index.near import repairable
from cogmem.index.places import columns
from cogmem.index.rows import chunks, entries_at
from cogmem.index.schema import TF_BITS
from cogmem.index.sqlite import Index
from cogmem.index.terms import Analyzer
from cogmem.index.writer import seal
from cogmem.model import Entry

SAMPLES = 48


def counts(index: Index) -> dict[str, int]:
    """{files, entries, words, vectors} as the tables have them; raises IndexDamagedError when they do not agree.

    ``words``: entries in the full-text table. ``vectors``: of the embedder that has most."""
    with index.reading() as db:
        files, listed = db.execute("SELECT count(*), coalesce(sum(entries), 0) FROM file").fetchone()
        entries = db.execute("SELECT count(*) FROM entry").fetchone()[0]
        total, has_words = db.execute("SELECT entries, words FROM total").fetchone()
        words = db.execute("SELECT count(*) FROM word_docsize").fetchone()[0] if has_words else entries
        vectors = 0
        for (n,) in db.execute("SELECT n FROM embedder").fetchall():
            vectors = max(vectors, db.execute(f"SELECT count(*) FROM slot_{n} WHERE pos IS NOT NULL").fetchone()[0])
    _require(entries == listed == total, "entries and logs do not agree")
    _require(words == entries, "the word table and the entries do not agree")
    return {"files": files, "entries": entries, "words": words, "vectors": vectors}


def sample(index: Index) -> None:
    """Look up some entries, spread over all, by their rarest word. Raises IndexDamagedError."""
    with index.reading() as db:
        entries, has_words = db.execute("SELECT entries, words FROM total").fetchone()
        if not entries:
            return
        low, high = db.execute("SELECT min(pos), max(pos) FROM entry").fetchone()
        for k in range(SAMPLES):
            at = low + (high - low) * k // max(1, SAMPLES - 1)
            pos, blob = db.execute("SELECT pos, terms FROM entry WHERE pos >= ? ORDER BY pos LIMIT 1", (at,)).fetchone()
            if has_words and blob:
                _require(_findable(db, pos, unpacked(blob)[:64].tolist()), "an entry is not found by its words")


def whole(index: Index) -> dict[str, int]:
    """Check everything: pages, the full-text table, every entry's hash, places and words, every vector's length.

    Returns the counts; raises IndexDamagedError. Reads the whole file."""
    found = counts(index)
    with index.errors():
        verdict = index.db.execute("PRAGMA quick_check(1)").fetchone()[0]
        _require(verdict == "ok", f"SQLite says: {verdict}")
    if index.writable:
        full_text(index)
    with index.reading() as db:
        _check_entries(db)
        _check_terms(db)
        _check_vectors(db)
    return found


def full_text(index: Index) -> None:
    """FTS5's own check of its tables; needs a writable index."""
    if index.words:
        with index.writing() as db:
            for table in ("word", "near"):
                db.execute(f"INSERT INTO {table}({table}) VALUES('integrity-check')")


def _findable(db: sqlite3.Connection, pos: int, terms: list[int]) -> bool:
    marks = ",".join("?" * len(terms))
    row = db.execute(f"SELECT id FROM term WHERE id IN ({marks}) AND df > 0 ORDER BY df LIMIT 1", terms).fetchone()
    if row is None:
        return False
    found = db.execute("SELECT 1 FROM word WHERE word MATCH ? AND rowid = ?", (str(row[0]), pos)).fetchone()
    return found is not None


def _check_entries(db: sqlite3.Connection) -> None:
    analyse = Analyzer()
    stems = dict(db.execute("SELECT id, stem FROM term").fetchall())
    fields = "source, digest, day, user, entries, length, window, problems, places"
    for file, sealed, *values in db.execute(f"SELECT id, seal, {fields} FROM file").fetchall():
        order = columns(values[-1])[0]
        stored: dict[int, tuple[object, ...]] = {}
        for chunk in chunks(order):
            marks = ",".join("?" * len(chunk))
            rows = db.execute(
                f"SELECT pos, file, hash, flags, chars, script, length, terms FROM entry WHERE pos IN ({marks})", chunk
            )
            for pos, *row, terms in rows:
                stored[pos] = (*row, {stems.get(t >> TF_BITS): t & MOST_TF for t in memoryview(terms).cast("I")})
        entries = entries_at(db, order)
        _require(all(pos in entries for pos in order), "an entry is missing")
        _require(seal(*values, [entries[pos].id for pos in order]) == sealed, "a log's row was altered")
        for pos in order:
            _require(stored[pos] == _expected(entries[pos], file, analyse), "an entry was altered")


def _expected(entry: Entry, file: int, analyse: Analyzer) -> tuple[object, ...]:
    """What the index must hold of an entry besides its own fields."""
    made = Analysed(entry, analyse, row_hash(entry))
    terms = {stem: min(count, MOST_TF) for stem, count in made.terms.items()}
    return (file, made.row_hash, made.flags, len(entry.content), made.script, made.length, terms)


def _check_terms(db: sqlite3.Connection) -> None:
    """The vocabulary's counts, and both word tables against what the entries say: (how many, sum of rows) of each."""
    held: dict[int, list[int]] = {}
    for pos, blob in db.execute("SELECT pos, terms FROM entry"):
        for term in unpacked(blob):
            pair = held.setdefault(term, [0, 0])
            pair[0] += 1
            pair[1] += pos
    known = dict(db.execute("SELECT id, df FROM term WHERE df <> 0").fetchall())
    _require(known == {term: pair[0] for term, pair in held.items()}, "the vocabulary's counts are wrong")
    if not db.execute("SELECT words FROM total").fetchone()[0]:
        return
    for term, pair in held.items():
        _require(_rows_of(db, "word", str(term)) == pair, "the word table is wrong")
    grams: dict[str, list[int]] = {}
    for term, stem in db.execute("SELECT id, stem FROM term"):
        if repairable(stem):
            marked = f"^{stem}$"
            for gram in {marked[i : i + 3] for i in range(len(marked) - 2)}:
                pair = grams.setdefault(gram, [0, 0])
                pair[0] += 1
                pair[1] += term
    for gram, pair in grams.items():
        _require(_rows_of(db, "near", f'"{gram}"') == pair, "the table of spellings is wrong")


def _rows_of(db: sqlite3.Connection, table: str, text: str) -> list[int]:
    query = f"SELECT count(*), coalesce(sum(rowid), 0) FROM {table} WHERE {table} MATCH ?"
    return list(db.execute(query, (text,)).fetchone())


def _check_vectors(db: sqlite3.Connection) -> None:
    import numpy as np

    from cogmem.index.vectors import read_slots

    for n, dimensions in db.execute("SELECT n, dimensions FROM embedder").fetchall():
        rows = db.execute(f"SELECT slot, pos IN (SELECT pos FROM entry) FROM slot_{n} WHERE pos IS NOT NULL").fetchall()
        _require(all(owned for _, owned in rows), "vectors without an entry")
        slots = [slot for slot, _ in rows]
        for chunk in chunks(slots):
            lengths = (read_slots(db, n, chunk, dimensions).astype(np.float64) ** 2).sum(1)
            _require(bool((np.abs(lengths - 1) < 0.02).all()), "a vector was altered")


def _require(holds: bool, what: str) -> None:
    if not holds:
        raise damaged(what)
