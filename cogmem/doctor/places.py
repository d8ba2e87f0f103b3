"""Checks of the project's places: invitation, folders, links, whose logs they are, left-overs, references."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from cogmem.config import LOCAL_NAME
from cogmem.doctor.finding import Check, Finding, Patient
from cogmem.doctor.private import remover
from cogmem.doctor.texts import say
from cogmem.index.ours import NAME as INDEX
from cogmem.index.ours import index_is_mine
from cogmem.ledger.ours import NAME as LEDGER
from cogmem.ledger.ours import family, ledger_is_mine
from cogmem.project import invited, known_projects, project_id

_REFERENCE = re.compile(r"^@([\w./-]+)[ \t]*\r?$", re.M)
_MOST_IMPORTED = 8_000


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
    if project is None:
        return
    for path in (project.logs_dir, project.contexts_dir, project.knowledge_dir, project.memory_dir):
        name = project.relative(path)
        if path.exists() and not path.is_dir():
            yield Finding("error", "folder", say("folder.file", path=name), say("folder.file_hint"), name)
        elif path.is_symlink() and not path.is_dir():
            yield Finding("error", "folder", say("folder.link", path=name), say("folder.link_hint"), name)
        elif not path.is_dir():
            # git keeps no empty folder: a clone or a worktree of a project without logs yet has none of these two.
            young = path == project.contexts_dir or (path == project.logs_dir and not project.index_path.exists())
            level = "note" if young else "warning"
            yield Finding(level, "folder", say("folder.missing", path=name), say("folder.missing_hint"))
        elif not os.access(path, os.W_OK | os.X_OK):
            yield Finding("error", "read_only", say("folder.read_only", path=name), say("folder.read_only_hint"))


def links(patient: Patient) -> Iterator[Finding]:
    for path in patient.project.skipped_links() if patient.project else ():
        yield Finding("warning", "links", say("links.skipped", path=path), say("links.skipped_hint"), path)


def outside(patient: Patient) -> Iterator[Finding]:
    """A logs folder that is a link out of the project: other programs' files become memories, ours leave it."""
    project = patient.project
    if project is None:
        return
    real, root = os.path.realpath(project.logs_dir), os.path.realpath(project.root)
    if real != root and not real.startswith(root + os.sep):
        message = say("links.logs", path=project.relative(project.logs_dir), target=real)
        yield Finding("warning", "logs_outside", message, say("links.logs_hint"), str(project.logs_dir))


def whose(patient: Patient) -> Iterator[Finding]:
    """Logs of several people need to know whose the next entry is."""
    project = patient.project
    users = project.users() if project else []
    if project and len(users) > 1 and not project.user:
        message = say("user.none", names=", ".join(users))
        yield Finding("warning", "user", message, say("user.none_hint"), str(project.root / LOCAL_NAME))


def left_over(patient: Patient) -> Iterator[Finding]:
    """What was set aside as damaged, once, still takes its room. Only what is proved to be ours counts."""
    project = patient.project
    if project is None:
        return
    index = family(str(project.index_path), index_is_mine, INDEX, aside=True)[0]
    ledger = family(str(project.ledger_path), ledger_is_mine, LEDGER, aside=True)[0]
    for kind, found in (("index", index), ("ledger", ledger)):
        aside = [Path(one) for one in found]
        if aside:
            size = sum(one.lstat().st_size for one in aside) / 1e6
            message = say("aside.found", name=aside[0].name, count=len(aside), size=f"{size:.1f}")
            yield Finding("note", "set_aside", message, say(f"aside.{kind}_hint"), str(aside[0]),
                          fix=remover(aside) if kind == "index" else None)


def size_of_imports(patient: Patient) -> Iterator[Finding]:
    """What CLAUDE.md imports of ours is read with every session: together at most 8 KB."""
    project = patient.project
    path = project.root / "CLAUDE.md" if project else None
    if project is None or path is None or not path.is_file():
        return
    names = [name for name in _imports(path) if (project.root / name).is_file()]
    size = sum((project.root / name).stat().st_size for name in names)
    if size > _MOST_IMPORTED:
        message = say("references.big", size=f"{size / 1000:.1f}", names=", ".join(names))
        yield Finding("warning", "imports_big", message, say("references.big_hint"), str(path))


def unnamed(patient: Patient) -> Iterator[Finding]:
    """Identity files that nobody reads: CLAUDE.md was emptied, or written anew."""
    project = patient.project
    if project is None or not invited(project):
        return
    path = project.root / "CLAUDE.md"
    named = _imports(path) if path.is_file() else []
    config = project.config
    places = map(str, (config.identity.agents, config.identity.soul, config.identity.user))
    missing = [name for name in places if name not in named and (project.root / name).is_file()]
    if missing:
        message = say("references.none", names=", ".join(missing))
        yield Finding("note", "references_none", message, say("references.none_hint"), str(path))


def _imports(path: Path) -> list[str]:
    names = _REFERENCE.findall(path.read_text("utf-8", "replace"))
    return [name for name in names if name.startswith(("identity/", "memory/"))]


def references(patient: Patient) -> Iterator[Finding]:
    """``@`` lines of CLAUDE.md that name a file of ours must find it."""
    project = patient.project
    path = project.root / "CLAUDE.md" if project else None
    if project is None or path is None or not path.is_file():
        return
    for name in _imports(path):
        if not (project.root / name).is_file():
            yield Finding("warning", "references", say("references.dead", file="CLAUDE.md", name=name),
                          say("references.dead_hint"), str(path))


CHECKS: tuple[Check, ...] = (invitation, pause, folders, links, outside, whose, left_over, references, unnamed,
                             size_of_imports)
