"""``cogmem context``: the block that Claude is told at session start."""

from __future__ import annotations

import sys

from cogmem.cli.base import Run, define, option
from cogmem.cli.out import clean
from cogmem.messages import say


@define("context")
@option("--user", metavar="ID")
def command(run: Run) -> None:
    from cogmem.recall.fence import tokens
    from cogmem.store import MemoryStore

    project = run.project()
    with MemoryStore(project) as store:
        block = store.context_block()
    budget = project.config.hooks.session_tokens
    run.out.data({"context": block, "tokens": tokens(block), "budget": budget})
    if run.out.json:
        return
    if block:
        sys.stdout.write(clean(block).rstrip("\n") + "\n")
        run.out.talk(say(None, "context.size", tokens=round(tokens(block)), budget=budget))
    else:
        run.out.line(say(None, "context.empty"))
