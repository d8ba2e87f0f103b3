"""``init`` as one call: apply the plan, remember what it wrote, invite cogmem. The demo uses the same code."""

from __future__ import annotations

import os
import shutil
from contextlib import ExitStack
from pathlib import Path

from cogmem.project import Project, forget_project, invite, invited, open_project, project_id
from cogmem.scaffold.plan import Plan, apply, take_back
from cogmem.scaffold.record import remember


def set_up(work: Plan, *, demo: bool = False) -> tuple[Project, bool]:
    """Write the plan and invite cogmem, all of it or nothing. Returns the project and whether anything changed."""
    folders = apply(work)
    with ExitStack() as undo:
        undo.callback(take_back, work.root, work.changes, folders)
        project = open_project(work.root)
        changed = _invited(project, work, folders, demo)
        undo.pop_all()
    return project, changed


def _invited(project: Project, work: Plan, folders: list[str], demo: bool) -> bool:
    """The invitation and the record of what was written; returns whether anything changed."""
    known, scratch = invited(project, demos=demo), project.run_dir.exists()
    with ExitStack() as undo:
        if not scratch:
            undo.callback(shutil.rmtree, project.run_dir, ignore_errors=True)
        if not known:
            undo.callback(lambda: forget_project(project_id(project)))  # the id lies in the scratch, so this is first
        one = invite(project, demo=demo)
        if (work.changes or folders) and not demo:
            remember(one, work, folders)
        undo.pop_all()
    return bool(work) or not known


def is_home_or_root(root: Path) -> bool:
    """Whether a folder is HOME, or the top of a file system: no place for a project's memory without asking."""
    real = os.path.realpath(root)
    return real == os.path.realpath(Path.home()) or os.path.dirname(real) == real
