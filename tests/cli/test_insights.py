"""``cogmem insights``: the figures, and what telling cost."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

import pytest

from cogmem import clock
from cogmem.ledger import spool
from cogmem.ledger.sqlite import Ledger
from cogmem.project import Project
from commandline import Said

Call = Callable[..., Said]
DAY = 86_400


@pytest.fixture
def used(words_project: Project) -> Project:
    """Six entries, four of them today, and three sessions that were told something."""
    today = clock.today()
    for date, arousals in ((today, (0.39, 0.4, 0.6, 0.8)), (today - dt.timedelta(days=40), (1.0, 0.5))):
        lines = [f"### [{'ERROR' if n else 'DECISION'}] Ferry {n} of {date}\n*Arousal: {arousal}*\nIt sailed."
                 for n, arousal in enumerate(arousals)]
        (words_project.logs_dir / f"{date}.md").write_text(f"# {date}\n\n## Log Entries\n\n" + "\n\n".join(lines))
    return words_project


def tell(project: Project, ids: list[str]) -> None:
    now = clock.stamp()
    with Ledger.open(project.ledger_path) as ledger:
        for session, age, tokens in (("old", 40, 900), ("a", 0, 100), ("a", 0, 60), ("b", 0, 300)):
            ledger.note_injection("UserPromptSubmit", [(ids[0], 0.9)], session=session, tokens=tokens,
                                  at=now - age * DAY)
        ledger.note_retrieval("ferry", [(ids[1], 0.9, 0.9), (ids[0], 0.3, 0.9), ("000000000000", 0.1, 0.1)], at=now)
        ledger.note_injection("SessionStart", [], tokens=5)


def ids_of(cogmem: Call, project: Project) -> list[str]:
    found = cogmem("search", "ferry", "--json", "--no-reinforce", "-k", "10", cwd=project.root).json["results"]
    return [hit["id"] for hit in found if hit["date"] == str(clock.today())]


def test_the_figures(cogmem: Call, used: Project) -> None:
    ids = ids_of(cogmem, used)
    tell(used, ids)
    found = cogmem("insights", "--json", cwd=used.root).json
    assert (found["empty"], found["total_memories"], found["avg_arousal"]) == (False, 6, 0.615)
    assert [one["count"] for one in found["arousal_buckets"]] == [1, 2, 1, 2]
    assert [one["label"] for one in found["arousal_buckets"]] == ["0.0-0.4", "0.4-0.6", "0.6-0.8", "0.8-1.0"]
    assert found["category_counts"] == {"ERROR": 4, "DECISION": 2}
    assert [one["count"] for one in found["daily_counts"]] == [2, 4]
    assert found["date_range"] == {"min": str(clock.today() - dt.timedelta(days=40)), "max": str(clock.today())}
    top = found["top_recalled"]
    assert [(one["id"], one["recall_count"]) for one in top] == [(ids[0], 4), (ids[1], 1)], "what is gone is left out"
    assert top[0]["content"].startswith("Ferry") and top[0]["content_hash"] == ids[0]
    told = found["injected"]
    assert {one["id"]: (one["injections"], one["tokens"]) for one in told["sessions"]} == {
        "old": (1, 900), "a": (2, 160), "b": (1, 300)}
    assert (told["injections"], told["tokens"], told["median_tokens"]) == (4, 1360, 300)


def test_of_the_last_days(cogmem: Call, used: Project) -> None:
    tell(used, ids_of(cogmem, used))
    found = cogmem("insights", "--days", "40", "--json", cwd=used.root).json
    assert found["total_memories"] == 4 and len(found["daily_counts"]) == 1
    assert found["top_recalled"][0]["recall_count"] == 3
    assert {one["id"] for one in found["injected"]["sessions"]} == {"a", "b"}
    assert found["injected"]["median_tokens"] == 230
    assert cogmem("insights", "--days", "41", "--json", cwd=used.root).json["total_memories"] == 6
    assert cogmem("insights", "--days", "0", cwd=used.root).code == 2


def test_what_the_hooks_noted_last_counts(cogmem: Call, used: Project) -> None:
    spool.append(str(used.run_dir), "s", "injection", {"event": "SessionStart", "tokens": 42, "text": "x"})
    assert cogmem("insights", "--json", cwd=used.root).json["injected"]["tokens"] == 42


def test_nothing_yet(cogmem: Call, words_project: Project) -> None:
    found = cogmem("insights", "--json", cwd=words_project.root).json
    assert found["empty"] is True and found["avg_arousal"] == 0.0 and found["daily_counts"] == []
    assert found["date_range"] == {"min": None, "max": None} and found["injected"]["median_tokens"] is None
    said = cogmem("insights", cwd=words_project.root)
    assert said.code == 0 and "No memory" in said.out and "Nothing was told" in said.out


@pytest.mark.parametrize(("lang", "words"), [("en", ("6 memories", "230", "[ERROR]", "Came up")),
                                             ("ja", ("記憶 6 件", "トークン", "よく想起された記憶"))])
def test_in_words(cogmem: Call, used: Project, lang: str, words: tuple[str, ...]) -> None:
    ids = ids_of(cogmem, used)
    with Ledger.open(used.ledger_path) as ledger:
        for session, tokens in (("a", 160), ("b", 300)):
            ledger.note_injection("UserPromptSubmit", [(ids[1], 0.9)], session=session, tokens=tokens)
    said = cogmem("insights", "--lang", lang, cwd=used.root)
    assert said.code == 0 and all(word in said.out for word in words), said.out


def test_a_secret_in_a_question_is_on_no_record(cogmem: Call, used: Project) -> None:
    key = "gh" + "p_" + "a1B2" * 9
    for more in ([], ["--since", "2020-01-01"]):
        assert cogmem("search", f"did the ferry {key} sail", *more, cwd=used.root).code == 0
    cogmem("insights", cwd=used.root)
    files = [path.read_bytes() for path in used.root.rglob("*") if path.is_file()]
    assert any(b"did the ferry" in data for data in files) and not [data for data in files if key.encode() in data]
