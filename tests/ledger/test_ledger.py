"""The ledger: boosts, audit, sessions, moves, formats, many writers."""

from __future__ import annotations

import json
import os
import sqlite3
from functools import partial

import pytest

from cogmem.errors import BusyError, ReadOnlyError
from cogmem.ledger import migrations
from cogmem.ledger.sqlite import Ledger
from forks import all_well, fork


@pytest.fixture
def path(tmp_path):
    return tmp_path / "memory" / "ledger.db"


@pytest.fixture
def ledger(path):
    with Ledger.open(path) as opened:
        yield opened


def shown(ledger: Ledger) -> dict[str, int]:
    """How often each entry was found or told."""
    return {id: count for id, count, _ in ledger.most_recalled()}


def test_use_raises_an_entry_once_per_session_up_to_the_cap(ledger):
    assert ledger.note_used("a", "s1") == ["a"]
    assert ledger.note_used(["a", "a", "b"], "s1") == ["b"]
    assert ledger.boosts()["a"][0] == pytest.approx(0.1)
    for n in range(200):
        ledger.note_used("a", f"more{n}")
    assert ledger.boosts()["a"][0] == pytest.approx(0.3) and ledger.boosts()["b"][0] == pytest.approx(0.1)
    ledger.note_used("c", "s", step=0.2, cap=0.15)
    assert ledger.boosts()["c"][0] == pytest.approx(0.15)


def test_a_lower_cap_takes_nothing_away(ledger):
    for n in range(3):
        ledger.note_used("a", f"s{n}")
    ledger.note_used("a", "s9", cap=0.1)
    assert ledger.boosts()["a"][0] == pytest.approx(0.3)


def test_without_a_session_a_day_counts_once(ledger, monkeypatch):
    monkeypatch.setenv("COGMEM_NOW", "2026-03-01T10:00:00+00:00")
    assert ledger.note_used("a", None) == ["a"] and ledger.note_used("a", None) == []
    monkeypatch.setenv("COGMEM_NOW", "2026-03-02T10:00:00+00:00")
    assert ledger.note_used("a", None) == ["a"]
    assert ledger.boosts()["a"][1].startswith("2026-03-0")


def test_searching_changes_no_boost(ledger):
    for _ in range(200):
        ledger.note_retrieval("query", [("a", 0.9, 0.8), ("b", 0.7, None)], session="s")
    assert ledger.boosts() == {} and shown(ledger) == {"a": 200, "b": 200}


def test_the_audit_says_what_was_injected_and_whether_it_was_used(ledger):
    ledger.note_injection("SessionStart", [("p", None)], session="s1", reason="pinned", tokens=30, text="block", at=1.0)
    ledger.note_injection(
        "UserPromptSubmit",
        [("a", 0.8), ("b", 0.7)],
        session="s1",
        reason="flashback",
        semantic=True,
        tokens=90,
        text="💭 \ud800",
        at=2.0,
    )
    ledger.note_used("b", "s1")
    ledger.note_used("a", "s2")
    last, first = ledger.last_injections(10)
    assert (last["event"], last["semantic"], last["tokens"], last["text"]) == ("UserPromptSubmit", True, 90, "💭 ?")
    assert last["entries"] == [
        {"id": "a", "relevance": 0.8, "used": False},
        {"id": "b", "relevance": 0.7, "used": True},
    ]
    assert [one["event"] for one in ledger.last_injections(1)] == ["UserPromptSubmit"]
    assert [one["n"] for one in ledger.last_injections(9, id="p")] == [first["n"]]


def test_retrievals_are_kept_with_their_results(ledger):
    ledger.note_retrieval("認証 障害", [("a", 0.9, 0.95)], session="s", mode="lexical", via="mcp", at=5.0)
    one = ledger.last_retrievals()[0]
    assert (one["query"], one["mode"], one["via"], one["session"]) == ("認証 障害", "lexical", "mcp", "s")
    assert one["results"] == [{"id": "a", "relevance": 0.9, "score": 0.95}]
    assert ledger.last_retrievals(id="zzz") == []


