"""What the tests of recall share."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import cogmem

SLOW = ("re", "json", "dataclasses", "typing", "pathlib", "logging", "subprocess", "tempfile", "datetime", "sqlite3")


def slow_modules_imported_by(module: str) -> list[str]:
    """The names of SLOW that ``python -I -S`` has loaded after importing ``module``."""
    root = Path(cogmem.__file__).parents[1]
    path = f"import sys; sys.path.insert(0, {str(root)!r})"
    code = f"{path}; import {module}; print(*[m for m in {SLOW!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.split()


@pytest.fixture
def slow_modules() -> Callable[[str], list[str]]:
    """What a bare interpreter loads too much for a module of the fast set."""
    return slow_modules_imported_by
