"""Checks of the configuration's files: can they be read, and does everything in them count."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from cogmem import assets
from cogmem.claude import plugin
from cogmem.config import CONFIG_NAME, Notice
from cogmem.doctor.finding import Check, Finding, Patient
from cogmem.doctor.texts import say
from cogmem.errors import ConfigError
from cogmem.project import find_root, open_project

_PLACE = re.compile(r"(.+?):(\d+)(?::\d+)?: ")


def readable(patient: Patient) -> Iterator[Finding]:
    root = find_root(patient.folder)
    if root is None:
        yield Finding("note", "config", say("config.none", folder=patient.folder), say("config.none_hint"))
        return
    try:
        open_project(patient.folder)
    except ConfigError as error:
        for text in error.message.splitlines():
            place = _PLACE.match(text)
            file, line = (place[1], int(place[2])) if place else (error.file, error.line)
            message = text[place.end():] if place else text
            yield Finding("error", "config", say("config.bad", text=message), error.hint, file, line)
    else:
        yield Finding("ok", "config", say("config.ok", file=CONFIG_NAME))


def what_does_not_count(patient: Patient) -> Iterator[Finding]:
    for notice in patient.project.config.notices if patient.project else ():
        yield Finding(_level(notice), f"config_{notice.code}", say(f"config.{notice.code}", key=notice.key),
                      _hint(notice), notice.file, notice.line)


def _level(notice: Notice) -> str:
    return "note" if notice.code in ("retired_key", "overridden") else "warning"


def _hint(notice: Notice) -> str:
    if notice.suggestion:
        return say("config.suggest", name=notice.suggestion)
    return say(f"config.{notice.code}_hint", key=notice.key)


def triggers(patient: Patient) -> Iterator[Finding]:
    """A skill that the gate asks for must be one that can be loaded here."""
    project = patient.project
    if project is None:
        return
    for pattern, skills in project.config.skill_triggers:
        for name in skills:
            if not _skill(project.root, name):
                message = say("config.trigger", pattern=pattern, name=name)
                yield Finding("warning", "trigger_skill", message, say("config.trigger_hint", name=name))


def _skill(root: Path, name: str) -> bool:
    """Whether there is such a skill or command; other plugins' skills (``plugin:name``) are taken on trust."""
    if ":" in name and not name.startswith("cogmem:"):
        return True
    bare = name.removeprefix("cogmem:")
    user = plugin.config_dir()
    folders = [assets.root(), user, *(here / ".claude" for here in (root, *root.parents)), *user.glob("skills/*/"),
               *user.glob("plugins/cache/*/*/*/")]
    return any((here / "skills" / bare / "SKILL.md").is_file() or (here / "commands" / f"{bare}.md").is_file()
               for here in folders)


CHECKS: tuple[Check, ...] = (readable, what_does_not_count, triggers)
