"""Logs to write, and what an index says about them, for comparing two indexes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from cogmem.index.listing import Wanted, newest
from cogmem.index.places import columns
from cogmem.index.report import SyncReport
from cogmem.index.sqlite import Index
from cogmem.index.sync import sync
from cogmem.project import Project


class Store:
    """A project and its open index."""

    def __init__(self, project: Project, index: Index) -> None:
        self.project, self.index = project, index

    @property
    def logs(self) -> Path:
        return self.project.logs_dir

    def write(self, name: str, *entries: str, text: str | None = None) -> Path:
        """Write ``<name>.md``; each entry is ``title`` or ``title / body``."""
        path = self.logs / (name if name.endswith(".md") else name + ".md")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text if text is not None else log_text(path.name[:10], entries), "utf-8")
        return path

    def sync(self, **options: object) -> SyncReport:
        return sync(self.project, self.index, **options)  # type: ignore[arg-type]

    def titles(self) -> list[str]:
        return [entry.title for entry in newest(self.index.db, Wanted(), 10_000)[0]]


def log_text(day: str, entries: tuple[str, ...] | list[str]) -> str:
    blocks = []
    for entry in entries:
        title, _, body = entry.partition(" / ")
        blocks.append(f"### [NOTE] {title}\n*Arousal: 0.6*\n{body}\n")
    return f"# {day} Session Log\n\n## Log Entries\n\n" + "\n---\n\n".join(blocks)


@pytest.fixture
def store(words_project: Project) -> Iterator[Store]:
    with Index.open(words_project.index_path) as index:
        yield Store(words_project, index)


def content(index: Index) -> dict[str, object]:
    """Everything an index says, without the numbers that depend on how it came about."""
    db = index.db
    stems = dict(db.execute("SELECT id, stem FROM term"))
    files = {}
    windows = 0
    for source, digest, day, user, entries, length, window, problems, places in db.execute(
        "SELECT source, digest, day, user, entries, length, window, problems, places FROM file"
    ):
        pos, *rest = columns(places)
        ids = [db.execute("SELECT id FROM entry WHERE pos = ?", (one,)).fetchone()[0] for one in pos]
        files[source] = (digest, day, user, entries, length, window, problems, tuple(zip(ids, *rest, strict=True)))
        windows += window
    rows = {}
    for row in db.execute(
        "SELECT f.source, e.id, e.pos >> 24, e.hash, e.kind, e.category, e.arousal, e.flags, e.session, "
        "e.speaker, e.origin, "
        "e.supersedes, e.chars, e.script, e.length, e.title, e.body, e.time, e.emotion, e.domains, e.files, "
        "e.meta, e.terms, "
        "e.pos FROM entry e JOIN file f ON f.id = e.file"
    ):
        *values, terms, pos = row
        counted = {stems[value >> 6]: value & 63 for value in memoryview(terms).cast("I")}
        rows[values[0], values[1]] = (tuple(values[2:]), tuple(sorted(counted.items())))
        for stem in counted:
            assert pos in found(index, stem), (stem, values[1])
    alive = dict(db.execute("SELECT stem, df FROM term WHERE df > 0"))
    entries, length, window = db.execute("SELECT entries, length, window FROM total").fetchone()
    assert entries == len(rows) == db.execute("SELECT count(*) FROM entry").fetchone()[0]
    assert window == windows
    if index.words:
        assert db.execute("SELECT count(*) FROM word_docsize").fetchone()[0] == entries
    return {"files": files, "rows": rows, "df": alive, "totals": (entries, length, window)}


def found(index: Index, stem: str) -> list[int]:
    """pos of the entries that the full-text table gives for a stem."""
    row = index.db.execute("SELECT id FROM term WHERE stem = ?", (stem,)).fetchone()
    if row is None:
        return []
    return [pos for (pos,) in index.db.execute("SELECT rowid FROM word WHERE word MATCH ?", (str(row[0]),))]


def rebuilt(project: Project, folder: Path) -> dict[str, object]:
    """What an index made from nothing says."""
    with Index.open(folder / "fresh.db") as index:
        sync(project, index)
        return content(index)
