"""An entry as the index stores it: its row, its terms, its flags. Pure functions on values."""

from __future__ import annotations

import json
import re
from array import array
from collections import Counter
from collections.abc import Callable, Iterable
from datetime import date
from hashlib import blake2b

from cogmem.index.schema import EXPLICIT, FORGOTTEN, LOW_TRUST, PINNED, QUESTION, SCRIPTS, TF_BITS, TIMED
from cogmem.index.terms import script
from cogmem.model import Entry

DAY_SHIFT = 24
MOST_TF = (1 << TF_BITS) - 1
_TIME_WORDS = """
yesterdai todai tonight tomorrow recent just sinc januari februari march april june juli august septemb octob
novemb decemb mondai tuesdai wednesdai thursdai fridai saturdai sundai ago 昨日 今日 明日 先週 来週 先月 来月 去年
昨年 今年
"""
_TIME_TERMS = frozenset(_TIME_WORDS.split())
_UNITS = frozenset(
    ["night", "week", "month", "year", "weekend", "summer", "winter", "spring", "fall", "morn", "dai", "past"]
)
_SPAN = re.compile(
    r"\b(?:last|next|this|few|couple of|for \w+) "
    r"(?:nights?|weeks?|months?|years?|weekend|summer|winter|spring|fall|morning|days|past|\w+day)\b",
    re.I,
)
_YEAR = re.compile(r"(?<!\d)\d{4}(?!\d)")
_NUMERALS = frozenset("0123456789一二三四五六七八九十")


class Analysed:
    """What is stored of one entry besides its own fields: ``row_hash``, ``chars``, ``length`` and ``terms`` (stem ->
    occurrences)."""

    __slots__ = ("entry", "flags", "length", "row_hash", "script", "terms")

    def __init__(self, entry: Entry, analyse: Callable[[str], list[str]], row_hash: bytes) -> None:
        content = entry.content
        terms = analyse(content)
        self.entry = entry
        self.row_hash = row_hash
        self.length = len(terms)
        self.terms = Counter(terms)
        self.script = SCRIPTS.index(script(content))
        self.flags = flags(entry, content, self.terms)


def row_hash(entry: Entry) -> bytes:
    """128 bits over everything that an entry's row says; its lines, its section and its log's path are not in it."""
    parts = (
        entry.kind,
        entry.category,
        entry.title,
        entry.body,
        entry.time,
        entry.domains,
        entry.arousal,
        entry.emotion,
        entry.session,
        entry.speaker,
        entry.origin,
        entry.pinned,
        entry.forgotten,
        entry.supersedes,
        entry.explicit_id,
        entry.files,
        entry.meta,
    )
    return blake2b(repr(parts).encode("utf-8", "surrogatepass"), digest_size=16).digest()


def first_pos(entry: Entry) -> int:
    """The place that an entry wants: its day, then 24 bits of its id's hash."""
    h = blake2b(entry.id.encode("utf-8", "surrogatepass"), digest_size=3).digest()
    return ordinal(entry.date) << DAY_SHIFT | int.from_bytes(h, "big")


def ordinal(day: str) -> int:
    """``YYYY-MM-DD`` as a proleptic ordinal; raises ValueError."""
    return date.fromisoformat(day).toordinal()


def packed(ids: list[int], counts: Iterable[int]) -> bytes:
    """Term ids and their occurrences as ``entry.terms`` (uint32)."""
    most = MOST_TF
    values = [term << TF_BITS | (count if count < most else most) for term, count in zip(ids, counts, strict=True)]
    return array("I", values).tobytes()


def unpacked(blob: bytes) -> array[int]:
    """Term ids of ``entry.terms``."""
    values = array("I")
    values.frombytes(blob)
    return array("I", [value >> TF_BITS for value in values])


def flags(entry: Entry, content: str, terms: Counter[str]) -> int:
    """The bits of ``entry.flags``."""
    bits = PINNED * entry.pinned | FORGOTTEN * entry.forgotten | EXPLICIT * entry.explicit_id
    bits |= LOW_TRUST * entry.low_trust | QUESTION * content.rstrip().endswith(("?", "？"))
    return bits | TIMED * names_a_time(content, terms)


def names_a_time(content: str, terms: Counter[str]) -> bool:
    """Whether a text says when something happened, in words ("last week", 先週), a month, a year or a Japanese date."""
    known = terms.keys()
    if not _TIME_TERMS.isdisjoint(known):
        return True
    if not _UNITS.isdisjoint(known) and _SPAN.search(content):
        return True
    if _YEAR.search(content):
        return True
    return not content.isascii() and any(
        content[i - 1] in _NUMERALS for mark in "年月日" for i in _all(content, mark) if i
    )


def row(analysed: Analysed, pos: int, change: int, file: int, terms: bytes) -> tuple[object, ...]:
    """The values of one row of ``entry``, in the order of its columns."""
    e = analysed.entry
    return (
        pos,
        change,
        e.id,
        file,
        analysed.row_hash,
        e.kind,
        e.category,
        e.arousal,
        analysed.flags,
        e.session,
        e.speaker,
        e.origin,
        e.supersedes,
        len(e.content),
        analysed.script,
        analysed.length,
        terms,
        e.title,
        e.body,
        e.time,
        e.emotion,
        _listed(e.domains),
        _listed(e.files),
        _listed(e.meta),
    )


def _listed(values: tuple[object, ...]) -> str | None:
    return json.dumps(values, ensure_ascii=False) if values else None


def _all(text: str, mark: str) -> list[int]:
    found: list[int] = []
    at = text.find(mark)
    while at >= 0:
        found.append(at)
        at = text.find(mark, at + 1)
    return found
