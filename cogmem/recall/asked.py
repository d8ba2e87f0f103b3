"""From the stems that an entry was found by back to the words that a person typed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import SequenceMatcher
from functools import lru_cache

from cogmem.index.terms import LONGEST_QUERY, query_terms

_WORD = re.compile(r"[^\W_][\w'\u2019.-]*", re.A)
_LIKE = 0.6


def as_typed(query: str, stems: Iterable[str]) -> tuple[list[str], dict[str, str]]:
    """The words of ``query`` that ``stems`` stand for, each once, and {word: what it was read as} for those that were
    read as another spelling. What was not typed with Latin letters is shown as it was looked up."""
    typed = _typed(query)
    shown: dict[str, None] = {}
    read: dict[str, str] = {}
    for stem in stems:
        word = typed.get(stem)
        if word is None and stem.isascii():
            word = max(typed.values(), key=lambda one: _likeness(one, stem), default=None)
            if word is not None and _likeness(word, stem) >= _LIKE:
                read[word] = stem
            else:
                word = None
        shown[word or stem] = None
    return list(shown), read


@lru_cache(maxsize=8)
def _typed(query: str) -> dict[str, str]:
    """Which word each stem comes from; the same question is asked for every hit."""
    return {stem: word.rstrip(".-") for word in _WORD.findall(query[:LONGEST_QUERY]) for stem in query_terms(word)}


def _likeness(word: str, stem: str) -> float:
    return SequenceMatcher(None, word.lower(), stem).ratio()
