"""The tables of the derived index, ``memory/vectors.db``. All of it can be made again from the logs.

The version is compared for equality: another one means that the file is set aside and built anew, never migrated.
"""

from __future__ import annotations

VERSION = 2
"""``PRAGMA user_version``. Raise it when a table, the tokenisation (``terms``, ``porter``) or the parser's ids
change."""

APPLICATION = 0x636F676D
"""``PRAGMA application_id``: "cogm"."""

TF_BITS = 6
"""``entry.terms`` holds uint32 values ``term.id << 6 | min(occurrences, 63)``."""

PLACE = "<qiiii"
"""One record of ``file.places``, little endian: entry's pos, first line, last line, ``##`` section, group."""

BLOCK = 64
"""Vectors in one row of a block table."""

PINNED, FORGOTTEN, EXPLICIT, LOW_TRUST, QUESTION, TIMED = (1 << bit for bit in range(6))
"""Bits of ``entry.flags``."""

SCRIPTS = ("latin", "cjk", "hangul", "cyrillic")
"""``entry.script`` is a place in this tuple."""

TABLES = """
-- One row: what a reader needs to know at once. generation grows by one with every transaction that changed something.
CREATE TABLE total(
  one INTEGER PRIMARY KEY CHECK (one = 1),
  made INTEGER NOT NULL,            -- a random number: another one means another index, whatever the generation
  generation INTEGER NOT NULL,
  entries INTEGER NOT NULL,
  length INTEGER NOT NULL,          -- terms of all entries together
  window INTEGER NOT NULL,          -- terms of all neighbour windows together (own text twice)
  delimiter TEXT NOT NULL,          -- the handover heading of the settings that the logs were read with
  words INTEGER NOT NULL            -- 1: the word table exists (SQLite with FTS5)
);

-- A log. What shifts when a line is added above lies here, so that an entry's row changes only with the entry.
CREATE TABLE file(
  id INTEGER PRIMARY KEY,
  source TEXT NOT NULL UNIQUE,      -- path in the project, posix
  stamp INTEGER NOT NULL,           -- 64 bits of (mtime_ns, ctime_ns, size, inode); 0: too fresh to prove anything
  change INTEGER NOT NULL,          -- total.generation of the last change
  digest TEXT NOT NULL,             -- SHA-256 of the bytes
  day INTEGER NOT NULL,             -- proleptic ordinal of the log's date
  user TEXT,
  entries INTEGER NOT NULL, length INTEGER NOT NULL, window INTEGER NOT NULL,
  problems TEXT,                    -- JSON [[line, message], ...]
  places BLOB NOT NULL,             -- PLACE records in the order of the file
  seal INTEGER NOT NULL             -- CRC-32 of all this but stamp and change, and of the entries' ids
);
CREATE INDEX file_problems ON file(source) WHERE problems IS NOT NULL;

-- An entry. pos = day << 24 | 24 bits of the id's hash (the next free one on a collision): ordered by day, the same
-- after a rebuild, and what every other table points to.
CREATE TABLE entry(
  pos INTEGER PRIMARY KEY,
  change INTEGER NOT NULL,
  id TEXT NOT NULL,
  file INTEGER NOT NULL,
  hash BLOB NOT NULL,               -- of everything below but chars … terms
  kind TEXT NOT NULL, category TEXT NOT NULL, arousal REAL NOT NULL, flags INTEGER NOT NULL,
  session TEXT, speaker TEXT, origin TEXT NOT NULL, supersedes TEXT,
  chars INTEGER NOT NULL, script INTEGER NOT NULL,
  length INTEGER NOT NULL,          -- terms, with repetitions
  terms BLOB NOT NULL,              -- see TF_BITS
  title TEXT NOT NULL, body TEXT NOT NULL,
  time TEXT, emotion TEXT, domains TEXT, files TEXT, meta TEXT
);
CREATE INDEX entry_id ON entry(id);
CREATE INDEX entry_change ON entry(change);
CREATE INDEX entry_supersedes ON entry(supersedes) WHERE supersedes IS NOT NULL;

-- The vocabulary; df = entries that hold the term. A term is never taken out: its number is in blobs.
CREATE TABLE term(id INTEGER PRIMARY KEY, stem TEXT NOT NULL UNIQUE, df INTEGER NOT NULL);

-- Entries that became others (a changed heading, a renamed log), until the ledger has been told.
CREATE TABLE moved(n INTEGER PRIMARY KEY, old TEXT NOT NULL, new TEXT NOT NULL);

-- Embedders that have vectors here. Each has slot_<n>, block_<n> and refused_<n>.
CREATE TABLE embedder(
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  dimensions INTEGER NOT NULL,
  complete INTEGER NOT NULL         -- 1: once every entry had its vectors
);
"""

WORDS = """
-- term.id of each entry's terms as decimal words; rowid = entry.pos. Only which entries: how often is in entry.terms.
CREATE VIRTUAL TABLE word USING fts5(ids, content='', detail=none, tokenize='ascii');
-- Trigrams of ^stem$ for the repair of typos; rowid = term.id.
CREATE VIRTUAL TABLE near USING fts5(stem, content='', detail=none, columnsize=0, tokenize='trigram');
"""

VECTORS = """
-- Which (entry, window) a slot holds; pos NULL: free. change as in entry.
CREATE TABLE slot_{n}(slot INTEGER PRIMARY KEY, pos INTEGER, window INTEGER NOT NULL, change INTEGER NOT NULL);
CREATE INDEX slot_{n}_pos ON slot_{n}(pos);
CREATE INDEX slot_{n}_change ON slot_{n}(change);
-- BLOCK vectors, float32 little endian, one after another; written in place, slot by slot.
CREATE TABLE block_{n}(block INTEGER PRIMARY KEY, data BLOB NOT NULL);
-- Entries whose text the embedder refused: not before `until` (seconds since 1970).
CREATE TABLE refused_{n}(pos INTEGER PRIMARY KEY, tries INTEGER NOT NULL, until REAL NOT NULL);
"""

NAMES = frozenset({"total", "file", "entry", "term", "moved", "embedder"})
