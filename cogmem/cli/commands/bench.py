"""``cogmem bench``: recall on the user's own store, on sets from outside (``--data``), or speed (``--speed``)."""

from __future__ import annotations

from typing import Any

import click

from cogmem.cli.base import Run, define, option
from cogmem.cli.out import clean
from cogmem.errors import UsageError
from cogmem.messages import say


@define("bench")
@option("--data", "data_dir", metavar="DIR", type=click.Path(exists=True, file_okay=False, path_type=str))
@option("--only", multiple=True, metavar="SET")
@option("--speed", is_flag=True)
@option("--size", "sizes", multiple=True, type=click.IntRange(100, 1_000_000))
def command(run: Run, data_dir: str | None, only: tuple[str, ...], speed: bool, sizes: tuple[int, ...]) -> None:
    if data_dir and speed:
        raise UsageError(say(None, "bench.both"))
    if speed:
        found = _speed(run, sizes)
    else:
        found = _data(run, data_dir, only) if data_dir else _own(run)
    run.out.data(found)
    from cogmem.bench.report import lines

    run.out.lines(clean(line) for line in lines(found))


def _data(run: Run, folder: str, only: tuple[str, ...]) -> dict[str, Any]:
    from pathlib import Path

    from cogmem.bench.run import on_data

    return on_data(Path(folder), only, run.out.talk)


def _own(run: Run) -> dict[str, Any]:
    from cogmem.bench.selfcheck import compared, on_store, save
    from cogmem.store import MemoryStore

    with MemoryStore(run.project()) as store:
        found = on_store(store, progress=run.out.talk)
        earlier = save(store, found)
    since = next((one for before in earlier if (one := compared(found, before))), None)
    return {**found, "earlier": len(earlier), "since": since}


def _speed(run: Run, sizes: tuple[int, ...]) -> dict[str, Any]:
    from cogmem.bench.speed import SIZES
    from cogmem.bench.speed import speed as measured

    return measured(sizes or SIZES, run.out.talk)
