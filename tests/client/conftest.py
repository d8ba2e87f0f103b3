"""A sandbox for the real client; the model's weights are unpacked once for all of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from client.sandbox import Sandbox


@pytest.fixture
def box(shared_cache: Path) -> Iterator[Sandbox]:
    with Sandbox(cache=shared_cache) as sandbox:
        yield sandbox


@pytest.fixture
def foreign(shared_cache: Path) -> Iterator[Sandbox]:
    """A repository without cogmem, in the HOME of somebody who uses it elsewhere."""
    with Sandbox(cache=shared_cache) as sandbox:
        elsewhere = sandbox.root / "elsewhere"
        elsewhere.mkdir()
        sandbox.init(elsewhere)
        yield sandbox
