"""The index in memory: it follows changes and says what a new copy says."""

from __future__ import annotations

import random

import numpy as np
import pytest

from cogmem.index import lexical
from cogmem.index.corpus import Corpus
from cogmem.index.matrix import GRID
from cogmem.index.pending import embed_pending
from cogmem.index.places import neighbours, window_lengths
from cogmem.index.sqlite import Index
from cogmem.index.windows import Windows
from index.fakes import Hashed

COLUMNS = (
    "ids",
    "days",
    "arousal",
    "chars",
    "lengths",
    "script",
    "session",
    "speaker",
    "category",
    "origin",
    "kind",
    "question",
    "timed",
    "pinned",
    "forgotten",
    "low_trust",
    "superseded",
    "superseded_on",
    "users",
    "window_lengths",
    "embedded",
)


def state(corpus: Corpus) -> dict[str, object]:
    """Everything a corpus says, without the order of its matrix rows."""
    said: dict[str, object] = {name: getattr(corpus, name).tolist() for name in COLUMNS}
    said["near"] = corpus.neighbourhood.near.tolist()
    rows = sorted(zip(corpus.owner.tolist(), corpus.window_numbers.tolist(), corpus.matrix.tolist(), strict=True))
    said["vectors"] = rows
    said["means"] = {name: (mean.tolist(), count) for name, (mean, count) in corpus.means().items()}
    stems = [stem for (stem,) in corpus.index.db.execute("SELECT stem FROM term ORDER BY stem")]
    said["postings"] = {stem: [part.tolist() for part in corpus.postings(stem)] for stem in stems if corpus.df(stem)}
    said["texts"] = corpus.texts(range(len(corpus)))
    return said


def fresh(index: Index, embedder: Hashed) -> Corpus:
    corpus = Corpus(index, embedder.id)
    corpus.refresh()
    return corpus


def write_some(store, rng: random.Random) -> None:
    day = f"2026-0{rng.randint(1, 3)}-{rng.randint(1, 9):02}"
    if rng.random() < 0.2:
        (store.logs / f"{day}.md").unlink(missing_ok=True)
        return
    words = ["alpha", "beta", "gamma", "認証", "障害", "last", "week", "when?"]
    entries = [
        f"{rng.choice(words)} {rng.randint(1, 6)} / " + " ".join(rng.choices(words, k=rng.randint(0, 300)))
        for _ in range(rng.randint(0, 6))
    ]
    store.write(day, *entries)


@pytest.mark.parametrize("seed", range(4))
def test_refreshing_equals_loading(store, seed):
    rng, embedder = random.Random(seed), Hashed(window=200)
    corpus = fresh(store.index, embedder)
    for _ in range(25):
        write_some(store, rng)
        store.sync()
        if rng.random() < 0.6:
            embed_pending(store.index, embedder, limit=rng.choice([None, 3, 10]))
        assert corpus.refresh() in (True, False)
        assert state(corpus) == state(fresh(store.index, embedder))


def test_refresh_says_whether_anything_changed(store):
    store.write("2026-03-01", "a")
    store.sync()
    corpus = Corpus(store.index, None)
    assert corpus.refresh() is True and corpus.refresh() is False
    store.write("2026-03-01", "a", "b")
    store.sync()
    assert corpus.refresh() is True and len(corpus) == 2
    with Index.open(store.project.index_path) as other:
        from cogmem.index.sync import sync

        store.write("2026-03-02", "c")
        sync(store.project, other)
    assert corpus.refresh() is True and len(corpus) == 3, "another process's changes are seen"


def test_an_index_made_anew_is_loaded_anew(store):
    store.write("2026-03-01", "a", "b")
    store.sync()
    corpus = Corpus(store.index, None)
    corpus.refresh()
    store.index.set_aside("for a test")
    store.write("2026-03-01", "c")
    store.sync()
    corpus.refresh()
    assert corpus.texts([0]) == ["c"] and len(corpus) == 1
    store.sync(rebuild=True)
    corpus.refresh()
    assert corpus.texts([0]) == ["c"]


def test_an_embedder_that_replaces_another(store):
    store.write("2026-03-01", "a", "b")
    store.sync()
    old, new = Hashed("old"), Hashed("new", 48)
    embed_pending(store.index, old)
    first, second = fresh(store.index, old), fresh(store.index, new)
    assert first.matrix.shape == (2, 32) and second.matrix.shape == (0, 0)
    embed_pending(store.index, new)
    first.refresh()
    second.refresh()
    assert first.matrix.shape == (0, 0) and second.matrix.shape == (2, 48)


def test_an_empty_store(store):
    corpus = fresh(store.index, Hashed())
    assert len(corpus) == 0 and corpus.matrix.shape == (0, 0) and corpus.means() == {}
    assert corpus.groups("anything at all") and corpus.postings("anything")[0].tolist() == []
    assert corpus.neighbourhood.around(np.zeros(0, np.int64)).tolist() == [] and corpus.window_lengths.tolist() == []
    best, row = corpus.best(np.zeros(0, np.float32))
    assert best.tolist() == [] and row.tolist() == []


