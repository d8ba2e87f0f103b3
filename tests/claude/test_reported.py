"""Faults that were seen elsewhere: corrections refused as duplicates, the forgotten learnt again, a text kept twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from claude.scribe import Scribe
from cogmem import clock
from cogmem.claude import lifecycle
from cogmem.claude.sessionstate import safe
from cogmem.journal import daylog
from cogmem.model import Entry
from cogmem.project import Project
from cogmem.store import MemoryStore

PAIRS = [
    ("Remember that the router IP is 192.168.7.1.", "Remember that the router IP is 192.168.9.1."),
    ("Remember that we use tabs here.", "Remember that we don't use tabs here."),
    ("Remember that we pin the driver to v1.2.", "Remember that we pin the driver to v1.3."),
    ("Remember that Alice owns the billing service.", "Remember that Bob owns the billing service."),
    ("覚えておいて。本番サーバーは東京にあります。", "覚えておいて。本番サーバーは京都にあります。"),
    ("Remember this. The server is in Berlin.", "Remember this. The server is in Paris."),
    ("Remember that the limit is 600 requests.", "Remember that the limit is 6000 requests."),
]


@pytest.fixture
def talk(tmp_path: Path) -> Scribe:
    return Scribe(tmp_path / "home/t.jsonl", day=clock.now().date().isoformat())


def entries(project: Project) -> list[Entry]:
    return [e for path in project.log_files() for e in daylog.read_log(path, project.relative(path)).entries]


def say(project: Project, talk: Scribe, text: str) -> list[Entry]:
    talk.user(text)
    talk.says("Noted.")
    return lifecycle.on_stop(project, talk.payload("Stop"))


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_a_correction_is_no_duplicate(words_project: Project, talk: Scribe, first: str, second: str) -> None:
    assert len(say(words_project, talk, first)) == 1
    assert len(say(words_project, talk, second)) == 1
    assert len({entry.title for entry in entries(words_project)}) == 2


def test_two_things_to_remember_in_one_stretch_are_two(words_project: Project, talk: Scribe) -> None:
    for text in ("覚えておいて。本番は東京にあります。", "これも覚えておいてください。検証サーバーは京都です。"):
        talk.user(text)
        talk.says("Noted.")
    assert len(lifecycle.on_stop(words_project, talk.payload("Stop"))) == 2
    assert not [entry.title for entry in entries(words_project) if "覚えて" in entry.title]


def test_two_consents_in_the_same_words_are_two_decisions(words_project: Project, talk: Scribe) -> None:
    for proposal in ("a token bucket in Redis instead of a fixed window", "Postgres instead of MySQL for the queue"):
        talk.says(f"I suggest {proposal}. OK?")
        talk.user("Agreed.")
        talk.says("Fine.")
        lifecycle.on_stop(words_project, talk.payload("Stop"))
    assert len([entry for entry in entries(words_project) if entry.category == "DECISION"]) == 2


@pytest.mark.parametrize("again", ["{}", "{} ", "  {}\n", "{} Thanks!"])
def test_the_same_again_is_one_entry_and_nothing_is_deleted(words_project: Project, talk: Scribe, again: str) -> None:
    text = "Remember that staging uses port 5433."
    say(words_project, talk, text)
    say(words_project, talk, again.format(text))
    assert [entry.title for entry in entries(words_project)] == ["Staging uses port 5433"]


def test_what_was_forgotten_is_not_learnt_again(words_project: Project, talk: Scribe) -> None:
    (entry,) = say(words_project, talk, "Remember that marker77 is the pin of the safe.")
    with MemoryStore(words_project) as store:
        assert store.search("marker77").results
        daylog.mark(words_project, entry.id, entry.source, forgotten=True)
        assert not store.search("marker77").results
        (words_project.run_dir / "capture" / f"{safe(talk.session)}.json").unlink()
        lifecycle.on_stop(words_project, talk.payload("Stop"))
        say(words_project, talk, "Let's use Postgres for the queue.")
        lifecycle.on_session_end(words_project, talk.payload("SessionEnd", reason="other"))
        store.index_dir(rebuild=True)
        found = store.search("marker77", top_k=20).results
        assert not [hit for hit in found if "marker77" in hit.content], [hit.content for hit in found]
        daylog.mark(words_project, entry.id, entry.source, forgotten=False)
        assert next(hit.id for hit in store.search("marker77 pin safe").results) == entry.id
