"""Damage, other versions, read-only places: the logs are the truth, and the user is told once."""

from __future__ import annotations

import json
import os
import random
import shutil
import sqlite3
from pathlib import Path

import pytest

from cogmem.errors import BusyError, IndexDamagedError, ReadOnlyError
from cogmem.index import check, lexical
from cogmem.index.schema import VERSION
from cogmem.index.sqlite import Index
from cogmem.index.sync import sync
from forks import all_well, fork
from index.conftest import content, log_text, rebuilt


@pytest.fixture
def filled(words_project):
    for n in range(30):
        path = words_project.logs_dir / f"2026-03-{n + 1:02}.md"
        path.write_text(
            log_text(f"2026-03-{n + 1:02}", [f"title {n} {k} / body of {n} and {k} " + "word " * 30 for k in range(8)])
        )
    with Index.open(words_project.index_path) as index:
        sync(words_project, index)
    return words_project


def recovered(project, tmp_path) -> list[str]:
    """Open, sync, compare with an index made from nothing; returns what the user was told."""
    with Index.open(project.index_path) as index:
        report = sync(project, index, verify=True)
        assert content(index) == rebuilt(project, tmp_path)
        told = report.notices
        assert sync(project, index, verify=True).notices == [], "told once"
    with Index.open(project.index_path) as index:
        assert index.notices == [] and sync(project, index).notices == []
    shutil.rmtree(tmp_path / "fresh.db", ignore_errors=True)
    return told


def garbage(path: Path) -> None:
    path.write_bytes(b"<<<<<<< HEAD\nnot a database\n=======\n" * 50)