def test_what_is_old_is_forgotten_and_the_rest_is_kept(ledger):
    day = 86_400.0
    now = __import__("cogmem.clock", fromlist=["stamp"]).stamp()
    for age in (1, 80, 100):
        ledger.note_injection("E", [("a", 1.0)], at=now - age * day)
        ledger.note_retrieval("q", [("a", 1.0, 1.0)], at=now - age * day)
        ledger.note_skill("search", f"started {age} days ago", at=now - age * day)
        ledger.note_transcript("s", [{"uuid": str(age), "text": "said"}], at=now - age * day)
    ledger.note_used("a", "s", at=now - 1000 * day)
    assert ledger.purge(injections_days=90) == {"injection": 1, "retrieval": 1, "skill_event": 1}
    assert [one["event"] for one in ledger.skill_events()] == ["started 1 days ago", "started 80 days ago"]
    assert len(ledger.last_injections()) == 2 and shown(ledger) == {"a": 4}
    assert ledger.transcript_kept() == (3, now - 100 * day)
    assert ledger.purge(transcript_days=0) == {"transcript": 3} and ledger.transcript_kept() == (0, None)
    assert ledger.boosts()["a"][0] > 0


def test_a_session_counts_once(ledger):
    assert ledger.note_session("s1", {"minutes": 10, "topics": "a", "extra": [1]}) is True
    assert ledger.note_session("s1", {"minutes": 30, "topics": "a, b", "ended": "2026-03-01T10:00:00+09:00"}) is False
    ledger.note_session("s2", {"minutes": "odd", "prompts": None})
    assert ledger.session_count() == 2
    assert ledger.sessions()[0] | {"id": "s1"} == {
        "id": "s1",
        "started": "",
        "ended": "2026-03-01T10:00:00+09:00",
        "minutes": 30,
        "prompts": 0,
        "entries": 0,
        "topics": "a, b",
        "tone": "",
        "reason": "",
    }
    assert ledger.session_count() == 2


def test_transcripts_are_kept_once(ledger):
    rows = [{"uuid": f"u{n}", "role": "user", "time": f"2026-03-01T10:0{n}:00Z", "text": f"said {n}"} for n in range(3)]
    assert ledger.note_transcript("s", rows) == 3 and ledger.note_transcript("s", rows) == 0
    assert [row["text"] for row in ledger.transcript("s")] == ["said 0", "said 1", "said 2"]


def test_skill_events(ledger):
    ledger.note_skill("wrap", "skill_start", session="s", at=1.0)
    ledger.note_skill("wrap", "skill_end", session="s", detail="ok", at=2.0)
    ledger.note_skill("search", "skill_start", session="t", at=3.0)
    assert [row["event"] for row in ledger.skill_events(skill="wrap")] == ["skill_start", "skill_end"]
    assert len(ledger.skill_events(since=2.5)) == 1 and len(ledger.skill_events(session="s")) == 2


def test_statistics_follow_an_entry_that_moved(ledger):
    ledger.note_used("old", "s1")
    ledger.note_used("old", "s2")
    ledger.note_used("new", "s2")
    ledger.note_retrieval("q", [("old", 1.0, 1.0)])
    ledger.note_injection("E", [("old", 1.0)])
    ledger.apply_moves([("old", "new"), ("new", "newer"), ("nobody", "x"), ("same", "same")])
    assert {id: round(boost, 6) for id, (boost, _) in ledger.boosts().items()} == {"newer": 0.2}
    assert shown(ledger) == {"newer": 2}
    assert ledger.note_used("newer", "s1") == [] and ledger.note_used("newer", "s3") == ["newer"]


