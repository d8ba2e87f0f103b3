"""What was wrong with a command line, in words: click's own where English is spoken, ours otherwise."""

from __future__ import annotations

import re

import click

from cogmem.messages import say, spoken

_EXTRA = re.compile(r"Got unexpected extra arguments? \((.*)\)", re.S)


def told(error: click.ClickException) -> str:
    """The message of an error that click raised, or that we raised through it."""
    if isinstance(error, click.BadParameter) and error.param is None and error.param_hint is None:
        return error.message
    return error.format_message() if spoken() == "en" else _translated(error)


def _translated(error: click.ClickException) -> str:
    if isinstance(error, click.MissingParameter):
        return say(None, "usage.missing", name=_name(error))
    if isinstance(error, click.NoSuchOption):
        unknown = say(None, "usage.option", name=error.option_name)
        close = ", ".join(sorted(error.possibilities or ()))
        return unknown + say(None, "usage.close", names=close) if close else unknown
    if isinstance(error, click.BadOptionUsage):
        return say(None, "usage.no_value", name=error.option_name)
    if isinstance(error, click.BadParameter):
        return say(None, "usage.bad_value", name=_name(error)) + _wanted(error)
    extra = _EXTRA.match(error.message)
    return say(None, "usage.extra", text=extra[1]) if extra else error.format_message()


def _name(error: click.BadParameter) -> str:
    hint = error.param_hint or (error.param.get_error_hint(error.ctx) if error.param and error.ctx else "")
    return hint if isinstance(hint, str) else ", ".join(hint or ())


def _wanted(error: click.BadParameter) -> str:
    """What would have been right: a choice, a range; else what click says."""
    kind = error.param.type if error.param else None
    if isinstance(kind, click.Choice):
        return say(None, "usage.wanted", text=" | ".join(map(str, kind.choices)))
    if isinstance(kind, (click.IntRange, click.FloatRange)):
        low = "" if kind.min is None else kind.min
        high = "" if kind.max is None else kind.max
        return say(None, "usage.wanted", text=f"{low} … {high}")
    missing = re.search(r"'(.*)' does not exist", error.message, re.S) if isinstance(kind, click.Path) else None
    return say(None, "usage.no_path", value=missing[1]) if missing else f": {error.message}"
