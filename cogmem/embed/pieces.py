"""Cuts texts for embedders whose tokenizer we do not have, by a cautious guess of how many tokens a text is."""

from __future__ import annotations

import re

_UNIT = re.compile(r"[^\s。、！？]{1,48}[\s。、！？]*|[\s。、！？]{1,48}")
_BREAK = re.compile(r"[\n。！？]\s*\Z|[.!?]\s+\Z")
_WORDS = re.compile(r"[A-Za-z]+")


def guess(text: str) -> int:
    """How many tokens a text has at most, as a rule: one per three letters of a word, and every other character one."""
    words = [len(word) for word in _WORDS.findall(text)]
    return sum(-(-letters // 3) for letters in words) + len(text) - sum(words) - text.count(" ")


def units_of(text: str) -> list[str]:
    """Words and the ends of sentences: where a text may be cut. Joined they are the text; none is longer than 96."""
    return _UNIT.findall(text)


def pieces(text: str, room: int) -> list[str]:
    """The text cut into pieces of at most ``room`` tokens by that guess, at ends of sentences where possible."""
    if guess(text) <= room:
        return [text]
    units = units_of(text)
    return ["".join(units[first:last]) for first, last in groups(units, [guess(unit) for unit in units], room)]


def groups(units: list[str], counts: list[int], room: int) -> list[tuple[int, int]]:
    """Ranges of units with at most ``room`` tokens each (unless one unit alone has more).

    The text is shared out evenly, over as few windows as it needs; a window ends at the last end of a sentence in its
    last quarter, else where it is full.
    """
    left = sum(counts)
    found, first = [], 0
    while first < len(units):
        aim = -(-left // max(1, -(-left // room)))
        last, used, sentence = first, 0, None
        while last < len(units) and (last == first or used + counts[last] <= min(room, aim + aim // 8)):
            used += counts[last]
            last += 1
            if used >= aim - aim // 4 and _BREAK.search(units[last - 1]):
                sentence = last, used
                if used >= aim:
                    break
        if sentence and last < len(units):
            last, used = sentence
        found.append((first, last))
        first, left = last, left - used
    return found
