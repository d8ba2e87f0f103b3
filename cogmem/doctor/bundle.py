"""A report for somebody who helps: versions, findings, settings, the hooks' log. No memory's text, no key, no name.

Secrets are masked by the same patterns as in logs; the user's home is written ``~``, the project's folder ``PROJECT``.
"""

from __future__ import annotations

import json
import os
import platform
import re
import sqlite3
import sys
from pathlib import Path

from cogmem import __version__
from cogmem.claude import fired
from cogmem.claude.installed import load
from cogmem.doctor.client import client_version
from cogmem.doctor.finding import Finding
from cogmem.errors import CogmemError
from cogmem.files import write_atomic
from cogmem.journal.secrets import redact
from cogmem.places import hook_log_dir
from cogmem.project import Project
from cogmem.settings import SETTINGS

LINES = 200


def write(path: Path, project: Project | None, findings: list[Finding]) -> None:
    """Write the report (JSON, 0600). Raises ReadOnlyError."""
    value = {
        "cogmem": __version__, "python": sys.version.split()[0], "sqlite": sqlite3.sqlite_version,
        "system": f"{platform.system()} {platform.release()} {platform.machine()}", "client": client_version(),
        "findings": [one.as_dict() for one in findings], "settings": _settings(project), "plugins": _plugins(),
        "hooks": fired.events(project.root) if project else [], "log": _tail(project) if project else [],
    }
    text = json.dumps(_Masked(project).of(value), indent=1, ensure_ascii=False)
    write_atomic(path, text.encode("utf-8", "backslashreplace") + b"\n", mode=0o600)


def _settings(project: Project | None) -> dict[str, object]:
    """The settings that are not the default's, without those that only a local file may hold."""
    if project is None:
        return {}
    config = project.config
    return {row.name: config.values[row.name] for row in SETTINGS
            if config.origins[row.name] != "default" and row.scope != "local" and row.name != "user_id"}


def _plugins() -> list[dict[str, str]]:
    try:
        return [{"folder": one.folder, "version": one.version, "python": one.python} for one in load().plugins.values()]
    except CogmemError as error:
        return [{"error": error.message}]


def _tail(project: Project) -> list[str]:
    """The last lines of the hooks' log that are of this project."""
    try:
        lines = (hook_log_dir() / fired.LOG).read_text("utf-8", "replace").splitlines()
    except OSError:
        return []
    return [line for line in lines if line.endswith(f"\t{project.root}")][-LINES:]


class _Masked:
    """Texts without secrets, and paths without whose they are."""

    def __init__(self, project: Project | None) -> None:
        home = str(Path.home())
        self.places = [(str(project.root), "PROJECT")] if project else []
        self.places += [(home, "~")] if len(home) > 1 else []
        names = {os.environ.get("USER", ""), os.environ.get("LOGNAME", ""), *(project.users() if project else ())}
        words = [rf"\b{re.escape(name)}\b" for name in sorted(names) if len(name) > 2]
        self.names = re.compile("|".join(words) or r"\Z.")

    def of(self, value: object) -> object:
        """The same value, every text in it masked; what JSON does not know becomes text."""
        if isinstance(value, dict):
            return {name: self.of(inner) for name, inner in value.items()}
        if isinstance(value, (list, tuple)):
            return [self.of(inner) for inner in value]
        if value is None or isinstance(value, (bool, int, float)):
            return value
        text = redact(str(value))[0]
        for place, name in self.places:
            text = text.replace(place, name)
        return self.names.sub("USER", text)
