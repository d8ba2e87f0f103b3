"""Checks of what git does with the memory: what must stay out stays out, what is shared is not kept back."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator

from cogmem.config import LOCAL_NAME
from cogmem.doctor.finding import Check, Finding, Patient
from cogmem.doctor.texts import say
from cogmem.places import state_dir
from cogmem.project import Project, is_private, project_id

SECONDS = 30
_LINES = ("/memory/*.db*", "/memory/.run/", "/cogmem.local.toml")
_SHOWN = 3


def ignored(patient: Patient) -> Iterator[Finding]:
    """Databases, scratch and the local file are never committed; in private mode nothing of the memory is."""
    project = patient.project
    if project is None or not _in_git(project):
        return
    private = is_private(project.root)
    if not private and _was_private(project):
        yield Finding("error", "private_lost", say("ignore.lost"), say("ignore.private_hint"))
        return
    places = [*_derived(project), *(_texts(project) if private else [])]
    for place in places:
        if not _is_ignored(project, place):
            hint = say("ignore.private_hint" if private else "ignore.missing_hint")
            yield Finding("warning", "ignored", say("ignore.missing", path=place), hint)
    kept_out = [*(_ours(project) if private else []), *places, *(f"{place}*" for place in _databases(project))]
    tracked = _git(project, "ls-files", "--", *kept_out)
    names = (tracked or "").splitlines()
    if names:
        message = say("ignore.tracked", path=", ".join(names[:_SHOWN]), count=len(names))
        told = [one for one in _ours(project) if any(name == one or name.startswith(f"{one}/") for name in names)]
        hint = say("ignore.tracked_hint", places=" ".join(told if private and told else names[:_SHOWN]))
        yield Finding("warning", "tracked", message, hint)


def _was_private(project: Project) -> bool:
    """Whether the record of ``init`` says that lines were put into ``info/exclude`` for this project."""
    path = state_dir() / "scaffold" / f"{project_id(project)}.json"
    try:
        files = json.loads(path.read_text("utf-8"))["files"]
        return any(name.endswith("info/exclude") for name in files) and ".gitattributes" not in files
    except (OSError, ValueError, KeyError, TypeError):
        return False


def shared(patient: Patient) -> Iterator[Finding]:
    """Shared logs reach the others: no rule ignores them, and two people may write to one day."""
    project = patient.project
    if project is None or not _in_git(project) or is_private(project.root) or _was_private(project):
        return
    probe = f"{project.config.logs_dir}/2026-01-01.md"
    rule = (_git(project, "check-ignore", "--no-index", "-v", probe) or "").partition("\t")[0]
    if rule:
        yield Finding("warning", "shared_ignored", say("shared.ignored", rule=rule), say("shared.ignored_hint"))
        return
    told = _git(project, "check-attr", "merge", "--", probe)
    if told is not None and not told.strip().endswith(": union"):
        yield Finding("warning", "attributes", say("shared.merge", path=project.config.logs_dir),
                      say("shared.merge_hint"))


def _in_git(project: Project) -> bool:
    return any((here / ".git").exists() for here in (project.root, *project.root.parents))


def _databases(project: Project) -> list[str]:
    return [project.relative(project.index_path), project.relative(project.ledger_path)]


def _derived(project: Project) -> list[str]:
    return [*_databases(project), "memory/.run/id", LOCAL_NAME]


def _texts(project: Project) -> list[str]:
    return [f"{project.config.logs_dir}/2026-01-01.md", str(project.config.knowledge.summary),
            str(project.config.identity.user)]


def _ours(project: Project) -> list[str]:
    """Folders and files that hold memory. Not all of ``identity/``: a repository may have one of its own."""
    config = project.config
    return [str(config.logs_dir), str(config.contexts_dir), project.relative(project.knowledge_dir),
            str(config.identity.agents), str(config.identity.soul), str(config.identity.user)]


def _is_ignored(project: Project, place: str) -> bool:
    answer = _git(project, "check-ignore", "--no-index", place)
    if answer is not None:
        return bool(answer)
    if is_private(project.root):
        return True  # its line is there, or it would not count as private
    try:
        lines = {line.strip() for line in (project.root / ".gitignore").read_text("utf-8", "replace").splitlines()}
    except OSError:
        lines = set()
    return all(line in lines or line.lstrip("/") in lines for line in _LINES)


def _git(project: Project, *args: str) -> str | None:
    """What git prints; None where it cannot be asked. Our own question must not read another repository's settings."""
    program = shutil.which("git")
    if program is None:
        return None
    env = {name: value for name, value in os.environ.items() if not name.startswith("GIT_DIR")}
    line = [program, "-c", "core.quotepath=off", "-C", str(project.root), *args]
    try:
        done = subprocess.run(line, capture_output=True, timeout=SECONDS, env=env, stdin=subprocess.DEVNULL)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.decode("utf-8", "replace") if done.returncode in (0, 1) else None


CHECKS: tuple[Check, ...] = (ignored, shared)
