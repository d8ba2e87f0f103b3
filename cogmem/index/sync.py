"""Bringing the index up to date with the logs: what changed is read, the rest is not touched.

A file is read when its stamps differ (or it was too fresh to trust them), and parsed when its bytes differ. Batches of
files are written newest first, each in one transaction, so that a kill loses nothing and the next run goes on. One bad
file never stops the others. The imports that cost wait until something changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from cogmem.errors import IndexDamagedError
from cogmem.index.report import SyncReport
from cogmem.index.scan import COMPACT, Found, full_log, is_log, scan
from cogmem.index.sqlite import Index
from cogmem.messages import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cogmem.project import Project

_ROUNDS = 3

Progress = Callable[[int, int], None]


def sync(
    project: Project,
    index: Index,
    *,
    rebuild: bool = False,
    files: Iterable[str | Path] | None = None,
    progress: Progress | None = None,
    verify: bool = False,
) -> SyncReport:
    """Make the index say what the logs say. ``files``: look at these paths only (a watcher's word); ``rebuild``: read
    everything anew, in one transaction; ``progress(done, total)`` counts files; ``verify``: check at the end that the
    tables agree (after changes FTS5's own check, too).

    Raises BusyError. A damaged index is set aside and built anew (told in ``notices``)."""
    index.current()
    for attempt in range(_ROUNDS):
        report = SyncReport()
        try:
            _sync(project, index, report, rebuild, None if index.rebuilt else files, progress)
            if verify:
                _verify(index, report)
            break
        except IndexDamagedError:
            if attempt == _ROUNDS - 1 or not index.writable:
                raise
            index.set_aside("index.reason_damaged")
    index.rebuilt = False
    report.notices, index.notices = index.notices + report.notices, []
    return report


def _sync(
    project: Project,
    index: Index,
    report: SyncReport,
    rebuild: bool,
    files: Iterable[str | Path] | None,
    progress: Progress | None,
) -> None:
    root, logs, delimiter = str(project.root), str(project.config.logs_dir), str(project.config.handover_delimiter)
    for _ in range(_ROUNDS):
        with index.errors():
            known = dict(index.db.execute("SELECT source, stamp FROM file").fetchall())
            if index.db.execute("SELECT delimiter FROM total").fetchone()[0] != delimiter:
                known = dict.fromkeys(known, 0)
        found = scan(root, logs, known) if files is None else _look(root, logs, files, known)
        if len(found.names) == len(known) and not found.changed and not rebuild:
            break
        changed, gone, short = _differences(known, found, rebuild)
        if not changed and not gone and not short and not rebuild:
            break
        if not index.writable:
            if rebuild or gone or _other_bytes(root, index, changed):
                report.read_only = True
                report.notices.append(say(None, "index.stale"))
            break
        from cogmem.index.batches import Batches

        batches = Batches(root, logs, index, report, delimiter)
        again = batches.run(changed, gone, rebuild=rebuild, progress=progress) if changed or gone or rebuild else False
        if short:
            again = batches.run(*_short_logs(index, found, short)) or again
        rebuild = False
        if not again:
            batches.note_delimiter()
            break
    _finish(index, found, report)


def _differences(known: dict[str, int], found: Found, rebuild: bool) -> tuple[list[str], list[str], list[str]]:
    """(paths to read, paths that are no more, short logs beside their full ones, which are decided afterwards)."""
    names = set(found.names)
    short = [source for source in found.names if source.endswith(COMPACT) and full_log(source) in names]
    changed = dict.fromkeys(found.names if rebuild else found.changed)
    for source in short:
        changed.pop(source, None)
    unlisted = tuple(found.unlisted)
    gone = [source for source in known if source not in names and not (unlisted and source.startswith(unlisted))]
    return list(changed), gone, short


def _other_bytes(root: str, index: Index, changed: list[str]) -> bool:
    """Whether any of these logs has other bytes than the index knows; for one that cannot be written."""
    import os

    from cogmem.files import digest, read_bytes

    known = dict(index.db.execute("SELECT source, digest FROM file").fetchall())
    for source in changed:
        try:
            if digest(read_bytes(os.path.join(root, source))) != known.get(source):
                return True
        except OSError:
            continue
    return False


def _short_logs(index: Index, found: Found, short: list[str]) -> tuple[list[str], list[str]]:
    """(short logs to read, those to take out): one counts only where its full log has no entries."""
    with index.errors():
        empty = {path for (path,) in index.db.execute("SELECT source FROM file WHERE entries = 0")}
        kept = {path for (path,) in index.db.execute("SELECT source FROM file WHERE source LIKE ?", ("%" + COMPACT,))}
    counts = {source for source in short if full_log(source) in empty}
    changed = set(found.changed)
    return (
        [source for source in short if source in counts and (source not in kept or source in changed)],
        [source for source in short if source not in counts and source in kept],
    )


def _look(root: str, logs_dir: str, files: Iterable[str | Path], known: dict[str, int]) -> Found:
    """A look at some files only; everything else is as it was."""
    import os

    from cogmem.index.scan import stamp_of

    found = Found()
    names = dict.fromkeys(known)
    prefix = logs_dir.replace(os.sep, "/").strip("/") + "/"
    for path in files:
        source = os.path.relpath(os.path.join(root, path), root).replace(os.sep, "/")
        name = source.rpartition("/")[2]
        if not source.startswith(prefix) or source.count("/") > prefix.count("/") + 1 or not is_log(name):
            continue
        full = os.path.join(root, source)
        if not os.path.lexists(full):
            names.pop(source, None)
        elif os.path.isfile(full) and not os.path.islink(full):
            names[source] = None
            if stamp_of(os.stat(full)) != known.get(source):
                found.changed.append(source)
    found.names = list(names)
    return found


def _finish(index: Index, found: Found, report: SyncReport) -> None:
    """Counts, problems and moves as they stand."""
    with index.errors():
        execute = index.db.execute
        report.files = execute("SELECT count(*) FROM file").fetchone()[0]
        report.entries = execute("SELECT entries FROM total").fetchone()[0]
        report.moved = index.pending_moves()
        report.problems = [(source, 0, message) for source, message in found.problems] + report.unread
        rows = execute("SELECT source, problems FROM file WHERE problems IS NOT NULL").fetchall()
    if rows:
        import json

        report.problems += [(source, line, message) for source, listed in rows for line, message in json.loads(listed)]
    report.problems.sort()


def _verify(index: Index, report: SyncReport) -> None:
    from cogmem.index import check

    report.verified = check.counts(index)
    if (report.added or report.changed or report.removed) and index.writable:
        check.full_text(index)
    else:
        check.sample(index)
