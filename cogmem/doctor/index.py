"""Checks of the index and the ledger: whole, fresh, vectors, and what could not be read in the logs."""

from __future__ import annotations

from collections.abc import Iterator

from cogmem.doctor.finding import Check, Finding, Patient
from cogmem.doctor.texts import say
from cogmem.index.health import look, whole

_SHOWN = 10


def index(patient: Patient) -> Iterator[Finding]:
    project = patient.project
    if project is None:
        return
    health = look(project.index_path, project.root, str(project.config.logs_dir))
    file = project.relative(project.index_path)
    if not health.exists:
        yield Finding("note", "index", say("index.none"), say("index.none_hint"))
        return
    if health.fault:
        yield Finding("error", "index", say("index.damaged", text=health.fault), say("index.damaged_hint"), file)
        return
    yield Finding("ok", "index", say("index.ok", entries=health.entries, files=health.files))
    if health.stale:
        yield Finding("note", "index_stale", say("index.stale", count=health.stale), say("index.stale_hint"))
    if project.config.embedding.provider != "none":
        waiting = min((count for _, count in health.pending), default=health.entries)
        if waiting:
            yield Finding("note", "index_pending", say("index.pending", count=waiting), say("index.pending_hint"))
    for source, line, text in health.problems[:_SHOWN]:
        yield Finding("warning", "log", say("index.problem", source=source, line=line, text=text), None, source, line)


def ledger(patient: Patient) -> Iterator[Finding]:
    fault = whole(patient.project.ledger_path) if patient.project else ""
    if fault:
        yield Finding("error", "ledger", say("ledger.damaged", text=fault), say("ledger.damaged_hint"),
                      str(patient.project.ledger_path) if patient.project else None)


CHECKS: tuple[Check, ...] = (index, ledger)
