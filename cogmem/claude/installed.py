"""What cogmem wrote where: one file in the user's state folder (0600), which uninstalling goes by."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cogmem.claude.changes import Plan, content
from cogmem.claude.texts import say
from cogmem.errors import CogmemError
from cogmem.places import state_dir

NAME = "install.json"


@dataclass(slots=True)
class Plugin:
    """The plugin in one configuration folder: ``files`` maps its paths to the sha256 of what we wrote."""

    folder: str
    version: str
    python: str
    stub: str
    files: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class Merge:
    """A settings file that holds our groups: its bytes before (None: it was absent) and the sha256 of what we wrote."""

    path: str
    before: bytes | None
    after: str
    made_folder: bool = False


@dataclass(slots=True)
class Installed:
    """``plugins`` by their folder, ``merges`` by the project's root; ``made`` are folders that did not exist before
    us."""

    plugins: dict[str, Plugin] = field(default_factory=dict)
    merges: dict[str, Merge] = field(default_factory=dict)
    made: list[str] = field(default_factory=list)

    def note_made(self, folders: list[Path]) -> None:
        self.made += [str(folder) for folder in folders if str(folder) not in self.made]


def path() -> Path:
    return state_dir() / NAME


def load() -> Installed:
    """What is installed; nothing when the file is not there. Raises CogmemError when it cannot be read."""
    data = content(path())
    if data is None:
        return Installed()
    try:
        value = json.loads(data)
        return Installed(
            plugins={folder: Plugin(**plugin) for folder, plugin in value["plugins"].items()},
            merges={root: Merge(**{**one, "before": _bytes(one["before"])}) for root, one in value["merges"].items()},
            made=list(value["made"]),
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        message = say("error.state", path=path(), why=error)
        raise CogmemError(message, hint=say("hint.state"), file=str(path())) from error


def plan_save(plan: Plan, installed: Installed) -> None:
    """Plan that the state file says what ``installed`` says; it goes away with the last thing in it."""
    empty = not (installed.plugins or installed.merges)
    value: dict[str, Any] = {
        "format": 1,
        "plugins": {folder: _fields(one, ("folder", "version", "python", "stub", "files"))
                    for folder, one in installed.plugins.items()},
        "merges": {root: {**_fields(one, ("path", "after", "made_folder")), "before": _text(one.before)}
                   for root, one in installed.merges.items()},
        "made": installed.made,
    }
    plan.put(path(), None if empty else (json.dumps(value, indent=1, ensure_ascii=False) + "\n").encode(), mode=0o600)


def _fields(of: Plugin | Merge, names: tuple[str, ...]) -> dict[str, Any]:
    return {name: getattr(of, name) for name in names}


def _text(data: bytes | None) -> str | None:
    return None if data is None else base64.b64encode(data).decode("ascii")


def _bytes(text: str | None) -> bytes | None:
    return None if text is None else base64.b64decode(text, validate=True)
