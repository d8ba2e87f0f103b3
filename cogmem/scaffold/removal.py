"""The way back from ``init``: added bytes are taken out of their files, what a person edited or wrote stays.

A plan again: it is shown before it is carried out. Without a record (another machine, a lost state folder) what equals
a template counts as ours.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from cogmem import assets
from cogmem.config import CONFIG_NAME, LOCAL_NAME
from cogmem.files import read_bytes
from cogmem.index.ours import NAME as INDEX
from cogmem.index.ours import index_is_mine
from cogmem.ledger.ours import NAME as LEDGER
from cogmem.ledger.ours import family, ledger_is_mine
from cogmem.project import Project, forget_project, project_id
from cogmem.scaffold import record
from cogmem.scaffold.plan import FOLDERS, IDENTITY, KNOWLEDGE, Change, Plan, apply, remove_empty
from cogmem.worktree import exclude_path

DEFAULT_REFERENCES = b"@identity/agents.md\n@identity/soul.md\n@identity/user.md\n@memory/knowledge/summary.md\n"


class Removal:
    """What ``uninstall`` would do in the project: file changes, ``gone`` (derived files and folders), ``kept``."""

    def __init__(self, work: Plan, gone: list[Path], kept: list[str], folders: list[str]) -> None:
        self.work, self.gone, self.kept, self.folders = work, gone, kept, folders


def plan_removal(project: Project, *, purge: bool = False, keep_memory: bool = False) -> Removal:
    """``purge`` erases memory/ and identity/ as well; ``keep_memory`` leaves the ledger too."""
    root = project.root
    files, folders = record.read(project_id(project))
    files = files or _by_templates(root)
    changes, kept = [], []
    for name, entry in files.items():
        path = Path(name) if os.path.isabs(name) else root / name
        change = _taken_out(path, entry)
        if change is not None:
            changes.append(change)
        elif path.exists():
            kept.append(name)
    derived, others = _databases(project, keep_memory)
    kept += [project.relative(path) for path in others]
    gone = [path for path in [*derived, project.run_dir] if os.path.lexists(path)]
    if purge:
        # What was there before `init` is not ours to erase, whatever its name.
        made = [name for name in (CONFIG_NAME, LOCAL_NAME) if files.get(name, {}).get("created")]
        gone = [path for path in (root / "memory", root / "identity", *(root / name for name in made)) if path.exists()]
        inside = tuple(f"{path}{os.sep}" for path in gone)
        changes = [change for change in changes if change.path not in gone and not str(change.path).startswith(inside)]
        kept = [name for name in kept if not (root / name).is_relative_to(root / "memory")
                and not (root / name).is_relative_to(root / "identity") and root / name not in gone]
        kept += [name for name in (CONFIG_NAME, LOCAL_NAME) if name not in (*made, *kept) and (root / name).exists()
                 and not any(change.path == root / name for change in changes)]
    return Removal(Plan(root, "", changes, []), gone, kept, folders or [*FOLDERS, "memory"])


def _databases(project: Project, keep_memory: bool) -> tuple[list[Path], list[Path]]:
    """(The files of index and ledger that are proved to be ours, those at their places that are not)."""
    found = [family(str(project.index_path), index_is_mine, INDEX)]
    if not keep_memory:
        found.append(family(str(project.ledger_path), ledger_is_mine, LEDGER))
    ours, others = ([Path(one) for pair in found for one in pair[n]] for n in (0, 1))
    return ours, others


def carry_out(project: Project, removal: Removal) -> None:
    """Do what the removal says, then strike the project off this user's lists."""
    one = project_id(project)
    apply(removal.work)
    for path in removal.gone:
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
    remove_empty(project.root, [*removal.folders, "memory"])
    forget_project(one)
    record.forget(one)


def _taken_out(path: Path, entry: dict[str, object]) -> Change | None:
    """The change that takes our bytes out of a file; None when they are no longer there as they were."""
    try:
        now = read_bytes(path)
    except OSError:
        return None
    pieces = [str(piece).encode("utf-8", "surrogateescape") for piece in _list(entry.get("added"))]
    left = now
    for piece in reversed(pieces):
        if not piece or left.count(piece) != 1:
            return None
        left = left.removesuffix(piece) if left.endswith(piece) else left.replace(piece, b"", 1)
    if not pieces:
        return None
    return Change(path, now, None if entry.get("created") and not left else left)


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _by_templates(root: Path) -> record.Added:
    """The record as it would be if every file that equals a template, or ends with one, were ours."""
    whole = {"cogmem.toml": "cogmem.toml", **{f"memory/knowledge/{name}.md": f"{name}.md" for name in KNOWLEDGE}}
    sources = {name: ("templates", file) for name, file in whole.items()}
    sources |= {f"identity/{name}.md": ("identity_templates", f"{name}.md") for name in IDENTITY}
    found: record.Added = {}
    for name, (folder, file) in sources.items():
        texts = [read_bytes(assets.path(folder, lang, file)) for lang in ("en", "ja")]
        here = _content(root / name)
        if here in texts:
            found[name] = {"created": True, "added": [here.decode("utf-8")]}
    exclude = exclude_path(root)
    blocks = {"CLAUDE.md": "claude.md", ".gitignore": "gitignore", ".gitattributes": "gitattributes"}
    blocks |= {record.place(root, exclude): "gitexclude"} if exclude else {}
    for name, file in blocks.items():
        block = read_bytes(assets.path("templates", file))
        block += DEFAULT_REFERENCES if file == "claude.md" else b""
        here = _content(root / name)
        if here.count(block) == 1:
            added = b"\n" + block if b"\n\n" + block in here else block
            found[name] = {"created": here == block, "added": [added.decode("utf-8")]}
    return found


def _content(path: Path) -> bytes:
    try:
        return read_bytes(path)
    except OSError:
        return b""