def test_windows_of_all_are_the_windows_of_each():
    rng = np.random.default_rng(5)
    for _ in range(40):
        n = int(rng.integers(1, 60))
        groups = np.cumsum(rng.random(n) < 0.2)
        order = rng.permutation(n)
        chars = rng.integers(0, 500, n)
        near = Windows(order, groups, chars).near
        in_order = chars[order].tolist()
        for k in range(n):
            expected = order[neighbours(k, groups.tolist(), in_order)].tolist()
            assert near[order[k]].tolist() == expected + [n] * (4 - len(expected))
    lengths = rng.integers(1, 40, n).tolist()
    windows = Windows(order, groups, chars)
    wide = np.append(np.array(lengths)[np.argsort(order)], 0)
    total = windows.repeat * wide[:-1] + wide[windows.near[:-1]].sum(1)
    assert sorted(total) == sorted(window_lengths(groups.tolist(), in_order, lengths))


def test_around_finds_every_window_that_holds_a_position():
    rng = np.random.default_rng(6)
    n = 80
    windows = Windows(rng.permutation(n), np.cumsum(rng.random(n) < 0.15), rng.integers(0, 400, n))
    in_order = dict(zip(windows.order.tolist(), range(n), strict=True))
    for k, (before, after) in enumerate(windows.beside.tolist()):
        for other, step in ((before, -1), (after, 1)):
            place = in_order[k] + step
            there = 0 <= place < n and windows.groups[place] == windows.groups[in_order[k]]
            assert other == (windows.order[place] if there else n)
    for positions in ([0], [5, 17], list(range(0, 80, 9))):
        wanted = set(positions) | {k for k in range(n) if set(windows.near[k].tolist()) & set(positions)}
        assert wanted == set(windows.around(np.array(positions)).tolist())
        often = np.arange(1, len(positions) + 1, dtype=np.float32)
        near, inside = windows.spread(np.array(positions), often)
        table = np.zeros(n + 1)
        table[positions] = often
        by_hand = windows.repeat * table[:n] + table[windows.near[:n]].sum(1)
        assert dict(zip(near.tolist(), inside.tolist(), strict=True)) == {k: by_hand[k] for k in wanted}
        again = windows.spread(np.array(positions), often)  # nothing is left behind
        assert again[0].tolist() == near.tolist() and again[1].tolist() == inside.tolist()


def test_means_do_not_depend_on_the_order_in_which_vectors_came(store, tmp_path):
    embedder = Hashed(dimensions=64)
    for n in range(60):
        store.write(
            f"2026-0{n // 28 + 1}-{n % 28 + 1:02}",
            *[f"title {n} {k} / 本文 {n} {k}" if k % 2 else f"t {n} {k}" for k in range(5)],
        )
    store.sync()
    while embed_pending(store.index, embedder, limit=37).stopped:
        continue
    corpus = fresh(store.index, embedder)
    with Index.open(tmp_path / "other.db") as other:
        from cogmem.index.sync import sync

        for n in (1, 0, 2):
            sync(store.project, other, files=list(store.logs.glob(f"2026-0{n}*.md")))
            embed_pending(other, embedder)
        sync(store.project, other)
        embed_pending(other, embedder)
        again = fresh(other, embedder)
        for name, (mean, count) in corpus.means().items():
            assert again.means()[name][1] == count and again.means()[name][0].tobytes() == mean.tobytes()
            mine = corpus.matrix[corpus.script[corpus.owner] == ("latin", "cjk").index(name)]
            assert np.abs(mine.astype(np.float64).mean(0) - mean).max() < 1 / GRID


def test_the_best_window_of_each_entry(store):
    store.write("2026-03-01", "short", "long / " + "x" * 300, "other")
    store.sync()
    embedder = Hashed(window=40)
    embed_pending(store.index, embedder)
    store.write("2026-03-02", "waits")
    store.sync()
    corpus = fresh(store.index, embedder)
    values = np.random.default_rng(1).random(len(corpus.owner)).astype(np.float32)
    best, row = corpus.best(values)
    for position in range(len(corpus)):
        mine = np.flatnonzero(corpus.owner == position)
        if len(mine):
            assert best[position] == values[mine].max() == values[row[position]] and row[position] in mine
        else:
            assert best[position] == -np.inf and row[position] == -1 and not corpus.embedded[position]


def test_superseded_and_forgotten(store):
    store.write(
        "2026-03-01.md",
        text="# 2026-03-01\n\n### [FACT] old\n*Id: aaaa11112222*\n\n### [FACT] gone\n*Forgotten: true*\n",
    )
    store.write("2026-03-09.md", text="# 2026-03-09\n\n### [FACT] new\n*Supersedes: aaaa11112222*\n")
    store.sync()
    corpus = fresh(store.index, Hashed())
    by_title = {entry.title: k for k, entry in enumerate(corpus.entries(range(len(corpus))))}
    assert corpus.superseded.tolist() == [k == by_title["old"] for k in range(3)]
    assert corpus.superseded_on[by_title["old"]] == corpus.days[by_title["new"]]
    assert corpus.forgotten.tolist() == [k == by_title["gone"] for k in range(3)]
    shown = [hit["title"] for query in ("old", "gone", "new") for hit in lexical.search(store.index.db, query)]
    assert shown == ["new"]


def test_texts_are_read_in_the_order_asked_for(store):
    store.write("2026-03-01", "a / 1", "b / 2", "c / 3")
    store.sync()
    corpus = fresh(store.index, Hashed())
    texts = corpus.texts([2, 0, 1])
    assert texts == [corpus.texts([2])[0], corpus.texts([0])[0], corpus.texts([1])[0]] and set(texts) == {
        "a\n1",
        "b\n2",
        "c\n3",
    }
