"""What the shell offers for an argument: from the index where there is one, also when the configuration is broken."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import click
    from click.shell_completion import CompletionItem

_WIDTH = 60


def ids(ctx: click.Context, _: click.Parameter, typed: str) -> list[CompletionItem]:
    """Ids of memories with their titles, the newest first, and ``last``."""
    from click.shell_completion import CompletionItem

    from cogmem.cli.out import one_line
    from cogmem.index import suggest

    path = _index(ctx)
    found = suggest.ids(path, typed) if path else []
    words = [CompletionItem("last")] if "last".startswith(typed) else []
    return words + [CompletionItem(one, help=one_line(title)[:_WIDTH]) for one, title in found]


def days(ctx: click.Context, _: click.Parameter, typed: str) -> list[str]:
    """Days that have a log."""
    from cogmem.index import suggest

    path = _index(ctx)
    return suggest.days(path, typed) if path else []


def categories(ctx: click.Context, _: click.Parameter, typed: str) -> list[str]:
    """Categories in use, then those that there are."""
    from cogmem.index import suggest
    from cogmem.model import CATEGORIES

    path, typed = _index(ctx), typed.upper()
    used = suggest.categories(path, typed) if path else []
    return used + [name for name in CATEGORIES if name.startswith(typed) and name not in used]


def users(ctx: click.Context, _: click.Parameter, typed: str) -> list[str]:
    """The users' folders."""
    path = _index(ctx)
    logs = path.parent / "logs" if path else None
    names = sorted(one.name for one in logs.iterdir() if one.is_dir()) if logs and logs.is_dir() else []
    return [name for name in names if name.startswith(typed) and not name.startswith(".")]


def settings(_ctx: click.Context, _: click.Parameter, typed: str) -> list[str]:
    """Names of settings."""
    from cogmem.settings import BY_NAME

    return [name for name in BY_NAME if name.startswith(typed)]


def _index(ctx: click.Context) -> Path | None:
    """The project's index; where its settings cannot be read, at the usual place."""
    from cogmem.errors import CogmemError
    from cogmem.project import find_root, open_project

    folder, above = ctx.params.get("project_dir"), ctx.parent
    while above is not None and not folder:
        folder, above = above.params.get("project_dir"), above.parent
    root = find_root(folder or os.curdir)
    if root is None:
        return None
    try:
        return open_project(root).index_path
    except (CogmemError, OSError):
        return root / "memory" / "vectors.db"