def test_export_yields_every_row(ledger):
    ledger.note_used("a", "s")
    ledger.note_retrieval("q", [("a", 1.0, 1.0)])
    ledger.note_injection("E", [("a", 1.0)])
    ledger.note_session("s", {})
    ledger.note_skill("k", "e")
    ledger.note_transcript("s", [{"uuid": "u", "text": "t"}])
    rows = list(ledger.export())
    tables = {name for (name,) in ledger.db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")} - {"merged"}
    counts = {table: ledger.db.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in tables}
    assert {table: sum(name == table for name, _ in rows) for table in tables} == counts
    assert json.dumps(rows) and tables - {"event"} == {name for name, _ in rows}


def test_reopened_it_has_everything(path):
    with Ledger.open(path) as ledger:
        ledger.note_used("a", "s")
    with Ledger.open(path) as ledger:
        assert ledger.boosts()["a"][0] == pytest.approx(0.1) and ledger.notices == []


STEPS = (
    *migrations.STEPS,
    ("second", "ALTER TABLE session ADD COLUMN mood TEXT;\nUPDATE session SET mood = 'calm';\n"),
)


def test_steps_run_in_order_once_with_their_records(path, monkeypatch):
    with Ledger.open(path) as ledger:
        ledger.note_session("s", {})
        assert migrations.migrate(ledger.db, 9.0, STEPS) == ["second"]
        assert migrations.migrate(ledger.db, 9.0, STEPS) == []
        assert ledger.db.execute("SELECT mood FROM session").fetchall() == [("calm",)]
        assert ledger.db.execute("SELECT n, name FROM migration").fetchall() == [(1, "first"), (2, "second")]


def test_a_step_that_fails_leaves_nothing_of_itself(ledger):
    bad = (*migrations.STEPS, ("bad", "CREATE TABLE half(x);\nINSERT INTO nowhere VALUES(1);\n"))
    with pytest.raises(sqlite3.OperationalError):
        migrations.migrate(ledger.db, 9.0, bad)
    assert migrations.version(ledger.db) == 1
    assert ledger.db.execute("SELECT count(*) FROM sqlite_master WHERE name = 'half'").fetchone()[0] == 0


def test_a_newer_format_is_read_and_not_written(path):
    with Ledger.open(path) as ledger:
        ledger.note_used("a", "s")
        ledger.db.execute("PRAGMA user_version=99")
    before = path.read_bytes()
    with Ledger.open(path) as ledger:
        assert not ledger.writable and "newer" in ledger.notices[0]
        assert ledger.boosts()["a"][0] == pytest.approx(0.1)
        with pytest.raises(ReadOnlyError):
            ledger.note_used("b", "s")
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "harm", [lambda path: path.write_bytes(b"not a database" * 500), lambda path: os.truncate(path, 5000)]
)
def test_a_damaged_ledger_is_set_aside_and_told(path, harm):
    with Ledger.open(path) as ledger:
        ledger.note_used("a", "s")
    harm(path)
    with Ledger.open(path) as ledger:
        assert len(ledger.notices) == 1 and "set aside" in ledger.notices[0]
        ledger.note_used("b", "s")
    assert (path.parent / "ledger.db.corrupt-1").exists()
    with Ledger.open(path) as ledger:
        assert ledger.notices == [] and list(ledger.boosts()) == ["b"]


def test_processes_that_find_the_damage_at_once_set_it_aside_once(path):
    path.parent.mkdir()
    for _ in range(5):
        for old in path.parent.iterdir():
            old.unlink()
        path.write_bytes(b"not a database" * 500)

        def work(who: int) -> None:
            with Ledger.open(path) as ledger:
                ledger.note_used(f"entry {who}", "s")

        assert all_well([fork(partial(work, who)) for who in range(6)])
        aside = {old.name.removesuffix("-wal").removesuffix("-shm") for old in path.parent.glob("*.corrupt-*")}
        assert aside == {"ledger.db.corrupt-1"}
        with Ledger.open(path) as ledger:
            assert len(ledger.boosts()) == 6


def test_a_locked_ledger_is_busy(path):
    with Ledger.open(path) as one, Ledger.open(path) as two:
        two.db.execute("PRAGMA busy_timeout=50")
        with one.writing(), pytest.raises(BusyError):
            two.note_used("a", "s")


def test_a_full_disk_is_told(ledger):
    pages = ledger.db.execute("PRAGMA page_count").fetchone()[0]
    ledger.db.execute(f"PRAGMA max_page_count={pages}")
    with pytest.raises(ReadOnlyError):
        ledger.note_transcript("s", [{"uuid": str(n), "text": "x" * 5000} for n in range(50)])
    ledger.db.execute("PRAGMA max_page_count=100000")
    assert ledger.transcript("s") == [] and ledger.note_transcript("s", [{"uuid": "1", "text": "x"}]) == 1


def test_many_processes_lose_nothing(path):
    Ledger.open(path).close()

    def work(who: int) -> None:
        with Ledger.open(path) as ledger:
            for n in range(30):
                ledger.note_used("shared", f"{who}-{n}", step=0.0001, cap=1.0)
                ledger.note_retrieval("q", [("shared", 1.0, 1.0)])

    assert all_well([fork(partial(work, who)) for who in range(8)])
    with Ledger.open(path) as ledger:
        assert ledger.boosts()["shared"][0] == pytest.approx(0.024) and shown(ledger) == {"shared": 240}


def test_it_is_private_and_opening_it_again_lets_go_of_no_lock(path):
    """A second handle that is opened and closed would free the locks of the first, and the last of two processes to
    close would then take the write-ahead log away from under it."""
    with Ledger.open(path) as one:
        assert path.stat().st_mode & 0o077 == 0
        Ledger.open(path).close()

        def other() -> None:
            with Ledger.open(path) as ledger:
                ledger.note_used("other", "s")

        assert all_well([fork(other)])
        one.note_used("one", "s")
    with Ledger.open(path) as ledger:
        assert set(ledger.boosts()) == {"one", "other"}
