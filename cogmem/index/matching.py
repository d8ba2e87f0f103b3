"""Which entries of a log are the ones it had before: by id, then by equal text, then by likeness. Pure functions.

A changed heading or file name changes an entry's id; what use taught the ledger about it must not be lost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence

LEAST_ALIKE = 0.5
"""Share of words in common (multiset Jaccard) from which two texts count as one entry, edited."""
ALIKE_ELSEWHERE = 0.6
"""The same for two texts in different logs (a file that was renamed while its headings were edited)."""
LEAST_BODY = 12
"""Characters of a body from which it tells an entry by itself, whatever its heading."""
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


def comparable(old: int, new: int) -> bool:
    """Whether so many may be compared, each with each."""
    return 0 < old * new <= _MOST_PAIRS


def pair_by_likeness(old: Sequence[str], new: Sequence[str], least: float = LEAST_ALIKE) -> list[tuple[int, int]]:
    """[(old place, new place)], most alike first, each at most once; nothing for more than 10,000 combinations."""
    if not comparable(len(old), len(new)):
        return []
    bags_old, bags_new = [_bag(text) for text in old], [_bag(text) for text in new]
    ranked = sorted((-_alike(a, b), i, j) for i, a in enumerate(bags_old) for j, b in enumerate(bags_new))
    pairs: list[tuple[int, int]] = []
    used_old: set[int] = set()
    used_new: set[int] = set()
    for negative, i, j in ranked:
        if -negative < least:
            break
        if i not in used_old and j not in used_new:
            pairs.append((i, j))
            used_old.add(i)
            used_new.add(j)
    return pairs


def pair_elsewhere(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """The same for texts (heading, newline, body) of different logs: an equal body first, then by likeness."""
    if not comparable(len(old), len(new)):
        return []
    same, rest_old, rest_new = pair_by_key([_body(text, -1 - i) for i, text in enumerate(old)],
                                           [_body(text, i) for i, text in enumerate(new)])
    rest = pair_by_likeness([old[i] for i in rest_old], [new[j] for j in rest_new], ALIKE_ELSEWHERE)
    return same + [(rest_old[i], rest_new[j]) for i, j in rest]


def _body(text: str, otherwise: int) -> Hashable:
    """The text without its heading; ``otherwise`` (equal to no other) when there is too little of it."""
    body = text.partition("\n")[2].strip()
    return body if len(body) >= LEAST_BODY else otherwise


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
