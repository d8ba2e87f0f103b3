"""Indexing with a progress bar, shared by ``index`` and ``demo``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogmem import clock
from cogmem.cli.out import Out, one_line
from cogmem.cli.progress import Progress
from cogmem.messages import say
from cogmem.project import Project

if TYPE_CHECKING:
    from cogmem.store import IndexReport

_SHOWN = 20


class Timed:
    """A report and the seconds it took."""

    def __init__(self, report: IndexReport, seconds: float) -> None:
        self.report, self.seconds = report, seconds

    def as_dict(self) -> dict[str, object]:
        return {**self.report.as_dict(), "seconds": round(self.seconds, 3)}


def index_project(
    project: Project, out: Out, *, rebuild: bool = False, embed: bool = True, eager: bool = False
) -> Timed:
    """Index with progress on stderr; what could not be read is named there with file and line."""
    from cogmem.store import MemoryStore

    bars: dict[str, Progress] = {}

    def show(stage: str, done: int, total: int) -> None:
        if stage not in bars:
            for bar in bars.values():
                bar.close()
            bars[stage] = Progress(out, say(None, f"progress.{stage}"), eager=eager)
        bars[stage](done, total)

    started = clock.monotonic()
    try:
        with MemoryStore(project) as store:
            report = store.index_dir(rebuild=rebuild, embed=embed, progress=show, verify=True)
    finally:
        for bar in bars.values():
            bar.close()
    for notice in report.notices:
        out.note(notice)
    report.sync.problems = _in_words_of_now(project, report.sync.problems)
    for source, line, text in report.sync.problems[:_SHOWN]:
        out.note(f"{source}:{line}: {one_line(text)}" if line else f"{source}: {one_line(text)}")
    return Timed(report, clock.monotonic() - started)


def _in_words_of_now(project: Project, problems: list[tuple[str, int, str]]) -> list[tuple[str, int, str]]:
    """The index keeps problems in the language in which they were found: the first are read anew, to be told in that
    of this run."""
    from cogmem.journal.logfile import problems_of

    sources = list(dict.fromkeys(source for source, line, _ in problems if line))[:_SHOWN]
    anew: dict[tuple[str, int], list[str]] = {}
    for source in sources:
        for line, text, _ in problems_of(project, source):
            anew.setdefault((source, line), []).append(text)
    return [(source, line, anew[source, line].pop(0) if anew.get((source, line)) else text)
            for source, line, text in problems]


def summary(done: Timed) -> list[str]:
    """What was done, in one or two lines."""
    read, embed = done.report.sync, done.report.embed
    if read.added or read.changed or read.removed:
        lines = [say(None, "index.done", entries=read.entries, files=read.files, added=read.added, changed=read.changed,
                     removed=read.removed, seconds=done.seconds)]
    else:
        lines = [say(None, "index.fresh", entries=read.entries, files=read.files)]
    if embed is not None and (embed.embedded or embed.pending):
        lines.append(say(None, "index.vectors", done=embed.embedded, pending=embed.pending))
    lines += [say(None, "index.vanished", id=one, source=source) for one, source in read.vanished[:_SHOWN]]
    return lines
