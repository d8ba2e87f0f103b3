"""What the files of a git checkout say: worktrees, their main checkout, ``info/exclude``. No git process is started."""

from __future__ import annotations

import os
from pathlib import Path


def git_dir(checkout: Path) -> Path | None:
    """The ``.git`` folder that all worktrees of a checkout share; None when ``checkout`` is not the top of one."""
    dot = checkout / ".git"
    if dot.is_dir():
        return dot
    pointer = first_line(dot).removeprefix("gitdir:").strip()
    if not pointer:
        return None
    own = Path(os.path.normpath(checkout / pointer))
    common = first_line(own / "commondir")
    return Path(os.path.normpath(own / common)) if common else own


def main_checkout(worktree: Path) -> Path | None:
    """The main checkout of a git worktree; None for a main checkout, a submodule, or a bare repository's worktree.

    The main checkout must know the worktree: anybody can put a ``.git`` file that points to somebody else's repository
    into an archive, but nobody can make that repository point back."""
    dot = worktree / ".git"
    if dot.is_dir():
        return None
    common = git_dir(worktree)
    if not common or common.name != ".git" or not common.is_dir() or common.parent == worktree:
        return None
    own = Path(os.path.normpath(worktree / first_line(dot).removeprefix("gitdir:").strip()))
    back = first_line(own / "gitdir")
    known = own.parent == common / "worktrees" and bool(back) and os.path.realpath(own / back) == os.path.realpath(dot)
    return common.parent if known else None


def exclude_path(root: Path) -> Path | None:
    """The ``info/exclude`` that holds for ``root``; None outside a git repository."""
    for here in (root, *root.parents):
        common = git_dir(here) if (here / ".git").exists() else None
        if common:
            return common / "info" / "exclude"
    return None


def git_prefix(root: Path) -> str:
    """The root's place in its repository, as an anchored ignore pattern begins: ``/`` or ``/sub/folder/``."""
    for here in (root, *root.parents):
        if (here / ".git").exists():
            inner = root.relative_to(here).as_posix()
            return "/" if inner == "." else f"/{inner}/"
    return "/"


def is_private(root: Path) -> bool:
    """Whether the project's memory is kept out of git by ``info/exclude``."""
    path = exclude_path(root)
    if path is None:
        return False
    try:
        lines = path.read_text("utf-8", "replace").splitlines()
    except OSError:
        return False
    return f"{git_prefix(root)}memory/" in lines


def first_line(path: Path) -> str:
    try:
        with open(path, encoding="utf-8", errors="replace") as stream:
            return stream.readline().strip()
    except OSError:
        return ""
