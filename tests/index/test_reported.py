"""Faults that were seen elsewhere: stores cut off at a page limit, editors' backups, files that nobody may read."""

from __future__ import annotations

import os
import re
from pathlib import Path

import numpy as np
import pytest

import cogmem
from cogmem.index import lexical
from cogmem.index.corpus import Corpus
from cogmem.index.pending import embed_pending
from cogmem.index.sqlite import Index
from cogmem.index.sync import sync
from cogmem.ledger.sqlite import Ledger
from cogmem.store import MemoryStore
from forks import all_well, fork
from index.conftest import Store, log_text
from index.fakes import Hashed

MANY = 12_345


def test_a_rebuild_of_thousands_keeps_every_single_one(store: Store) -> None:
    days = [f"20{20 + n // 300:02}-{n // 28 % 12 + 1:02}-{n % 28 + 1:02}" for n in range(300)]
    for number, day in enumerate(days):
        size = MANY // 300 + (number < MANY % 300)
        lines = "".join(f"- [NOTE] line {k} of {number}\n" for k in range(size))
        store.write(day, text=f"# {day}\n\n## Log Entries\n\n{lines}")
    store.sync()
    ids = [row[0] for row in store.index.db.execute("SELECT id FROM entry ORDER BY id")]
    assert len(set(ids)) == MANY
    store.index.close()
    for path in store.project.index_path.parent.glob("vectors.db*"):
        path.unlink()
    with Index.open(store.project.index_path) as index:
        report = sync(store.project, index, rebuild=True, verify=True)
        assert report.verified["entries"] == report.verified["words"] == MANY
        assert [row[0] for row in index.db.execute("SELECT id FROM entry ORDER BY id")] == ids
        embedder = Hashed(dimensions=4)
        embed_pending(index, embedder)
        corpus = Corpus(index, embedder.id)
        corpus.refresh()
        assert len(corpus) == MANY and sorted(np.unique(corpus.owner)) == list(range(MANY))


def test_an_editor_that_moves_the_file_away_and_writes_it_again_changes_nothing(words_project) -> None:
    path = words_project.logs_dir / "2026-03-01.md"
    path.write_text(log_text("2026-03-01", ["zanzibar one / ferry", "zanzibar two / ferry"]), "utf-8")
    with MemoryStore(words_project) as store:
        before = {hit.id: hit.title for hit in store.search("zanzibar ferry").results}
        store.note_used(list(before), "s")
        backup = path.with_name("2026-03-01.md~")
        path.rename(backup)
        assert store.search("zanzibar ferry").results == ()
        path.write_text(backup.read_text("utf-8").replace("zanzibar two", "zanzibar two and a half"), "utf-8")
        after = store.search("zanzibar ferry").results
    one = next(hit for hit in after if hit.title == "zanzibar one")
    assert len(after) == 2 and before[one.id] == "zanzibar one" and one.boost == pytest.approx(0.1)
    with Ledger.open(words_project.ledger_path) as ledger:
        assert one.id in ledger.boosts()


def test_a_log_that_nobody_may_read_costs_only_itself(store: Store) -> None:
    for n in range(5):
        store.write(f"2026-03-0{n + 1}", f"good {n}")
    shut = store.write("2026-03-09", "shut")
    shut.chmod(0)
    store.index.close()
    for folder in (store.logs, *store.logs.parents[:5]):
        folder.chmod(0o777)
    for path in store.project.index_path.parent.glob("vectors.db*"):
        path.unlink()

    def look() -> None:
        if os.geteuid() == 0:
            os.setgroups([])
            os.setuid(65534)
        with Index.open(store.project.index_path) as index:
            report = sync(store.project, index)
            assert report.entries == 5, report.entries
            assert [source for source, _, _ in report.unread] == ["memory/logs/2026-03-09.md"], report.unread
            assert len(lexical.search(index.db, "good")) == 5

    assert all_well([fork(look)])


def test_a_link_to_a_big_tree_and_a_loop_end_at_once(store: Store, tmp_path: Path) -> None:
    big = tmp_path / "big"
    for n in range(300):
        (big / f"d{n}").mkdir(parents=True)
        (big / f"d{n}" / "2026-03-01.md").write_text(log_text("2026-03-01", ["elsewhere"]), "utf-8")
    (store.logs / "tree").symlink_to(big)
    (store.logs / "loop").symlink_to("..")
    (store.logs / "self").symlink_to(".")
    store.write("2026-03-01", "here")
    report = store.sync()
    assert store.titles() == ["here"] and len(report.problems) == 3


def test_nothing_asks_sqlite_for_extensions() -> None:
    """Pythons without ``enable_load_extension`` are common; vectors are NumPy's, words are FTS5's or our own."""
    package = Path(cogmem.__file__).parent
    asking = re.compile(r"enable_load_extension|load_extension|sqlite_vec|sqlite_vss|pysqlite3|apsw")
    assert not [path for path in package.rglob("*.py") if asking.search(path.read_text("utf-8"))]
