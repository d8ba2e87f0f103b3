"""Core facts: ``- key: value`` lines of ``memory/knowledge/core.md``, short enough to be told in every session.

Anybody may edit the file; lines that are no facts are kept byte for byte. Writing is compare-and-swap under the lock of
all writers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from cogmem import files
from cogmem.errors import ChangedMeanwhileError
from cogmem.journal.logfile import writers_lock
from cogmem.journal.secrets import redact, strip_private
from cogmem.journal.text import decode, newline_of, raw_lines, readable, split_lines, storable
from cogmem.project import Project

Change = Callable[[list[str], str], tuple[list[str], int]]
"""From a file's lines (with their ends) and its line end to the new lines and a line number."""

NAME = "core.md"
ATTEMPTS = 5
_HEADINGS = {"en": "# Core facts\n\n", "ja": "# 基本の事実\n\n"}
_FACT = re.compile(r"(?:[-*+] +)?(?P<key>[^\s:：#*`<>|-][^:：\r\n]{0,63}?)\s*[:：]\s*(?P<value>\S.*?)\s*")


def path_of(project: Project) -> Path:
    return project.knowledge_dir / NAME


def valid_key(key: str) -> bool:
    """Whether a key can stand before the colon of a line: as it is, so there is no secret in it."""
    found = _FACT.fullmatch(f"- {key}: x")
    return found is not None and found["key"] == key and not redact(key)[1]


def core_facts(project: Project) -> list[tuple[str, str]]:
    """(key, value) in the order of the file; of two lines with one key the last one counts."""
    try:
        text = readable(decode(files.read_bytes(path_of(project)), NAME).text)
    except OSError:
        return []
    return list(dict(_facts(split_lines(text))).items())


def set_fact(project: Project, key: str, value: str) -> tuple[str, int, bool]:
    """Write ``key: value``: in the place of the key's line, else at the end. Returns (path, line, whether it is new).

    The value is one line, secrets masked. Raises BusyError, ReadOnlyError, ChangedMeanwhileError."""
    fact = storable("- " + redact(f"{key}: {' '.join(strip_private(value).split())}")[0])

    def change(lines: list[str], newline: str) -> tuple[list[str], int]:
        places = [n for n, line in enumerate(lines) if _key(line) == key]
        if not places:
            if lines and not lines[-1].endswith(("\n", "\r")):
                lines[-1] += newline
            return [*lines, fact + newline], len(lines) + 1
        place = places[-1]
        end = lines[place][len(lines[place].rstrip("\r\n")) :]
        return [*lines[:place], fact + end, *lines[place + 1 :]], place + 1

    line, new = _edit(project, change)
    return project.relative(path_of(project)), line, new


def remove_fact(project: Project, key: str) -> bool:
    """Take the key's lines out of the file; whether there were any."""

    def change(lines: list[str], _: str) -> tuple[list[str], int]:
        return [line for line in lines if _key(line) != key], 0

    return path_of(project).exists() and _edit(project, change)[1]


def _edit(project: Project, change: Change) -> tuple[int, bool]:
    """(what the change says, whether the file is another one now)."""
    project.check_writable()
    path = path_of(project)
    with writers_lock(project):
        for attempt in range(ATTEMPTS):
            data, expect = _current(path, str(project.config.lang))
            decoded = decode(data, NAME)
            lines, number = change(raw_lines(decoded.text), newline_of(decoded.text))
            text = "".join(lines)
            if text == decoded.text:
                break
            files.make_folder(path.parent)
            try:
                files.write_atomic(path, decoded.encode(text), expect=expect)
            except ChangedMeanwhileError:
                if attempt == ATTEMPTS - 1:
                    raise
                continue
            return number, True
    return number, False


def _current(path: Path, lang: str) -> tuple[bytes, str]:
    """The file's bytes and what to expect at the swap; a file that is not there begins with its heading."""
    try:
        data = files.read_bytes(path)
    except FileNotFoundError:
        return _HEADINGS.get(lang, _HEADINGS["en"]).encode(), files.ABSENT
    return data, files.digest(data)


def _key(line: str) -> str:
    found = _FACT.fullmatch(line.rstrip("\r\n"))
    return found["key"] if found else ""


def _facts(lines: list[str]) -> Iterator[tuple[str, str]]:
    """The facts outside of code fences and comments."""
    inside = False
    for line in lines:
        if line.lstrip().startswith(("```", "~~~")):
            inside = not inside
        found = None if inside else _FACT.fullmatch(line)
        if found:
            yield found["key"], found["value"]
