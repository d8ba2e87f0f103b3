"""An index with wrong bytes in it, whichever they are: doctor looks and mends, the prompt hook keeps still."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from cogmem.doctor.index import CHECKS
from cogmem.doctor.registry import examine, mend
from cogmem.errors import IndexDamagedError
from cogmem.index import lexical
from cogmem.index.health import look
from cogmem.recall import glance
from cogmem.store import MemoryStore
from patient import Room

DAMAGE = [(start, stride) for start in (60, 100, 200, 1500) for stride in (31, 97, 211, 997, 4099)]


@pytest.fixture
def whole(room: Room) -> bytes:
    room.make(git=False)
    for day in range(2, 8):
        lines = "".join(f"### [NOTE] title {n}\nthe deploy number {n} of day {day}\n\n" for n in range(12))
        room.write(f"memory/logs/2026-03-{day:02}.md", f"# d\n\n{lines}")
    room.index()
    with sqlite3.connect(room.project.index_path) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()
    return room.project.index_path.read_bytes()


def damaged(room: Room, data: bytes, start: int, stride: int) -> Path:
    path = room.project.index_path
    wrong = bytearray(data)
    for at in range(start, len(wrong), stride):
        wrong[at] ^= 255
    for rest in path.parent.glob(f"{path.name}*"):
        rest.unlink()
    path.write_bytes(wrong)
    return path


@pytest.mark.parametrize(("start", "stride"), DAMAGE)
def test_any_damage_is_told_and_mended(room: Room, whole: bytes, start: int, stride: int) -> None:
    path = damaged(room, whole, start, stride)
    before = path.read_bytes()
    found = [one for one in examine(room.root, CHECKS) if one.level == "error"]
    assert [one.code for one in found] in (["index"], ["check_failed"], ["index_vectors"]), found
    assert found[0].hint and path.read_bytes() == before
    mend(found)
    with MemoryStore(room.project) as store:
        store.index_dir()
        assert store.search("deploy number 3", 5).results
    assert not look(path, room.root, "memory/logs").fault


@pytest.mark.parametrize(("start", "stride"), DAMAGE)
def test_the_words_of_a_damaged_index_are_an_answer_or_none(room: Room, whole: bytes, start: int, stride: int) -> None:
    path = damaged(room, whole, start, stride)
    db = lexical.connect(str(path))
    if db is not None:
        try:
            lexical.search(db, "deploy number 3 of day 4")
        except (sqlite3.Error, IndexDamagedError):
            assert look(path, room.root, "memory/logs").fault
        finally:
            db.close()
    glance.entries(room.project, 0, 5, 5)
