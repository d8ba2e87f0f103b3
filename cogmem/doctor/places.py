"""Checks of the project's places: invitation, folders, permissions, links, what git ignores, references."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

from cogmem.doctor.finding import Check, Finding, Patient
from cogmem.doctor.texts import say
from cogmem.places import cache_dir, state_dir
from cogmem.project import Project, invited, is_private, known_projects, project_id

_REFERENCE = re.compile(r"^@([\w./-]+)[ \t]*$", re.M)
_IGNORES = ("/memory/*.db*", "/memory/.run/", "/cogmem.local.toml")


def invitation(patient: Patient) -> Iterator[Finding]:
    project = patient.project
    if project is None:
        return
    if not invited(project):
        if invited(project, demos=True):
            yield Finding("ok", "invitation", say("invite.demo"))
        else:
            yield Finding("warning", "invitation", say("invite.missing"), say("invite.missing_hint"))
        return
    yield Finding("ok", "invitation", say("invite.ok"))
    listed = known_projects().get(project_id(project))
    if listed and os.path.realpath(listed) != os.path.realpath(project.root):
        twin = _id_at(Path(listed)) == project_id(project)
        key = "invite.copy" if twin else "invite.moved"
        yield Finding("warning" if twin else "note", key.replace(".", "_"), say(key, other=listed), say(f"{key}_hint"))


def _id_at(root: Path) -> str:
    try:
        return (root / "memory" / ".run" / "id").read_text("utf-8").strip()
    except OSError:
        return ""


def pause(patient: Patient) -> Iterator[Finding]:
    if patient.project and patient.project.paused:
        yield Finding("note", "paused", say("pause.on"), say("pause.on_hint"))


def folders(patient: Patient) -> Iterator[Finding]:
    project = patient.project
    for path in (project.logs_dir, project.contexts_dir, project.knowledge_dir, project.memory_dir) if project else ():
        name = _name(project, path)
        if not path.is_dir():
            yield Finding("warning", "folder", say("folder.missing", path=name), say("folder.missing_hint"))
        elif not os.access(path, os.W_OK | os.X_OK):
            yield Finding("error", "read_only", say("folder.read_only", path=name), say("folder.read_only_hint"))


def private_files(patient: Patient) -> Iterator[Finding]:
    """State, scratch and databases are the user's alone."""
    if os.name == "nt":
        return
    places = [state_dir(), cache_dir() / "embeddings.db"]
    if patient.project:
        places += [patient.project.run_dir, patient.project.id_path, patient.project.ledger_path]
    for path in places:
        if path.exists() and path.stat().st_mode & 0o077:
            mode = oct(stat.S_IMODE(path.stat().st_mode))[2:]
            yield Finding("warning", "permissions", say("private.open", path=path, mode=mode), say("private.hint"),
                          str(path), fix=_closer(path))


def _closer(path: Path) -> Callable[[], str]:
    def close() -> str:
        path.chmod(0o700 if path.is_dir() else 0o600)
        return say("private.fixed", path=path)

    return close


def links(patient: Patient) -> Iterator[Finding]:
    for path in patient.project.skipped_links() if patient.project else ():
        yield Finding("warning", "links", say("links.skipped", path=path), say("links.skipped_hint"), path)


def ignored(patient: Patient) -> Iterator[Finding]:
    """In a repository, the databases and the local file must not be committed."""
    project = patient.project
    if project is None or is_private(project.root) or not _in_git(project.root):
        return
    try:
        lines = {line.strip() for line in (project.root / ".gitignore").read_text("utf-8", "replace").splitlines()}
    except OSError:
        lines = set()
    for pattern in _IGNORES:
        if pattern not in lines and pattern.lstrip("/") not in lines:
            yield Finding("warning", "ignored", say("ignore.missing", path=pattern), say("ignore.missing_hint"))


def references(patient: Patient) -> Iterator[Finding]:
    """``@`` lines of CLAUDE.md that name a file of ours must find it."""
    project = patient.project
    path = project.root / "CLAUDE.md" if project else None
    if project is None or path is None or not path.is_file():
        return
    for name in _REFERENCE.findall(path.read_text("utf-8", "replace")):
        if name.startswith(("identity/", "memory/")) and not (project.root / name).is_file():
            yield Finding("warning", "references", say("references.dead", file="CLAUDE.md", name=name),
                          say("references.dead_hint"), str(path))


def _in_git(root: Path) -> bool:
    return any((here / ".git").exists() for here in (root, *root.parents))


def _name(project: Project | None, path: Path) -> str:
    return project.relative(path) if project else str(path)


CHECKS: tuple[Check, ...] = (invitation, pause, folders, private_files, links, ignored, references)
