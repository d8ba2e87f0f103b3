"""The ledger's format: an ordered list of steps, each run once, in one transaction with its record. Only forward.

``PRAGMA user_version`` is the number of steps that were run. A ledger with more steps than are known here was made by
a newer cogmem and is opened for reading only.
"""

from __future__ import annotations

import sqlite3

FIRST = """
-- Steps that were run.
CREATE TABLE migration(n INTEGER PRIMARY KEY, name TEXT NOT NULL, at REAL NOT NULL);

-- Sessions that ended; each counts once.
CREATE TABLE session(
  id TEXT PRIMARY KEY, started TEXT, ended TEXT, minutes INTEGER NOT NULL DEFAULT 0, prompts INTEGER NOT NULL DEFAULT 0,
  entries INTEGER NOT NULL DEFAULT 0, topics TEXT NOT NULL DEFAULT '', tone TEXT NOT NULL DEFAULT '',
  reason TEXT NOT NULL DEFAULT '', more TEXT                  -- JSON: other fields
);

-- Searches, and what they returned.
CREATE TABLE retrieval(n INTEGER PRIMARY KEY, at REAL NOT NULL, session TEXT, query TEXT NOT NULL, mode TEXT NOT
NULL, via TEXT NOT NULL);
CREATE TABLE retrieved(retrieval INTEGER NOT NULL, rank INTEGER NOT NULL, id TEXT NOT NULL, relevance REAL, score REAL,
  PRIMARY KEY(retrieval, rank)) WITHOUT ROWID;
CREATE INDEX retrieval_at ON retrieval(at);
CREATE INDEX retrieved_id ON retrieved(id);

-- What was put before the model, unasked or at session start: the audit.
CREATE TABLE injection(
  n INTEGER PRIMARY KEY, at REAL NOT NULL, session TEXT, event TEXT NOT NULL, reason TEXT NOT NULL, semantic INTEGER
  NOT NULL,
  tokens INTEGER NOT NULL, text TEXT NOT NULL
);
CREATE INDEX injection_at ON injection(at);
CREATE TABLE injected(injection INTEGER NOT NULL, rank INTEGER NOT NULL, id TEXT NOT NULL, relevance REAL,
  PRIMARY KEY(injection, rank)) WITHOUT ROWID;
CREATE INDEX injected_id ON injected(id);

-- Use: what an entry gained (apart from its author's arousal), and in which sessions, so that each counts once.
CREATE TABLE boost(id TEXT PRIMARY KEY, boost REAL NOT NULL, last_used TEXT NOT NULL, uses INTEGER NOT NULL);
CREATE TABLE used(id TEXT NOT NULL, session TEXT NOT NULL, at REAL NOT NULL, PRIMARY KEY(id, session)) WITHOUT ROWID;

CREATE TABLE skill_event(n INTEGER PRIMARY KEY, at REAL NOT NULL, session TEXT, skill TEXT NOT NULL, event TEXT NOT
NULL, detail TEXT);
CREATE INDEX skill_event_skill ON skill_event(skill);

-- What was said, kept past the client's 30 days.
CREATE TABLE transcript(
  session TEXT NOT NULL, uuid TEXT NOT NULL, at REAL NOT NULL, time TEXT NOT NULL, role TEXT NOT NULL, agent TEXT NOT
  NULL,
  text TEXT NOT NULL, PRIMARY KEY(session, uuid)
);
CREATE INDEX transcript_at ON transcript(at);

-- Rows of the spool that nothing here knows, kept as they came.
CREATE TABLE event(n INTEGER PRIMARY KEY, at REAL NOT NULL, session TEXT, kind TEXT NOT NULL, fields TEXT NOT NULL);

-- Spool files that were taken in, so that none counts twice after a kill.
CREATE TABLE merged(name TEXT PRIMARY KEY) WITHOUT ROWID;
"""

STEPS: tuple[tuple[str, str], ...] = (("first", FIRST),)
"""(name, statements). Append; never change one that was released."""

TABLES = (
    "session",
    "retrieval",
    "retrieved",
    "injection",
    "injected",
    "boost",
    "used",
    "skill_event",
    "transcript",
    "event",
    "migration",
)
"""What an export writes."""


def version(db: sqlite3.Connection) -> int:
    """How many steps this ledger has behind it."""
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def migrate(db: sqlite3.Connection, at: float, steps: tuple[tuple[str, str], ...] = STEPS) -> list[str]:
    """Run what is missing, each step in one transaction with its record; returns the names. A kill leaves whole
    steps."""
    done = []
    for n in range(version(db), len(steps)):
        name, statements = steps[n]
        db.execute("BEGIN IMMEDIATE")
        try:
            if version(db) == n:
                for statement in statements.split(";\n"):
                    if statement.strip():
                        db.execute(statement)
                db.execute("INSERT INTO migration VALUES(?, ?, ?)", (n + 1, name, at))
                db.execute(f"PRAGMA user_version={n + 1}")
                done.append(name)
            db.execute("COMMIT")
        finally:
            if db.in_transaction:
                db.execute("ROLLBACK")
    return done
