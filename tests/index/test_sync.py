"""What a sync finds, and what it leaves alone: changes, moves, deletions, odd names, bad files."""

from __future__ import annotations

import os
import shutil
import threading
import time

import pytest

from cogmem.index import lexical
from cogmem.index.scan import settled
from cogmem.index.sqlite import Index
from cogmem.index.sync import sync
from cogmem.project import open_project
from index.conftest import Store, content, log_text, rebuilt


def changed_rows(store: Store, before: int) -> list[str]:
    return [title for (title,) in store.index.db.execute("SELECT title FROM entry WHERE change > ?", (before,))]


def generation(store: Store) -> int:
    return store.index.db.execute("SELECT generation FROM total").fetchone()[0]


def test_a_changed_entry_touches_its_own_row_only(store):
    store.write("2026-03-01", *[f"entry {n} / body {n}" for n in range(20)])
    store.sync()
    before, text = generation(store), (store.logs / "2026-03-01.md").read_text()
    store.write("2026-03-01.md", text=text.replace("body 7", "body seven\nand another line"))
    counted = store.index.db.total_changes
    report = store.sync()
    assert (report.added, report.changed, report.removed) == (0, 1, 0)
    assert changed_rows(store, before) == ["entry 7"]
    assert store.index.db.total_changes - counted < 40, "entry, word, file, totals and a few words"
    hit = lexical.search(store.index.db, "entry 19")[0]
    assert "entry 19" in (store.logs / "2026-03-01.md").read_text().splitlines()[hit["line"] - 1]


def test_nothing_changed_writes_nothing(store):
    store.write("2026-03-01", "a", "b")
    store.sync()
    before = store.index.db.total_changes
    report = store.sync()
    assert (report.files, report.entries, report.added, report.changed) == (1, 2, 0, 0)
    assert store.index.db.total_changes - before <= 1, "at most the stamp of a log that was too fresh"


def test_a_change_of_the_same_size_within_the_same_tick_is_found(store):
    path = store.write("2026-03-01", "alpha")
    store.sync()
    info = path.stat()
    path.write_text(path.read_text().replace("alpha", "omega"))
    os.utime(path, ns=(info.st_atime_ns, info.st_mtime_ns))
    store.sync()
    assert store.titles() == ["omega"]


def test_an_older_file_put_back_is_found(store):
    """An mtime in the past is a change like any other (``git checkout``, ``rsync -t``)."""
    store.write("2026-03-01", "new")
    store.sync()
    path = store.write("2026-03-01", "old")
    os.utime(path, (1_400_000_000, 1_400_000_000))
    store.sync()
    assert store.titles() == ["old"]


def test_deleted_entries_and_logs_vanish_at_once_and_are_reported(store):
    store.write("2026-03-01", "stays", "goes")
    store.write("2026-03-02", "whole log")
    store.sync()
    store.write("2026-03-01", "stays")
    (store.logs / "2026-03-02.md").unlink()
    report = store.sync()
    assert store.titles() == ["stays"]
    assert report.removed == 2
    assert sorted(source for _, source in report.vanished) == ["memory/logs/2026-03-01.md", "memory/logs/2026-03-02.md"]
    assert not lexical.search(store.index.db, "goes") and not lexical.search(store.index.db, "whole")


def test_a_renamed_log_appears_once_with_its_new_date_and_its_ids_are_reported(store):
    store.write("2026-03-01", "one / text of one", "two / text of two")
    store.sync()
    old = {hit["title"]: hit["id"] for hit in lexical.search(store.index.db, "text")}
    (store.logs / "2026-03-01.md").rename(store.logs / "2026-03-05.md")
    report = store.sync()
    hits = {hit["title"]: hit for hit in lexical.search(store.index.db, "text")}
    assert {hit["source"] for hit in hits.values()} == {"memory/logs/2026-03-05.md"}
    assert sorted(report.moved) == sorted((old[title], hits[title]["id"]) for title in ("one", "two"))
    assert report.vanished == [] and report.entries == 2


