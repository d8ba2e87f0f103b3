"""Claude Code's own files that bear on us: settings of the user and of the project, and its notes about folders."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

from cogmem.claude import plugin, settings
from cogmem.claude.changes import content
from cogmem.project import Project

PLUGIN = "cogmem@skills-dir"
"""How the client names the plugin in the user's skills folder."""
_OURS = re.compile(r"\bcogmem-hook\b|\bcogmem[/\\]+hooks[/\\]+stub\.py\b")
NAMES = ("settings.json", "settings.local.json")


def files_of(project: Project | None) -> list[Path]:
    """The settings that the client reads in a project, the user's first."""
    own = [plugin.config_dir() / NAMES[0]]
    return own + [project.root / ".claude" / name for name in NAMES if project]


def value_of(path: Path) -> dict[str, object]:
    """A settings file as a table; empty when it is absent or the client drops it."""
    try:
        return read(content(path) or b"{}")
    except ValueError:
        return {}


def read(data: bytes) -> dict[str, object]:
    """Settings as the client reads them: strict JSON, but of doubled keys the last counts, which our own merging
    refuses. Raises ValueError (a ``json.JSONDecodeError`` knows the line) where the client drops the file."""
    value = json.loads(data.removeprefix(settings.BOM).decode("utf-8"), parse_constant=_no_constant)
    if not isinstance(value, dict):
        raise ValueError("not an object")
    return value


def _no_constant(word: str) -> None:
    raise ValueError(f"{word} is not JSON")


def own_groups(value: dict[str, object]) -> dict[str, list[dict[str, object]]]:
    """The groups of ours in settings, by event."""
    hooks = value.get("hooks")
    table = hooks if isinstance(hooks, dict) else {}
    found = {event: [group for group in groups if settings.is_own(group)]
             for event, groups in table.items() if isinstance(groups, list)}
    return {event: groups for event, groups in found.items() if groups}


def has_unmarked(value: dict[str, object]) -> bool:
    """Whether a hook runs our program in a group without our mark: copied by hand, so nothing of ours takes it out."""
    hooks = value.get("hooks")
    groups = [group for event in (hooks.values() if isinstance(hooks, dict) else ()) if isinstance(event, list)
              for group in event if isinstance(group, dict) and not settings.is_own(group)]
    inner = [hook for group in groups if isinstance(group.get("hooks"), list) for hook in group["hooks"]]
    lines = [f"{hook.get('command')} {hook.get('args')}" for hook in inner if isinstance(hook, dict)]
    return any(_OURS.search(line) for line in lines)


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
