"""``cogmem context-search``: what a message brings to mind, if anything."""

from __future__ import annotations

import click

from cogmem.cli import suggestions
from cogmem.cli.base import Run, define, option
from cogmem.cli.hits import answer, show


@define("context-search")
@click.argument("message", nargs=-1, required=True)
@option("-k", "--top-k", type=click.IntRange(1, 100), default=3)
@option("--keywords", multiple=True, metavar="K,K…")
@option("--explain", is_flag=True)
@option("--user", metavar="ID", shell_complete=suggestions.users)
@option("--jsonl", is_flag=True)
def command(
    run: Run, message: tuple[str, ...], top_k: int, keywords: tuple[str, ...], explain: bool, jsonl: bool
) -> None:
    from cogmem.store import MemoryStore

    words = tuple(word.strip() for given in keywords for word in given.split(",") if word.strip())
    with MemoryStore(run.project()) as store:
        result = store.context_search(" ".join(message), session_keywords=words, top_k=top_k)
    show(run.out, answer(result, explain), jsonl=jsonl)
