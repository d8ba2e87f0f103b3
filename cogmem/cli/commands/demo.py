"""``cogmem demo``: a sample project, five recalls taken apart, what Claude would be told, and the dashboard."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cogmem.cli.base import Run, define, option
from cogmem.cli.hits import answer, block
from cogmem.cli.out import clean
from cogmem.messages import say, spoken

if TYPE_CHECKING:
    from cogmem.project import Project
    from cogmem.store import MemoryStore

# What each question shows, and the question; the last one has no answer here.
QUESTIONS = (
    ("demo.paraphrase", "What did the codes sent to phones cost?"),
    ("demo.japanese", "乗客が二回請求された理由は"),
    ("demo.typo", "certifcate expird bookng site"),
    ("demo.heated", "offline ticket check at the pier"),
    ("demo.unknown", "Which vegan restaurant did we like in Berlin?"),
)
SHOWN = 3


@define("demo")
@click.argument("folder", required=False, metavar="[DIR]")
@option("--no-serve", is_flag=True)
@option("--port", type=click.IntRange(0, 65535))
@option("--no-browser", is_flag=True)
def command(run: Run, folder: str | None, no_serve: bool, port: int | None, no_browser: bool) -> int:
    from cogmem import clock
    from cogmem.cli.indexing import index_project, summary
    from cogmem.scaffold.demo import FOLDER, build
    from cogmem.store import MemoryStore

    root = Path(os.path.abspath(folder or os.path.join(run.folder or ".", FOLDER)))
    project = build(root, spoken(), clock.today())
    run.out.line(say(None, "demo.where", root=clean(project.root)))
    report = index_project(project, run.out, eager=True)
    run.out.lines(summary(report))
    with MemoryStore(project) as store:
        recalls = [_recall(run, store, key, question) for key, question in QUESTIONS]
        told = store.context_block()
    _head(run, "demo.told")
    run.out.line(clean(told).rstrip("\n"))
    run.out.data({"root": str(project.root), "index": report.as_dict(), "recalls": recalls, "context": told})
    return _end(run, project, no_serve, port, not no_browser)


def _head(run: Run, key: str) -> None:
    run.out.line()
    run.out.line(run.out.style(say(None, key), "cyan"))


def _recall(run: Run, store: MemoryStore, key: str, question: str) -> dict[str, object]:
    """One question, its hits with their scores taken apart."""
    _head(run, key)
    run.out.line(f'$ cogmem search "{question}" --explain')
    found = answer(store.search(question, top_k=SHOWN, reinforce=False), explain=True)
    shown = [hit for hit in found["results"] if hit["grade"] != "none"]
    for hit in shown:
        run.out.lines(block(run.out, hit))
    if not shown:
        run.out.line(say(None, "search.nothing"))
        for hit in found["results"][:1]:
            run.out.line(say(None, "demo.nearest", title=clean(hit["title"]), relevance=f"{hit['relevance']:.2f}"))
    return {"shows": key.removeprefix("demo."), "question": question, "answered": bool(shown), **found}


def _end(run: Run, project: Project, no_serve: bool, port: int | None, browser: bool) -> int:
    """The dashboard when somebody sits there, its command otherwise; and how to be rid of it all."""
    from cogmem.cli.out import is_terminal
    from cogmem.cli.rooms import dashboard

    run.out.line()
    run.out.line(say(None, "demo.undo", root=clean(project.root)))
    run.out.line(say(None, "demo.next"))
    if no_serve or run.out.json or not is_terminal(sys.stdout):
        run.out.line(say(None, "demo.look", root=clean(project.root)))
        return 0
    sys.stdout.flush()
    return dashboard(run.out, project.root, port=port, browser=browser)
