"""Checks of the embedder: the model's file and its sha256, or whether the configured server answers."""

from __future__ import annotations

from collections.abc import Iterator

from cogmem.doctor.finding import Check, Finding, Patient
from cogmem.doctor.index import name_of
from cogmem.doctor.texts import say
from cogmem.embed import model_file
from cogmem.embed.http import shown
from cogmem.embed.registry import create
from cogmem.embed.texts import text as of_embedders
from cogmem.errors import CogmemError
from cogmem.index.health import look
from cogmem.places import cache_dir
from cogmem.project import Project
from cogmem.settings import BY_NAME

_EMBEDDED = str(BY_NAME["embedding.model"].default)


def embedder(patient: Patient) -> Iterator[Finding]:
    """Without a project the embedded model is what would be used."""
    config = patient.project.config if patient.project else None
    provider = config.embedding.provider if config else "embedded"
    if provider == "none":
        yield Finding("note", "model", say("model.off"))
    elif provider == "embedded":
        yield from _known(config.embedding.model if config else _EMBEDDED)
        yield from _file()
    elif patient.project is not None:
        yield from _server(patient.project)


def _server(project: Project) -> Iterator[Finding]:
    """Ask the configured server for one vector, and compare its length with what is stored."""
    settings = project.config.embedding
    try:
        found = create(project.config)
        if found is None:
            return
        found.embed_queries(["ping"])
    except CogmemError as error:
        said = error.hint == of_embedders("silent.ollama")
        ours = say("model.or_embedded" if said else "model.server_hint")
        hint = say("hint.both").join(filter(None, (error.hint, ours)))
        message = say("model.server_down", provider=settings.provider, text=error.message)
        yield Finding("warning", "model", message, hint)
        return
    answered = say("model.server", provider=settings.provider, url=shown(settings.url) or "-", name=found.id)
    yield Finding("ok", "model", answered)
    stored = look(project.index_path, project.root, str(project.config.logs_dir)).pending
    old = [one for one, _ in stored if one.startswith(name_of(project)) and one != found.id]
    if old and found.id not in [one for one, _ in stored]:
        message = say("model.dimensions", name=settings.model, new=found.dimensions, id=old[0])
        yield Finding("warning", "model_dimensions", message, say("model.dimensions_hint"))


def _known(name: str) -> Iterator[Finding]:
    if name != _EMBEDDED:
        yield Finding("error", "model_unknown", say("model.unknown", name=name),
                      say("model.unknown_hint", known=_EMBEDDED))


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
