"""The settings that hooks need, compiled into one flat file in ``memory/.run/``.

Reading TOML on every tool call would cost more than the call. The cache counts while the configuration files are the
ones it was made from (mtime in ns and size) and no ``COGMEM_*`` variable changed; SessionStart always makes it anew,
because it also holds the ``paths`` that the project's and the user's skills ask for. A configuration with an error gives
the defaults and a note in the hook log.
"""

from __future__ import annotations

import os

from cogmem.hooks import place, state

VERSION = "cogmem-hooks 1"
# (name here, setting, default); numbers are whole.
_WANTED: tuple[tuple[str, str, str | int], ...] = (
    ("lang", "lang", "en"),
    ("skill_gate", "behavior.skill_gate", "warn"),
    ("threshold", "behavior.consecutive_failure_threshold", 2),
    ("session_tokens", "hooks.session_tokens", 600),
    ("prompt_tokens", "hooks.prompt_tokens", 400),
    ("flashbacks", "hooks.flashbacks", 3),
    ("allow_own_tools", "hooks.allow_own_tools", 1),
    ("deadline_ms", "hooks.deadline_ms", 250),
    ("context_search", "context_search.enabled", 1),
    ("capture", "capture.enabled", 1),
    ("db_path", "db_path", "memory/vectors.db"),
    ("logs_dir", "logs_dir", "memory/logs"),
)
LIVE_LOGGING = "live-logging"
SKILL_TRACKING = "skill-tracking"


class Settings:
    """What hooks ask: the names in ``_WANTED`` as attributes, and ``triggers`` as (pattern, skills)."""

    __slots__ = ("allow_own_tools", "capture", "context_search", "db_path", "deadline_ms", "flashbacks", "lang", "logs_dir",
                 "problem", "prompt_tokens", "session_tokens", "skill_gate", "threshold", "triggers")

    def __init__(self) -> None:
        for name, _, default in _WANTED:
            setattr(self, name, default)
        self.triggers: list[tuple[str, list[str]]] = []
        self.problem = ""


def settings(root: str, *, fresh: bool = False) -> Settings:
    """The compiled settings of a project; ``fresh`` compiles them whatever the cache says."""
    path, key = f"{root}/memory/.run/hooks.cache", _key(root)
    lines = [] if fresh else place.read(path).split("\n")
    if not lines or lines[0] != key:
        lines = [key, *_compile(root)]
        state.replace(path, "\n".join(lines) + "\n")
    return _parse(lines[1:])


def _key(root: str) -> str:
    parts = [VERSION]
    for path in (f"{root}/{place.CONFIG}", f"{root}/cogmem.local.toml", place.user_config()):
        try:
            found = os.stat(path)
            parts.append(f"{found.st_mtime_ns}.{found.st_size}")
        except OSError:
            parts.append("-")
    given = sorted(f"{name}={value}" for name, value in os.environ.items() if name.startswith("COGMEM_") and name != "COGMEM_NOW")
    if given:
        from binascii import crc32

        parts.append(f"{crc32(chr(10).join(given).encode('utf-8', 'replace')):08x}")
    return " ".join(parts)


def _parse(lines: list[str]) -> Settings:
    found = Settings()
    kinds = {name: type(default) for name, _, default in _WANTED}
    for line in lines:
        name, _, value = line.partition("\t")
        if name == "trigger":
            pattern, _, skills = value.partition("\t")
            found.triggers.append((pattern, skills.split(",")))
        elif name == "problem":
            found.problem = value
        elif kinds.get(name) is int:
            setattr(found, name, int(value))
        elif name in kinds:
            setattr(found, name, value)
    return found


def _compile(root: str) -> list[str]:
    from cogmem.config import CogMemConfig
    from cogmem.errors import CogmemError
    from cogmem.project import open_project

    lines = []
    try:
        config = open_project(root).config
    except (CogmemError, OSError, ValueError, RecursionError) as error:
        lines.append(f"problem\t{_flat(error)}")
        config = CogMemConfig.default(root)
    for name, setting, _ in _WANTED:
        value = config.values[setting]
        lines.append(f"{name}\t{_flat(int(value) if isinstance(value, bool) else value)}")
    logs = str(config.logs_dir).strip("/")
    triggers = [(f"{logs}/**", (LIVE_LOGGING,)), (".claude/skills/**/SKILL.md", (SKILL_TRACKING,)), *config.skill_triggers]
    triggers += _asked_by_skills(root)
    return lines + [f"trigger\t{_flat(pattern)}\t{','.join(map(_flat, skills))}" for pattern, skills in triggers]


def _flat(value: object) -> str:
    return " ".join(str(value).split())


def _asked_by_skills(root: str) -> list[tuple[str, tuple[str, ...]]]:
    """The ``paths`` in the front matter of the skills that lie in the project."""
    from cogmem.hooks.globs import expand

    found = []
    folder = f"{root}/.claude/skills"
    try:
        names = sorted(os.listdir(folder))[:200]
    except OSError:
        return []
    for name in names:
        for pattern in paths_of(place.read(f"{folder}/{name}/SKILL.md")[:20000]):
            found += [(one, (name,)) for one in expand(pattern)]
    return found


def paths_of(text: str) -> list[str]:
    """The ``paths`` key of a skill's front matter: a YAML list in either form, or texts with commas."""
    lines = text.lstrip("\ufeff").splitlines()
    if not lines or lines[0].strip() != "---":
        return []
    found: list[str] = []
    inside = False
    for line in lines[1:]:
        bare = line.strip()
        if bare == "---":
            break
        if line.startswith("paths:"):
            rest = line[6:].strip()
            inside = not rest
            found += _split(rest.strip("[]"))
        elif inside and bare.startswith("- "):
            found.append(bare[2:].strip().strip("\"'"))
        elif bare and not bare.startswith("#"):
            inside = False
    return [pattern for pattern in found if pattern]


def _split(text: str) -> list[str]:
    """At commas outside of braces and quotes."""
    parts, current, depth = [], "", 0
    for char in text:
        depth += (char == "{") - (char == "}")
        if char == "," and depth <= 0:
            parts.append(current)
            current = ""
        else:
            current += char
    return [part.strip().strip("\"'") for part in [*parts, current]]
