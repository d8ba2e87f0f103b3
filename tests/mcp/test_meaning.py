"""With the model: flashbacks by meaning, vectors made while nobody asks, the spool merged."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from cogmem.index import listing
from cogmem.index.listing import Wanted
from cogmem.index.pending import pending
from cogmem.index.sqlite import Index
from cogmem.ledger import spool
from cogmem.ledger.sqlite import Ledger
from warm_client import ask, socket_of, wait_for

E5 = "embedded/multilingual-e5-small-q4/384/1"
TITLES = [
    "Switched to usage-based pricing because per-seat licences punish large teams",
    "The nightly invoice export deadlocked",
    "Lunch is at noon",
    "The staging database was moved to Frankfurt",
    "We write commit messages in English",
    "Mika will present the roadmap on Thursday",
    "The login page lost its session cookie in Safari",
    "Coffee beans are bought from the roaster next door",
    "Search results are cached for ten minutes",
    "The warehouse counts stock by hand every quarter",
]


@pytest.fixture
def warm(connect, project):
    entries = "\n---\n\n".join(f"### [DECISION] {title}\n*Arousal: 0.8*\n" for title in TITLES)
    (project.logs_dir / "2026-03-08.md").write_text(f"# 2026-03-08\n\n## Log Entries\n\n{entries}", "utf-8")
    client = connect(project.root)
    client.ask("tools/list")
    path = socket_of(os.getpid())
    wait_for(path.exists)
    client.warm = lambda **request: ask(path, {"root": str(project.root), **request})
    client.until = wait_for
    return client


def embedded(project, entries=10) -> bool:
    """Whether that many entries are in the index and all of them have vectors."""
    if not project.index_path.exists():
        return False
    with Index.open(project.index_path) as index:
        return listing.total(index.db, Wanted()) == entries and pending(index, E5) == 0


def numpy_is_loaded(client) -> bool:
    return any("openblas" in name for name in client.loaded())


def test_nothing_is_loaded_before_it_is_asked_for(warm):
    assert not numpy_is_loaded(warm), "the tools were listed without it"
    warm.warm(op="ping")
    warm.until(lambda: numpy_is_loaded(warm))


def test_after_the_ping_a_prompt_is_answered_by_meaning(warm, project):
    assert warm.warm(op="ping") == {"ok": True, "ready": False}
    warm.until(lambda: warm.warm(op="ping")["ready"])
    warm.until(lambda: embedded(project))
    answer = warm.warm(op="flashbacks", prompt="how is inventory counted?", session="s", k=3)
    assert answer["ok"] and answer["semantic"]
    assert [hit["title"] for hit in answer["hits"]] == [TITLES[-1]] and answer["hits"][0]["cosine"] is not None
    for prompt in ("ok", "what is the capital of Mongolia?"):
        assert warm.warm(op="flashbacks", prompt=prompt, session="s", k=3)["hits"] == []


def test_the_first_prompt_is_answered_by_words_while_the_model_is_on_its_way(warm):
    answer = warm.warm(op="flashbacks", prompt="why did we switch to usage-based pricing with per-seat licences?", k=3)
    assert answer["ok"] and not answer["semantic"] and answer["hits"][0]["title"] == TITLES[0]
    warm.until(lambda: warm.warm(op="ping")["ready"])


def test_what_is_new_gets_its_vectors_while_nobody_asks(warm, project):
    warm.warm(op="ping")
    warm.until(lambda: embedded(project))
    answer = warm.tool("log", title="The mascot of the team is a red panda", arousal=0.7)
    id = re.search(r"[0-9a-f]{12}", answer)[0]
    warm.until(lambda: embedded(project, len(TITLES) + 1))
    found = warm.tool("search", query="チームのマスコットは何ですか")
    assert re.search(rf"- {id} strong", found)


def waiting(project, entries: int) -> int:
    """How many of so many entries wait for their vectors; 0 while they are not all in the index."""
    with Index.open(project.index_path) as index:
        return pending(index, E5) if listing.total(index.db, Wanted()) == entries else 0


def test_a_request_interrupts_the_background_work(warm, project):
    """Hundreds of entries wait for their vectors: a prompt is answered long before the last one has its own, and the
    server ends without them."""
    for day in range(1, 11):
        entries = "\n---\n\n".join(f"### [NOTE] entry {day} {n} {' '.join(TITLES)[n : 200 + n]}\n" for n in range(60))
        (project.logs_dir / f"2026-02-{day:02}.md").write_text(f"# x\n\n## Log Entries\n\n{entries}", "utf-8")
    warm.until(lambda: warm.warm(op="ping")["ready"])
    warm.until(lambda: 0 < waiting(project, 610) < 610)
    for n in range(3):
        warm.until(lambda n=n: warm.warm(op="flashbacks", prompt=f"why usage-based pricing, part {n}?", k=3)["ok"])
    assert waiting(project, 610) > 300, "nobody waited for them"
    assert warm.end() == 0 and waiting(project, 610) > 300


def test_the_spool_is_merged(warm, project):
    run_dir = os.fspath(project.run_dir)
    spool.append(
        run_dir,
        "s",
        "injection",
        {
            "event": "UserPromptSubmit",
            "reason": "question",
            "semantic": True,
            "tokens": 12,
            "entries": [{"id": "0" * 12, "relevance": 0.8}],
            "text": "x",
        },
    )
    warm.warm(op="ping")

    def merged() -> bool:
        if not project.ledger_path.exists():
            return False
        with Ledger.open(project.ledger_path) as ledger:
            return len(ledger.last_injections(5)) == 1

    warm.until(merged)
    assert not [
        path for path in Path(run_dir).rglob("*") if path.is_file() and b"UserPromptSubmit" in path.read_bytes()
    ]
