"""Time is sane: a log is of its local day, ages are calendar days, and no clock makes a memory worth more than now."""

from __future__ import annotations

import datetime as dt
import itertools
import os
import sqlite3
import subprocess
import sys

import pytest

from cogmem.journal.daylog import read_log
from cogmem.project import Project, open_project
from cogmem.recall import quick
from cogmem.store import MemoryStore

WRITE = """
import sys
from cogmem.journal.daylog import append
from cogmem.model import Draft
from cogmem.project import open_project
entry = append(open_project(sys.argv[1]), Draft("zanzibar"))
print(entry.date, dict(entry.meta).get("Time", entry.time))
"""
# POSIX rules, so that no time zone data is needed: a name, the hours that are missing to UTC, and when summer is.
ZONES = {"Tokyo": "JST-9", "Los Angeles": "PST8PDT,M3.2.0,M11.1.0", "Berlin": "CET-1CEST,M3.5.0,M10.5.0/3",
         "Kiritimati": "XXX-14", "Pago Pago": "XXX11", "Kathmandu": "XXX-5:45"}  # fmt: skip
MOMENTS = [
    ("Tokyo", "2026-03-08T15:30:00+00:00", "2026-03-09", "+09:00"),
    ("Los Angeles", "2026-03-09T06:30:00+00:00", "2026-03-08", "-07:00"),
    ("Los Angeles", "2026-03-08T09:59:00+00:00", "2026-03-08", "-08:00"),
    ("Kiritimati", "2026-03-08T10:30:00+00:00", "2026-03-09", "+14:00"),
    ("Pago Pago", "2026-03-08T10:30:00+00:00", "2026-03-07", "-11:00"),
    ("Kathmandu", "2026-12-31T18:30:00+00:00", "2027-01-01", "+05:45"),
    ("Berlin", "2026-03-29T00:59:00+00:00", "2026-03-29", "+01:00"),
    ("Berlin", "2026-03-29T01:00:00+00:00", "2026-03-29", "+02:00"),
    ("Berlin", "2026-10-25T00:30:00+00:00", "2026-10-25", "+02:00"),
    ("Berlin", "2026-10-25T01:30:00+00:00", "2026-10-25", "+01:00"),
    ("Berlin", "2028-02-29T22:59:00+00:00", "2028-02-29", "+01:00"),
]


