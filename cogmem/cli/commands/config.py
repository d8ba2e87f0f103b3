"""``cogmem config``: every setting with its value, where that came from, and what it may be."""

from __future__ import annotations

import os
import sys

import click

from cogmem.cli import suggestions
from cogmem.cli.base import Run, define, option
from cogmem.cli.out import clean
from cogmem.config import CogMemConfig
from cogmem.errors import UsageError
from cogmem.messages import say, spoken
from cogmem.settings import SETTINGS, Setting


@define("config")
@click.argument("name", required=False, shell_complete=suggestions.settings)
@option("--markdown", is_flag=True)
def command(run: Run, name: str | None, markdown: bool) -> None:
    if markdown:
        from cogmem.cli.settings_page import page

        sys.stdout.write(page())
        return
    project = run.project()
    rows = [row for row in SETTINGS if not name or row.name == name or row.name.startswith(name + ".")]
    if not rows:
        from cogmem.config import did_you_mean

        close = did_you_mean(str(name))
        raise UsageError(say(None, "error.no_setting", name=name),
                         hint=say(None, "error.did_you_mean", name=close) if close else say(None, "config.hint"))
    config = project.config
    run.out.data({
        "root": str(project.root),
        "settings": {row.name: _record(row, config) for row in rows},
        "skill_triggers": [{"pattern": pattern, "skills": list(skills)} for pattern, skills in config.skill_triggers],
    })
    for row in rows:
        run.out.line(f"{run.out.style(row.name, 'bold')} = {clean(_shown(row, config.values[row.name]))}"
                     f"  {run.out.style(_origin(config.origins[row.name], config), 'dim')}")
        if name or run.out.verbose:
            limits = say(None, "config.limits", text=row.limits(spoken())) if row.limits() else ""
            run.out.line(f"    {row.help_ja if spoken() == 'ja' else row.help_en}{limits}")


def _record(row: Setting, config: CogMemConfig) -> dict[str, object]:
    value = config.values[row.name]
    secret = row.scope == "local" and value
    return {"value": say("en", "config.hidden") if secret else value, "origin": config.origins[row.name],
            "default": row.default, "kind": row.kind, "limits": row.limits(), "environment": list(row.env)}


def _shown(row: Setting, value: object) -> str:
    if row.scope == "local" and value:
        return say(None, "config.hidden")
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return "[" + ", ".join(f'"{item}"' for item in value) + "]"
    return f'"{value}"' if isinstance(value, str) else f"{value:g}"


def _origin(origin: str, config: CogMemConfig) -> str:
    if origin == "default":
        return say(None, "config.default")
    inside = origin.startswith(str(config.root) + os.sep)
    return say(None, "config.from", origin=os.path.relpath(origin, config.root) if inside else origin)
