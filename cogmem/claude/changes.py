"""A plan of file changes: shown as a diff, applied as shown, or not at all where a file changed in between."""

from __future__ import annotations

import difflib
import os
import shutil
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from cogmem import files
from cogmem.errors import ChangedMeanwhileError
from cogmem.places import state_dir
from cogmem.project import forget_project


@dataclass(frozen=True, slots=True)
class Change:
    """One file: ``before`` and ``after`` are its bytes, None for absent; ``mode`` its permissions when it is made."""

    path: Path
    before: bytes | None
    after: bytes | None
    mode: int | None = None


@dataclass(slots=True)
class Plan:
    """``changes`` in the order in which they are made; ``notes`` are texts for the person; ``trees`` are folders of
    derived data that go afterwards with all they hold, ``folders`` those that go where they are empty then; ``forget``
    is the id of a project that is taken out of the user's list."""

    changes: list[Change] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    trees: list[Path] = field(default_factory=list)
    folders: list[Path] = field(default_factory=list)
    forget: str = ""

    def __bool__(self) -> bool:
        return bool(self.changes or self.trees or self.forget)

    def put(self, path: Path, after: bytes | None, mode: int | None = None) -> None:
        """Plan that ``path`` holds ``after``; nothing is planned when it does already."""
        before = content(path)
        if before != after:
            self.changes.append(Change(path, before, after, mode))

    def diff(self) -> str:
        """Every change as a unified diff, exactly what :meth:`apply` does."""
        gone = "".join(f"removed: {tree}{os.sep}\n" for tree in self.trees)
        return "".join(_diff(change) for change in self.changes) + gone

    def apply(self) -> None:
        """Make the changes. Raises ChangedMeanwhileError before the first write when a file is not as it was planned
        for, and at a later one should it change in between."""
        for change in self.changes:
            if content(change.path) != change.before:
                raise ChangedMeanwhileError(f"{change.path} changed since it was read", file=str(change.path),
                                            hint="nothing was written; repeat the command")
        for change in self.changes:
            _make(change)
        if self.forget:
            forget_project(self.forget)
        for tree in self.trees:
            shutil.rmtree(tree, ignore_errors=True)
        for folder in self.folders:
            remove_empty(folder)


def content(path: Path) -> bytes | None:
    """A file's bytes, or None when there is no such file."""
    try:
        return files.read_bytes(path)
    except (FileNotFoundError, NotADirectoryError):
        return None


def missing_folders(path: Path) -> list[Path]:
    """The folders above ``path`` (and itself) that do not exist yet, the deepest first."""
    found = []
    for folder in (path, *path.parents):
        if folder.exists():
            break
        found.append(folder)
    return found


def remove_empty(folder: Path) -> bool:
    """Remove a folder if nothing is in it; whether it is gone."""
    try:
        os.rmdir(folder)
    except FileNotFoundError:
        return True
    except OSError:
        return False  # not empty, or a link: somebody else's now
    return True


def empty_after(folders: Iterable[Path]) -> list[Path]:
    """Folders in an order in which they can be removed: the deepest first."""
    return sorted(set(folders), key=lambda folder: (-len(folder.parts), str(folder)))


def _make(change: Change) -> None:
    if change.after is None:
        os.unlink(change.path)
        return
    if state_dir() in change.path.parents:
        files.private_folder(state_dir())
    change.path.parent.mkdir(parents=True, exist_ok=True)
    expect = files.ABSENT if change.before is None else files.digest(change.before)
    files.write_atomic(change.path, change.after, expect=expect, mode=change.mode)


def _diff(change: Change) -> str:
    names = [str(change.path) if data is not None else os.devnull for data in (change.before, change.after)]
    old, new = ((data or b"").decode("utf-8", "replace") for data in (change.before, change.after))
    lines = []
    for line in difflib.unified_diff(old.splitlines(keepends=True), new.splitlines(keepends=True), names[0], names[1]):
        lines.append(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n")
    return "".join(lines)
