"""What the lines of a log mean: headings, rules, list lines, and regions in which nothing means anything.

Pure functions on lines (without their ends). Only column 0 counts for headings and list lines, so that whatever stands
inside a list item or a quotation is text. Every pattern here takes time linear in the line's length.
"""

from __future__ import annotations

import re
from functools import lru_cache

SUMMARY, LOG, HANDOVER, SECTION = "summary", "log", "handover", "section"
ENTRY_MARK, SECTION_MARK, TITLE_MARK, RULE_MARK, ITEM_MARK = "###", "##", "#", "---", "-"

_BLANKS = " \t\u3000"
_LEADING = "\ufeff\x0b\x0c"
_RULE = re.compile(r" {0,3}(-[ \t]*-[ \t]*-[- \t]*|\*[ \t]*\*[ \t]*\*[* \t]*|_[ \t]*_[ \t]*_[_ \t]*)")
_TITLE = re.compile(r"#[ \t\u3000]+\d{4}-\d\d-\d\d(?!\d)")
_TAG = r"[A-Z][A-Z0-9_+&/.-]+"
ITEM = re.compile(rf"[-*+][ \t]+\[({_TAG})\]((?:[ \t]?\[{_TAG}\])*)[ \t\u3000]+(?=\S)")
_FENCE = re.compile(r" {0,3}(`{3,}(?=[^`]*\Z)|~{3,})(.*)", re.S)
_COMMENT = re.compile(r" {0,3}<!--")

_NAMES = {
    "session summary": SUMMARY, "セッション概要": SUMMARY, "セッションサマリー": SUMMARY, "セッション要約": SUMMARY,
    "log entries": LOG, "ログエントリ": LOG, "ログエントリー": LOG,
    "handover": HANDOVER, "handoff": HANDOVER, "hand-over": HANDOVER, "hand-off": HANDOVER,
    "引き継ぎ": HANDOVER, "引継ぎ": HANDOVER, "引継": HANDOVER, "引き継ぎ事項": HANDOVER, "引き継ぎメモ": HANDOVER,
}
_NOTES = frozenset(("notes", "note", "memo"))


def mark_of(line: str) -> str | None:
    """What a line outside code and comments is: one of the ``*_MARK`` values, or None for text."""
    first = line[:1]
    if first in _LEADING and first:
        line = line.lstrip(_LEADING)
        first = line[:1]
    if first == "#":
        return _heading_mark(line)
    if first in ("-", "*", "_", "+", " "):
        if _RULE.fullmatch(line):
            return RULE_MARK
        return ITEM_MARK if first in "-*+" and ITEM.match(line) else None
    return None


def _heading_mark(line: str) -> str | None:
    if line.startswith("###"):
        return ENTRY_MARK if line[3:4] in _BLANKS else None
    if line.startswith("##"):
        return SECTION_MARK if line[2:3] in _BLANKS else None
    return TITLE_MARK if _TITLE.match(line) else None


def heading_text(line: str) -> str:
    """The text of a heading line."""
    return line.lstrip(_LEADING).lstrip("#").strip(_BLANKS + _LEADING)


@lru_cache(maxsize=1024)
def section_kind(heading: str, handover_headings: tuple[str, ...] = ()) -> str:
    """What a ``##`` section is, by its heading in English or Japanese; ``handover_headings`` are further names.

    Numbers, times and punctuation may follow a name: ``## Handover (2)``, ``## Session Summary: billing``."""
    text = heading.casefold().strip()
    extra = {name.lstrip("#").strip().casefold(): HANDOVER for name in handover_headings if name.strip("# \t")}
    while text and not text[0].isalnum():
        text = text[1:]  # an emoji or other ornament before the name
    for name, kind in (*extra.items(), *_NAMES.items()):
        if text.startswith(name) and _only_ornament(text[len(name):]):
            return kind
    return SECTION


def _only_ornament(rest: str) -> bool:
    return not rest or not (rest[0].isalnum() or rest[0] in "-_ー") and (
        not rest.strip()[:1].isalpha() or rest.strip() in _NOTES)


