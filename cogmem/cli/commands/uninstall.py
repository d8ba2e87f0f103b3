"""``cogmem uninstall``: the way back from ``init``, shown before it happens; the memory stays unless ``--purge``."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from cogmem.cli.base import Run, define, option
from cogmem.cli.out import clean
from cogmem.errors import UsageError
from cogmem.messages import say

if TYPE_CHECKING:
    from cogmem.claude.changes import Plan as ClientPlan
    from cogmem.scaffold.plan import Plan


@define("uninstall")
@option("--dry-run", is_flag=True)
@option("--yes", is_flag=True)
@option("--purge", is_flag=True)
@option("--keep-memory", is_flag=True)
def command(run: Run, dry_run: bool, purge: bool, keep_memory: bool) -> int:
    from cogmem.claude.install import plan_uninstall
    from cogmem.project import project_id
    from cogmem.scaffold.removal import carry_out, plan_removal

    if purge and keep_memory:
        raise UsageError(say(None, "uninstall.both"))
    if _without_project(run, dry_run):
        return 0
    project = run.project()
    removal = plan_removal(project, purge=purge, keep_memory=keep_memory)
    client = plan_uninstall(project.root, project_id(project))
    gone = [os.path.relpath(path, project.root) for path in removal.gone]
    diff = removal.work.diff() + client.diff()
    summary = {"root": str(project.root), "removed": gone, "kept": removal.kept, "notices": client.notes,
               "outside": _outside(removal.work, client, project_id(project))}
    if dry_run:
        run.out.line(clean(diff).rstrip("\n"))
    run.out.lines(say(None, "uninstall.changed", path=clean(path)) for path in _changed(removal.work, client))
    run.out.lines(say(None, "uninstall.gone", path=clean(path)) for path in gone)
    run.out.lines(say(None, "uninstall.kept", path=clean(path)) for path in removal.kept)
    if dry_run:
        run.out.data({**summary, "dry_run": True, "diff": diff})
        run.out.talk(say(None, "uninstall.dry"))
        return 0
    sys.stdout.flush()  # what goes is told before it goes; whoever cannot be told loses nothing
    run.require(say(None, "uninstall.ask_purge" if purge else "uninstall.ask"))
    carry_out(project, removal)
    client.apply()
    run.out.data({**summary, "dry_run": False})
    for note in client.notes:
        run.out.talk(note)
    run.out.talk(say(None, "uninstall.done", root=project.root))
    return 0


def _without_project(run: Run, dry_run: bool) -> bool:
    """Where there is no project (its folder was deleted): strike it off the list, and take away a plugin that no
    other uses. Whether that was the case; with nothing of the kind to do it is an error as everywhere."""
    from cogmem.claude.install import plan_uninstall
    from cogmem.project import find_root, forget_project, known_projects, living_projects

    here = os.path.realpath(run.folder or os.curdir)
    if find_root(here) is not None:
        return False
    listed = [one for one, root in known_projects().items() if os.path.realpath(root) == here]
    client = plan_uninstall(Path(here), listed[0] if listed else "")
    if not listed and (living_projects() or not client.changes):
        return False
    run.out.lines(say(None, "uninstall.changed", path=clean(path)) for path in _paths(client))
    run.out.data({"root": here, "removed": [], "kept": [], "notices": client.notes, "outside": _paths(client),
                  "dry_run": dry_run})
    if dry_run:
        run.out.talk(say(None, "uninstall.dry"))
        return True
    sys.stdout.flush()
    run.require(say(None, "uninstall.ask"))
    client.apply()
    for one in listed[1:]:
        forget_project(one)
    for note in client.notes:
        run.out.talk(note)
    return True


def _paths(client: ClientPlan) -> list[str]:
    return [*(str(change.path) for change in client.changes), *(f"{tree}{os.sep}" for tree in client.trees)]


def _changed(work: Plan, client: ClientPlan) -> list[str]:
    """Every file that is changed or removed, and every folder of derived data that goes."""
    paths = [*(change.path for change in work.changes), *(change.path for change in client.changes)]
    return [*(_short(work.root, path) for path in paths), *(f"{tree}{os.sep}" for tree in client.trees)]


def _short(root: Path, path: Path) -> str:
    return str(path.relative_to(root)) if path.is_relative_to(root) else str(path)


def _outside(work: Plan, client: ClientPlan, one: str) -> list[str]:
    """What is changed or removed outside the project: the client's files, our own folders or our notes in them."""
    from cogmem.project import registries
    from cogmem.scaffold.record import record_path

    notes = [path for path in (registries()[0], record_path(one)) if path.exists()]
    paths = [*(change.path for change in work.changes), *(change.path for change in client.changes), *notes]
    inside_trees = tuple(f"{tree}{os.sep}" for tree in client.trees)
    found = [str(path) for path in paths if not path.is_relative_to(work.root)]
    return [*(path for path in found if not path.startswith(inside_trees)), *inside_trees]
