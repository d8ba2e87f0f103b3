"""Our groups in Claude Code's ``settings.json``: added at the end, marked ``_cogmem``, everything else as it was.

The client drops a whole file that does not parse, so only a strictly valid one is touched; one with comments, trailing
commas, doubled keys or a ``hooks`` that is not what the client expects is refused and left alone, with its line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from secrets import token_hex
from typing import Any

from cogmem.claude.texts import say
from cogmem.errors import CogmemError

MARK = "_cogmem"
BOM = b"\xef\xbb\xbf"


class SettingsError(CogmemError):
    """The settings file is not one that can be merged; it was not touched."""

    code = "settings"


Groups = dict[str, list[dict[str, Any]]]


def merged(data: bytes | None, ours: Groups, version: str, file: str) -> bytes:
    """The file with ``ours`` (event → groups) as its only groups of cogmem's. ``data`` is None when there is no file.

    Raises SettingsError. Own groups that are there already are replaced where they stand: a second run changes nothing.
    """
    kept_as = _Numbers()
    value = parse(data, file, kept_as.keep) if data is not None and data.strip() else {}
    hooks = value.setdefault("hooks", {})
    for event, groups in ours.items():
        marked = [{**group, MARK: version} for group in groups]
        present = hooks.setdefault(event, [])
        at = next((n for n, group in enumerate(present) if is_own(group)), len(present))
        kept = [group for group in present if not is_own(group)]
        at -= sum(is_own(group) for group in present[:at])
        hooks[event] = [*kept[:at], *marked, *kept[at:]]
    for event in [name for name in hooks if name not in ours]:
        if _has_own(hooks[event]):
            hooks[event] = [group for group in hooks[event] if not is_own(group)]
            if not hooks[event]:
                del hooks[event]
    return _rendered(value, data, kept_as)


def without_ours(data: bytes, file: str, *, keep_hooks: bool = False, keep_events: tuple[str, ...] = ()) -> bytes:
    """The file without our groups; an event that only we filled goes too, unless it was there before us."""
    kept_as = _Numbers()
    value = parse(data, file, kept_as.keep)
    hooks = value.get("hooks", {})
    if not any(_has_own(groups) for groups in hooks.values()):
        return data
    for event in list(hooks):
        hooks[event] = [group for group in hooks[event] if not is_own(group)]
        if not hooks[event] and event not in keep_events:
            del hooks[event]
    if not hooks and not keep_hooks:
        value.pop("hooks", None)
    return _rendered(value, data, kept_as)


def own_events(data: bytes | None, file: str) -> list[str]:
    """The events that hold a group of ours."""
    if data is None or not data.strip():
        return []
    return [event for event, groups in parse(data, file).get("hooks", {}).items() if _has_own(groups)]


def is_own(group: object) -> bool:
    return isinstance(group, dict) and MARK in group


def _has_own(groups: object) -> bool:
    return isinstance(groups, list) and any(map(is_own, groups))


class _Numbers:
    """Numbers as they are written: ``1.10`` stays that, and ``1e400`` does not become ``Infinity``, which no client
    reads. While the table is worked on, each is a string that begins with a mark no file can know of."""

    def __init__(self) -> None:
        self.mark = f"number-{token_hex(16)}:"

    def keep(self, written: str) -> str:
        return self.mark + written

    def given_back(self, text: str) -> str:
        return re.sub(f'"{self.mark}([^"]*)"', r"\1", text)


def parse(data: bytes, file: str, number: Callable[[str], Any] | None = None) -> dict[str, Any]:
    """The settings as a table; raises SettingsError that names the line. ``number`` makes a value of each number."""
    try:
        text = data.removeprefix(BOM).decode("utf-8")
    except UnicodeDecodeError as error:
        raise _refused(file, data[: error.start].count(b"\n") + 1, say("settings.utf8")) from error
    try:
        value = json.loads(text, object_pairs_hook=_no_doubles, parse_constant=_no_constant,
                           parse_float=number, parse_int=number)
    except json.JSONDecodeError as error:
        raise _refused(file, error.lineno, say("settings.json", text=error.msg)) from error
    except (ValueError, RecursionError) as error:
        raise _refused(file, None, say("settings.unsafe", text=error)) from error
    if not isinstance(value, dict):
        raise _refused(file, 1, say("settings.object"))
    hooks = value.get("hooks", {})
    if not isinstance(hooks, dict) or not all(isinstance(groups, list) for groups in hooks.values()):
        raise _refused(file, None, say("settings.hooks"))
    return value


def _no_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) != len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(say("settings.twice", name=next(one for one in names if names.count(one) > 1)))
    return table


def _no_constant(word: str) -> None:
    raise ValueError(say("settings.constant", word=word))


def _refused(file: str, line: int | None, why: str) -> SettingsError:
    place = f"{file}:{line}" if line else file
    return SettingsError(say("settings.refused", place=place, why=why), file=file, line=line, hint=say("settings.hint"))


def _rendered(value: dict[str, Any], like: bytes | None, numbers: _Numbers) -> bytes:
    """JSON with the indentation, newlines, byte order mark and end of the file it replaces; its numbers as they were,
    and half of a surrogate pair, which only an escape can say, as one."""
    text = (like or b"").removeprefix(BOM).decode("utf-8")
    indent = _indent(text)
    compact = bool(text.strip()) and "\n" not in text.strip()
    out = numbers.given_back(json.dumps(value, ensure_ascii=False, indent=None if compact else indent))
    out = re.sub("[\ud800-\udfff]", lambda half: f"\\u{ord(half[0]):04x}", out)
    out = out + ("\n" if not text or text.endswith("\n") else "")
    if "\r\n" in text:
        out = out.replace("\n", "\r\n")
    return (BOM if like and like.startswith(BOM) else b"") + out.encode("utf-8")


def _indent(text: str) -> int | str:
    for line in text.splitlines():
        lead = line[: len(line) - len(line.lstrip(" \t"))]
        if lead and line.strip():
            return "\t" if lead.startswith("\t") else len(lead)
    return 2
