"""Bringing the index up to date with the logs: what changed is read, the rest is not touched.

A file is read when its stamps differ (or it was too fresh to trust them), and parsed when its bytes differ. Batches of
files are written newest first, each in one transaction, so that a kill loses nothing and the next run goes on. One bad
file never stops the others. The imports that cost wait until something changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from cogmem.errors import IndexDamagedError
from cogmem.index.scan import COMPACT, Found, full_log, is_log, scan
from cogmem.index.sqlite import Index

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cogmem.project import Project

BATCH_FILES = 100
BATCH_BYTES = 2_000_000
_ROUNDS = 3

Progress = Callable[[int, int], None]


class SyncReport:
    """What a run found and did.

    ``files`` and ``entries``: what the index holds now. ``added``, ``changed``, ``removed``: entries. ``moved``:
    [(old id, new id)] that the ledger was not told yet (``Index.tell_moves``). ``vanished``: [(id, path)] of entries
    that are in no log any more. ``problems``: [(path, line, message)] of the whole store, line 0 for the file.
    ``unread``: those files among them that could not be read now. ``read_only``: changes were seen and could not be written."""

    __slots__ = (
        "added",
        "changed",
        "entries",
        "files",
        "moved",
        "notices",
        "problems",
        "read_only",
        "removed",
        "unread",
        "vanished",
    )

    def __init__(self) -> None:
        self.files = self.entries = self.added = self.changed = self.removed = 0
        self.moved: list[tuple[str, str]] = []
        self.vanished: list[tuple[str, str]] = []
        self.problems: list[tuple[str, int, str]] = []
        self.unread: list[tuple[str, int, str]] = []
        self.notices: list[str] = []
        self.read_only = False

    def as_dict(self) -> dict[str, object]:
        """For ``--json``."""
        return {name: getattr(self, name) for name in sorted(self.__slots__)}


def sync(
    project: Project,
    index: Index,
    *,
    rebuild: bool = False,
    files: Iterable[str | Path] | None = None,
    progress: Progress | None = None,
) -> SyncReport:
    """Make the index say what the logs say. ``files``: look at these paths only (a watcher's word); ``rebuild``: read
    everything anew, in one transaction; ``progress(done, total)`` counts files.

    Raises BusyError. A damaged index is set aside and built anew (told in ``notices``)."""
    report = SyncReport()
    index.current()
    for attempt in range(_ROUNDS):
        try:
            _sync(project, index, report, rebuild, None if index.rebuilt else files, progress)
            break
        except IndexDamagedError:
            if attempt == _ROUNDS - 1 or not index.writable:
                raise
            index.set_aside("damaged")
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
    root, logs = str(project.root), str(project.config.logs_dir)
    for _ in range(_ROUNDS):
        with index.errors():
            known = dict(index.db.execute("SELECT source, stamp FROM file").fetchall())
        found = scan(root, logs, known) if files is None else _look(root, logs, files, known)
        if len(found.names) == len(known) and not found.changed and not rebuild:
            break
        changed, gone, later = _differences(index, known, found, rebuild)
        if not changed and not gone and not rebuild:
            break
        if not index.writable:
            report.read_only = True
            report.notices.append("the index cannot be written here: changes since it was made are not found")
            break
        from cogmem.index.batches import Batches

        batches = Batches(root, logs, index, report, project.config.handover_delimiter)
        again = batches.run(changed, gone, rebuild=rebuild, progress=progress)
        rebuild = False
        if not again and not later:
            break
    _finish(index, found, report)


def _differences(index: Index, known: dict[str, int], found: Found, rebuild: bool) -> tuple[list[str], list[str], bool]:
    """(paths to read, paths that are no more, whether short logs must wait until their full logs are read)."""
    names = set(found.names)
    changed = dict.fromkeys(found.names if rebuild else found.changed)
    gone = [source for source in known if source not in names and not any(source.startswith(p) for p in found.unlisted)]
    later = False
    empty: set[str] | None = None
    for source in [source for source in found.names if source.endswith(COMPACT)]:
        full = full_log(source)
        if full not in names:
            continue
        if empty is None:
            with index.errors():
                empty = {path for (path,) in index.db.execute("SELECT source FROM file WHERE entries = 0")}
        if full in changed:
            later = True
        elif full in empty:
            continue
        changed.pop(source, None)
        if full not in changed and source in known:
            gone.append(source)
    return list(changed), gone, later


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
