"""Checks of the machine: the interpreter, SQLite, cogmem's own files."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterator

from cogmem import assets
from cogmem.doctor.finding import Check, Finding, Patient
from cogmem.doctor.texts import say
from cogmem.index.sqlite import has_words

_OLDEST = (3, 11)
_NEEDED = (("templates", "en", "cogmem.toml"), ("templates", "ja", "cogmem.toml"),
           ("identity_templates", "en", "soul.md"), ("hooks", "hooks.json"), ("dashboard", "templates"))


def interpreter(_: Patient) -> Iterator[Finding]:
    version = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info < _OLDEST:
        yield Finding("error", "python", say("python.old", version=version), say("python.old_hint"))
    else:
        yield Finding("ok", "python", say("python.ok", version=version, path=sys.executable))


def sqlite_features(_: Patient) -> Iterator[Finding]:
    db = sqlite3.connect(":memory:")
    try:
        words = has_words(db)
    finally:
        db.close()
    if words:
        yield Finding("ok", "sqlite", say("sqlite.ok", version=sqlite3.sqlite_version))
    else:
        yield Finding("error", "sqlite", say("sqlite.no_fts5"), say("sqlite.no_fts5_hint"))


def own_files(_: Patient) -> Iterator[Finding]:
    try:
        for parts in _NEEDED:
            assets.path(*parts)
    except FileNotFoundError as error:
        yield Finding("error", "assets", say("assets.missing", text=error), say("assets.missing_hint"))
    else:
        yield Finding("ok", "assets", say("assets.ok"))


CHECKS: tuple[Check, ...] = (interpreter, sqlite_features, own_files)
