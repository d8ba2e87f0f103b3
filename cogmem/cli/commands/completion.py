"""``cogmem completion SHELL``: prints a script; the shell then asks ``cogmem`` itself, which needs no project."""

from __future__ import annotations

import sys

import click
from click.shell_completion import get_completion_class

from cogmem.cli.base import Run, cli, define

SHELLS = ("bash", "zsh", "fish", "powershell")
_POWERSHELL = """Register-ArgumentCompleter -Native -CommandName cogmem -ScriptBlock {
    param($word, $ast, $position)
    (cogmem completion words --json | ConvertFrom-Json).words |
        Where-Object { $_ -like "$word*" } |
        ForEach-Object { [System.Management.Automation.CompletionResult]::new($_) }
}
"""


@define("completion")
@click.argument("shell", type=click.Choice([*SHELLS, "words"]))
def command(run: Run, shell: str) -> None:
    words = cli.list_commands(click.Context(cli))
    run.out.data({"words": words})
    if run.out.json:
        return
    if shell == "words":
        run.out.lines(words)
        return
    maker = get_completion_class(shell)
    source = maker(cli, {}, "cogmem", "_COGMEM_COMPLETE").source() if maker else _POWERSHELL
    sys.stdout.write(source)
