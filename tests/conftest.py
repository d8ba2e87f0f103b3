"""Shared fixtures: a home of one's own for every test, and a throw-away project."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from cogmem.project import Project, invite, open_project

settings.register_profile(
    "steady", deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("steady")  # the same examples everywhere, and no verdict that depends on how busy a machine is
FOREIGN = (
    "COGMEM_",
    "OPENAI_",
    "OLLAMA_",
    "CLAUDE",
    "ANTHROPIC_",
    "XDG_",
    "LC_",
    "LANG",
    "NO_COLOR",
    "FORCE_COLOR",
    "GIT_",
)
GIT = {
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "t",
    "GIT_AUTHOR_EMAIL": "t@example.invalid",
    "GIT_COMMITTER_NAME": "t",
    "GIT_COMMITTER_EMAIL": "t@example.invalid",
}


@pytest.fixture(scope="session")
def shared_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One cache folder for the whole run: unpacking the model's weights once is enough."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, shared_cache: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A new HOME with its XDG folders; nothing of the machine's user reaches a test, also not through a subprocess."""
    for name in [name for name in os.environ if name.startswith(FOREIGN)]:
        monkeypatch.delenv(name)
    folder = tmp_path_factory.mktemp("home")
    runtime = folder / "run"
    runtime.mkdir(mode=0o700)
    places = {
        "HOME": folder,
        "USERPROFILE": folder,
        "XDG_CONFIG_HOME": folder / ".config",
        "XDG_STATE_HOME": folder / ".local/state",
        "XDG_CACHE_HOME": shared_cache,
        "XDG_RUNTIME_DIR": runtime,
    }
    for name, value in {**places, **GIT, "LANG": "C.UTF-8"}.items():
        monkeypatch.setenv(name, str(value))
    return folder


@pytest.fixture
def fresh_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder for this test alone."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "cogmem"


def make_project(root: Path, toml: str = "") -> Project:
    """An invited project with empty folders; ``toml`` are further lines of its ``cogmem.toml``."""
    for folder in ("memory/logs", "memory/contexts", "memory/knowledge", "identity"):
        (root / folder).mkdir(parents=True, exist_ok=True)
    (root / "cogmem.toml").write_text(f"[cogmem]\nformat = 1\n{toml}", "utf-8")
    project = open_project(root)
    invite(project)
    return project


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """An initialised throw-away project with the default settings (embedded model)."""
    return make_project(tmp_path / "project")


@pytest.fixture
def words_project(tmp_path: Path) -> Project:
    """The same without an embedder: lexical recall only, nothing to load."""
    return make_project(tmp_path / "words", '[cogmem.embedding]\nprovider = "none"\n')
