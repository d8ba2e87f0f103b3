"""Running the command line: in this process where that is enough, as a real process where streams matter."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cogmem.cli.entry import run
from cogmem.messages import speak
from commandline import PROGRAM, Said


@pytest.fixture
def cogmem(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Said]:
    """``cogmem("search", "x", cwd=folder)`` in this process."""

    def call(*args: object, cwd: Path | None = None) -> Said:
        if cwd is not None:
            monkeypatch.chdir(cwd)
        capsys.readouterr()
        hook = sys.excepthook
        try:
            code = run([str(arg) for arg in args])
        finally:
            sys.excepthook = hook
            speak("")
        said = capsys.readouterr()
        return Said(code, said.out, said.err)

    return call


@pytest.fixture
def process() -> Callable[..., Said]:
    """The same as a real process; ``env`` adds to the environment."""

    def call(*args: object, cwd: Path | None = None, env: dict[str, str] | None = None, **options: Any) -> Said:
        done = subprocess.run(
            [*PROGRAM, *map(str, args)],
            cwd=cwd,
            env={**os.environ, **(env or {})},
            timeout=120,
            capture_output=True,
            **options,
        )
        return Said(done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace"))

    return call
