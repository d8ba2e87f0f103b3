"""The page ``docs/commands.md``: every command with its help, made from the commands themselves.

What click prints differs from version to version, so the page is put together from our own texts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click

from cogmem.cli.help_texts import EXAMPLES, OPTIONS
from cogmem.cli.table import BY_NAME, COMMANDS, GROUPS

_HEAD = """# Commands

Made by `cogmem help --markdown > docs/commands.md`; a test compares it with the program. `cogmem COMMAND --help` says
the same, in Japanese with `--lang ja`.

Every command takes these:

{common}

Exit codes: 0 done, 1 failed, 2 wrong usage or configuration, 3 done in part (with `--strict`), 4 no project here,
5 busy, 130 interrupted, 141 the reader closed the pipe.
"""


def page(cli: click.Group) -> str:
    """The page of the program's commands, in English."""
    top = click.Context(cli, info_name="cogmem")
    common = {str(param.name) for param in cli.params if isinstance(param, click.Option)} - {"version"}
    parts = [_HEAD.format(common=_table("", [param for param in cli.params[::-1] if param.name in common]))]
    for group, names in GROUPS.items():
        parts.append(f"## {names[0]}\n")
        for row in COMMANDS:
            command = cli.get_command(top, row.name) if row.group == group and not row.hidden else None
            if command is not None:
                parts += _told(command, row.name, common)
    return "\n".join(parts)


def _told(command: click.Command, name: str, common: set[str]) -> Iterator[str]:
    """A command, and those below it: what it is for, how it is called, its own options."""
    key = name.replace(" ", "-")
    row = BY_NAME.get(key)
    title = " ".join([name, *(_argument(param) for param in command.params if isinstance(param, click.Argument))])
    parts = [f"### cogmem {title.strip()}", "", f"{row.en if row else OPTIONS[f'summary.{key}'][0]}.", ""]
    parts += ["```", *EXAMPLES.get(key, ()), "```", ""] if key in EXAMPLES else []
    own = [param for param in command.params if isinstance(param, click.Option) and param.name not in common]
    parts += [_table(name.split()[-1], own), ""] if own else []
    yield "\n".join(parts)
    if isinstance(command, click.Group):
        context = click.Context(command, info_name=name)
        for below in command.list_commands(context):
            found = command.get_command(context, below)
            if found is not None:
                yield from _told(found, f"{name} {below}", common)


def _argument(param: click.Argument) -> str:
    shown = str(param.name).upper() if param.metavar is None else param.metavar
    return shown if param.required or not shown or shown.startswith("[") else f"[{shown}]"


def _table(command: str, options: Sequence[click.Parameter]) -> str:
    rows = ["| option | |", "|---|---|"]
    for param in options:
        names = ", ".join(param.opts)
        flag = isinstance(param, click.Option) and param.is_flag
        value = "" if flag else f" {param.metavar or _kind(param)}"
        text = OPTIONS.get(f"{command}.{param.name}") or OPTIONS.get(str(param.name)) or ("", "")
        rows.append(f"| `{names}{value}` | {text[0]} |".replace("en|ja", "en\\|ja"))
    return "\n".join(rows)


def _kind(param: click.Parameter) -> str:
    return "/".join(map(str, param.type.choices)) if isinstance(param.type, click.Choice) else "N"
