"""Line-wise edits of knowledge, context and identity files by compare-and-swap; every other byte stays.

A file whose front matter does not parse is not edited: whoever wrote it meant something that we would damage.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable
from pathlib import Path

from cogmem import files
from cogmem.errors import ChangedMeanwhileError, CogmemError, ReadOnlyError, UsageError
from cogmem.journal import frontmatter, regions
from cogmem.journal.grammar import EDGES
from cogmem.journal.logfile import writers_lock
from cogmem.journal.text import Decoded, decode, newline_of, raw_lines, readable, split_lines, storable
from cogmem.journal.texts import error
from cogmem.model import Problem
from cogmem.project import Project

ATTEMPTS = 20
_HEADING = re.compile(r"(#{1,6})(?:[ \t\u3000]+(.*))?")

Change = Callable[[list[str]], list[str]]


@dataclasses.dataclass(frozen=True, slots=True)
class Section:
    """A heading and what belongs to it. ``start`` is the heading's 0-based line, ``end`` the line after its last."""

    level: int
    heading: str
    start: int
    end: int


@dataclasses.dataclass(frozen=True, slots=True)
class Document:
    """A file as it was read. ``source`` is its path in the project; ``digest`` is that of its bytes (``files.ABSENT``
    for a file that is not there), to be given back when it is edited."""

    source: str
    decoded: Decoded
    digest: str
    problems: tuple[Problem, ...]

    @property
    def text(self) -> str:
        """The text as people see it."""
        return readable(self.decoded.text)

    @property
    def sections(self) -> tuple[Section, ...]:
        """The headings outside of code, each with everything down to the next one of its level or above."""
        return _sections(split_lines(self.text))

    def body(self, heading: str) -> str | None:
        """The text below a heading (down to the next heading of its level or above), or None."""
        section = _find(self.sections, heading)
        return "\n".join(split_lines(self.text)[section.start + 1:section.end]).strip("\n") if section else None


def read(project: Project, source: str) -> Document:
    """Read a file of the project; one that is not there is empty."""
    path = _inside(project, source)
    try:
        data: bytes | None = files.read_bytes(path)
    except FileNotFoundError:
        data = None
    except OSError as problem:
        raise error(CogmemError, "unreadable", file=source, text=problem.strerror) from problem
    decoded = decode(data or b"", source)
    problems = decoded.problems + frontmatter.problems(split_lines(decoded.text), source)
    return Document(source, decoded, files.ABSENT if data is None else files.digest(data), problems)


def edit(project: Project, source: str, change: Change, *, expect: str | None = None) -> Document:
    """Change a file's lines and return the file as it then is.

    ``change`` gets the lines without their ends and returns the new ones: lines that it keeps keep their bytes.
    ``expect`` is the ``digest`` of the Document that the user saw; without it the newest text is edited, again if
    someone else was faster. Raises ChangedMeanwhileError, ReadOnlyError, BusyError."""
    project.check_writable()
    path = _inside(project, source)
    with writers_lock(project):
        for attempt in range(ATTEMPTS):
            document = read(project, source)
            if expect is not None and document.digest != expect:
                raise error(ChangedMeanwhileError, "changed", file=source)
            _refuse_unparseable(document)
            text = _changed_text(document.decoded.text, change)
            if text == document.decoded.text:
                return document
            files.make_folder(path.parent)
            try:
                files.write_atomic(path, document.decoded.encode(text), expect=document.digest)
                return read(project, source)
            except ChangedMeanwhileError:
                if attempt == ATTEMPTS - 1 or expect is not None:
                    raise
    raise AssertionError("unreachable")


def replace_body(project: Project, source: str, heading: str, body: str, *, expect: str | None = None) -> Document:
    """Put another text below a heading; a heading that is not there is added at the end, as ``##``.

    Sub-headings below the heading belong to its text. Blank lines around the text are kept."""
    wanted = storable(body).replace("\r\n", "\n").replace("\r", "\n").strip("\n")

    def change(lines: list[str]) -> list[str]:
        section = _find(_sections(lines), heading)
        new = wanted.split("\n") if wanted else []
        if section is None:
            return [*lines, *([""] if lines and lines[-1].strip() else []), f"## {heading}", *new]
        start, end = section.start + 1, section.end
        while start < end and not lines[start].strip():
            start += 1
        while end > start and not lines[end - 1].strip():
            end -= 1
        return [*lines[:start], *new, *lines[end:]]

    return edit(project, source, change, expect=expect)