def test_a_changed_heading_is_a_move_even_when_the_text_changed_a_little(store):
    store.write("2026-03-01", "Use SQLite / one file is enough for a person and it is fast", "Other / thing")
    store.sync()
    old = lexical.search(store.index.db, "sqlite")[0]["id"]
    store.write(
        "2026-03-01", "Use SQLite for the index / one file is enough for a person and it is very fast", "Other / thing"
    )
    report = store.sync()
    assert [pair[0] for pair in report.moved] == [old]
    assert report.changed == 1 and report.removed == 0
    assert [pair[1] for pair in report.moved] == [lexical.search(store.index.db, "sqlite")[0]["id"]]


def test_a_renamed_log_with_an_edited_heading_keeps_what_use_taught(store):
    text = "one file is enough for a person"
    store.write("2026-03-01", f"Use SQLite / {text}", "Lunch / soup and bread for everybody")
    store.sync()
    old = lexical.search(store.index.db, "sqlite")[0]["id"]
    (store.logs / "2026-03-01.md").unlink()
    store.write("2026-03-05", f"Where the index lives from now on / {text}", "Weather / rain, and wind from the west")
    report = store.sync()
    assert report.moved == [(old, lexical.search(store.index.db, "index")[0]["id"])]
    assert report.removed == 1 and report.added == 1  # what only took the other's place is another entry


def test_moves_wait_until_the_ledger_was_told(store):
    store.write("2026-03-01", "one / text")
    store.sync()
    (store.logs / "2026-03-01.md").rename(store.logs / "2026-03-05.md")
    moved = store.sync().moved
    assert moved and store.sync().moved == moved
    told = []
    assert store.index.tell_moves(told.extend) == 1
    assert told == moved and store.sync().moved == []


def test_moves_across_more_logs_than_one_batch(store):
    for n in range(150):
        store.write(f"2025-{n // 28 + 1:02}-{n % 28 + 1:02}", f"title {n} / body {n}")
    store.sync()
    for n in range(150):
        path = store.logs / f"2025-{n // 28 + 1:02}-{n % 28 + 1:02}.md"
        path.rename(store.logs / f"2024{path.name[4:]}")
    report = store.sync()
    assert len(report.moved) == 150 and report.vanished == [] and report.entries == 150


def test_two_logs_of_one_date_in_two_folders_are_two_logs(store):
    store.write("2026-03-01", "flat")
    store.write("alice/2026-03-01", "of alice")
    store.write("bob/2026-03-01", "of bob")
    store.sync()
    assert sorted(store.titles()) == ["flat", "of alice", "of bob"]
    users = {
        hit["title"]: hit["user"] for word in ("flat", "alice", "bob") for hit in lexical.search(store.index.db, word)
    }
    assert users == {"flat": None, "of alice": "alice", "of bob": "bob"}
    (store.logs / "alice" / "2026-03-01.md").unlink()
    store.sync()
    assert sorted(store.titles()) == ["flat", "of bob"]


def test_swapped_names_and_names_that_differ_in_case_only(store):
    store.write("2026-03-01", "a / first")
    store.write("2026-03-02", "b / second")
    store.sync()
    for old, new in (("2026-03-01.md", "x"), ("2026-03-02.md", "2026-03-01.md"), ("x", "2026-03-02.md")):
        (store.logs / old).rename(store.logs / new)
    store.write("2026-03-03-a", "lower")
    store.write("2026-03-03-A", "upper")
    store.sync()
    where = {
        hit["title"]: hit["source"][-13:]
        for word in ("first", "second")
        for hit in lexical.search(store.index.db, word)
    }
    assert where == {"a": "2026-03-02.md", "b": "2026-03-01.md"}
    assert {"lower", "upper"} <= set(store.titles())


def test_compact_logs_count_only_without_their_full_log(store):
    store.write("2026-03-01.compact", "short")
    store.sync()
    assert store.titles() == ["short"]
    store.write("2026-03-01", "full")
    store.sync()
    assert store.titles() == ["full"]
    (store.logs / "2026-03-01.md").write_text("# 2026-03-01\n\nNothing yet.\n")
    store.sync()
    assert store.titles() == ["short"]
    (store.logs / "2026-03-01.md").unlink()
    store.sync()
    assert store.titles() == ["short"]


