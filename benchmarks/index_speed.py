"""How fast the index is, as ratios to floors of the same run. ``python benchmarks/index_speed.py [ENTRIES] [FILES]``

Prints JSON: text indexing per CPU second, a run without changes over FILES logs against scandir + stat, one changed
entry, the size per entry with vectors, loading and refreshing the copy in memory, and a cold search by words (the
hook's way) as a whole process against a bare interpreter.
"""

from __future__ import annotations

import datetime as dt
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from cogmem.bench import synthetic
from cogmem.index.corpus import Corpus
from cogmem.index.pending import embed_pending
from cogmem.index.sqlite import Index
from cogmem.index.sync import sync
from cogmem.project import Project, open_project

ROUNDS = 15
HOOK = """
import sys
sys.path.insert(0, {package!r})
from cogmem.index import lexical
hits = lexical.search(lexical.connect({path!r}), {question!r}, 3)
"""


def cpu(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def least(work: Callable[[], object], rounds: int = 5) -> float:
    return min(cpu(work) for _ in range(rounds))


def project_at(folder: Path) -> Project:
    folder.mkdir(parents=True)
    (folder / "cogmem.toml").write_text('[cogmem]\n[cogmem.embedding]\nprovider = "none"\n', "utf-8")
    return open_project(folder)


def filled(folder: Path, entries: int) -> dict[str, object]:
    """Everything that needs a store of ``entries`` entries."""
    project, embedder = project_at(folder), synthetic.HashEmbedder()
    synthetic.write(entries, project.logs_dir)
    with Index.open(project.index_path) as index:
        text = cpu(lambda: sync(project, index))
        embed_pending(index, embedder)
        index.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        corpus = Corpus(index, embedder.id)
        load = cpu(lambda: (corpus.refresh(), corpus.neighbourhood, corpus.means()))
        path = max(project.logs_dir.glob("*.md"))
        path.write_text(path.read_text("utf-8") + "\n### [NOTE] one more thing about lanterns\n", "utf-8")
        one = cpu(lambda: sync(project, index, files=[path]))
        embed_pending(index, embedder)
        refresh = cpu(lambda: (corpus.refresh(), corpus.neighbourhood, corpus.means()))
    size = os.path.getsize(project.index_path)
    return {
        "entries": entries,
        "text_entries_per_cpu_second": round(entries / text),
        "bytes_per_entry_with_vectors": round(size / entries),
        "one_changed_entry_ms": round(one * 1e3, 2),
        "load_s": round(load, 3),
        "refresh_after_one_change_ms": round(refresh * 1e3, 2),
        "hook": cold(project),
    }


def cold(project: Project) -> dict[str, object]:
    """Whole processes, taken in turn: a bare interpreter, and one that searches and ends."""
    package = str(Path(__file__).resolve().parents[1])
    out: dict[str, object] = {}
    bare = [sys.executable, "-I", "-S", "-c", "pass"]
    for name, question in (
        ("rare", synthetic.questions(2)[1]),
        ("common", synthetic.questions(2)[0]),
        ("typo", "lanternss"),
    ):
        code = HOOK.format(package=package, path=str(project.index_path), question=question)
        floor, taken = [], []
        for _ in range(ROUNDS):
            floor.append(process(bare))
            taken.append(process([sys.executable, "-I", "-S", "-c", code]))
        out[name] = {
            "ms": round(median(taken) * 1e3, 1),
            "ratio_to_bare_python": round(median(taken) / median(floor), 2),
        }
    return out


def process(command: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=True)
    return time.perf_counter() - start


def unchanged(folder: Path, files: int) -> dict[str, object]:
    """A run over ``files`` logs of which none changed."""
    project = project_at(folder)
    project.logs_dir.mkdir(parents=True)
    for n in range(files):
        day = dt.date(2026, 7, 1) - dt.timedelta(n)
        (project.logs_dir / f"{day}.md").write_text(
            f"# {day}\n\n## Log Entries\n\n### [NOTE] note {n}\ntext {n}\n", "utf-8"
        )
    with Index.open(project.index_path) as index:
        sync(project, index)
        time.sleep(2.1)
        sync(project, index)
        pairs = [
            (
                cpu(lambda: stat_all(project.logs_dir)),
                cpu(lambda: sync(project, index)),
                cpu(lambda: sync(project, index, verify=True)),
            )
            for _ in range(9)
        ]
    floor, plain, verified = (median(column) for column in zip(*pairs, strict=True))
    return {
        "files": files,
        "scandir_and_stat_ms": round(floor * 1e3, 1),
        "ratio": round(plain / floor, 2),
        "ratio_with_verification": round(verified / floor, 2),
    }


def stat_all(folder: Path) -> int:
    with os.scandir(folder) as entries:
        return sum(entry.stat().st_size for entry in entries)


def main() -> None:
    entries, files = [int(value) for value in (*sys.argv[1:], "10000", "10000")[:2]]
    with tempfile.TemporaryDirectory(prefix="cogmem-index-") as folder:
        print(
            json.dumps(
                {
                    "filled": filled(Path(folder, "filled"), entries),
                    "unchanged": unchanged(Path(folder, "many"), files),
                },
                indent=2,
            )
        )


if __name__ == "__main__":
    main()
