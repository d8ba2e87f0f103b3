"""The hook log as figures: when each event last ran, how long it took, what went wrong."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

from cogmem.places import hook_log_dir

LOG = "hooks.log"
FINE = ("quiet", "said", "-")


def events(root: Path | None = None) -> list[dict[str, object]]:
    """One row per event, the most recent first: event, count, last (ISO), p50 and p95 (ms), failures, last_failure.

    ``root`` keeps to one project."""
    rows: dict[str, list[tuple[float, float, str]]] = {}
    for line in _lines():
        parts = line.split("\t")
        if len(parts) != 5 or (root is not None and parts[4] != str(root)):
            continue
        try:
            rows.setdefault(parts[1], []).append((float(parts[0]), float(parts[2]), parts[3]))
        except ValueError:
            continue
    return sorted((_row(event, runs) for event, runs in rows.items()), key=lambda row: str(row["last"]), reverse=True)


def _lines() -> list[str]:
    """The previous log and the present one, oldest line first."""
    lines: list[str] = []
    for name in (f"{LOG}.1", LOG):
        try:
            lines += (hook_log_dir() / name).read_text("utf-8", "replace").splitlines()
        except OSError:
            continue
    return lines


def _row(event: str, runs: list[tuple[float, float, str]]) -> dict[str, object]:
    times = sorted(ms for _, ms, _ in runs)
    failed = [(at, outcome) for at, _, outcome in runs if outcome not in FINE]
    last = dt.datetime.fromtimestamp(max(at for at, _, _ in runs)).astimezone()
    return {
        "event": event, "count": len(runs), "last": last.isoformat("T", "seconds"), "p50_ms": times[len(times) // 2],
        "p95_ms": times[min(len(times) - 1, int(len(times) * 0.95))], "failures": len(failed),
        "last_failure": failed[-1][1] if failed else None,
    }
