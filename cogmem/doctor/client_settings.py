"""Checks of Claude Code's settings: files that it drops, and keys in them that switch off what we need."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from cogmem.claude import plugin
from cogmem.claude.changes import content
from cogmem.doctor.client import client_version, numbers
from cogmem.doctor.client_files import NAMES, PLUGIN, files_of, own_groups, read, trusted, value_of
from cogmem.doctor.client_texts import say
from cogmem.doctor.finding import Check, Finding, Patient
from cogmem.project import Project

_TOLERANT = (2, 1, 101)
"""From this version on an unknown event costs its own entry only, before that the whole file."""
_SERVER = "mcp__plugin_cogmem_memory"
# Keys whose wrong type makes the client drop a whole file.
_KINDS: dict[str, type | tuple[type, ...]] = {"cleanupPeriodDays": (int, float), "env": dict, "permissions": dict,
                                              "hooks": dict, "model": str, "includeCoAuthoredBy": bool}


def files(patient: Patient) -> Iterator[Finding]:
    """Settings files that the client drops, or that switch us off."""
    for path in files_of(patient.project):
        data = content(path)
        if data is None or not data.strip():
            continue
        try:
            value = read(data)
        except (ValueError, RecursionError) as error:
            line = getattr(error, "lineno", None)
            place = f"{path}:{line}" if line else path
            yield Finding("error", "settings_dropped", say("settings.dropped", path=place, text=_why(error)),
                          say("settings.dropped_hint"), file=str(path), line=line)
            continue
        wrong = [name for name, kind in _KINDS.items() if name in value and not isinstance(value[name], kind)]
        if wrong:
            yield Finding("error", "settings_dropped", say("settings.dropped", path=path, text=wrong[0]),
                          say("settings.dropped_hint"), file=str(path))
        yield from _switched_off(path, value)
        yield from _too_new(path, value)


def _why(error: Exception) -> str:
    return str(getattr(error, "msg", "") or error)


def _switched_off(path: Path, value: dict[str, object]) -> Iterator[Finding]:
    file = str(path)
    if value.get("disableAllHooks") is True:
        yield Finding("error", "hooks_off", say("settings.off", path=path), say("settings.off_hint"), file=file)
    enabled = value.get("enabledPlugins")
    if isinstance(enabled, dict) and enabled.get(PLUGIN) is False:
        yield Finding("error", "plugin_off", say("plugin.off", path=path), say("plugin.off_hint"), file=file)
    permissions = value.get("permissions")
    denied = permissions.get("deny") if isinstance(permissions, dict) else None
    rules = [rule for rule in denied if str(rule).startswith(_SERVER)] if isinstance(denied, list) else []
    if rules:
        message = say("tools.denied", path=path, rule=rules[0])
        yield Finding("warning", "tools_denied", message, say("tools.denied_hint"), file=file)
    days = value.get("cleanupPeriodDays")
    if isinstance(days, (int, float)) and not isinstance(days, bool) and days <= 0:
        yield Finding("warning", "transcripts_off", say("transcripts.off", path=path), say("transcripts.off_hint"),
                      file=file)


def _too_new(path: Path, value: dict[str, object]) -> Iterator[Finding]:
    """An event that an old client does not know made it drop the whole file."""
    hooks = value.get("hooks")
    unknown = [event for event in hooks if event not in plugin.CLASSIC] if isinstance(hooks, dict) else []
    version = client_version() if unknown else None
    if version and numbers(version) < _TOLERANT:
        message = say("settings.events", path=path, event=unknown[0], version=version)
        yield Finding("error", "settings_events", message, say("settings.events_hint"), file=str(path))


def trust(patient: Patient) -> Iterator[Finding]:
    """Hooks in a project's own settings wait until the user trusts the folder; the plugin does not."""
    project = patient.project
    if project is not None and _registered_there(project) and trusted(project.root) is False:
        yield Finding("warning", "untrusted", say("trust.none", root=project.root), say("trust.none_hint"))


def _registered_there(project: Project) -> bool:
    return any(own_groups(value_of(project.root / ".claude" / name)) for name in NAMES)


CHECKS: tuple[Check, ...] = (files, trust)
