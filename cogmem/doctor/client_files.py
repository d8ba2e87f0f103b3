"""Claude Code's own files that bear on us: settings of the user and of the project, and its notes about folders."""

from __future__ import annotations

import json
import os
from pathlib import Path

from cogmem.claude import plugin, settings
from cogmem.claude.changes import content
from cogmem.project import Project

PLUGIN = "cogmem@skills-dir"
"""How the client names the plugin in the user's skills folder."""
NAMES = ("settings.json", "settings.local.json")


def files_of(project: Project | None) -> list[Path]:
    """The settings that the client reads in a project, the user's first."""
    own = [plugin.config_dir() / NAMES[0]]
    return own + [project.root / ".claude" / name for name in NAMES if project]


def value_of(path: Path) -> dict[str, object]:
    """A settings file as a table; empty when it is absent or the client drops it."""
    try:
        return settings.parse(content(path) or b"{}", str(path))
    except settings.SettingsError:
        return {}


def notes_path() -> Path:
    """Where the client keeps what it knows of folders."""
    given = os.environ.get("CLAUDE_CONFIG_DIR", "")
    return plugin.config_dir() / ".claude.json" if given else Path.home() / ".claude.json"


def trusted(root: Path) -> bool | None:
    """Whether the user trusted a folder; None when the client has not been there, or cannot be asked."""
    try:
        projects = json.loads(content(notes_path()) or b"{}").get("projects", {})
        known = projects.get(str(root))
        return None if known is None else bool(known.get("hasTrustDialogAccepted"))
    except (ValueError, AttributeError):
        return None
