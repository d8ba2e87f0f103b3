"""``cogmem search``: find memories. Without an embedder it goes through the lean lexical room and never loads NumPy."""

from __future__ import annotations

from typing import Any

import click

from cogmem.cli import suggestions
from cogmem.cli.base import Run, define, option
from cogmem.cli.dates import day
from cogmem.cli.hits import answer, show
from cogmem.errors import PartialError, UsageError
from cogmem.messages import say

NARROWING = ("tag", "since", "until", "as_of")
MODES = ("hybrid", "lexical", "semantic")


@define("search")
@click.argument("query", nargs=-1, required=True)
@option("-k", "--top-k", type=click.IntRange(1, 1000))
@option("--explain", is_flag=True)
@option("--no-reinforce", is_flag=True)
@option("--tag", multiple=True, metavar="TAG", shell_complete=suggestions.categories)
@option("--since", metavar="DATE", shell_complete=suggestions.days)
@option("--until", metavar="DATE", shell_complete=suggestions.days)
@option("--as-of", metavar="DATE", shell_complete=suggestions.days)
@option("--mode", type=click.Choice(MODES), default="hybrid")
@option("--user", metavar="ID", shell_complete=suggestions.users)
@option("--all", "show_all", is_flag=True)
@option("--jsonl", is_flag=True)
@option("--strict", is_flag=True)
def command(run: Run, query: tuple[str, ...], strict: bool, jsonl: bool, **choices: Any) -> int:
    text = " ".join(query).strip()
    if not text:
        raise UsageError(say(None, "error.empty_query"))
    for name in ("since", "until", "as_of"):
        choices[name] = day(choices[name])
    choices["tag"] = [tag.strip("[]") for tag in choices["tag"]]
    found = _search(run, text, choices)
    show(run.out, found, show_all=choices["show_all"], jsonl=jsonl)
    if strict and found["status"] != "ok":
        raise PartialError(say(None, "search.degraded", reason="; ".join(found["notices"]) or found["status"]))
    return 0


def _search(run: Run, text: str, choices: dict[str, Any]) -> dict[str, Any]:
    project = run.project()
    top_k, note = choices["top_k"] or project.config.recall.top_k, not choices["no_reinforce"]
    words_only = choices["mode"] == "lexical" or project.config.embedding.provider == "none"
    narrowed = run.user or any(choices[name] for name in (*NARROWING, "explain"))
    narrowed = narrowed or project.config.reinforcement.mode == "retrieved"
    if words_only and choices["mode"] != "semantic" and not narrowed:
        from cogmem.recall import quick

        return quick.search(project, text, top_k, note=note)
    from cogmem.store import MemoryStore

    with MemoryStore(project) as store:
        found = store.search(text, top_k=top_k, reinforce=note, mode=choices["mode"], user=run.user,
                             **{name: choices[name] for name in NARROWING})
        return answer(found, choices["explain"])
