"""Where ``cogmem`` starts: the overview and the version without importing anything, everything else through click.

Every way to fail ends here as one message (text on stderr, or the ``error`` object of ``--json`` on stdout) and an exit
code: 1 failed, 2 usage or configuration, 3 partial, 4 not initialised, 5 busy, 130 interrupted, 141 broken pipe.
"""

from __future__ import annotations

import os
import sys

from cogmem import __version__
from cogmem.cli.out import discard_stdout, prepare_streams
from cogmem.messages import LANGUAGES, speak, spoken

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType


def main() -> None:
    """The console script."""
    sys.exit(run([_as_typed(arg) for arg in sys.argv[1:]]))


def _as_typed(arg: str) -> str:
    """What a terminal sent is UTF-8, also where a poor locale made Python read it as something else."""
    try:
        return arg if arg.isascii() else os.fsencode(arg).decode("utf-8")
    except (UnicodeDecodeError, UnicodeEncodeError):
        return arg


def run(args: list[str]) -> int:
    """Run one command line and return its exit code."""
    prepare_streams()
    _close_to_others()
    if not os.environ.get("COGMEM_DEBUG"):
        sys.excepthook = _last_words
    lang = chosen_language(args)
    if lang:
        speak(lang)
    try:
        code = _run(args)
        sys.stdout.flush()
    except BrokenPipeError:
        discard_stdout()
        return 141
    except OSError as error:  # the last of the output did not fit on the disk
        discard_stdout()
        sys.stderr.write(f"cogmem: {error.strerror or error}\n")
        return 1
    return code


def _close_to_others() -> None:
    """Whatever this process makes is never everybody's to write, also under ``umask 0``; groups are left alone."""
    os.umask(os.umask(0o022) | 0o002)


def _run(args: list[str]) -> int:
    instruction = os.environ.get("_COGMEM_COMPLETE")
    if instruction:
        from cogmem.cli.guard import complete

        return complete(instruction)
    rest = [arg for arg in args if arg not in LANGUAGES and not arg.startswith("--lang")]
    if not rest or rest in (["--help"], ["-h"], ["help"]):
        from cogmem.cli.table import overview

        sys.stdout.write(overview(spoken(), __version__))
        return 0
    if rest in (["--version"], ["-V"]):
        sys.stdout.write(f"cogmem {__version__}\n")
        return 0
    if args[0] == "search":
        from cogmem.cli.fast import search

        code = search(args[1:])
        if code is not None:
            return code
    from cogmem.cli.guard import guarded

    return guarded(args)


def chosen_language(args: list[str]) -> str:
    """The value of ``--lang`` wherever it stands before a ``--``; empty without one."""
    for arg, following in zip(args, [*args, ""][1:], strict=True):
        if arg == "--":
            return ""
        if arg == "--lang" and following in LANGUAGES:
            return following
        if arg.startswith("--lang=") and arg[7:] in LANGUAGES:
            return arg[7:]
    return ""


def _last_words(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Stands in for the traceback of an error that nobody foresaw."""
    from cogmem.cli.out import clean
    from cogmem.messages import say

    text = clean(say(None, "error.unexpected", kind=kind.__name__, text=error))
    sys.stderr.write(f"cogmem: {text}\n{say(None, 'error.unexpected_hint')}\n")
