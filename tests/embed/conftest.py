"""The real model, loaded once for the run."""

from __future__ import annotations

from pathlib import Path

import pytest

from cogmem.embed.e5 import E5Embedder


@pytest.fixture(scope="session")
def e5(shared_cache: Path) -> E5Embedder:
    return E5Embedder(shared_cache / "cogmem")
