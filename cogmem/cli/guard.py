"""The outer wall of every command: known errors become one message and their exit code."""

from __future__ import annotations

import sqlite3
import sys

import click

from cogmem.cli.base import cli
from cogmem.cli.out import clean, wants_color, write_json
from cogmem.cli.table import BY_NAME
from cogmem.cli.usage import told
from cogmem.clock import NoTimeError
from cogmem.errors import CogmemError, UsageError
from cogmem.messages import say


def guarded(args: list[str]) -> int:
    """Run ``args`` through click; BrokenPipeError is left to the caller."""
    as_json = "--json" in args[: args.index("--")] if "--" in args else "--json" in args
    try:
        return _invoked(args)
    except CogmemError as error:
        found = error.as_dict()
        if isinstance(error, UsageError) and not found["hint"]:
            found["hint"] = _help_for(args)
        return report(found, error.exit_code, as_json)
    except NoTimeError as error:
        found = _error("clock", say(None, "error.clock", text=str(error)), say(None, "error.clock_hint"))
        return report(found, 2, as_json)
    except click.Abort:
        return _interrupted()
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.ClickException as error:
        return report(_usage(error), 2 if isinstance(error, click.UsageError) else 1, as_json)
    except KeyboardInterrupt:
        return _interrupted()
    except BrokenPipeError:
        raise
    except sqlite3.Error as error:
        busy = "locked" in str(error) or "busy" in str(error)
        found = _error("busy" if busy else "database", say(None, "error.database", text=error),
                       say(None, "error.database_hint"))
        return report(found, 5 if busy else 1, as_json)
    except OSError as error:
        name = str(error.filename or "cogmem")
        found = _error("os", say(None, "error.os", name=name, text=error.strerror or error))
        return report(found | {"file": error.filename and name}, 1, as_json)


def _invoked(args: list[str]) -> int:
    """Not ``cli.main``: that turns a broken pipe into a failure."""
    with cli.make_context("cogmem", list(args)) as ctx:
        result = cli.invoke(ctx)
    return result if isinstance(result, int) else 0


def complete(instruction: str) -> int:
    """Answer the shell's question (``_COGMEM_COMPLETE``)."""
    from click.shell_completion import shell_complete

    return shell_complete(cli, {}, "cogmem", "_COGMEM_COMPLETE", instruction)


def report(error: dict[str, object], code: int, as_json: bool) -> int:
    """Print one error and return its exit code."""
    if as_json:
        write_json({"error": error})
        return code
    place = f"{error['file']}:{error['line']}: " if error.get("line") else ""
    message = clean(error["message"])
    place = "" if str(error.get("file") or "\0") in message else place
    label = say(None, "error.label")
    label = f"\033[31m{label}\033[0m" if wants_color("auto", sys.stderr) else label
    sys.stderr.write(f"{label}: {place}{message}\n")
    if error.get("hint"):
        sys.stderr.write(f"{say(None, 'error.hint')}: {clean(error['hint'])}\n")
    return code


def _usage(error: click.ClickException) -> dict[str, object]:
    context = getattr(error, "ctx", None)
    hint = getattr(error, "hint", None)
    if hint is None:
        hint = f"{context.command_path} --help" if context is not None else say(None, "error.see_help")
    return _error("usage", told(error), hint)


def _help_for(args: list[str]) -> str:
    """Where a command is explained that was given what it cannot take."""
    name = next((word for word in args if word in BY_NAME), None)
    return f"cogmem {name} --help" if name else say(None, "error.see_help")


def _error(code: str, message: str, hint: object = None) -> dict[str, object]:
    return {"code": code, "message": message, "hint": hint, "file": None, "line": None}


def _interrupted() -> int:
    sys.stderr.write("\n" + say(None, "error.interrupted") + "\n")
    return 130
