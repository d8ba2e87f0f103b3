"""Checks of the index and the ledger: whole, fresh, vectors, and what could not be read in the logs."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from cogmem.doctor.finding import Check, Finding, Patient
from cogmem.doctor.logs import meant
from cogmem.doctor.private import remover
from cogmem.doctor.texts import say
from cogmem.embed.e5 import E5Embedder
from cogmem.index.health import Health, look, whole
from cogmem.ledger.migrations import STEPS, version
from cogmem.places import cache_dir
from cogmem.project import Project


def index(patient: Patient) -> Iterator[Finding]:
    project = patient.project
    if project is None:
        return
    health = look(project.index_path, project.root, str(project.config.logs_dir))
    file = project.relative(project.index_path)
    if not health.exists:
        yield Finding("note", "index", say("index.none"), say("index.none_hint"))
        return
    if health.unread:
        yield Finding("warning", "index_unread", say("index.unread", text=health.fault), say("index.unread_hint"), file)
        return
    if health.fault:
        yield Finding("error", "index", say("index.damaged", text=health.fault), say("index.damaged_hint"), file)
        return
    yield Finding("ok", "index", say("index.ok", entries=health.entries, files=health.files))
    if not os.access(project.index_path, os.W_OK) or not os.access(project.memory_dir, os.W_OK):
        message = say("index.unwritable", path=file)
        yield Finding("error", "index_unwritable", message, say("index.unwritable_hint"), file)
    if health.stale:
        yield Finding("note", "index_stale", say("index.stale", count=health.stale), say("index.stale_hint"))
    yield from _vectors(project, health)
    yield from meant(project, {source for source, _, _ in health.problems})


def _vectors(project: Project, health: Health) -> Iterator[Finding]:
    if health.odd:
        yield Finding("error", "index_vectors", say("index.odd", count=health.odd), say("index.odd_hint"))
    if health.refused:
        yield Finding("note", "index_refused", say("index.refused", count=health.refused), say("index.refused_hint"))
    settings = project.config.embedding
    if settings.provider == "none":
        return
    others = [one for one, _ in health.pending if not one.startswith(name_of(project))]
    waiting = [count for one, count in health.pending if one.startswith(name_of(project))]
    if others and (not waiting or min(waiting)):
        message = say("index.other_model", id=others[0], name=f"{settings.provider}/{settings.model}")
        yield Finding("warning", "index_other_model", message, say("index.other_model_hint"))
    elif min(waiting, default=health.entries):
        count = min(waiting, default=health.entries)
        yield Finding("note", "index_pending", say("index.pending", count=count), say("index.pending_hint"))


def name_of(project: Project) -> str:
    """How the ids of the configured embedder's vectors begin; nothing is loaded or asked for it."""
    settings = project.config.embedding
    return E5Embedder.id if settings.provider == "embedded" else f"{settings.provider}/{settings.model}/"


def ledger(patient: Patient) -> Iterator[Finding]:
    path = patient.project.ledger_path if patient.project else None
    if path is None:
        return
    fault = whole(path)
    if fault:
        yield Finding("error", "ledger", say("ledger.damaged", text=fault), say("ledger.damaged_hint"), str(path))
    elif path.exists() and path.stat().st_size and _version(path) > len(STEPS):
        yield Finding("warning", "ledger_newer", say("ledger.newer"), say("ledger.newer_hint"), str(path))
    elif path.exists() and not os.access(path, os.W_OK):
        yield Finding("warning", "ledger_unwritable", say("ledger.unwritable", path=path), say("index.unwritable_hint"),
                      str(path))


def cache(_: Patient) -> Iterator[Finding]:
    """The user's cache of vectors: damaged, it costs time with every rebuild, and nothing else."""
    path = cache_dir() / "embeddings.db"
    fault = whole(path)
    if fault:
        files = [path, *path.parent.glob(f"{path.name}-*")]
        yield Finding("warning", "cache", say("cache.damaged", path=path, text=fault), say("cache.damaged_hint"),
                      str(path), fix=remover(files))


def _version(path: Path) -> int:
    db = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=2.0)
    try:
        return version(db)
    finally:
        db.close()


CHECKS: tuple[Check, ...] = (index, ledger, cache)
