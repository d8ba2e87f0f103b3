"""The lines of a log that mean nothing: code fences, HTML comments, and the front matter of a file.

A fence or comment that is never closed is text: an entry that broke off cannot swallow those after it. Time is linear
in the text, also for a text full of fences that nothing closes.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import NamedTuple

from cogmem.journal.grammar import LEADING

_FENCE = re.compile(r" {0,3}(`{3,}(?=[^`]*\Z)|~{3,})(.*)", re.S)
_COMMENT = re.compile(r" {0,3}<!--")
_TELLTALES = ("```", "~~~", "<!--")


class Regions(NamedTuple):
    """``opaque``: per line, whether it lies in a region (None when no line does); ``unclosed``: the 0-based lines
    that open one which nothing closes."""

    opaque: list[bool] | None
    unclosed: tuple[int, ...]


class _Fence(NamedTuple):
    line: int
    kind: str
    length: int
    bare: bool  # without an info string: it can close


NOTHING = Regions(None, ())


def find(lines: list[str], text: str, *, top: bool = True) -> Regions:
    """The regions of ``lines``, which are those of ``text``. ``top``: a whole file, that may have front matter."""
    front = _end_of_front_matter(lines) if top else 0
    marked = any(telltale in text for telltale in _TELLTALES)
    if not front and not marked:
        return NOTHING
    opaque = [False] * len(lines)
    opaque[:front] = [True] * front
    spans, unclosed = _spans(lines, front) if marked else ([], [])
    for start, end in spans:
        opaque[start:end] = [True] * (end - start)
    return Regions(opaque if front or spans else None, tuple(unclosed))


def _spans(lines: list[str], first: int) -> tuple[list[tuple[int, int]], list[int]]:
    """The (start, end) of fences and comments from line ``first`` on, and the lines whose region never ends."""
    fences = [fence for number in range(first, len(lines)) if (fence := _fence(number, lines[number]))]
    ends = [number for number in range(first, len(lines)) if "-->" in lines[number]]
    comments = [number for number in range(first, len(lines))
                if "<!--" in lines[number] and _COMMENT.match(lines[number].lstrip(LEADING))]
    longest = _longest_after(fences)
    places = {fence.line: place for place, fence in enumerate(fences)}
    spans: list[tuple[int, int]] = []
    unclosed: list[int] = []
    number = first
    for opener in sorted([*places, *comments]):
        if opener < number:
            continue  # inside the region before
        if opener in places:
            end = _end_of_fence(fences, places[opener], longest)
        else:
            end = _end_of_comment(lines, opener, ends)
        if end is None:
            unclosed.append(opener)
            continue
        spans.append((opener, end))
        number = end
    return spans, unclosed


def _fence(number: int, line: str) -> _Fence | None:
    if "```" not in line and "~~~" not in line:
        return None
    found = _FENCE.match(line.lstrip(LEADING))
    if not found:
        return None
    run = found.group(1)
    return _Fence(number, run[0], len(run), not found.group(2).strip())


def _longest_after(fences: list[_Fence]) -> list[tuple[int, int]]:
    """For each fence, the longest run after it that can close: (of backticks, of tildes)."""
    ticks = tildes = 0
    longest = []
    for fence in reversed(fences):
        longest.append((ticks, tildes))
        if fence.bare and fence.kind == "`":
            ticks = max(ticks, fence.length)
        elif fence.bare:
            tildes = max(tildes, fence.length)
    return longest[::-1]


def _end_of_fence(fences: list[_Fence], place: int, longest: list[tuple[int, int]]) -> int | None:
    """The line after the one that closes a fence."""
    opener = fences[place]
    if longest[place][opener.kind == "~"] < opener.length:
        return None
    for later in range(place + 1, len(fences)):
        other = fences[later]
        if other.bare and other.kind == opener.kind and other.length >= opener.length:
            return other.line + 1
    return None


def _end_of_comment(lines: list[str], opener: int, ends: list[int]) -> int | None:
    """The line after the one that closes a comment, which may be its own."""
    if "-->" in lines[opener].partition("<!--")[2]:
        return opener + 1
    place = bisect_right(ends, opener)
    return ends[place] + 1 if place < len(ends) else None


def _end_of_front_matter(lines: list[str]) -> int:
    """The number of lines of a ``---`` block at the very top; 0 when there is none or it is never closed.

    It holds no ``##`` heading: a rule on the first line does not make entries disappear."""
    if lines[0].lstrip(LEADING).rstrip() != "---":
        return 0
    for number in range(1, len(lines)):
        line = lines[number]
        if line.rstrip() in ("---", "..."):
            return number + 1
        if line.startswith("##"):
            return 0
    return 0
