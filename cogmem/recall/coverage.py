"""How much of a question's words an entry holds: BM25 over its own text and its neighbour window, as a share of the
most.

    C = sum_t idf_t (.4 sat(own tf) + .6 sat(window tf)) / (4 + sum_t idf_t)

The window (entries of the same log, section and session, up to 900 characters) alone is worth 12 points of R@10 on
conversations (LoCoMo dev 61.6 -> 73.2) and costs nothing where neighbours are unrelated (TIL 83.2 -> 83.1 R@1, JSQuAD
96.9 -> 96.9 R@10), because a window must hold the question's rare words to matter. Words that the store does not have
are replaced by the best two spellings it has: two typos in each question then cost 4 points instead of 13. An
entry that holds all of a question which consists of rare names is lifted, however long it is (``index.exact``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from cogmem.index import exact
from cogmem.recall.asked import as_typed
from cogmem.recall.relevance import KAPPA, OWN, Word, idf, merge, saturate

COMMON = 0.05
COMMON_LEAST = 2000
"""A word in more than max(2000, 5 %) of the entries is left out when the question has a rarer one: 47 -> 23 ms at
100,000."""

MOST_COMMON = 3
"""Words looked at when a question consists of such words only, the rarest first: bounds the cost."""

MOST_WORDS, MOST_PLACES, MOST_SHARE = 24, 6_000, 0.12
"""Words that one question looks at, and the entries (or this share of the store) that hold them, the rarest first: a
page that was pasted as a question costs about what a question costs."""


class Lexicon(Protocol):
    """What coverage needs of n entries (``view.View`` has it); positions are 0 … n-1.

    ``near`` (n + 1, 4): positions of each entry's neighbours, n for none; ``repeat`` (n,): how often own text counts in
    the window; ``lengths``, ``window_lengths`` (n,) in terms.
    """

    n: int

    @property
    def lengths(self) -> np.ndarray: ...

    @property
    def window_lengths(self) -> np.ndarray: ...

    @property
    def repeat(self) -> np.ndarray: ...

    @property
    def averages(self) -> tuple[float, float]: ...

    def groups(self, query: str) -> list[list[tuple[str, float]]]: ...

    def df(self, stem: str) -> int: ...

    def postings(self, stem: str) -> tuple[np.ndarray, np.ndarray]: ...

    def spread(self, positions: np.ndarray, frequency: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """A position may come several times, with one value."""
        ...


@dataclass(slots=True)
class Coverage:
    """``values`` (n,) in [0, 1) with the window, ``own`` (n,) without the neighbours' words; ``words``: what was
    looked up, and where it is. ``near_held``, ``held`` (n,): how many of them are in the window, and in the entry
    itself; at least 2 where that is all of the question, or was asked for by name."""

    values: np.ndarray
    own: np.ndarray
    near_held: np.ndarray
    held: np.ndarray
    words: list[tuple[str, np.ndarray]] = field(default_factory=list)
    query: str = ""

    @classmethod
    def nothing(cls, n: int) -> Coverage:
        """Of ``n`` entries none of which holds a word."""
        return cls(np.zeros(n), np.zeros(n), np.zeros(n, np.int32), np.zeros(n, np.int32))

    def matched(self, position: int) -> tuple[list[str], dict[str, str]]:
        """The question's words that the entry itself holds, as typed; and how those were read that it spells
        otherwise."""
        return as_typed(self.query, [stem for stem, positions in self.words if _holds(positions, position)])


def chosen(sizes: Sequence[int], n: int) -> list[int]:
    """Which words are looked up, by how many of ``n`` entries hold each: all rare ones (those that nothing matches
    count in the maximum), or the three rarest when every word is common."""
    limit = max(COMMON_LEAST, COMMON * n)
    rare = [k for k, size in enumerate(sizes) if size <= limit]
    if any(sizes[k] > 0 for k in rare):
        return _within_budget(rare, sizes, n)
    common = sorted((size, k) for k, size in enumerate(sizes) if size > limit)
    return rare + [k for _, k in common[:MOST_COMMON]]


def _within_budget(rare: list[int], sizes: Sequence[int], n: int) -> list[int]:
    """The rarest words that cost no more than one question may, in their order; what nothing matches costs nothing."""
    kept, spent, most = set(), 0, max(MOST_PLACES, MOST_SHARE * n)
    for count, (size, k) in enumerate(sorted((sizes[k], k) for k in rare if sizes[k])):
        spent += size
        if count and (count >= MOST_WORDS or spent > most):
            break
        kept.add(k)
    return [k for k in rare if k in kept or not sizes[k]]


def coverage(lexicon: Lexicon, query: str) -> Coverage:
    """The coverage of all entries. Cost: one posting list per rare word and a pass over its neighbours."""
    n = lexicon.n
    found = Coverage.nothing(n)
    if not n:
        return found
    found.query = query
    asked = lexicon.groups(query)
    own_average, window_average = lexicon.averages
    total = KAPPA
    sizes = [sum(lexicon.df(stem) for stem, _ in spellings) for spellings in asked]
    for k in chosen(sizes, n):
        group = [Word(stem, weight, *lexicon.postings(stem)) for stem, weight in asked[k]]
        positions, frequency = merge(group)
        weight = idf(n, len(positions))
        total += weight
        if not len(positions):
            continue
        found.words.append((group[0].term, positions))
        near, inside = lexicon.spread(positions, frequency)
        found.values[near] += weight * (1 - OWN) * saturate(inside, lexicon.window_lengths[near], window_average)
        own = OWN * saturate(frequency, lexicon.lengths[positions], own_average)
        alone = saturate(frequency * lexicon.repeat[positions], lexicon.window_lengths[positions], window_average)
        found.values[positions] += weight * own
        found.own[positions] += weight * (own + (1 - OWN) * alone)
        found.near_held[near] += 1
        found.held[positions] += 1
    found.values /= total
    found.own /= total
    if not exact.says_more(query, len(asked)):
        found.near_held *= 2
        found.held *= 2
    whole = {group[0][0]: size for size, group in zip(sizes, asked, strict=True) if exact.itself(group)}
    for name in exact.names(query, [group[0][0] for group in asked], whole, n):
        for position in _holding_all([positions for word, positions in found.words if word in name]):
            found.values[position] = exact.lifted(float(found.values[position]))
            found.own[position] = exact.lifted(float(found.own[position]))
            found.near_held[position] = found.held[position] = max(2, found.held[position])
    return found


def _holding_all(words: list[np.ndarray]) -> list[int]:
    """Positions of the entries that hold every word; as many looks as entries hold the rarest."""
    rarest = min(words, key=len, default=np.zeros(0, np.int64))
    return [one for one in rarest.tolist() if all(_holds(positions, one) for positions in words)]


def _holds(positions: np.ndarray, position: int) -> bool:
    at = int(np.searchsorted(positions, position))
    return at < len(positions) and bool(positions[at] == position)
