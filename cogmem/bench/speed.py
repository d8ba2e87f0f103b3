"""``cogmem bench --speed``: index, search and start on synthetic stores, as ratios to floors of the same run.

Floors: a bare interpreter, ``X @ q`` over the same matrix, ``scandir`` and ``stat``. One thread; CPU time for what one
process does, wall time for processes, which take turns with their floor. Absolute numbers depend on the machine,
ratios much less.
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from cogmem import __version__, clock
from cogmem.bench import synthetic
from cogmem.bench.measures import quantile
from cogmem.config import CogMemConfig
from cogmem.embed.registry import create
from cogmem.errors import EmbedderUnavailableError
from cogmem.index import lexical
from cogmem.index.sqlite import Index
from cogmem.index.sync import sync
from cogmem.project import Project, invite, open_project
from cogmem.recall.search import Query, search
from cogmem.store import MemoryStore

SIZES = (1_000, 10_000, 100_000)
QUESTIONS = 60
PROCESSES = 15
REAL = (
    "why did we move billing away from the per-seat price",
    "証明書の期限切れで予約サイトが止まったのはいつか",
    "certifcate expird bookng site",
    "what was decided about attachments and object storage after the backups took all night",
)
SETTLED = 2.2
"""Seconds after which an unchanged stamp proves that a file is unchanged."""
Progress = Callable[[str], None]


def speed(sizes: tuple[int, ...] = SIZES, progress: Progress | None = None) -> dict[str, Any]:
    """Measure stores of these sizes. Returns plain values for JSON."""
    say = progress or (lambda line: None)
    floor, help_page = _in_turns(_program(["--help"]))
    out: dict[str, Any] = {"version": __version__, "date": clock.today().isoformat(), "python_ms": round(floor, 1)}
    out["help"] = {"ms": round(help_page, 1), "ratio_to_python": round(help_page / floor, 2)}
    out["question_embedding_ms"] = _embedding()
    out["sizes"] = {}
    for size in sizes:
        say(f"{size} entries")
        with tempfile.TemporaryDirectory(prefix="cogmem-speed-") as folder:
            out["sizes"][str(size)] = _size(Path(folder), size)
    return out


def _embedding() -> float | None:
    """CPU milliseconds, the median, for a question that was not asked before; None where the model is not."""
    try:
        embedder = create(CogMemConfig.default(Path(tempfile.gettempdir())))
        if embedder is None:
            return None
        embedder.embed_queries(["warm"])
    except EmbedderUnavailableError:
        return None
    asked = [f"{question} {n}" for n, question in enumerate(REAL * 5)]
    return round(1000 * quantile([_cpu(partial(embedder.embed_queries, [one])) for one in asked], 0.5), 1)


def _size(root: Path, size: int) -> dict[str, Any]:
    (root / "cogmem.toml").write_text("[cogmem]\n", "utf-8")
    synthetic.write(size, root / "memory" / "logs")
    config = CogMemConfig.default(root)
    store = MemoryStore(config, synthetic.HashEmbedder())
    read = _cpu(lambda: store.index_dir(embed=False))
    store.embed_pending()
    _settle(store)
    unchanged = min(_cpu(lambda: sync(Project(root, config), store.index)) for _ in range(3))
    stats = min(_cpu(lambda: _stat_all(root / "memory" / "logs")) for _ in range(3))
    found = _searches(store)
    one = _one_change(store, root)
    _settle(store)
    store.close()
    bytes_each = sum(path.stat().st_size for path in (root / "memory").glob("vectors.db*")) / size
    cold = _cold(root)
    return {
        "entries_per_cpu_second": round(size / read),
        "unchanged_index": {"ms": round(unchanged, 4) * 1000, "ratio_to_scandir_and_stat": round(unchanged / stats, 2)},
        "bytes_per_entry": round(bytes_each),
        "warm_search": found,
        "one_changed_entry_ms": round(1000 * one, 1),
        "cold_lexical_search": cold,
    }


def _settle(store: MemoryStore) -> None:
    """Wait until files are too old to count as being written, so that what follows is the usual state."""
    time.sleep(SETTLED)
    store.index_dir(embed=False)


def _searches(store: MemoryStore) -> dict[str, Any]:
    """Warm hybrid searches besides the question's embedding, against the raw product of the same matrix."""
    view, today = store.engine.view(), clock.today()
    asked = [(text, store.engine.vector(text)[0]) for text in synthetic.questions(QUESTIONS)]
    prior = store.engine.prior
    matrix = view.corpus.matrix
    for text, vector in asked[:10]:
        search(view, Query(text, today), vector, prior)
    gc.collect()
    times = [_cpu(partial(search, view, Query(text, today), vector, prior)) for text, vector in asked]
    raw = [_cpu(partial(np.matmul, matrix, vector)) for _, vector in asked]
    page = " ".join(text for text, _ in asked)
    vector = store.engine.vector(page)[0]
    pages = [_cpu(partial(search, view, Query(page, today), vector, prior)) for _ in range(5)]
    middle, floor = quantile(times, 0.5), quantile(raw, 0.5)
    return {
        "p50_ms": round(1000 * middle, 2),
        "p95_ms": round(1000 * quantile(times, 0.95), 2),
        "worst_over_median": round(max(times) / middle, 2),
        "pasted_page": {"words": len(page.split()), "ms": round(1000 * quantile(pages, 0.5), 2)},
        "raw_product_ms": round(1000 * floor, 2),
        "ratio_to_raw_product": round(middle / floor, 2),
    }


