"""Vectors come newest first, in small steps that can be stopped, and belong to the text that is there."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from cogmem.errors import EmbedderRefusedError, EmbedderUnavailableError
from cogmem.index import check, vectors
from cogmem.index.embeddings import EmbeddingCache
from cogmem.index.pending import embed_pending, pending
from cogmem.index.sqlite import Index
from cogmem.index.sync import sync
from index.fakes import Hashed


def fill(store, days=20, entries=4):
    for n in range(days):
        store.write(f"2026-03-{n + 1:02}", *[f"t{n} {k} / body of {n} {k}" for k in range(entries)])
    store.sync()


def stored(index, embedder) -> dict[str, np.ndarray]:
    """text -> (windows, d), read from the tables."""
    n = vectors.table_number(index.db, embedder.id)
    out: dict[str, list] = {}
    for title, body, slot, window in index.db.execute(
        f"SELECT e.title, e.body, s.slot, s.window FROM entry e JOIN slot_{n} s ON s.pos = e.pos ORDER BY "
        f"e.pos, s.window"
    ):
        rows = out.setdefault(f"{title}\n{body}".strip(), [])
        assert window == len(rows)
        rows.append(vectors.read_slots(index.db, n, [slot], embedder.dimensions)[0])
    return {text: np.stack(rows) for text, rows in out.items()}


def assert_right(index, embedder, count):
    found = stored(index, embedder)
    assert len(found) == count
    for text, rows in found.items():
        assert np.array_equal(rows, np.stack([embedder.vector(piece) for piece in embedder.windows(text)])), text


def test_every_entry_gets_a_vector_per_window(store):
    fill(store)
    embedder = Hashed(window=9)
    report = embed_pending(store.index, embedder)
    assert (report.embedded, report.pending, report.refused) == (80, 0, 0) and report.vectors >= 160
    assert_right(store.index, embedder, 80)
    assert embed_pending(store.index, embedder).embedded == 0 and embedder.calls < 30


def test_newest_first_and_in_small_steps(store):
    fill(store)
    seen = []
    embedder = Hashed(before=lambda texts: seen.append(pending(store.index, embedder.id)))
    embed_pending(store.index, embedder)
    assert [text.split()[0] for text in embedder.texts[:4]] == ["t19"] * 4
    assert embedder.texts[-1].startswith("t0 ")
    assert len(set(seen)) > 1, "some were stored before all were embedded"


def test_a_limit_a_stop_and_an_interrupt_keep_what_was_done(store):
    fill(store)
    embedder = Hashed()
    assert embed_pending(store.index, embedder, limit=10).embedded == 10
    assert pending(store.index, embedder.id) == 70
    stop = threading.Event()
    embedder.before = lambda texts: stop.set()
    report = embed_pending(store.index, embedder, stop=stop)
    assert report.stopped and 0 < report.embedded < 70

    def interrupt(texts):
        if embedder.calls > calls + 1:
            raise KeyboardInterrupt

    calls, left = embedder.calls, pending(store.index, embedder.id)
    embedder.before = interrupt
    with pytest.raises(KeyboardInterrupt):
        embed_pending(store.index, embedder)
    assert pending(store.index, embedder.id) < left
    embedder.before = None
    assert embed_pending(store.index, embedder).pending == 0
    assert_right(store.index, embedder, 80)


def test_progress_counts_entries(store):
    fill(store)
    told = []
    embed_pending(store.index, Hashed(), progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (80, 80) and [done for done, _ in told] == sorted(done for done, _ in told)


def test_an_unavailable_embedder_loses_nothing(store):
    fill(store)
    embedder = Hashed(fails_after=3)
    with pytest.raises(EmbedderUnavailableError):
        embed_pending(store.index, embedder)
    assert pending(store.index, embedder.id) == 80 - 3 * 16
    embedder.fails_after = None
    assert embed_pending(store.index, embedder).pending == 0


def pass_time(store, seconds: float) -> None:
    """What was refused comes up for another try that much sooner."""
    tables = store.index.db.execute("SELECT name FROM sqlite_master WHERE name GLOB 'refused_*' AND type = 'table'")
    for (table,) in tables.fetchall():
        store.index.db.execute(f"UPDATE {table} SET until = until - ?", (seconds,))


def test_a_refused_text_waits_and_the_others_go_on(store):
    fill(store)
    store.write("2026-02-01", "poison / no", "fine / yes")
    store.sync()
    embedder = Hashed(refuses="poison")
    report = embed_pending(store.index, embedder)
    assert (report.embedded, report.refused, report.pending) == (81, 1, 1)
    calls = embedder.calls
    assert embed_pending(store.index, embedder).refused == 0 and embedder.calls == calls, "not asked again at once"
    pass_time(store, 100)
    assert embed_pending(store.index, embedder).refused == 1, "asked again after a minute"
    assert embed_pending(store.index, embedder).refused == 0, "and then not for longer"
    store.write("2026-02-01", "remedy / no", "fine / yes")
    store.sync()
    assert embed_pending(store.index, embedder).pending == 0, "another text is another question"


def test_text_that_changes_while_it_is_embedded_is_embedded_again(store):
    fill(store, days=3)
    changed = []

    def change(texts):
        if not changed:
            changed.append(store.write("2026-03-02", "t1 0 / another body", "t1 1 / body of 1 1"))
            with Index.open(store.project.index_path) as other:
                sync(store.project, other)

    embedder = Hashed(before=change)
    embed_pending(store.index, embedder)
    assert_right(store.index, embedder, 10)
    assert_right(store.index, embedder, store.sync().entries)


def test_vectors_follow_edits_moves_and_deletions(store):
    fill(store)
    embedder = Hashed()
    embed_pending(store.index, embedder)
    calls = embedder.calls
    (store.logs / "2026-03-01.md").rename(store.logs / "2025-03-01.md")
    path = store.logs / "2026-03-02.md"
    path.write_text("\n\n" + path.read_text().replace("Arousal: 0.6", "Arousal: 0.9"))
    (store.logs / "2026-03-03.md").unlink()
    store.sync()
    assert pending(store.index, embedder.id) == 0 and embedder.calls == calls, "no text changed"
    store.write("2026-03-04", "new / one")
    store.sync()
    embed_pending(store.index, embedder)
    assert_right(store.index, embedder, 73)
    check.whole(store.index)
    n = vectors.table_number(store.index.db, embedder.id)
    slots = store.index.db.execute(f"SELECT max(slot) FROM slot_{n}").fetchone()[0]
    assert slots < 80, "freed slots are used again"


def test_a_rebuilt_index_gets_its_vectors_from_the_cache(store, tmp_path):
    fill(store)
    embedder = Hashed(window=9)
    with EmbeddingCache(tmp_path / "embeddings.db") as cache:
        embed_pending(store.index, embedder, cache)
        before, calls = stored(store.index, embedder), embedder.calls
        store.sync(rebuild=True)
        assert pending(store.index, embedder.id) == 80
        embed_pending(store.index, embedder, cache)
    after = stored(store.index, embedder)
    assert embedder.calls == calls
    assert before.keys() == after.keys() and all(np.array_equal(before[key], after[key]) for key in before)


def test_a_second_embedder_grows_while_the_first_serves(store):
    fill(store)
    old, new = Hashed("old"), Hashed("new", 48)
    embed_pending(store.index, old)
    assert vectors.serving(store.index.db, old.id) == old.id
    embed_pending(store.index, new, limit=30)
    assert vectors.serving(store.index.db, new.id) == old.id
    assert {table.embedder: table.vectors for table in vectors.tables(store.index.db)} == {old.id: 80, new.id: 30}
    assert_right(store.index, old, 80)
    report = embed_pending(store.index, new)
    assert report.dropped == [old.id] and vectors.serving(store.index.db, new.id) == new.id
    assert [table.embedder for table in vectors.tables(store.index.db)] == [new.id]
    assert_right(store.index, new, 80)
    names = {name for (name,) in store.index.db.execute("SELECT name FROM sqlite_master")}
    assert not any(name.startswith(("slot_1", "block_1", "refused_1")) for name in names)


def test_one_vector_costs_one_page_or_two(store):
    fill(store)
    embedder = Hashed(dimensions=384)
    embed_pending(store.index, embedder)
    store.index.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    store.write("2026-03-20", "t19 0 / body of 19 0", "t19 1 / body of 19 1", "t19 2 / body of 19 2", "t19 3 / changed")
    store.sync()
    embed_pending(store.index, embedder)
    assert (store.project.index_path.parent / "vectors.db-wal").stat().st_size < 200_000


@pytest.mark.parametrize(
    "bad",
    [
        np.zeros((1, 32)),
        np.full((1, 32), np.nan),
        np.full((1, 32), np.inf),
        np.ones((1, 32)),
        np.zeros((0, 32)),
        np.ones(32),
    ],
)
def test_what_is_no_unit_vector_is_never_stored(store, bad):
    fill(store, days=1)
    embedder = Hashed()
    n = vectors.ensure_table(store.index, embedder.id, 32)
    pos = store.index.db.execute("SELECT min(pos) FROM entry").fetchone()[0]
    with pytest.raises(EmbedderRefusedError), store.index.writing() as db:
        vectors.store(db, n, [(pos, np.asarray(bad, np.float32))], 99)
    assert stored(store.index, embedder) == {}


def test_another_dimension_under_the_same_id_is_refused(store):
    fill(store, days=1)
    embed_pending(store.index, Hashed())
    liar = Hashed()
    liar.dimensions = 64
    with pytest.raises(EmbedderRefusedError):
        embed_pending(store.index, liar)


@pytest.mark.parametrize("seed", range(3))
def test_models_switched_in_the_middle_never_mix(store, seed):
    rng = np.random.default_rng(seed)
    fill(store)
    models = [Hashed("a", 16), Hashed("b", 32), Hashed("c", 24)]
    for _ in range(12):
        model = models[rng.integers(3)]
        embed_pending(store.index, model, limit=int(rng.integers(1, 60)))
        if rng.random() < 0.3:
            store.write(f"2026-03-{rng.integers(1, 21):02}", f"edited {rng.random()} / text")
            store.sync()
        check.whole(store.index)
        for table in vectors.tables(store.index.db):
            model = next(model for model in models if model.id == table.embedder)
            assert_right(store.index, model, table.vectors)