def truncated(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2 // 4096 * 4096)


def empty(path: Path) -> None:
    path.write_bytes(b"")


def without_a_table(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("DROP TABLE entry")
    db.close()


def older(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute(f"PRAGMA user_version={VERSION - 1}")
    db.close()


def newer(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute(f"PRAGMA user_version={VERSION + 1}")
    db.close()


def foreign(path: Path) -> None:
    path.unlink()
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE memories(id, content)")
    db.close()


def without_its_totals(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("DELETE FROM total")
    db.close()


def words_lost(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("UPDATE word_data SET block = zeroblob(4) WHERE id > 10")
    db.close()


def entries_lost(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("DELETE FROM entry WHERE rowid IN (SELECT rowid FROM entry LIMIT 3)")
    db.close()


@pytest.mark.parametrize(
    "harm", [garbage, truncated, without_a_table, older, newer, foreign, without_its_totals, words_lost, entries_lost]
)
def test_what_cannot_be_used_is_set_aside_and_made_anew(filled, tmp_path, harm):
    harm(filled.index_path)
    told = recovered(filled, tmp_path)
    assert len(told) == 1 and "set aside" in told[0]
    assert (filled.index_path.parent / "vectors.db.corrupt-1").exists()


@pytest.mark.parametrize("suffix", ["", "-wal", "-shm"])
def test_deleted_files_are_made_anew_without_a_word(filled, tmp_path, suffix):
    with Index.open(filled.index_path) as index:
        (filled.logs_dir / "2026-04-01.md").write_text(log_text("2026-04-01", ["late"]))
        sync(filled, index)
        Path(f"{filled.index_path}{suffix}").unlink()
    assert recovered(filled, tmp_path) in (
        [],
        ["the index was damaged; it was set aside as vectors.db.corrupt-1 and is built anew from the logs"],
    )


def test_an_empty_file_is_an_empty_index(filled, tmp_path):
    empty(filled.index_path)
    assert recovered(filled, tmp_path) == []


def test_an_index_deleted_while_it_is_open_is_made_anew(filled, tmp_path):
    with Index.open(filled.index_path) as index:
        for suffix in ("", "-wal", "-shm"):
            Path(f"{filled.index_path}{suffix}").unlink(missing_ok=True)
        assert sync(filled, index).entries == 240
        assert content(index) == rebuilt(filled, tmp_path)
    with Index.open(filled.index_path) as index:
        assert sync(filled, index).added == 0


def test_set_aside_files_are_numbered(filled, tmp_path):
    for n in (1, 2, 3):
        garbage(filled.index_path)
        recovered(filled, tmp_path)
        (tmp_path / "fresh.db").unlink()
        assert (filled.index_path.parent / f"vectors.db.corrupt-{n}").exists()


def flip(path: Path, rng: random.Random) -> None:
    data = bytearray(path.read_bytes())
    for _ in range(rng.randint(1, 20)):
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    path.write_bytes(bytes(data))


def flips(filled, tmp_path, trials: int) -> None:
    good = filled.index_path.read_bytes()
    for seed in range(trials):
        filled.index_path.write_bytes(good)
        flip(filled.index_path, random.Random(seed))
        try:
            with Index.open(filled.index_path) as index:
                for query in ("title 3", "body", "wrod"):
                    try:
                        with index.reading() as db:
                            lexical.search(db, query)
                    except IndexDamagedError:
                        index.set_aside("damaged")
                sync(filled, index, verify=True)
                try:
                    check.whole(index)
                except Exception as error:  # noqa: BLE001
                    index.set_aside(str(error))
                    sync(filled, index)
                assert content(index) == rebuilt(filled, tmp_path), seed
        finally:
            for path in [*filled.index_path.parent.glob("vectors.db.corrupt*"), *tmp_path.glob("fresh.db*")]:
                path.unlink()


def test_flipped_bits_are_found_by_the_whole_check(filled, tmp_path):
    flips(filled, tmp_path, 12)


@pytest.mark.soak
def test_many_flipped_bits(filled, tmp_path):
    flips(filled, tmp_path, 200)


def test_the_whole_check_passes_on_a_good_index(filled):
    with Index.open(filled.index_path) as index:
        assert check.whole(index)["entries"] == 240


def test_a_text_that_was_altered_in_the_database_is_found(filled):
    with Index.open(filled.index_path) as index:
        index.db.execute("UPDATE entry SET title = 'forged' WHERE rowid = (SELECT min(rowid) FROM entry)")
        with pytest.raises(Exception, match="altered"):
            check.whole(index)


def as_nobody(project) -> tuple:
    """(writable, in memory, entries, read only, hits, hits of a hook), seen by a process without root's rights, for
    whom
    every place is writable. A fork, because the interpreter itself may lie where nobody may look."""
    out, into = os.pipe()

    def look() -> None:
        if os.geteuid() == 0:
            os.setuid(65534)
        with Index.open(project.index_path) as index:
            report = sync(project, index)
            seen = [
                index.writable,
                index.path is None,
                report.entries,
                report.read_only,
                len(lexical.search(index.db, "title")),
            ]
        connection = lexical.connect(str(project.index_path))
        seen.append(len(lexical.search(connection, "title")) if connection else None)
        os.write(into, json.dumps(seen).encode())

    pid = fork(look)
    os.close(into)
    with os.fdopen(out) as stream:
        text = stream.read()
    assert all_well([pid])
    return tuple(json.loads(text))


def open_to_all(project, mode: int) -> None:
    folder = project.root
    while folder != folder.parent:
        if os.stat(folder).st_uid == os.geteuid() and folder.parts[:2] == ("/", "tmp"):
            folder.chmod(folder.stat().st_mode | 0o055)
        folder = folder.parent
    project.index_path.parent.chmod(mode)
    for path in project.index_path.parent.glob("vectors.db*"):
        path.chmod(0o444)


def test_a_read_only_place_is_read(filled):
    open_to_all(filled, 0o555)
    with Index.open(filled.index_path) as index:
        lexical.search(index.db, "titel")
    assert as_nobody(filled) == (False, False, 240, False, 5, 5)
    (filled.logs_dir / "2026-04-01.md").write_text(log_text("2026-04-01", ["title late"]))
    assert as_nobody(filled) == (False, False, 240, True, 5, 5)


def test_a_read_only_place_without_an_index_is_searched_in_memory(filled):
    for path in filled.index_path.parent.glob("vectors.db*"):
        path.unlink()
    open_to_all(filled, 0o555)
    assert as_nobody(filled) == (True, True, 240, False, 5, None)


def test_a_write_to_a_read_only_index_says_so(filled):
    with Index.open(filled.index_path) as index:
        index.writable = False
        with pytest.raises(ReadOnlyError), index.writing():
            raise AssertionError("not reached")


def test_a_full_disk_is_told_and_nothing_is_lost(filled, tmp_path):
    with Index.open(filled.index_path) as index:
        before = content(index)
        pages = index.db.execute("PRAGMA page_count").fetchone()[0]
        index.db.execute(f"PRAGMA max_page_count={pages + 3}")
        (filled.logs_dir / "2026-04-01.md").write_text(
            log_text("2026-04-01", [f"n{k} / {k} " * 2000 for k in range(40)])
        )
        with pytest.raises(ReadOnlyError):
            sync(filled, index)
        assert content(index) == before
        index.db.execute("PRAGMA max_page_count=1000000")
        assert sync(filled, index).added == 40


def test_a_locked_index_is_busy_not_broken(filled):
    with Index.open(filled.index_path) as index, Index.open(filled.index_path) as other:
        other.db.execute("PRAGMA busy_timeout=50")
        (filled.logs_dir / "2026-04-01.md").write_text(log_text("2026-04-01", ["late"]))
        with index.writing(), pytest.raises(BusyError):
            sync(filled, other)
        assert sync(filled, other).added == 1
