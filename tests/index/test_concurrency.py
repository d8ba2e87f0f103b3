"""Two of anything is fine, and a kill at any point loses nothing."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from cogmem.index import check, lexical
from cogmem.index.corpus import Corpus
from cogmem.index.pending import embed_pending
from cogmem.index.sqlite import Index
from cogmem.index.sync import sync
from forks import all_well, fork
from index.conftest import content, log_text, rebuilt
from index.fakes import Hashed


def mixed(project, who: int, operations: int) -> Callable[[], None]:
    """Append, index, search, embed, re-read: what sessions do."""

    def work() -> None:
        rng = random.Random(who)
        with Index.open(project.index_path) as index:
            corpus = Corpus(index, Hashed().id)
            for n in range(operations):
                kind = rng.random()
                if kind < 0.35:
                    path = project.logs_dir / f"2026-03-{rng.randint(1, 9):02}.md"
                    with path.open("a") as file:
                        file.write(f"\n### [NOTE] title{who}x{n}\nbody of {who} and {n}\n")
                elif kind < 0.6:
                    sync(project, index)
                elif kind < 0.8:
                    lexical.search(index.db, f"title{who}x{n // 2} body")
                elif kind < 0.9:
                    embed_pending(index, Hashed(), limit=8)
                else:
                    corpus.refresh()
                    assert len(corpus.owner) == 0 or corpus.owner.max() < len(corpus)

    return work


def many_processes(project, tmp_path, processes: int, operations: int) -> None:
    for day in range(1, 10):
        (project.logs_dir / f"2026-03-{day:02}.md").write_text(log_text(f"2026-03-{day:02}", [f"first {day}"]))
    pids = [fork(mixed(project, who, operations)) for who in range(processes)]
    assert all_well(pids)
    with Index.open(project.index_path) as index:
        assert index.notices == []
        sync(project, index, verify=True)
        embed_pending(index, Hashed())
        assert check.whole(index)["entries"] == sum(
            path.read_text().count("### ") for path in project.logs_dir.glob("*.md")
        )
        assert content(index) == rebuilt(project, tmp_path)


def test_eight_processes_at_once(words_project, tmp_path):
    many_processes(words_project, tmp_path, 8, 40)


@pytest.mark.soak
@pytest.mark.parametrize("trial", range(50))
def test_many_processes_many_times(words_project, tmp_path, trial):
    many_processes(words_project, tmp_path, 8, 200)


def test_processes_that_find_the_damage_at_once_set_it_aside_once(words_project, tmp_path):
    for day in range(1, 10):
        (words_project.logs_dir / f"2026-03-{day:02}.md").write_text(log_text(f"2026-03-{day:02}", [f"first {day}"]))
    for _ in range(5):
        for path in words_project.index_path.parent.glob("vectors.db*"):
            path.unlink()
        words_project.index_path.write_bytes(b"garbage" * 1000)

        def work() -> None:
            with Index.open(words_project.index_path) as index:
                assert sync(words_project, index).entries == 9

        pids = [fork(work) for _ in range(6)]
        assert all_well(pids)
        assert len(list(words_project.index_path.parent.glob("vectors.db.corrupt-*"))) == 1
    with Index.open(words_project.index_path) as index:
        assert content(index) == rebuilt(words_project, tmp_path)


def index_and_embed(project, embedder: Hashed, *, rebuild: bool) -> None:
    with Index.open(project.index_path) as index:
        sync(project, index, rebuild=rebuild)
        embed_pending(index, embedder)


def kills(project, tmp_path: Path, trials: int) -> None:
    rng = random.Random(7)
    embedder = Hashed()
    for trial in range(trials):
        for _ in range(12):
            day = f"2026-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}"
            entries = [f"t{trial} {k} / {rng.random()} of {day}" for k in range(rng.randint(0, 12))]
            (project.logs_dir / f"{day}.md").write_text(log_text(day, entries))

        pid = fork(partial(index_and_embed, project, embedder, rebuild=trial % 7 == 6))
        time.sleep(rng.random() ** 2 * 0.12)
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        with Index.open(project.index_path) as index:
            assert index.notices == [], trial
            check.counts(index)
            check.full_text(index)
    with Index.open(project.index_path) as index:
        sync(project, index, verify=True)
        embed_pending(index, embedder)
        check.whole(index)
        assert content(index) == rebuilt(project, tmp_path)
        corpus = Corpus(index, embedder.id)
        corpus.refresh()
        for position, text in zip(range(len(corpus)), corpus.texts(range(len(corpus))), strict=True):
            row = int(np.flatnonzero(corpus.owner == position)[0])
            assert np.array_equal(corpus.matrix[row], embedder.embed_passages([text])[0])


def test_killed_at_random_points_of_indexing(words_project, tmp_path):
    kills(words_project, tmp_path, 50)


@pytest.mark.soak
def test_killed_a_thousand_times(words_project, tmp_path):
    kills(words_project, tmp_path, 1000)
