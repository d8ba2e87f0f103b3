"""The user's own folders, as each platform has them: configuration, state, cache, log, runtime."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def user_config_path() -> Path:
    """The user's own ``config.toml``, which counts in all of their projects."""
    home = Path.home()
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "cogmem" / "config.toml"
    if os.name == "nt":
        return Path(os.environ.get("APPDATA") or home / "AppData" / "Roaming") / "cogmem" / "config.toml"
    return Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config") / "cogmem" / "config.toml"


def state_dir() -> Path:
    """The user's state folder: who was invited, what was installed.

    XDG on Linux, Library on macOS, LOCALAPPDATA on Windows."""
    return _platform_dir("XDG_STATE_HOME", ".local/state", "Application Support", "State")


def cache_dir() -> Path:
    """The user's cache folder: embeddings, unpacked weights. Everything in it can be deleted."""
    return _platform_dir("XDG_CACHE_HOME", ".cache", "Caches", "Cache")


def hook_log_dir() -> Path:
    """Where the hook log is."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Logs" / "cogmem"
    return state_dir() / "log"


def runtime_dir() -> Path:
    """The folder under which ``cogmem/<pid>.sock`` lies: private to the user, never a shared temporary folder."""
    given = os.environ.get("XDG_RUNTIME_DIR", "")
    if given and os.path.isdir(given):
        return Path(given)
    return state_dir() / "run"


def _platform_dir(variable: str, under_home: str, library: str, local: str) -> Path:
    home = Path.home()
    if sys.platform == "darwin":
        return home / "Library" / library / "cogmem"
    if os.name == "nt":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "cogmem" / local
    given = os.environ.get(variable, "")
    return (Path(given) if os.path.isabs(given) else home / under_home) / "cogmem"
