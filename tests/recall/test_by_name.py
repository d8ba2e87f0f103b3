"""A rare, exact name is found first and strongly, with meaning and without, however long the entry is that holds it."""

from __future__ import annotations

import pytest

from cogmem.index import lexical
from cogmem.project import Project
from cogmem.store import MemoryStore
from long_entries import write_logs

NAMES = {
    "ERR_774x_QUOTA": 2.2,
    "--max-inflight=64": 10.8,
    "zanzibar": 21.6,
    "user.preferences.syncToken": 47.0,
}


@pytest.mark.parametrize("mode", ["hybrid", "lexical"])
def test_a_name_is_found_first_and_strongly(project: Project, mode: str) -> None:
    tickets = [(f"ticket-{k:04}x", "", 1.8) for k in range(12)]
    planted = [(f"Day {k}", name, size) for k, (name, size) in enumerate(NAMES.items())]
    write_logs(project.logs_dir, [*planted, *tickets])
    wanted = {name: title for title, name, _ in planted} | {"ticket-0003x": "ticket-0003x"}
    with MemoryStore(project.config) as store:
        store.index_dir(embed=mode == "hybrid")
        for name, title in wanted.items():
            first, second = store.search(name, top_k=2, mode=mode, reinforce=False).results
            assert (first.title, first.grade) == (title, "strong"), name
            assert second.grade != "strong", name
        asked = store.search("who saw the cat of zanzibar?", mode=mode, reinforce=False)
        assert all(hit.grade != "strong" for hit in asked.results)


WITH_A_WORD = (
    "{name} kangaroo", "{name} deploy", "why does {name} fail with a billing timeout?", "本番の {name} を調べる",
    "how did we fix {name} in the release of last week, and who saw it",
)  # fmt: skip
EXACT = ("ERR_774x_QUOTA", "--max-inflight=64", "user.preferences.syncToken")


@pytest.mark.parametrize("mode", ["hybrid", "lexical"])
def test_a_name_is_found_first_whatever_else_is_said(project: Project, mode: str) -> None:
    planted = [(f"Day {k}", name, NAMES[name]) for k, name in enumerate(EXACT)]
    tickets = [(f"ticket-{k:04}x", "", 1.8) for k in range(12)]
    write_logs(project.logs_dir, [*planted, *tickets, ("All about kangaroos", "a kangaroo", 0.4)])
    with MemoryStore(project.config) as store:
        store.index_dir(embed=mode == "hybrid")
        for title, name, _ in [*planted, ("ticket-0003x", "ticket-0003x", 1.8)]:
            for asked in WITH_A_WORD:
                question = asked.format(name=name)
                first = store.search(question, top_k=1, mode=mode, reinforce=False).results[0]
                assert (first.title, first.grade) == (title, "strong"), question


def test_both_ways_of_counting_words_agree(project: Project) -> None:
    planted = [(f"Day {k}", name, size) for k, (name, size) in enumerate(NAMES.items())]
    write_logs(project.logs_dir, planted, around=60)
    with MemoryStore(project.config) as store:
        store.index_dir(embed=False)
        for name in (*NAMES, *(asked.format(name=name) for name in EXACT for asked in WITH_A_WORD)):
            hit = store.search(name, top_k=1, mode="lexical", reinforce=False).results[0]
            with store.index.reading() as db:
                row = lexical.search(db, name, 1)[0]
            assert row["id"] == hit.id and row["lexical"] == pytest.approx(hit.lexical, abs=1e-5), name


def test_both_count_a_single_word_of_several_alike(project: Project) -> None:
    write_logs(project.logs_dir, [("Fruit", "orange", 0.4)], around=60)
    with MemoryStore(project.config) as store:
        store.index_dir(embed=False)
        alone, one_of_three = "orange", "orange elephants parading"
        for asked in (alone, one_of_three):
            hit = store.search(asked, top_k=1, mode="lexical", reinforce=False).results[0]
            with store.index.reading() as db:
                row = lexical.search(db, asked, 1)[0]
            assert row["id"] == hit.id and row["lexical"] == pytest.approx(hit.lexical, abs=1e-5), asked
        assert hit.explanation["matched"] == ["orange"] and hit.explanation["bonus"]["single"] > 0
