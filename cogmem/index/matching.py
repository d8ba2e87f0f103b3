"""Which entries of a log are the ones it had before: by id, then by equal text, then by likeness. Pure functions.

A changed heading or file name changes an entry's id; what use taught the ledger about it must not be lost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence

LEAST_ALIKE = 0.5
"""Share of words in common (multiset Jaccard) from which two texts count as one entry, edited."""
_MOST_PAIRS = 10_000


def pair_by_key(old: Sequence[Hashable], new: Sequence[Hashable]) -> tuple[list[tuple[int, int]], list[int], list[int]]:
    """Pair equal keys, the n-th with the n-th: ([(old place, new place)], unpaired old, unpaired new)."""
    waiting: dict[Hashable, list[int]] = {}
    for i in range(len(old) - 1, -1, -1):
        waiting.setdefault(old[i], []).append(i)
    pairs, fresh = [], []
    for j, key in enumerate(new):
        places = waiting.get(key)
        if places:
            pairs.append((places.pop(), j))
        else:
            fresh.append(j)
    return pairs, sorted(i for places in waiting.values() for i in places), fresh


def pair_by_likeness(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """[(old place, new place)], most alike first, each at most once; nothing for more than 10,000 combinations."""
    if not old or not new or len(old) * len(new) > _MOST_PAIRS:
        return []
    bags_old, bags_new = [_bag(text) for text in old], [_bag(text) for text in new]
    ranked = sorted((-_alike(a, b), i, j) for i, a in enumerate(bags_old) for j, b in enumerate(bags_new))
    pairs: list[tuple[int, int]] = []
    used_old: set[int] = set()
    used_new: set[int] = set()
    for negative, i, j in ranked:
        if -negative < LEAST_ALIKE:
            break
        if i not in used_old and j not in used_new:
            pairs.append((i, j))
            used_old.add(i)
            used_new.add(j)
    return pairs


def _bag(text: str) -> Counter[str]:
    """Words, and pairs of characters for what is written without spaces."""
    bag: Counter[str] = Counter()
    for word in text.lower().split():
        if word.isascii():
            bag[word] += 1
        else:
            bag.update(word[i : i + 2] for i in range(max(1, len(word) - 1)))
    return bag


def _alike(a: Counter[str], b: Counter[str]) -> float:
    together = sum((a & b).values())
    total = sum(a.values()) + sum(b.values()) - together
    return together / total if total else 1.0