def add_line(project: Project, source: str, line: str, *, heading: str | None = None) -> Document:
    """Add a line at the end of a section (or of the file); the heading is made when it is not there."""
    one = " ".join(storable(line).splitlines())

    def change(lines: list[str]) -> list[str]:
        if heading is None:
            return [*lines, one]
        section = _find(_sections(lines), heading)
        if section is None:
            return [*lines, *([""] if lines and lines[-1].strip() else []), f"## {heading}", one]
        end = section.end
        while end > section.start + 1 and not lines[end - 1].strip():
            end -= 1
        return [*lines[:end], one, *lines[end:]]

    return edit(project, source, change)


def replace_line(project: Project, source: str, number: int, old: str, new: str | None) -> Document:
    """Put ``new`` in the place of line ``number`` (1-based), or take it out (None). Raises ChangedMeanwhileError when
    the line is not ``old`` any more."""
    def change(lines: list[str]) -> list[str]:
        if not 1 <= number <= len(lines) or readable(lines[number - 1]) != old:
            raise error(ChangedMeanwhileError, "changed.line", file=source, line=number, hint="changed.hint")
        kept = [] if new is None else [" ".join(storable(new).splitlines())]
        return [*lines[:number - 1], *kept, *lines[number:]]

    return edit(project, source, change)


def _inside(project: Project, source: str) -> Path:
    """The path of a file below the project's root, links of the user included. Raises UsageError."""
    parts = Path(source).parts
    if not source or Path(source).is_absolute() or ".." in parts or "\0" in source:
        raise error(UsageError, "path.outside", file=source)
    return project.root.joinpath(*parts)


def _changed_text(text: str, change: Change) -> str:
    """The text after a change of its lines. Lines that are kept keep their own ends; new ones get the file's."""
    raw = raw_lines(text)
    bare = [line.rstrip("\r\n") for line in raw]
    wanted = change(list(bare))
    newline = newline_of(text)
    start = 0
    while start < min(len(bare), len(wanted)) and bare[start] == wanted[start]:
        start += 1
    rest = 0
    while rest < min(len(bare), len(wanted)) - start and bare[-1 - rest] == wanted[-1 - rest]:
        rest += 1
    middle = [line + newline for line in wanted[start:len(wanted) - rest]]
    head, tail = raw[:start], raw[len(raw) - rest:]
    if head and (middle or tail) and not head[-1].endswith(("\n", "\r")):
        head[-1] += newline
    if middle and not tail and raw and not raw[-1].endswith(("\n", "\r")):
        middle[-1] = middle[-1][:-len(newline)]  # the file had no final line end, and still has none
    return "".join([*head, *middle, *tail])


def _sections(lines: list[str]) -> tuple[Section, ...]:
    """The sections of lines as they are in the file, read as people see them."""
    text = readable("\n".join(lines))
    lines = text.split("\n")
    opaque = regions.find(lines, text).opaque
    size = len(lines) - (not lines[-1])
    heads = []
    for number in range(size):
        found = None if opaque and opaque[number] else _HEADING.fullmatch(lines[number].lstrip("\ufeff"))
        if found:
            heads.append((len(found.group(1)), (found.group(2) or "").strip(EDGES), number))
    sections = []
    for place, (level, heading, number) in enumerate(heads):
        later = (heads[index] for index in range(place + 1, len(heads)))
        end = next((line for other, _, line in later if other <= level), size)
        sections.append(Section(level, heading, number, end))
    return tuple(sections)


def _find(sections: tuple[Section, ...], heading: str) -> Section | None:
    return next((section for section in sections if section.heading == heading.strip(EDGES)), None)


def _refuse_unparseable(document: Document) -> None:
    """Raise for a file whose front matter is damaged."""
    for problem in frontmatter.problems(split_lines(document.decoded.text), document.source):
        raise error(ReadOnlyError, "yaml.refused", file=document.source, line=problem.line, text=problem.message)
