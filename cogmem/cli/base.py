"""What all commands share: the lazy group, help that starts with examples, and the common options."""

from __future__ import annotations

import sys
from collections.abc import Callable
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cogmem import __version__
from cogmem.cli.help_texts import EXAMPLES, OPTIONS
from cogmem.cli.out import Out
from cogmem.cli.table import ALIASES, BY_NAME, COMMANDS, overview
from cogmem.messages import LANGUAGES, say, speak, spoken

if TYPE_CHECKING:
    from cogmem.project import Project

SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


class LazyGroup(click.Group):
    """Commands are imported when they run; a name that does not exist brings the nearest one that does."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [row.name for row in COMMANDS if not row.hidden]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        row = BY_NAME.get(ALIASES.get(cmd_name, cmd_name))
        if row is None:
            return None
        return import_module(f"cogmem.cli.commands.{row.module}").command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in ALIASES and name not in BY_NAME and not name.startswith("-"):
            close = get_close_matches(name, [*BY_NAME, *ALIASES], 1, 0.6)
            error = click.UsageError(say(None, "error.no_command", name=name), ctx)
            hint = say(None, "error.did_you_mean", name=f"cogmem {close[0]}") if close else say(None, "error.see_help")
            error.hint = hint  # type: ignore[attr-defined]
            raise error
        if name == "help":
            if args[1:] == ["--markdown"]:
                from cogmem.cli.commands_page import page

                click.echo(page(self), nl=False)
                ctx.exit(0)
            if len(args) > 1 and args[1] in BY_NAME:
                return args[1], self.get_command(ctx, args[1]), ["--help"]
            click.echo(overview(spoken(), __version__), nl=False)
            ctx.exit(0)
        return super().resolve_command(ctx, args)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write(overview(spoken(), __version__))


class Helpful(click.Command):
    """Help that starts with examples; texts come from ``help_texts`` by the command's name."""

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        ja = spoken() == "ja"
        path = ctx.command_path.removeprefix("cogmem ").replace(" ", "-")
        row = BY_NAME.get(path)
        summary = row.help(spoken()) if row else _pick(OPTIONS, f"summary.{path}")
        formatter.write(summary + "\n\n")
        examples = EXAMPLES.get(path, ())
        if examples:
            formatter.write(("例:" if ja else "Examples:") + "\n")
            formatter.write("".join(f"  {line}\n" for line in examples) + "\n")
        pieces = " ".join(self.collect_usage_pieces(ctx))
        formatter.write_usage(ctx.command_path, pieces, "使い方: " if ja else "Usage: ")
        options = (param for param in self.get_params(ctx) if isinstance(param, click.Option))
        records = [record for param in options if (record := param.get_help_record(ctx))]
        if isinstance(self, click.Group):
            names = self.list_commands(ctx)
            rows = [(name, _pick(OPTIONS, f"summary.{path}-{name}")) for name in names]
            self._list(formatter, "コマンド:" if ja else "Commands:", rows)
        self._list(formatter, "オプション:" if ja else "Options:", records)

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        found = super().get_help_option(ctx)
        if found is not None:
            found.help = _pick(OPTIONS, "help")
        return found

    def _list(self, formatter: click.HelpFormatter, title: str, rows: list[tuple[str, str]]) -> None:
        if rows:
            from cogmem.cli.tables import described

            formatter.write(f"\n{title}\n" + "".join(f"{line}\n" for line in described(rows, formatter.width)))


class Command(Helpful):
    """One command."""


class Group(Helpful, click.Group):
    """A command with commands below it."""


class Option(click.Option):
    """An option whose help is found in ``help_texts`` by its own name when it is shown."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        self.help = _pick(OPTIONS, f"{ctx.info_name}.{self.name}") or _pick(OPTIONS, str(self.name))
        return super().get_help_record(ctx)


def _pick(table: dict[str, tuple[str, str]], key: str) -> str:
    found = table.get(key)
    return found[1 if spoken() == "ja" else 0] if found else ""


class Run:
    """One command's surroundings: how to print (``out``), where to work (``folder``), as whom (``user``)."""

    def __init__(self, out: Out, folder: str | None, lang: str | None, yes: bool, user: str | None = None,
                 no_input: bool = False) -> None:
        self.out, self.folder, self.lang, self.yes, self.user = out, folder, lang, yes, user
        self.no_input = no_input

    @property
    def asks(self) -> bool:
        """Whether there is somebody to ask: a terminal, and nobody said ``--no-input``."""
        from cogmem.cli.out import is_terminal

        return not self.no_input and is_terminal(sys.stdin)

    def project(self) -> Project:
        """The project to work in. Its language becomes the interface's, unless ``--lang`` said otherwise."""
        from cogmem.cli.notices import tell
        from cogmem.project import open_project

        project = open_project(self.folder, self.user)
        if not self.lang and project.config.origins["lang"] != "default":
            speak(project.config.lang)
        tell(self.out, project.config)
        return project

    def speak_as_project(self) -> None:
        """Speak the project's language where there is a readable project; nothing else is said or raised."""
        from cogmem.errors import CogmemError
        from cogmem.project import open_project

        try:
            config = open_project(self.folder).config
        except CogmemError:
            return
        if not self.lang and config.origins["lang"] != "default":
            speak(config.lang)

    def ask(self, question: str, *, default: bool = False) -> bool:
        """Whether the user agrees. With nobody to ask the answer is ``--yes``, else the default."""
        if self.yes:
            return True
        return click.confirm(question, default=default, err=True) if self.asks else default

    def require(self, question: str) -> None:
        """Go on only if the user agrees. Raises CogmemError when declined, UsageError when there is nobody to ask."""
        from cogmem.errors import CogmemError, UsageError

        if not self.ask(question):
            if self.asks:
                raise CogmemError(say(None, "error.declined"))
            raise UsageError(say(None, "error.needs_yes"), hint=say(None, "error.needs_yes_hint"))


