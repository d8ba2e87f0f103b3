"""The settings that hooks need, compiled into one flat file in ``memory/.run/``.

Reading TOML on every tool call would cost more than the call. The cache counts while the configuration files are the
ones it was made from (mtime in ns and size) and no ``COGMEM_*`` variable changed; SessionStart always makes it anew,
because it also holds the ``paths`` that the project's skills ask for. A configuration with an error gives the defaults;
SessionStart says so.
"""

from __future__ import annotations

import os

from cogmem.hooks import deadline, place, state

VERSION = "cogmem-hooks 2"
# (name here, setting, default).
_WANTED: tuple[tuple[str, str, str | int | float], ...] = (
    ("lang", "lang", "en"),
    ("skill_gate", "behavior.skill_gate", "warn"),
    ("threshold", "behavior.consecutive_failure_threshold", 2),
    ("session_tokens", "hooks.session_tokens", 600),
    ("prompt_tokens", "hooks.prompt_tokens", 400),
    ("flashbacks", "hooks.flashbacks", 3),
    ("allow_own_tools", "hooks.allow_own_tools", 1),
    ("deadline_ms", "hooks.deadline_ms", 250),
    ("context_search", "context_search.enabled", 1),
    ("flashback_sim", "context_search.flashback_sim", 0.65),
    ("flashback_arousal", "context_search.flashback_arousal", 0.5),
    ("capture", "capture.enabled", 1),
    ("db_path", "db_path", "memory/vectors.db"),
    ("logs_dir", "logs_dir", "memory/logs"),
    ("summary", "knowledge.summary", "memory/knowledge/summary.md"),
)
LIVE_LOGGING = "live-logging"
SKILL_TRACKING = "skill-tracking"


class Settings:
    """What hooks ask: the names in ``_WANTED`` as attributes, and ``triggers`` as (pattern, skills)."""

    def __init__(self) -> None:
        self.lang: str
        self.skill_gate: str
        self.threshold: int
        self.session_tokens: int
        self.prompt_tokens: int
        self.flashbacks: int
        self.allow_own_tools: int
        self.deadline_ms: int
        self.context_search: int
        self.flashback_sim: float
        self.flashback_arousal: float
        self.capture: int
        self.db_path: str
        self.logs_dir: str
        self.summary: str
        for name, _, default in _WANTED:
            setattr(self, name, default)
        self.triggers: list[tuple[str, list[str]]] = []
        self.problem = ""


def settings(root: str, *, fresh: bool = False) -> Settings:
    """The compiled settings of a project; ``fresh`` compiles them whatever the cache says."""
    path, key = f"{root}/memory/.run/hooks.cache", _key(root)
    lines = [] if fresh else place.read(path).split("\n")
    if not lines or lines[0] != key:
        deadline.at_least(deadline.WRITING)  # once for each change; a slow machine must come to the end of it
        lines = [key, *_compile(root)]
        state.kept(state.replace, path, "\n".join(lines) + "\n")
    return _parse(lines[1:])


def _key(root: str) -> str:
    parts = [VERSION]
    for path in (f"{root}/{place.CONFIG}", f"{root}/cogmem.local.toml", place.user_config()):
        try:
            found = os.stat(path)
            parts.append(f"{found.st_mtime_ns}.{found.st_size}")
        except OSError:
            parts.append("-")
    names = [name for name in os.environ if name.startswith("COGMEM_") and name != "COGMEM_NOW"]
    given = [f"{name}={os.environ[name]}" for name in sorted(names)]
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
        elif name in kinds:
            setattr(found, name, kinds[name](value))
    return found


def _compile(root: str) -> list[str]:
    from cogmem import assets
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
    triggers: list[tuple[str, tuple[str, ...]]]
    triggers = [(f"{logs}/**", (LIVE_LOGGING,))]
    if (assets.root() / "skills" / SKILL_TRACKING / "SKILL.md").is_file():
        triggers.append((".claude/skills/**/SKILL.md", (SKILL_TRACKING,)))
    triggers += [*config.skill_triggers, *_asked_by_skills(root)]
    return lines + [f"trigger\t{_flat(pattern)}\t{','.join(map(_flat, skills))}" for pattern, skills in triggers]


def _flat(value: object) -> str:
    return " ".join(str(value).split())


def _asked_by_skills(root: str) -> list[tuple[str, tuple[str, ...]]]:
    """The ``paths`` in the front matter of the skills that lie in the project."""
    from cogmem.hooks.globs import expand

    found: list[tuple[str, tuple[str, ...]]] = []
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
