"""``cogmem log``: write one entry into today's log."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Any

import click

from cogmem.cli import suggestions
from cogmem.cli.base import Run, define, option
from cogmem.errors import UsageError
from cogmem.messages import say
from cogmem.model import CATEGORIES, Draft


@define("log")
@click.argument("text", nargs=-1, required=True)
@option("--tag", multiple=True, metavar="TAG", shell_complete=suggestions.categories)
@option("--domain", multiple=True, metavar="TAG")
@option("--arousal", type=click.FloatRange(0, 1), default=0.5)
@option("--emotion", metavar="WORD")
@option("--body", default="", metavar="TEXT")
@option("--file", "files", multiple=True, metavar="PATH")
@option("--pin", is_flag=True)
@option("--keep-secrets", is_flag=True)
@option("--user", metavar="ID", shell_complete=suggestions.users)
def command(run: Run, text: tuple[str, ...], keep_secrets: bool, **given: Any) -> None:
    from cogmem.journal.daylog import append

    project = run.project()
    project.check_writable()
    given["files"] = tuple(_from_root(project.root, run.folder or os.curdir, name) for name in given["files"])
    entry = append(project, draft(" ".join(text), **given), redact=not keep_secrets)
    run.out.data({"id": entry.id, "source": entry.source, "line": entry.line, "date": entry.date,
                  "category": entry.category, "title": entry.title, "arousal": entry.arousal})
    run.out.line(say(None, "log.written", source=entry.source, line=entry.line))


def _from_root(root: Path, folder: str, name: str) -> str:
    """A file as it is stored: seen from the project, wherever one stands in it. One that is there only as seen from
    the project was meant so; one outside of the project, or in another checkout, stays as typed."""
    place = re.split(r"[:@]", name, maxsplit=1)[0]  # a.py:42@commit
    path = Path(os.path.abspath(os.path.join(os.path.realpath(folder), place)))
    if not place or not path.is_relative_to(root) or (not path.exists() and (root / place).exists()):
        return name
    return path.relative_to(root).as_posix() + name[len(place):]


def draft(text: str, tag: tuple[str, ...], domain: tuple[str, ...], body: str, **rest: Any) -> Draft:
    """The entry as typed: the first line is the title, what follows the body; ``-`` reads standard input."""
    if "-" in (text, body):
        piped = sys.stdin.read().strip("\n")
        text, body = (piped if text == "-" else text), (piped if body == "-" else body)
    title, _, more = text.strip().partition("\n")
    if not title.strip():
        raise UsageError(say(None, "error.empty_entry"))
    if rest["arousal"] != rest["arousal"]:  # NaN passes every comparison of a range
        raise UsageError(say(None, "error.no_number"))
    tags = [_tag(name) for name in (*tag, *domain)]
    known = next((name for name in tags if name in CATEGORIES), None)
    category = known or (tags[0] if tag else "NOTE")
    domains = tuple(name for name in tags if name != category)
    body = "\n\n".join(part for part in (more.strip("\n"), body.strip("\n")) if part)
    return Draft(title=title.strip(), body=body, category=category, domains=domains, arousal=rest["arousal"],
                 emotion=rest["emotion"], pinned=rest["pin"], files=rest["files"])


def _tag(name: str) -> str:
    word = name.strip().strip("[]").upper()
    if not re.fullmatch(r"[A-Z][A-Z0-9_-]{0,39}", word):
        raise UsageError(say(None, "error.bad_tag", name=name))
    return word
