"""What ``init`` wrote where, in the user's state folder (0600), so that ``uninstall`` can give the old bytes back."""

from __future__ import annotations

import json
from pathlib import Path

from cogmem.files import private_folder, read_bytes, write_atomic
from cogmem.places import state_dir
from cogmem.scaffold.plan import Plan

Added = dict[str, dict[str, object]]


def record_path(project: str) -> Path:
    """The record of one project, by its id."""
    return state_dir() / "scaffold" / f"{project}.json"


def remember(project: str, work: Plan, folders: list[str]) -> None:
    """Add what a plan wrote to the project's record: per file whether it was made, and the bytes that were added."""
    files, known = read(project)
    for change in work.changes:
        name = place(work.root, change.path)
        if not change.added:  # what we had put there was taken out again
            files.pop(name, None)
            continue
        old = files.get(name, {"created": change.before is None, "added": []})
        added = old["added"] if isinstance(old["added"], list) else []
        files[name] = {**old, "added": [*added, change.added.decode("utf-8", "surrogateescape")]}
    path = record_path(project)
    private_folder(state_dir())
    private_folder(path.parent)
    text = json.dumps({"root": str(work.root), "files": files, "folders": sorted({*known, *folders})}, indent=1)
    write_atomic(path, text.encode("utf-8", "surrogateescape"), mode=0o600)


def read(project: str) -> tuple[Added, list[str]]:
    """(files, folders) of a project's record; both empty when there is none or it cannot be read."""
    try:
        found = json.loads(read_bytes(record_path(project)).decode("utf-8", "surrogateescape"))
        return dict(found["files"]), list(found["folders"])
    except (OSError, ValueError, KeyError, TypeError):
        return {}, []


def forget(project: str) -> None:
    """Remove a project's record, and the folder when it was the last."""
    path = record_path(project)
    path.unlink(missing_ok=True)
    if path.parent.is_dir() and not any(path.parent.iterdir()):
        path.parent.rmdir()


def place(root: Path, path: Path) -> str:
    """A path as the record has it: relative to the project where it lies in it, so that the project can be moved."""
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else str(path)
