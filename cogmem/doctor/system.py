"""Checks of the machine: the interpreter, SQLite, cogmem's own files."""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
from collections.abc import Iterator

from cogmem import assets, clock
from cogmem.doctor.finding import Check, Finding, Patient
from cogmem.doctor.texts import say
from cogmem.index.connection import has_words
from cogmem.index.watcher import Watcher
from cogmem.places import cache_dir, state_dir

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


def time(_: Patient) -> Iterator[Finding]:
    """``COGMEM_NOW`` is for tests; left in a shell it dates everything wrong."""
    fixed = os.environ.get("COGMEM_NOW", "")
    if not fixed:
        return
    try:
        clock.now()
    except clock.NoTimeError:
        yield Finding("error", "clock", say("clock.bad", value=fixed), say("clock.fixed_hint"))
    else:
        yield Finding("warning", "clock", say("clock.fixed", value=fixed), say("clock.fixed_hint"))


def watches(patient: Patient) -> Iterator[Finding]:
    """Whether the system still gives out file watches: without them changes are noticed seconds later."""
    project = patient.project
    if project is None or not project.logs_dir.is_dir():
        return
    with Watcher(project.root, str(project.config.logs_dir), lambda _: None) as watcher:
        polling = watcher.polling
    if polling:
        yield Finding("warning", "watches", say("watches.none"), say("watches.none_hint"))


def room(patient: Patient, least: int = 20_000_000) -> Iterator[Finding]:
    """Space where we write: below ``least`` bytes an index or a cache may not fit; logs are still appended to."""
    places = [patient.project.memory_dir] if patient.project else []
    seen: set[int] = set()
    for path in (*places, cache_dir(), state_dir()):
        here = next((one for one in (path, *path.parents) if one.is_dir()), path)
        device, free = here.stat().st_dev, shutil.disk_usage(here).free
        if device not in seen and free < least:
            seen.add(device)
            message = say("disk.full", path=here, size=f"{free / 1e6:.1f}")
            yield Finding("warning", "disk_full", message, say("disk.full_hint"), str(here))


CHECKS: tuple[Check, ...] = (interpreter, sqlite_features, own_files, time, watches, room)
