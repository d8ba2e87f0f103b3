"""``cogmem completion SHELL``: prints a script; the shell then asks ``cogmem`` itself, which needs no project."""

from __future__ import annotations

import sys

import click
from click.shell_completion import ShellComplete, get_completion_class

from cogmem.cli.base import Run, cli, define

SHELLS = ("bash", "zsh", "fish", "powershell")
_POWERSHELL = """Register-ArgumentCompleter -Native -CommandName cogmem -ScriptBlock {
    param($word, $ast, $position)
    $line = @($ast.CommandElements | Select-Object -Skip 1 | ForEach-Object { "$_" })
    if ($word) { $line = @($line | Select-Object -SkipLast 1) }
    (cogmem completion words --json -- @line "$word" | ConvertFrom-Json).words |
        ForEach-Object { [System.Management.Automation.CompletionResult]::new($_) }
}
"""


@define("completion")
@click.argument("shell", type=click.Choice([*SHELLS, "words"]))
@click.argument("line", nargs=-1, metavar="")
def command(run: Run, shell: str, line: tuple[str, ...]) -> None:
    """``words`` is for shells that click does not know: what may stand in the place of the last word of ``line``."""
    *before, typed = line or ("",)
    words = [item.value for item in ShellComplete(cli, {}, "cogmem", "").get_completions(list(before), typed)]
    run.out.data({"words": words})
    if run.out.json:
        return
    if shell == "words":
        run.out.lines(words)
        return
    maker = get_completion_class(shell)
    source = maker(cli, {}, "cogmem", "_COGMEM_COMPLETE").source() if maker else _POWERSHELL
    sys.stdout.write(source)
