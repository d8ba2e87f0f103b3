"""An index that followed any history of edits says what one made from nothing says."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cogmem.index import lexical
from cogmem.index.corpus import Corpus
from cogmem.index.sqlite import Index
from cogmem.index.sync import sync
from conftest import make_project
from index.conftest import content, log_text, rebuilt

WORDS = [
    "alpha",
    "beta",
    "gamma",
    "delta",
    "認証",
    "障害",
    "期限切れ",
    "parse_log",
    "fooBar",
    "Café",
    "naïve",
    "서버",
    "ระบบ",
    "x86",
    "don't",
]
NAMES = ["2026-03-01", "2026-03-02", "alice/2026-03-01", "bob/2026-03-02", "2026-02-28", "2026-03-02.compact"]
entry = st.builds(
    lambda t, b: " ".join(t) + " / " + " ".join(b),
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=3),
    st.lists(st.sampled_from(WORDS), max_size=8),
)
step = st.one_of(
    st.tuples(st.just("write"), st.sampled_from(NAMES), st.lists(entry, max_size=4)),
    st.tuples(st.just("append"), st.sampled_from(NAMES), entry),
    st.tuples(st.just("edit"), st.sampled_from(NAMES), st.sampled_from(WORDS), st.sampled_from(WORDS)),
    st.tuples(st.just("delete"), st.sampled_from(NAMES)),
    st.tuples(st.just("rename"), st.sampled_from(NAMES), st.sampled_from(NAMES)),
    st.tuples(st.just("swap"), st.sampled_from(NAMES), st.sampled_from(NAMES)),
    st.tuples(st.just("older"), st.sampled_from(NAMES), entry),
    st.tuples(st.just("insert line"), st.sampled_from(NAMES)),
    st.tuples(st.just("section"), st.sampled_from(NAMES)),
    st.tuples(st.just("replace"), st.sampled_from(NAMES), st.lists(entry, min_size=1, max_size=3)),
    st.tuples(st.just("sync")),
)


def act(logs: Path, one: tuple) -> None:
    kind, path = one[0], logs / f"{one[1]}.md" if len(one) > 1 else logs
    path.parent.mkdir(exist_ok=True)
    day = path.name[:10]
    if kind in ("write", "replace"):
        beside = path.with_name(f".{path.name}.tmp") if kind == "replace" else path
        beside.write_text(log_text(day, one[2]), "utf-8")
        beside.replace(path)
    elif kind == "append":
        with path.open("a", encoding="utf-8") as file:
            file.write(f"\n### [ERROR] {one[2].replace(' / ', chr(10))}\n")
    elif not path.exists() or kind == "sync":
        return
    elif kind == "edit":
        path.write_text(path.read_text("utf-8").replace(one[2], one[3], 1), "utf-8")
    elif kind == "delete":
        path.unlink()
    elif kind == "rename":
        (logs / f"{one[2]}.md").parent.mkdir(exist_ok=True)
        path.replace(logs / f"{one[2]}.md")
    elif kind == "swap":
        other = logs / f"{one[2]}.md"
        if other.exists() and other != path:
            between = logs / "between"
            path.replace(between)
            other.replace(path)
            between.replace(other)
    elif kind == "older":
        path.write_text(log_text(day, [one[2]]), "utf-8")
        os.utime(path, (1_500_000_000, 1_500_000_000))
    elif kind == "insert line":
        path.write_text("\n" + path.read_text("utf-8"), "utf-8")
    elif kind == "section":
        lines = path.read_text("utf-8").splitlines()
        middle = len(lines) // 2
        path.write_text("\n".join([*lines[:middle], "", "## Another part", "", *lines[middle:]]), "utf-8")


def follow(folder: Path, script: list[tuple]) -> None:
    project = make_project(folder / "p", '[cogmem.embedding]\nprovider = "none"\n')
    with Index.open(project.index_path) as index:
        corpus = Corpus(index, None)
        for one in script:
            act(project.logs_dir, one)
            if one[0] == "sync":
                sync(project, index)
                corpus.refresh()
        sync(project, index)
        corpus.refresh()
        assert content(index) == rebuilt(project, folder)
        with Index.open(folder / "fresh.db") as fresh:
            other = Corpus(fresh, None)
            other.refresh()
            same_corpus(corpus, other)
            for query in (
                "alpha",
                "bata",
                "pasre",
                "fobar",
                "beta gamma",
                "認証",
                "障",
                "期限切れ",
                "foo",
                "alpah",
                "서버 ระบบ",
                "cafe naive",
            ):
                assert answers(index, query) == answers(fresh, query)


def answers(index: Index, query: str) -> list[tuple]:
    return [
        (hit["id"], hit["source"], hit["line"], round(hit["relevance"], 12))
        for hit in lexical.search(index.db, query, 50)
    ]


def same_corpus(one: Corpus, two: Corpus) -> None:
    for name in ("ids", "days", "arousal", "lengths", "chars", "script", "window_lengths"):
        assert getattr(one, name).tolist() == getattr(two, name).tolist(), name
    assert one.neighbourhood.near.tolist() == two.neighbourhood.near.tolist()
    for word in WORDS:
        for group in one.groups(word):
            for stem, _ in group:
                assert [part.tolist() for part in one.postings(stem)] == [part.tolist() for part in two.postings(stem)]


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(script=st.lists(step, min_size=5, max_size=40))
def test_any_history(tmp_path, script):
    shutil.rmtree(tmp_path, ignore_errors=True)
    follow(tmp_path, script)


@pytest.mark.soak
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(script=st.lists(step, min_size=50, max_size=120))
def test_any_long_history(tmp_path, script):
    shutil.rmtree(tmp_path, ignore_errors=True)
    follow(tmp_path, script)
