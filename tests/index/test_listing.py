"""Lists of entries: newest first, pages that stay put, filters, counts."""

from __future__ import annotations

import random

import pytest

from cogmem.index import listing
from cogmem.index.listing import Wanted
from cogmem.index.sqlite import Index
from cogmem.index.sync import sync


def write(project, day, *entries, folder=""):
    path = project.logs_dir / folder / f"{day}.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"# {day}\n\n## Log Entries\n\n" + "\n---\n\n".join(f"### {entry}\n" for entry in entries), "utf-8")


@pytest.fixture
def index(words_project):
    with Index.open(words_project.index_path) as opened:
        yield opened


EVERYTHING = Wanted()


def titles(index, wanted=EVERYTHING, limit=50, before=None):
    entries, more = listing.newest(index.db, wanted, limit, before)
    return [entry.title for entry in entries], more


def test_newest_first_and_within_a_day_the_last_line_first(words_project, index):
    write(words_project, "2026-01-02", "[NOTE] b1", "[NOTE] b2", "[NOTE] b3")
    write(words_project, "2026-01-01", "[NOTE] a1")
    write(words_project, "2026-01-03", "[NOTE] c1", "[NOTE] c2")
    sync(words_project, index)
    assert titles(index) == (["c2", "c1", "b3", "b2", "b1", "a1"], None)


def test_pages_cover_everything_once_whatever_their_size(words_project, index):
    chance = random.Random(5)
    for day in range(1, 13):
        write(
            words_project,
            f"2026-02-{day:02}",
            *(f"[NOTE] {day}-{n}" for n in range(chance.randint(1, 9))),
            folder=chance.choice(["", "aiko", "ben"]),
        )
    sync(words_project, index)
    everything, _ = titles(index, limit=1000)
    for size in (1, 2, 3, 7, 50):
        seen, spot = titles(index, limit=size)
        while spot is not None:
            page, spot = titles(index, limit=size, before=spot)
            assert page
            seen += page
        assert seen == everything


def test_new_entries_do_not_move_the_next_page(words_project, index):
    for day in range(1, 6):
        write(words_project, f"2026-02-{day:02}", f"[NOTE] {day}a", f"[NOTE] {day}b")
    sync(words_project, index)
    _, spot = titles(index, limit=4)
    before, _ = titles(index, limit=4, before=spot)
    write(words_project, "2026-02-09", "[NOTE] new")
    sync(words_project, index)
    assert titles(index, limit=4, before=spot)[0] == before


def test_filters_and_counts(words_project, index):
    write(
        words_project,
        "2026-01-01",
        "[DECISION] use 100% of it",
        "[ERROR] a_b failed",
        "[DECISION] 通貨は円\n*Pinned: true*",
        "[FACT] hidden\n*Forgotten: true*",
    )
    sync(words_project, index)
    db = index.db
    assert listing.categories(db) == {"DECISION": 2, "ERROR": 1}
    assert (listing.total(db, Wanted()), listing.pinned(db), listing.days(db)) == (3, 1, ["2026-01-01"])
    assert titles(index, Wanted(categories=("DECISION",)))[0] == ["通貨は円", "use 100% of it"]
    assert titles(index, Wanted(words=("100%",)))[0] == ["use 100% of it"]
    assert titles(index, Wanted(words=("a_b",)))[0] == ["a_b failed"]
    assert titles(index, Wanted(words=("a-b",)))[0] == titles(index, Wanted(words=("0%0",)))[0] == []
    assert titles(index, Wanted(words=("円", "通貨")))[0] == ["通貨は円"]
    assert titles(index, Wanted(day="2026-01-02"))[0] == []
    assert [entry.title for entry in listing.holding(db, "FAILED", 5)] == ["a_b failed"]


def test_an_entry_comes_back_as_it_was_read(words_project, index):
    from cogmem.journal.logfile import read_project_log

    write(
        words_project,
        "2026-01-01",
        "[DECISION][PRICING] Title\n*Arousal: 0.8 | Emotion: Joy | Time: 14:32+09:00 | "
        "Session: s1 | Source: agent | Files: a.py:42@c0ffee | Odd: kept*\nThe body.\n\n- more",
        folder="aiko",
    )
    sync(words_project, index)
    (entry,), _ = listing.newest(index.db, Wanted(), 5)
    assert entry == read_project_log(words_project, "memory/logs/aiko/2026-01-01.md").entries[0]


def test_superseded_entries_are_known(words_project, index):
    write(words_project, "2026-01-01", "[FACT] old\n*Id: aaaabbbbcccc*", "[FACT] new\n*Supersedes: aaaabbbbcccc*")
    sync(words_project, index)
    assert listing.superseded(index.db, ["aaaabbbbcccc", "x"]) == {"aaaabbbbcccc"}