def common(function: Callable[..., Any], options: tuple[Callable[..., Any], ...]) -> Callable[..., Any]:
    """Adds the options of every command, and hands the command a ``Run`` as its first argument."""

    @click.pass_context
    def wrapper(ctx: click.Context, /, **values: Any) -> Any:
        chosen = {name: values.pop(name) or _from_above(ctx, name) for name in _SHARED}
        color = values.pop("color") or _from_above(ctx, "color") or "auto"
        yes = bool(values.pop("yes", False))
        if chosen["lang"]:
            speak(chosen["lang"])
        if chosen["project_dir"] and not Path(chosen["project_dir"]).is_dir():
            raise click.BadParameter(say(None, "error.not_folder", place=chosen["project_dir"]), ctx)
        out = Out(json=bool(chosen["as_json"]), color=color, quiet=bool(chosen["quiet"]),
                  verbose=bool(chosen["verbose"]))
        run = Run(out, chosen["project_dir"], chosen["lang"], yes, values.pop("user", None), bool(chosen["no_input"]))
        return function(run, **values)

    wrapper.__doc__ = function.__doc__
    for decorator in reversed(options):
        wrapper = decorator(wrapper)
    # Click keeps a function's options in this attribute until the command is made, the last one first.
    wrapper.__click_params__ += getattr(function, "__click_params__", [])  # type: ignore[attr-defined]
    return wrapper


def _from_above(ctx: click.Context, name: str) -> Any:
    """The value that a command above this one was given: ``cogmem -C DIR model status``."""
    above = ctx.parent
    while above is not None:
        if above.params.get(name):
            return above.params[name]
        above = above.parent
    return None


def _option(*names: str, **settings: Any) -> Callable[..., Any]:
    return click.option(*names, cls=Option, **settings)


_SHARED = ("project_dir", "as_json", "lang", "quiet", "verbose", "no_input")
_FOLDER = _option("-C", "--project", "project_dir", metavar="DIR")
_FOLDER_SHORT = _option("-C", "project_dir", metavar="DIR")
_COMMON = (
    _option("--json", "as_json", is_flag=True),
    _option("--lang", type=click.Choice(LANGUAGES), metavar="en|ja"),
    _option("--color", type=click.Choice(["auto", "always", "never"]), metavar="WHEN"),
    _option("-q", "--quiet", is_flag=True),
    _option("-v", "--verbose", is_flag=True),
    _option("--no-input", is_flag=True),
)


def option(*names: str, **settings: Any) -> Callable[..., Any]:
    """An option with its help from the catalogue."""
    return _option(*names, **settings)


def define(name: str, *, short_folder: bool = False, **settings: Any) -> Callable[[Callable[..., Any]], Command]:
    """A command with the common options. ``short_folder``: ``-C`` only, because ``--project`` means something else."""
    options = (_FOLDER_SHORT if short_folder else _FOLDER, *_COMMON)

    def make(function: Callable[..., Any]) -> Command:
        return click.command(name, cls=Command, context_settings=SETTINGS, **settings)(common(function, options))

    return make


def group(name: str) -> Callable[[Callable[..., Any]], click.Group]:
    """A command with commands below it, which take the common options as well."""

    def make(function: Callable[..., Any]) -> click.Group:
        for decorator in reversed((_FOLDER, *_COMMON)):
            function = decorator(function)
        return click.group(name, cls=Group, context_settings=SETTINGS, invoke_without_command=True)(function)

    return make


@click.group(cls=LazyGroup, context_settings=SETTINGS, invoke_without_command=True)
@click.option("-V", "--version", is_flag=True, expose_value=False, is_eager=True,
              callback=lambda ctx, _param, value: _version(ctx) if value else None)
@click.pass_context
def cli(ctx: click.Context, **_: Any) -> None:
    if ctx.invoked_subcommand is None:
        click.echo(overview(spoken(), __version__), nl=False)


for _decorator in reversed((_FOLDER, *_COMMON)):
    cli = _decorator(cli)


def _version(ctx: click.Context) -> None:
    click.echo(f"cogmem {__version__}")
    ctx.exit(0)
