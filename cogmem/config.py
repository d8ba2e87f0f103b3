"""The configuration: four layers over the defaults, checked all at once.

``cogmem.toml`` (committed) < the user's ``config.toml`` < ``cogmem.local.toml`` < ``COGMEM_*``. Every value knows where
it came from. The committed file may not send anything anywhere: addresses other than loopback, keys and a remote
provider count only from the other three; what it says of them is reported in ``notices`` and ignored.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from cogmem.errors import ConfigError
from cogmem.messages import say
from cogmem.places import user_config_path
from cogmem.settings import (
    ALIASES,
    BY_NAME,
    LEDGER,
    PATHS,
    RETIRED,
    SETTINGS,
    TRIGGERS,
    Setting,
    clashes,
    convert,
    from_text,
    in_git,
)

TYPE_CHECKING = False
if TYPE_CHECKING:  # `typing` costs a cold command three milliseconds
    from typing import Any

CONFIG_NAME = "cogmem.toml"
LOCAL_NAME = "cogmem.local.toml"
FORMAT = 1
_LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
_KEY_VARIABLE = "OPENAI_API_KEY"


class Notice:
    """Something in a file that is not an error.

    ``code`` is unknown_key, retired_key, not_from_project, newer_format or overridden."""

    __slots__ = ("code", "file", "key", "line", "suggestion")

    def __init__(self, code: str, file: str, line: int | None, key: str, suggestion: str | None = None) -> None:
        self.code, self.file, self.line, self.key, self.suggestion = code, file, line, key, suggestion

    def __repr__(self) -> str:
        return f"Notice({self.code}, {self.file}:{self.line}, {self.key}, {self.suggestion})"


class Section:
    """The settings of one table as attributes: ``config.scoring.beta``."""

    __slots__ = ("_prefix", "_values")

    def __init__(self, prefix: str, values: Mapping[str, object]) -> None:
        self._prefix, self._values = prefix, values

    def __getattr__(self, name: str) -> Any:
        key = f"{self._prefix}.{name}"
        if key in self._values:
            return self._values[key]
        raise AttributeError(f"there is no setting {key!r}")


class CogMemConfig:
    """All settings of one project. ``values`` maps setting names to checked values, ``origins`` to where each was set
    (``default``, a file's path, or the name of an environment variable); ``root`` is the project's folder."""

    def __init__(self, root: Path, values: Mapping[str, object], origins: Mapping[str, str],
                 triggers: tuple[tuple[str, tuple[str, ...]], ...] = (), notices: tuple[Notice, ...] = ()) -> None:
        self.root = root
        self.values = dict(values)
        self.origins = dict(origins)
        self.skill_triggers = triggers
        self.notices = notices

    def __getattr__(self, name: str) -> Any:
        values = self.__dict__.get("values", {})
        if name in values:
            return values[name]
        if any(key.startswith(name + ".") for key in values):
            return Section(name, values)
        raise AttributeError(f"there is no setting {name!r}")

    @property
    def read_only(self) -> bool:
        """Whether the project was made by a newer cogmem, whose files this one must not write."""
        return int(str(self.values["format"])) > FORMAT

    @classmethod
    def from_toml(cls, path: str | os.PathLike[str], *, local: str | os.PathLike[str] | None = None) -> CogMemConfig:
        """Read ``path`` with all layers over it. ``local`` stands in for the ``cogmem.local.toml`` beside it.

        Raises ConfigError that lists every problem with file and line."""
        path = Path(path).absolute()
        local_path = Path(local) if local else path.with_name(LOCAL_NAME)
        layers = [_Layer(path, committed=True)]
        layers += [_Layer(other, committed=False) for other in (user_config_path(), local_path) if other.is_file()]
        return _resolve(path.parent, layers, os.environ)

    @classmethod
    def default(cls, root: str | os.PathLike[str], **values: object) -> CogMemConfig:
        """The defaults, with ``values`` over them (names with ``__`` for the dot: ``embedding__provider="none"``)."""
        config = cls(Path(root), {row.name: row.default for row in SETTINGS}, {row.name: "default" for row in SETTINGS})
        return config.replaced({name.replace("__", "."): value for name, value in values.items()})

    def replaced(self, values: Mapping[str, object]) -> CogMemConfig:
        """A copy with other values, checked like those of a file."""
        problems: list[str] = []
        new, origins = dict(self.values), dict(self.origins)
        for name, value in values.items():
            if name not in BY_NAME:
                raise ConfigError(say(None, "error.no_setting", name=name), hint=did_you_mean(name))
            new[name], wrong = convert(BY_NAME[name], value)
            origins[name] = "program"
            problems += [f"{name} {wrong}"] if wrong else []
        problems += [f"{name} {wrong}" for name, _, wrong in clashes(new)]
        if problems:
            raise ConfigError("; ".join(problems))
        return CogMemConfig(self.root, new, origins, self.skill_triggers, self.notices)


class _Layer:
    """One TOML file: its flat keys with the line each stands on."""

    def __init__(self, path: Path, *, committed: bool) -> None:
        self.path, self.committed = path, committed
        text = _read(path)
        self.tree = _parse(text, path)
        self.lines = key_lines(text)

    def line(self, key: str) -> int | None:
        return self.lines.get(f"cogmem.{key}") or self.lines.get(key)

    def keys(self) -> Iterator[tuple[str, object]]:
        """The keys under ``[cogmem]``, dotted; ``[updates]`` counts as if it were under it (cogmem-agent's place)."""
        table = self.tree.get("cogmem", {})
        yield from _flat(table if isinstance(table, dict) else {"cogmem": table})
        for name, value in self.tree.items():
            if name != "cogmem":
                yield from _flat({name: value})


def _read(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise ConfigError(f"{path}:{line}: " + say(None, "config.not_utf8"), file=str(path), line=line,
                          hint=say(None, "config.not_utf8_hint")) from error
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror or error}", file=str(path)) from error


def _parse(text: str, path: Path) -> dict[str, object]:
    import re
    import tomllib

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
        line = int(place[1]) if place else text.count("\n") + 1
        what = re.sub(r" \(at .*\)$", "", str(error))
        column = f":{place[2]}" if place else ""
        message = f"{path}:{line}{column}: " + say(None, "config.not_toml", what=what)
        raise ConfigError(message, file=str(path), line=line, hint=say(None, "config.hint")) from error


def key_lines(text: str) -> dict[str, int]:
    """The 1-based line of every ``key =`` and table heading (its first), keys dotted; multi-line strings are passed."""
    lines: dict[str, int] = {}
    table, closing = "", ""
    for number, raw in enumerate(text.split("\n"), 1):
        line = raw.strip()
        if closing:
            closing = "" if closing in line else closing
            continue
        if line.startswith("["):
            table = _bare(line.strip("[]").split("]")[0]) + "."
            lines.setdefault(table[:-1], number)
        elif "=" in line and not line.startswith("#"):
            key, _, value = line.partition("=")
            lines.setdefault(table + _bare(key), number)
            opening = next((q for q in ('"""', "'''") if value.strip().startswith(q)), "")
            closing = opening if opening and value.count(opening) == 1 else ""
    return lines


def _bare(key: str) -> str:
    return ".".join(part.strip().strip("\"'") for part in key.split("."))


def _flat(table: Mapping[str, object], prefix: str = "") -> Iterator[tuple[str, object]]:
    for name, value in table.items():
        if isinstance(value, dict) and prefix + name not in BY_NAME:
            yield from _flat(value, f"{prefix}{name}.")
        else:
            yield prefix + name, value


def _resolve(root: Path, layers: list[_Layer], environ: Mapping[str, str]) -> CogMemConfig:
    work = _Resolution(root)
    for layer in layers:
        work.take_file(layer)
    work.take_environment(environ)
    return work.finished(environ)


class _Resolution:
    """The layers, taken one after the other; problems are collected and raised together."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.values: dict[str, object] = {row.name: row.default for row in SETTINGS}
        self.origins = {row.name: "default" for row in SETTINGS}
        self.triggers: tuple[tuple[str, tuple[str, ...]], ...] = ()
        self.notices: list[Notice] = []
        self.problems: list[tuple[str, str, int | None]] = []
        self.lines: dict[str, int | None] = {}
        self.committed = ""

    def take_file(self, layer: _Layer) -> None:
        file = str(layer.path)
        self.committed = file if layer.committed else self.committed
        # Old names first: when both are there, today's name wins.
        for key, value in sorted(layer.keys(), key=lambda pair: pair[0] not in ALIASES):
            name = ALIASES.get(key, key)
            if name == TRIGGERS:
                self._take_triggers(value, layer)
            elif name in BY_NAME:
                self._take(BY_NAME[name], value, file, layer.line(key), layer.committed)
            else:
                code = "retired_key" if name in RETIRED else "unknown_key"
                hint = None if name in RETIRED else did_you_mean(name)
                self.notices.append(Notice(code, file, layer.line(key), key, hint))

    def take_environment(self, environ: Mapping[str, str]) -> None:
        for row in SETTINGS:
            for variable in reversed(row.env):
                if environ.get(variable):
                    self._take(row, from_text(row, environ[variable]), variable, None, committed=False)

    def _take(self, row: Setting, value: object, origin: str, line: int | None, committed: bool) -> None:
        new, wrong = convert(row, value)
        if wrong:
            self.problems.append((f"{row.name} {wrong}", origin, line))
        elif committed and _leaves_the_machine(row, new):
            self.notices.append(Notice("not_from_project", origin, line, row.name))
        else:
            if self.origins[row.name] == self.committed and self.values[row.name] != new:
                self.notices.append(Notice("overridden", origin, line, row.name))
            self.values[row.name] = new
            self.origins[row.name], self.lines[row.name] = origin, line

    def _take_triggers(self, value: object, layer: _Layer) -> None:
        file, line = str(layer.path), layer.line(TRIGGERS)
        found = []
        for item in value if isinstance(value, list) else [value]:
            pattern = item.get("pattern") if isinstance(item, dict) else None
            skills = item.get("skills") if isinstance(item, dict) else None
            if isinstance(pattern, str) and isinstance(skills, list) and all(isinstance(s, str) for s in skills):
                found.append((pattern, tuple(skills)))
            else:
                self.problems.append((say(None, "check.triggers"), file, line))
        self.triggers += tuple(found)

    def _take_places(self) -> None:
        """The places against each other, and where links lead: a repository can hold a link into ``.git``."""
        found = [*clashes(self.values), *self._linked()]
        for name, other, wrong in found:
            said = name if self.origins[name] != "default" else other
            self.problems.append((f"{name} {wrong}", self.origins[said], self.lines.get(said)))

    def _linked(self) -> Iterator[tuple[str, str, str]]:
        root = os.path.realpath(self.root)
        places = [(name, str(self.values[name])) for name in PATHS]
        places.append(("db_path", os.path.join(os.path.dirname(places[PATHS.index("db_path")][1]), LEDGER)))
        for name, place in places:
            real = os.path.realpath(os.path.join(root, place))
            if in_git(os.path.relpath(real, root)):
                yield name, name, say(None, "check.git")

    def finished(self, environ: Mapping[str, str]) -> CogMemConfig:
        self._take_places()
        if self.problems:
            raise _all_at_once(self.problems)
        provider_from_project = self.origins["embedding.provider"] == self.committed
        if self.values["embedding.provider"] == "openai" and provider_from_project and not self.values["embedding.url"]:
            # openai without an address means the public service: a repository cannot decide that for its users.
            self.notices.append(Notice("not_from_project", self.committed, None, "embedding.provider"))
            self.values["embedding.provider"] = BY_NAME["embedding.provider"].default
            self.values["embedding.model"] = BY_NAME["embedding.model"].default
        if self.values["embedding.provider"] == "openai" and not self.values["embedding.api_key"]:
            key = environ.get(_KEY_VARIABLE, "")
            self.values["embedding.api_key"] = key
            self.origins["embedding.api_key"] = _KEY_VARIABLE if key else "default"
        config = CogMemConfig(self.root, self.values, self.origins, self.triggers, tuple(self.notices))
        if config.read_only:
            config.notices += (Notice("newer_format", self.committed, None, "format"),)
        return config


def _leaves_the_machine(row: Setting, value: object) -> bool:
    if row.scope == "local":
        return bool(value)
    return row.scope == "address" and bool(value) and not is_loopback(str(value))


def is_loopback(url: str) -> bool:
    """Whether an address can only mean this machine. Anything unusual is not loopback."""
    scheme, _, rest = url.partition("://")
    authority = rest.split("/", 1)[0].split("?", 1)[0].split("#", 1)[0]
    if scheme not in ("http", "https") or "\\" in url:
        return False
    host = authority.rpartition(":")[0] if authority.rpartition(":")[2].isdigit() else authority
    return host.lower() in _LOOPBACK


def _all_at_once(problems: list[tuple[str, str, int | None]]) -> ConfigError:
    lines = [f"{origin}:{line}: {text}" if line else f"{origin}: {text}" for text, origin, line in problems]
    _, origin, line = problems[0]
    file = origin if os.sep in origin or origin.endswith(".toml") else None
    return ConfigError("\n".join(lines), file=file, line=line, hint=say(None, "config.hint"))


def did_you_mean(name: str) -> str | None:
    from difflib import get_close_matches

    known = [*BY_NAME, TRIGGERS]
    close = get_close_matches(name, known, 1, 0.75)
    tail = [key for key in known if key.rsplit(".", 1)[-1] == name.rsplit(".", 1)[-1]]
    found = close or tail
    return found[0] if found else None
