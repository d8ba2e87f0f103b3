"""A lexical ``cogmem search`` without click: most of what it would cost is imports.

Takes only what it understands wholly and anything that goes wrong is left to the ordinary way, which does the same
again and reports it.
"""

from __future__ import annotations

import sqlite3

from cogmem.clock import NoTimeError
from cogmem.errors import CogmemError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from cogmem.cli.out import Out
    from cogmem.project import Project

_FLAGS = {"--json": "json", "--no-reinforce": "silent", "--all": "all", "-q": "quiet", "--quiet": "quiet"}
_VALUES = {"-k": "top_k", "--top-k": "top_k", "-C": "folder", "--project": "folder", "--mode": "mode", "--lang": "lang"}


def parsed(args: list[str]) -> dict[str, Any] | None:
    """The options and the ``query`` of ``search …``; None when there is anything unusual."""
    found: dict[str, Any] = {"query": []}
    rest = list(args)
    while rest:
        arg = rest.pop(0)
        if arg == "--":
            found["query"] += rest
            break
        if arg in _FLAGS:
            found[_FLAGS[arg]] = True
        elif arg in _VALUES and rest:
            found[_VALUES[arg]] = rest.pop(0)
        elif arg.startswith("-"):
            return None
        else:
            found["query"].append(arg)
    usual = found["query"] and found.get("mode", "lexical") in ("lexical", "hybrid")
    number = str(found.get("top_k", 1))
    return found if usual and number.isascii() and number.isdigit() and 0 < int(number) <= 1000 else None


def search(args: list[str]) -> int | None:
    """Answer ``cogmem search …`` by words, or return None when this is not the way."""
    wanted = parsed(args)
    if wanted is None:
        return None
    try:
        project = _words_only(wanted)
        if project is None:
            return None
        from cogmem.recall import quick

        text = " ".join(wanted["query"]).strip()
        if not text:
            return None
        top_k = int(wanted.get("top_k") or project.config.recall.top_k)
        found = quick.search(project, text, top_k, note="silent" not in wanted)
    except (CogmemError, OSError, sqlite3.Error, NoTimeError):
        return None
    _print(_out(wanted), project, found, "all" in wanted)
    return 0


def _words_only(wanted: dict[str, Any]) -> Project | None:
    """The project, if words alone are wanted and searching strengthens nothing."""
    from cogmem.project import open_project

    project = open_project(wanted.get("folder"))
    words = wanted.get("mode") == "lexical" or project.config.embedding.provider == "none"
    return project if words and project.config.reinforcement.mode != "retrieved" else None


def _out(wanted: dict[str, Any]) -> Out:
    from cogmem.cli.out import Out

    return Out(json="json" in wanted, quiet="quiet" in wanted)


def _print(out: Out, project: Project, found: dict[str, Any], show_all: bool) -> None:
    from cogmem.cli.hits import show
    from cogmem.cli.notices import tell
    from cogmem.messages import chosen, speak

    if not chosen() and project.config.origins["lang"] != "default":
        speak(project.config.lang)
    tell(out, project.config)
    show(out, found, show_all=show_all)
