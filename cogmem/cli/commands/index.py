"""``cogmem index``: read what changed in the logs, then make the vectors that are missing."""

from __future__ import annotations

from cogmem.cli.base import Run, define, option
from cogmem.cli.out import clean


@define("index")
@option("--rebuild", is_flag=True)
@option("--no-embed", is_flag=True)
@option("--strict", is_flag=True)
def command(run: Run, rebuild: bool, no_embed: bool, strict: bool) -> int:
    from cogmem.cli.indexing import index_project, summary

    done = index_project(run.project(), run.out, rebuild=rebuild, embed=not no_embed)
    run.out.data(done.as_dict())
    run.out.lines(clean(line) for line in summary(done))
    if done.report.sync.read_only:  # what was asked for was not done; the notice says why
        return 1
    unread = any(line == 0 for _, line, _ in done.report.sync.problems)
    return 3 if strict and (done.report.partial or unread) else 0
