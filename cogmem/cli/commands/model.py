"""``cogmem model``: which embedder is used; fetch the embedded one; measure another one."""

from __future__ import annotations

from typing import Any

import click

from cogmem.cli.base import Run, define, group, option
from cogmem.cli.out import clean
from cogmem.config import CogMemConfig
from cogmem.errors import UsageError
from cogmem.messages import say

_FETCHED_MB = 72


@group("model")
@click.pass_context
def command(ctx: click.Context, **_: Any) -> None:
    if ctx.invoked_subcommand is None:
        ctx.invoke(status)


def _config(run: Run) -> CogMemConfig:
    """The project's settings; outside a project the defaults, for the embedded model."""
    from cogmem.project import find_root

    if find_root(run.folder or ".") is None:
        return CogMemConfig.default(run.folder or ".")
    return run.project().config


@define("status")
def status(run: Run) -> None:
    from cogmem.embed import model_file
    from cogmem.places import cache_dir

    config = _config(run)
    provider = config.embedding.provider
    found = model_file.candidates(cache_dir()) if provider == "embedded" else []
    usable = provider != "embedded" or any(model_file.verified(path, cache_dir()) for path in found)
    run.out.data({"provider": provider, "model": config.embedding.model if provider != "none" else None,
                  "file": str(found[0]) if found else None, "usable": usable})
    if provider == "none":
        run.out.line(say(None, "model.none"))
        return
    run.out.line(say(None, "model.provider", provider=provider, model=clean(config.embedding.model)))
    if provider == "embedded":
        run.out.line(say(None, "model.ready") if usable else say(None, "model.missing"))
        run.out.lines(clean(path) for path in found[:1])


@define("fetch")
@option("--yes", is_flag=True)
def fetch(run: Run) -> None:
    from cogmem.embed.fetch import fetch as get
    from cogmem.places import cache_dir

    run.out.talk(say(None, "model.network", size=_FETCHED_MB))
    path = get(cache_dir())
    run.out.data({"file": str(path)})
    run.out.line(say(None, "model.fetched", path=clean(path)))


@define("calibrate")
def calibrate(run: Run) -> None:
    from cogmem.cli.progress import Progress
    from cogmem.embed.calibrate import measure
    from cogmem.embed.calibration import save
    from cogmem.embed.registry import create

    config = _config(run)
    if config.embedding.provider == "embedded":
        run.out.data({"embedder": config.embedding.model, "file": None})
        run.out.line(say(None, "model.shipped"))
        return
    embedder = create(config)
    if embedder is None:
        raise UsageError(say(None, "model.none"), hint=say(None, "model.none_hint"))
    with Progress(run.out, say(None, "progress.embed")) as progress:
        found = measure(embedder, progress)
    path = save(found, embedder.id)
    run.out.data({"embedder": embedder.id, "file": str(path)})
    run.out.line(say(None, "model.measured", path=clean(path)))


command.add_command(calibrate)
command.add_command(status)
command.add_command(fetch)