def test_names_of_editors_and_tools_are_none_of_ours(store):
    for name in (
        ".2026-03-01.md.swp",
        "2026-03-01.md~",
        "#2026-03-01.md#",
        "2026-03-01.md.tmp",
        "4913",
        "2026-03-01.tmp.md",
        "2026-03-01.bak.md",
        "2026-03-01.orig.md",
        ".2026-03-01.md",
        "notes.md",
        "2026-03-01.txt",
        "2026-3-1.md",
    ):
        (store.logs / name).write_text(log_text("2026-03-01", ["x"]))
    store.write("2026-03-01-evening", "kept")
    store.sync()
    assert store.titles() == ["kept"]


def test_one_bad_file_never_blocks_the_others(store):
    for n in range(20):
        store.write(f"2026-03-{n + 1:02}", f"good {n}")
    (store.logs / "2026-04-01.md").write_bytes(b"# 2026-04-01\n\n### [NOTE] caf\xe9\n\xff\xfe broken\n")
    (store.logs / "2026-01-01.md").mkdir()
    (store.logs / "2026-13-45.md").write_text("### [NOTE] no such day\n")
    os.mkfifo(store.logs / "2026-04-02.md")
    report = store.sync()
    assert len([title for title in store.titles() if title.startswith("good")]) == 20
    named = {(source.rpartition("/")[2], line > 0) for source, line, _ in report.problems}
    assert ("2026-04-01.md", True) in named, "the byte's line is told"
    assert ("2026-01-01.md", False) in named and ("2026-13-45.md", True) in named and ("2026-04-02.md", False) in named
    assert store.sync().problems == report.problems, "an unchanged problem is told again"


def test_links(store, tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "2026-05-01.md").write_text(log_text("2026-05-01", ["outside"]))
    store.write("2026-03-01", "inside")
    (store.logs / "loop").symlink_to("..")
    (store.logs / "tree").symlink_to(outside)
    (store.logs / "2026-05-01.md").symlink_to(outside / "2026-05-01.md")
    (store.logs / "2026-05-02.md").symlink_to("nowhere.md")
    (store.logs / "2026-05-03.md").symlink_to("2026-03-01.md")
    report = store.sync()
    assert store.titles() == ["inside", "inside"], "a link to another log of the folder is followed"
    assert {source.rpartition("/")[2] for source, _, _ in report.problems} == {
        "loop",
        "tree",
        "2026-05-01.md",
        "2026-05-02.md",
    }
    (store.logs / "2026-03-01.md").write_text(log_text("2026-03-01", ["changed"]))
    store.sync()
    assert store.titles() == ["changed", "changed"]


def test_added_during_a_run_is_found_by_the_next(store):
    store.write("2026-03-01", "a")
    store.write("2026-03-02", "b")

    def meanwhile(done: int, total: int) -> None:
        store.write("2026-03-03", "c")
        store.write("2026-03-01", "a", "a second")

    store.sync(progress=meanwhile)
    store.sync()
    assert sorted(store.titles()) == ["a", "a second", "b", "c"]


def test_progress_counts_files_and_newest_logs_come_first(store):
    for n in range(230):
        store.write(f"20{10 + n // 28:02}-01-{n % 28 + 1:02}", f"entry {n}")
    told, first = [], []

    def progress(done: int, total: int) -> None:
        told.append((done, total))
        if len(told) == 1:
            first.extend(row[0] for row in store.index.db.execute("SELECT day FROM file"))

    store.sync(progress=progress)
    assert told[-1] == (230, 230) and [done for done, _ in told] == sorted(done for done, _ in told)
    days = [row[0] for row in store.index.db.execute("SELECT day FROM file ORDER BY day DESC")]
    assert sorted(first, reverse=True) == days[: len(first)]


def test_told_which_files_changed_it_looks_at_no_other(store):
    store.write("2026-03-01", "a")
    store.write("2026-03-02", "b")
    store.sync()
    store.write("2026-03-01", "a2")
    store.write("2026-03-02", "b2")
    store.sync(files=[store.logs / "2026-03-02.md"])
    assert sorted(store.titles()) == ["a", "b2"]
    (store.logs / "2026-03-02.md").unlink()
    store.sync(files=["memory/logs/2026-03-02.md", "memory/logs/notes.txt", "README.md", "/etc/passwd"])
    assert store.titles() == ["a"]


