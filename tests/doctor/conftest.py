"""A project to break, or to leave as it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from patient import Room


@pytest.fixture
def room(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> Room:
    """A home with a client, and no project yet."""
    return Room(tmp_path, home, monkeypatch)
