"""From a log's text to its entries, and to the same text again.

``parse`` cuts the lines into blocks that together are the whole text, then reads the blocks that mean something:
``###`` entries, ``- [CATEGORY]`` list lines outside of them, session summaries, handovers, and ``##`` sections of
another name that hold prose. Nothing is dropped: ``parse(text, …).render() == text``.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable
from dataclasses import dataclass

from cogmem.journal import regions
from cogmem.journal.blocks import Block, cut
from cogmem.journal.reader import Reader
from cogmem.journal.render import normalise, render
from cogmem.journal.text import raw_lines, readable, split_lines
from cogmem.journal.texts import say
from cogmem.model import Entry, Handover, Problem

__all__ = ["Log", "normalise", "outline", "parse", "render"]
_FILE_DATE = re.compile(r"(\d{4}-\d{2}-\d{2})(?!\d)")
_TITLE_DATE = re.compile(r"#[ \t\u3000]+(\d{4}-\d{2}-\d{2})(?!\d)")


@dataclass(frozen=True, slots=True)
class Log:
    """One log as it was read. ``date`` is ``YYYY-MM-DD`` (empty when neither name nor title has one), ``entries`` and
    ``handovers`` are in the order of the file, ``blocks`` are its parts without gap or overlap."""

    source: str
    text: str
    date: str
    user: str | None
    entries: tuple[Entry, ...]
    handovers: tuple[Handover, ...]
    problems: tuple[Problem, ...]
    blocks: tuple[Block, ...]

    @property
    def compact(self) -> bool:
        """Whether this is what remained of a log that was shortened."""
        return self.source.endswith(".compact.md")

    def lines(self) -> list[str]:
        """The lines with their ends."""
        return raw_lines(self.text)

    def render(self) -> str:
        """The text again, put together from the blocks."""
        lines = self.lines()
        return "".join("".join(lines[block.start:block.end]) for block in self.blocks)


def outline(text: str, handover_headings: Iterable[str] = ()) -> tuple[tuple[Block, ...], bool]:
    """The blocks of a text without reading them, and whether it is sound: nothing is left open in it."""
    shown = readable(text)
    lines = split_lines(shown)
    found = regions.find(lines, shown)
    return cut(lines, found.opaque, tuple(handover_headings)), not found.unclosed and not lines[0].startswith("---")


def parse(
    text: str, source: str, *, handover_headings: Iterable[str] = (), user: str | None = None,
    problems: Iterable[Problem] = (),
) -> Log:
    """Read a log. ``source`` is its path in the project (posix): it gives date, user and ids.

    ``handover_headings`` are headings that count as a handover besides the built-in ones; ``user`` overrides the
    folder's; ``problems`` are those found while decoding. Never fails: what is odd is kept and reported."""
    shown = readable(text)
    lines = split_lines(shown)
    found_regions = regions.find(lines, shown)
    opaque = found_regions.opaque
    blocks = cut(lines, opaque, tuple(handover_headings))
    date, date_problem = _date_of(source, lines)
    who = user if user is not None else user_of(source)
    reader = Reader(source, date, who or None, lines, opaque)
    entries, handovers = reader.read(blocks)
    found = [*problems, *date_problem, *reader.problems]
    found += [Problem(source, number + 1, say("region.open")) for number in found_regions.unclosed]
    return Log(source, text, date, who or None, entries, handovers, tuple(found), blocks)


def user_of(source: str) -> str:
    """The user whose folder a log lies in, for the usual place ``…/logs/<user>/NAME.md``; empty for a flat log."""
    parts = source.split("/")
    return parts[-2] if len(parts) >= 3 and parts[-3] == "logs" else ""


def _date_of(source: str, lines: list[str]) -> tuple[str, tuple[Problem, ...]]:
    """The log's date from its file name, else from its title."""
    name = _FILE_DATE.match(source.rpartition("/")[2])
    if name and _is_date(name.group(1)):
        return name.group(1), ()
    problems = (Problem(source, 1, say("date.none", date=name.group(1))),) if name else ()
    for line in lines[:50]:
        title = _TITLE_DATE.match(line.lstrip("\ufeff"))
        if title and _is_date(title.group(1)):
            return title.group(1), problems
    return "", problems


def _is_date(text: str) -> bool:
    try:
        dt.date.fromisoformat(text)
    except ValueError:
        return False
    return True