def written(project: Project, zone: str, moment: str) -> list[str]:
    env = {**os.environ, "TZ": ZONES[zone], "COGMEM_NOW": moment}
    done = subprocess.run([sys.executable, "-c", WRITE, str(project.root)], env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


@pytest.mark.parametrize(("zone", "moment", "day", "offset"), MOMENTS)
def test_a_log_is_of_the_local_day_and_its_times_say_where(
    words_project: Project, zone: str, moment: str, day: str, offset: str
) -> None:
    date, time = written(words_project, zone, moment)
    assert date == day and time.endswith(offset)
    assert [path.name for path in words_project.log_files()] == [f"{day}.md"]


def test_two_entries_of_a_journey_are_each_of_their_own_day(words_project: Project) -> None:
    written(words_project, "Kiritimati", "2026-03-08T10:30:00+00:00")
    written(words_project, "Pago Pago", "2026-03-08T10:40:00+00:00")
    assert [path.name for path in words_project.log_files()] == ["2026-03-07.md", "2026-03-09.md"]
    with MemoryStore(words_project) as store:
        assert len(store.search("zanzibar").results) == 2


def logged(project: Project, *days: str) -> None:
    for day in days:
        text = f"# {day}\n\n## Log Entries\n\n### [DECISION] zanzibar ferry\n*Arousal: 0.6*\nIt sails.\n"
        (project.logs_dir / f"{day}.md").write_text(text, "utf-8")


def decays(project: Project, day: str, monkeypatch: pytest.MonkeyPatch, hour: str = "12:00") -> dict[str, float]:
    monkeypatch.setenv("COGMEM_NOW", f"{day}T{hour}:00+00:00")
    with MemoryStore(project) as store:
        return {hit.date: hit.decay for hit in store.search("zanzibar ferry", top_k=50).results}


@pytest.mark.parametrize("mode", ["bounded", "classic", "weighted"])
def test_a_future_log_counts_as_today_and_outranks_nothing(
    words_project: Project, monkeypatch: pytest.MonkeyPatch, mode: str
) -> None:
    logged(words_project, "0001-01-01", "2026-03-01", "2026-03-10", "2099-01-01", "9999-12-31")
    monkeypatch.setenv("COGMEM_NOW", "2026-03-10T12:00:00+00:00")
    monkeypatch.setenv("COGMEM_SCORING_MODE", mode)
    with MemoryStore(open_project(words_project.root)) as store:
        hits = {hit.date: hit for hit in store.search("zanzibar ferry").results}
    assert len(hits) == 5 and all(0 <= hit.decay <= 1 for hit in hits.values())
    assert hits["2099-01-01"].decay == hits["9999-12-31"].decay == hits["2026-03-10"].decay == 1.0
    assert hits["2099-01-01"].score == hits["9999-12-31"].score == hits["2026-03-10"].score
    assert hits["0001-01-01"].score <= hits["2026-03-01"].score <= hits["2026-03-10"].score


def test_a_clock_that_was_set_back_makes_nothing_worth_more(
    words_project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    logged(words_project, "2026-03-01", "2026-03-10")
    with MemoryStore(words_project) as store:
        store.index_dir()
        monkeypatch.setenv("COGMEM_NOW", "2026-03-10T12:00:00+00:00")
        store.note_used(store.search("zanzibar ferry").results[0].id, "s")
    found = decays(words_project, "2023-03-10", monkeypatch)
    assert set(found.values()) == {1.0}


def test_ages_are_calendar_days_whatever_the_hour_and_the_season(
    words_project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    days = [(dt.date(2026, 3, 27) + dt.timedelta(n)).isoformat() for n in range(4)]
    logged(words_project, *days)
    found = [decays(words_project, "2026-04-01", monkeypatch, hour) for hour in ("00:01", "12:00", "23:59")]
    assert found[0] == found[1] == found[2]
    values = [found[0][day] for day in days]
    assert values == sorted(set(values)) and len(set(values)) == 4
    steps = {round(later / earlier, 4) for earlier, later in itertools.pairwise(values)}
    assert len(steps) == 1, "each day costs the same, also the one of 23 hours"


STAMPS = ["2026-03-01", "2026-03-01T10:00", "2026-03-01T10:00:00Z", "2026-03-01T10:00:00+09:00", "garbage", "",
          "0001-01-01T00:00:00", "2026-13-45"]  # fmt: skip


@pytest.mark.parametrize("moment", STAMPS)
def test_any_stamp_in_the_ledger_is_a_day_or_never(
    words_project: Project, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    logged(words_project, "2026-02-01", "2026-03-05")
    monkeypatch.setenv("COGMEM_NOW", "2026-03-10T12:00:00+00:00")
    with MemoryStore(words_project) as store:
        old = next(hit for hit in store.search("zanzibar ferry").results if hit.date == "2026-02-01")
        store.note_used(old.id, "s")
    with sqlite3.connect(words_project.ledger_path) as db:
        db.execute("UPDATE boost SET last_used = ?", (moment,))
    db.close()
    with MemoryStore(words_project) as store:
        whole = {hit.date: hit.decay for hit in store.search("zanzibar ferry").results}
        assert len(store.search("zanzibar ferry", as_of="2026-03-09").results) == 2
    found = quick.search(words_project, "zanzibar ferry", 5, note=False)["results"]
    fast = {hit["date"]: hit["decay"] for hit in found}
    assert whole == pytest.approx(fast, abs=1e-6)
    used = moment.startswith("2026-03-01")
    assert (whole["2026-02-01"] > 0.85) is used


@pytest.mark.parametrize("moment", ["14:32", "14:32+09:00", "14:32Z", "25:99", "noon", "", "2026-03-08T14:32:00+09:00"])
def test_any_time_of_an_entry_can_be_searched(words_project: Project, moment: str) -> None:
    path = words_project.logs_dir / "2026-03-08.md"
    path.write_text(f"# x\n\n## Log Entries\n\n### [NOTE] zanzibar\n*Arousal: 0.5 | Time: {moment}*\nbody\n", "utf-8")
    assert read_log(path, "memory/logs/2026-03-08.md").entries[0].date == "2026-03-08"
    with MemoryStore(words_project) as store:
        assert [hit.date for hit in store.search("zanzibar").results] == ["2026-03-08"]
        assert store.timeline(store.search("zanzibar").results[0].id, 2)
