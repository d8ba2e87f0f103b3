"""``python -m cogmem.web [DIR] [--port N] [--no-browser]``: what ``cogmem dashboard`` starts."""

from __future__ import annotations

import argparse
import os
import sys
from typing import NoReturn

from cogmem.errors import CogmemError
from cogmem.project import open_project
from cogmem.web import DEFAULT_PORT, serve
from cogmem.web.texts import say


def main() -> int:
    """The exit code; 0 after Ctrl-C."""
    parser = argparse.ArgumentParser(prog="cogmem dashboard")
    parser.add_argument("folder", nargs="?", default=".")
    parser.add_argument("--port", type=int, default=DEFAULT_PORT)
    parser.add_argument("--no-browser", action="store_true")
    options = parser.parse_args()
    try:
        project = open_project(options.folder)
        lang = str(project.config.lang)

        def ready(url: str) -> None:
            print(say(lang, "cli.ready", url=url), flush=True)
            print(say(lang, "cli.stop"), file=sys.stderr, flush=True)

        serve(project, options.port, not options.no_browser, ready)
    except CogmemError as error:
        print("\n".join(filter(None, (error.message, error.hint))), file=sys.stderr)
        return error.exit_code
    return 0


def end(code: int) -> NoReturn:
    """End at once: a thread in the middle of a text (or a provider that hangs) must not hold up Ctrl-C."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


if __name__ == "__main__":
    end(main())