def opaque_lines(lines: list[str], text: str, *, top: bool = True) -> list[bool] | None:
    """Per line of ``text``, whether it lies in a code fence, a comment or the front matter; None when none does.

    ``top``: the text is a whole file, so that it may begin with front matter.
    A fence or comment that is never closed is text: an entry that broke off cannot swallow those after it."""
    front = _end_of_front_matter(lines) if top else 0
    if not front and "```" not in text and "~~~" not in text and "<!--" not in text:
        return None
    closers = _Closers(lines)
    if not front and not closers.any_region:
        return None
    opaque = [False] * len(lines)
    opaque[:front] = [True] * front
    number = front
    while number < len(lines):
        end = closers.end_of_region(number)
        if end > number:
            opaque[number:end] = [True] * (end - number)
        number = max(end, number + 1)
    return opaque


def unclosed_lines(lines: list[str]) -> list[int]:
    """The 0-based lines that open a fence or a comment which nothing closes."""
    closers = _Closers(lines)
    found, number = [], _end_of_front_matter(lines)
    while number < len(lines) and closers.any_region:
        end = closers.end_of_region(number)
        if end == number and (closers.opens_comment(number) or number in closers.fences):
            found.append(number)
        number = max(end, number + 1)
    return found


class _Closers:
    """Where fences and comments of a text end. Looking for an end that is not there costs nothing twice."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.fences: dict[int, tuple[str, int, bool]] = {}
        self.last_comment_end = -1
        self.any_region = False
        for number, line in enumerate(lines):
            head = line[:6].lstrip(" " + _LEADING)
            if head[:3] in ("```", "~~~"):
                self._note_fence(number, line)
            elif head[:3] == "<!-":
                self.any_region = True
            if "-->" in line:
                self.last_comment_end = number
        self.longest = self._longest_after()

    def _note_fence(self, number: int, line: str) -> None:
        found = _FENCE.match(line.lstrip(_LEADING))
        if found:
            run, info = found.group(1), found.group(2)
            self.fences[number] = (run[0], len(run), not info.strip())
            self.any_region = True

    def _longest_after(self) -> dict[int, tuple[int, int]]:
        """For each fence line, the longest possible closer of either kind at or after it: (of `, of ~)."""
        ticks = tildes = 0
        longest = {}
        for number in sorted(self.fences, reverse=True):
            longest[number] = (ticks, tildes)
            kind, length, bare = self.fences[number]
            if bare and kind == "`":
                ticks = max(ticks, length)
            elif bare:
                tildes = max(tildes, length)
        return longest

    def opens_comment(self, number: int) -> bool:
        return _COMMENT.match(self.lines[number].lstrip(_LEADING)) is not None

    def end_of_region(self, number: int) -> int:
        """The line after the region that line ``number`` opens; ``number`` itself when it opens none."""
        if number in self.fences:
            return self._end_of_fence(number)
        if number <= self.last_comment_end and self.opens_comment(number):
            if "-->" in self.lines[number].partition("<!--")[2]:
                return number + 1
            return 1 + next((n for n in range(number + 1, self.last_comment_end + 1) if "-->" in self.lines[n]),
                            number - 1)
        return number

    def _end_of_fence(self, number: int) -> int:
        kind, length, _ = self.fences[number]
        if self.longest[number][kind == "~"] < length:
            return number
        for line in range(number + 1, len(self.lines)):
            other = self.fences.get(line)
            if other and other[2] and other[0] == kind and other[1] >= length:
                return line + 1
        return number


def _end_of_front_matter(lines: list[str]) -> int:
    """The number of lines of a ``---`` block at the very top; 0 when there is none or it is never closed.

    It holds no ``##`` heading: a rule on the first line does not make entries disappear."""
    if lines[0].lstrip(_LEADING).rstrip() != "---":
        return 0
    for number in range(1, len(lines)):
        line = lines[number]
        if line.rstrip() in ("---", "..."):
            return number + 1
        if line.startswith("##"):
            return 0
    return 0
