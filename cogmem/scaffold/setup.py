"""``init`` as one call: apply the plan, remember what it wrote, invite cogmem. The demo uses the same code."""

from __future__ import annotations

import os
from pathlib import Path

from cogmem.project import Project, invite, invited, open_project
from cogmem.scaffold.plan import Plan, apply
from cogmem.scaffold.record import remember


def set_up(work: Plan, *, demo: bool = False) -> tuple[Project, bool]:
    """Write the plan and invite cogmem. Returns the project and whether anything changed."""
    folders = apply(work)
    project = open_project(work.root)
    changed = bool(work) or not invited(project, demos=demo)
    one = invite(project, demo=demo)
    if (work.changes or folders) and not demo:
        remember(one, work, folders)
    return project, changed


def is_home_or_root(root: Path) -> bool:
    """Whether a folder is HOME, or the top of a file system: no place for a project's memory without asking."""
    real = os.path.realpath(root)
    return real == os.path.realpath(Path.home()) or os.path.dirname(real) == real
