"""Checks of the embedder: the model's file and its sha256, or whether the configured server answers."""

from __future__ import annotations

from collections.abc import Iterator

from cogmem.doctor.finding import Check, Finding, Patient
from cogmem.doctor.texts import say
from cogmem.embed import model_file
from cogmem.embed.registry import create
from cogmem.errors import CogmemError
from cogmem.places import cache_dir


def embedder(patient: Patient) -> Iterator[Finding]:
    """Without a project the embedded model is what would be used."""
    config = patient.project.config if patient.project else None
    provider = config.embedding.provider if config else "embedded"
    if provider == "none":
        yield Finding("note", "model", say("model.off"))
    elif provider == "embedded":
        yield from _file()
    elif config is not None:
        try:
            found = create(config)
            if found is not None:
                found.embed_queries(["ping"])
                yield Finding("ok", "model", say("model.server", provider=provider, url=config.embedding.url or "-",
                                                 name=found.id))
        except CogmemError as error:
            yield Finding("warning", "model", say("model.server_down", provider=provider, text=error.message),
                          say("model.server_hint"))


def _file() -> Iterator[Finding]:
    """The file is read whole here, whatever was noted about it before."""
    found = model_file.candidates(cache_dir())
    if not found:
        yield Finding("warning", "model", say("model.missing"), say("model.missing_hint"))
    for path in found[:1]:
        if model_file.sha256(path) == model_file.SHA256:
            yield Finding("ok", "model", say("model.ok", name=path.name))
        else:
            yield Finding("error", "model", say("model.damaged", path=path), say("model.damaged_hint"), str(path))


CHECKS: tuple[Check, ...] = (embedder,)