def _one_change(store: MemoryStore, root: Path) -> float:
    """CPU seconds until a changed entry is in the index and in memory."""
    path = sorted((root / "memory" / "logs").glob("*.md"))[-1]
    text = path.read_text("utf-8")
    path.write_text(text + "\n### [NOTE] one more thing about lanterns\n", "utf-8")

    def take() -> None:
        store.index_dir(embed=False)
        store.embed_pending()
        _ = store.engine.view().means

    return _cpu(take)


def _cold(root: Path) -> dict[str, Any]:
    """A whole process that answers one question by words, and the same search in this process."""
    (root / "cogmem.toml").write_text('[cogmem]\n[cogmem.embedding]\nprovider = "none"\n', "utf-8")
    time.sleep(2.1)  # what was indexed within two seconds of its writing is read again
    with Index.open(root / "memory" / "vectors.db") as index:
        sync(open_project(root), index)
    environment = {**os.environ, "HOME": str(root), "XDG_STATE_HOME": str(root / "state"), "COGMEM_LANG": "en"}
    before = os.environ.get("XDG_STATE_HOME")
    os.environ["XDG_STATE_HOME"] = environment["XDG_STATE_HOME"]
    try:
        invite(open_project(root))
    finally:
        os.environ.pop("XDG_STATE_HOME") if before is None else os.environ.update(XDG_STATE_HOME=before)
    question = synthetic.questions(2)[1]
    floor, taken = _in_turns(_program(["-C", str(root), "search", question, "--no-reinforce"]), environment)
    db = lexical.connect(str(root / "memory" / "vectors.db"))
    assert db is not None
    itself = min(_cpu(partial(lexical.search, db, question)) for _ in range(5))
    db.close()
    return {
        "ms": round(taken, 1),
        "ratio_to_python": round(taken / floor, 2),
        "search_itself_ms": round(1000 * itself, 2),
    }


def _stat_all(folder: Path) -> int:
    with os.scandir(folder) as entries:
        return sum(entry.stat().st_size for entry in entries)


def _cpu(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


def _program(arguments: list[str]) -> list[str]:
    code = f"import sys; sys.argv = {['cogmem', *arguments]!r}; from cogmem.cli.entry import main; sys.exit(main())"
    return [sys.executable, "-c", code]


def _in_turns(command: list[str], environment: dict[str, str] | None = None) -> tuple[float, float]:
    """Median wall times in ms of a bare interpreter and of a command. Raises CalledProcessError when one fails."""
    bare = [sys.executable, "-c", "pass"]
    pairs = [(_process(bare, environment), _process(command, environment)) for _ in range(PROCESSES)]
    return quantile([one for one, _ in pairs], 0.5), quantile([one for _, one in pairs], 0.5)


def _process(command: list[str], environment: dict[str, str] | None) -> float:
    started = clock.monotonic()
    subprocess.run(command, check=True, capture_output=True, env=environment, stdin=subprocess.DEVNULL)
    return 1000 * (clock.monotonic() - started)
