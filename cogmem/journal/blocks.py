"""Cutting a log into blocks: consecutive runs of lines that together are the whole file."""

from __future__ import annotations

from typing import NamedTuple

from cogmem.journal import grammar
from cogmem.journal.grammar import (
    ENTRY_MARK,
    HANDOVER,
    ITEM_MARK,
    LOG,
    RULE_MARK,
    SECTION,
    SECTION_MARK,
    SUMMARY,
    TITLE_MARK,
)

TEXT, ENTRY, LINE = "text", "entry", "line"
SECTIONS = frozenset((SUMMARY, LOG, HANDOVER, SECTION))
_STARTS = frozenset("#-*_+ \ufeff\x0b\x0c")
_TAKES_ITEMS = frozenset((TEXT, LOG, SECTION))


class Block(NamedTuple):
    """Lines ``start`` to ``end`` (0-based, half open). ``kind`` is entry, line, summary, handover, section (a ``##``
    of another name), log (what follows ``## Log Entries``) or text; ``section`` counts the ``##`` headings so far."""

    kind: str
    start: int
    end: int
    section: int


def cut(lines: list[str], opaque: list[bool] | None, handover_headings: tuple[str, ...] = ()) -> tuple[Block, ...]:
    """The blocks of a log. ``lines`` are without their ends; ``opaque`` says which of them are code or comment.

    A final line end leaves an empty last line, which is no line of the file: blocks end before it."""
    size = len(lines) - (not lines[-1])
    cutter = _Cutter(lines, opaque, size, handover_headings)
    for number in range(size):
        line = lines[number]
        if line[:1] in _STARTS and line and not (opaque and opaque[number]):
            mark = grammar.mark_of(line)
            if mark:
                cutter.at(number, mark)
    cutter.close(size)
    return tuple(cutter.blocks)


class _Cutter:
    """The state while cutting: the kind, first line and section of the open block."""

    def __init__(self, lines: list[str], opaque: list[bool] | None, size: int, handovers: tuple[str, ...]) -> None:
        self.lines, self.opaque, self.size, self.handovers = lines, opaque, size, handovers
        self.blocks: list[Block] = []
        self.kind, self.start, self.section = TEXT, 0, 0
        self.rule_seen = (-1, False)

    def at(self, number: int, mark: str) -> None:
        """A line with a meaning: end the open block where it ends one, and open the next."""
        if mark == ENTRY_MARK:
            self.open(ENTRY, number)
        elif mark == SECTION_MARK:
            self.close(number)
            self.section += 1
            self.kind = grammar.section_kind(grammar.heading_text(self.lines[number]), self.handovers)
        elif mark == TITLE_MARK:
            self.open(TEXT, number)
        elif mark == RULE_MARK:
            if self.kind == ENTRY and self.rule_ends_entry(number):
                self.open(TEXT, number)
        elif mark == ITEM_MARK and self.kind in _TAKES_ITEMS:
            self.open(LINE, number)
            self.open(TEXT, self.end_of_item(number))

    def open(self, kind: str, number: int) -> None:
        self.close(number)
        self.kind = kind

    def close(self, number: int) -> None:
        if number > self.start:
            self.blocks.append(Block(self.kind, self.start, number, self.section))
        self.start = number

    def rule_ends_entry(self, number: int) -> bool:
        """Whether a rule stands between entries: only rules and blank lines come before the next mark, or the end."""
        if number < self.rule_seen[0]:
            return self.rule_seen[1]
        place, ends = number + 1, True
        while place < self.size:
            line = self.lines[place]
            mark = None if self.opaque and self.opaque[place] else grammar.mark_of(line)
            if mark != RULE_MARK and line.strip():
                ends = mark is not None
                break
            place += 1
        self.rule_seen = (place, ends)
        return ends

    def end_of_item(self, number: int) -> int:
        """The line after a list line and its indented continuation."""
        place = number + 1
        while place < self.size and self.lines[place].startswith(("  ", "\t", " \t")) and self.lines[place].strip():
            place += 1
        return place


__all__ = ["ENTRY", "HANDOVER", "LINE", "LOG", "SECTION", "SECTIONS", "SUMMARY", "TEXT", "Block", "cut"]