def test_rebuild_keeps_what_was_there_and_counts(store):
    for n in range(120):
        store.write(f"2025-{n // 28 + 1:02}-{n % 28 + 1:02}", f"title {n} / body {n}")
    store.sync()
    before = content(store.index)
    report = store.sync(rebuild=True, verify=True)
    assert content(store.index) == before
    assert report.verified == {"files": 120, "entries": 120, "words": 120, "vectors": 0}


def test_a_rebuild_that_is_interrupted_leaves_the_old_index(store):
    store.write("2026-03-01", "a")
    store.write("2026-03-02", "b")
    store.sync()
    before = content(store.index)

    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        store.sync(rebuild=True, progress=stop)
    assert content(store.index) == before


def test_text_that_no_encoding_loves_is_indexed(store):
    odd = "### [NOTE] odd \x00 \u202e bidi \ud83d\udc68\u200d\U0001f469 e\u0301\ufdfa\n" + "x" * 1_000_000 + "\n"
    (store.logs / "2026-03-01.md").write_bytes(odd.encode("utf-8", "surrogatepass"))
    (store.logs / "2026-03-02.md").write_bytes("### [NOTE] 認証の障害\n期限切れ\n".encode("cp932"))
    (store.logs / "2026-03-03.md").write_bytes("### [NOTE] wide\r\nbody\r\n".encode("utf-16"))
    report = store.sync(verify=True)
    assert report.entries == 3
    assert lexical.search(store.index.db, "wide")


def test_a_folder_that_cannot_be_listed_keeps_its_entries(store, monkeypatch):
    store.write("alice/2026-03-01", "of alice")
    store.sync()
    real = os.scandir

    def refusing(path: str):
        if str(path).endswith("alice"):
            raise PermissionError(13, "Permission denied")
        return real(path)

    monkeypatch.setattr(os, "scandir", refusing)
    report = store.sync()
    assert store.titles() == ["of alice"]
    assert any("cannot be listed" in message for _, _, message in report.problems)


def test_another_checkout_gives_the_same_index(store, tmp_path):
    store.write("2026-03-01", "a / b")
    store.sync()
    assert content(store.index) == rebuilt(store.project, tmp_path)
    shutil.rmtree(store.logs)
    with Index.open(store.project.index_path) as other:
        assert sync(store.project, other).entries == 0


def test_another_handover_heading_in_the_settings_is_read_with(store, tmp_path):
    text = "# 2026-03-01\n\n## Log Entries\n\n### [NOTE] a\nx\n\n## Baton\n- [NOTE] not an entry then\n"
    store.write("2026-03-01.md", text=text)
    store.sync()
    assert sorted(store.titles()) == ["a", "not an entry then"]
    toml = store.project.root / "cogmem.toml"
    toml.write_text(toml.read_text().replace("format = 1\n", 'format = 1\nhandover_delimiter = "## Baton"\n'))
    project = open_project(store.project.root)
    for _ in range(2):
        sync(project, store.index)
        assert store.titles() == ["a"]
    assert content(store.index) == rebuilt(project, tmp_path)
    sync(store.project, store.index)
    assert len(store.titles()) == 2


def test_a_log_that_was_just_written_is_read_again(store):
    """Two writes within one tick of the file system's clock leave the same stamp."""
    path = store.write("2026-03-01", "a")
    info = path.stat()
    for late, proven in ((0, False), (1_999_999_999, False), (2_000_000_000, True)):
        assert settled(info, max(info.st_mtime_ns, info.st_ctime_ns) + late) is proven
    store.sync()
    assert store.index.db.execute("SELECT stamp FROM file").fetchall() == [(0,)]


def test_what_was_read_before_another_process_wrote_is_not_written_after_it(store):
    """Two runs wait for the lock, one with the old text and one with the new: the new one stays, whoever is first."""

    def run() -> None:
        with Index.open(store.project.index_path) as index:
            sync(store.project, index)

    for n in range(8):
        store.write("2026-03-01", f"old {n}")
        store.sync()
        store.write("2026-03-01", f"older {n}")
        with store.index.writing():
            first = threading.Thread(target=run)
            first.start()
            time.sleep(0.1)
            store.write("2026-03-01", f"newest {n}")
            second = threading.Thread(target=run)
            second.start()
            time.sleep(0.1)
        first.join()
        second.join()
        assert store.titles() == [f"newest {n}"]
