"""Sixteen processes search, append and index for twenty seconds.

``python benchmarks/many_processes.py [PROCESSES] [SECONDS]``

Prints JSON: operations, errors, entries that were lost (must be none of both), and how long the operations took.
"""

from __future__ import annotations

import json
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from cogmem.bench.measures import quantile
from cogmem.index import check, lexical
from cogmem.index.sqlite import Index
from cogmem.index.sync import sync
from cogmem.journal.daylog import append
from cogmem.ledger import spool
from cogmem.ledger.merge import merge_spool
from cogmem.ledger.sqlite import Ledger
from cogmem.model import Draft
from cogmem.project import Project, open_project


def worker(project: Project, who: int, end: float) -> dict[str, object]:
    """One process's operations until ``end``: [seconds] by kind, ids of what was acknowledged, errors in words."""
    rng = random.Random(who)
    times: dict[str, list[float]] = {"append": [], "index": [], "search": [], "spool": [], "merge": []}
    acknowledged: list[str] = []
    errors: list[str] = []
    spooled = 0
    with Index.open(project.index_path) as index, Ledger.open(project.ledger_path) as ledger:
        work: dict[str, Callable[[], object]] = {
            "append": lambda: acknowledged.append(
                append(project, Draft(f"w{who}n{len(acknowledged)}", "body", "NOTE")).title
            ),
            "index": lambda: sync(project, index),
            "search": lambda: lexical.search(index.db, f"w{rng.randint(0, 15)}n{rng.randint(0, 200)} body"),
            "spool": lambda: spool.append(
                str(project.run_dir), f"s{who % 4}", "skill", {"skill": f"{who}", "event": "e"}
            ),
            "merge": lambda: merge_spool(ledger, project.run_dir),
        }
        while time.time() < end:
            kind = rng.choices(list(work), [4, 2, 6, 4, 1])[0]
            start = time.perf_counter()
            try:
                work[kind]()
            except Exception as error:  # noqa: BLE001
                errors.append(f"{kind}: {type(error).__name__}: {error}")
            else:
                spooled += kind == "spool"
            times[kind].append(time.perf_counter() - start)
    return {"times": times, "acknowledged": acknowledged, "errors": errors, "spooled": spooled}


def main() -> None:
    processes, seconds = [int(value) for value in (*sys.argv[1:], "16", "20")[:2]]
    with tempfile.TemporaryDirectory(prefix="cogmem-many-") as folder:
        root = Path(folder, "p")
        root.mkdir()
        (root / "cogmem.toml").write_text('[cogmem]\n[cogmem.embedding]\nprovider = "none"\n', "utf-8")
        project = open_project(root)
        end = time.time() + seconds
        children = {}
        for who in range(processes):
            path = Path(folder, f"{who}.json")
            pid = os.fork()
            if not pid:
                path.write_text(json.dumps(worker(project, who, end)))
                os._exit(0)
            children[pid] = path
        died = sum(os.waitpid(pid, 0)[1] != 0 for pid in children)
        told = [json.loads(path.read_text()) for path in children.values() if path.exists()]
        with Index.open(project.index_path) as index, Ledger.open(project.ledger_path) as ledger:
            sync(project, index, verify=True)
            check.whole(index)
            merge_spool(ledger, project.run_dir)
            titles = {title for (title,) in index.db.execute("SELECT title FROM entry")}
            events = len(ledger.skill_events())
        lost = [title for one in told for title in one["acknowledged"] if title not in titles]
        report = {
            "processes": processes,
            "seconds": seconds,
            "died": died,
            "errors": sorted({error for one in told for error in one["errors"]}),
            "error_count": sum(len(one["errors"]) for one in told),
            "acknowledged": sum(len(one["acknowledged"]) for one in told),
            "lost": len(lost),
            "spooled": sum(one["spooled"] for one in told),
            "spool_lost": sum(one["spooled"] for one in told) - events,
        }
        for kind in told[0]["times"]:
            every = [value for one in told for value in one["times"][kind]]
            report[kind] = {
                "n": len(every),
                "p50_ms": round(quantile(every, 0.5) * 1e3, 2),
                "p99_ms": round(quantile(every, 0.99) * 1e3, 1),
            }
        print(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()
