"""Questions that are names: an error's code, a flag, a ticket's number, a word that hardly any entry holds.

Part of the fast set, and one rule for both ways of counting words (``index.lexical``, ``recall.coverage``). BM25 weighs
a word by the length of its entry, so that a code which one entry of 20 KB holds once would count for nothing. Who asks
for a name and nothing else has said all there is to look for: an entry that holds it all is what was asked for, however
long it is. Questions in sentences do not profit, for in a long page their words stand together by chance.
"""

from __future__ import annotations

from cogmem.index.terms import STOP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

RARE, RARE_SHARE = 5, 0.05
"""The rarest word is in at most 5 entries, and in a small store in one in twenty (or in one)."""
MOST_NAMES, MOST_WORDS = 4, 3
"""Words between spaces, without stop words: of a question half of which is identifiers, and of plain keywords."""
LEAST = 0.6
"""The least share of an entry that holds all of it: evidence 10.4, above the bar of a store of 10,000 by itself."""
_JOINTS = "-./:=@#\\"
_AROUND = "\"'`()[]{}<>,;:!?.、。「」『』？！"


def asks_by_name(query: str, sizes: Sequence[int], n: int) -> bool:
    """Whether a question consists of rare exact terms. ``sizes``: in how many of ``n`` entries each of its terms is
    exactly, 0 for one that is not there, or only as something like it."""
    if not sizes or not all(sizes):
        return False
    rare = max(1, min(RARE, int(RARE_SHARE * n)))
    if min(sizes) > rare:
        return False
    words = query[:400].split()
    said = [word for word in words if word.strip(_AROUND).lower() not in STOP]
    if max(sizes) <= rare and len(said) == len(words) <= MOST_WORDS:
        return True
    return len(said) <= MOST_NAMES and 2 * sum(map(is_identifier, said)) >= len(said) > 0


def is_identifier(word: str) -> bool:
    """Whether a word is shaped as names in software are: it has a letter, and a digit, ``_``, a joint between letters
    (``--dry-run``, ``sync.py``) or a capital after a small letter. Numbers and dates are not."""
    word = word.strip(_AROUND)
    if not any("a" <= char <= "z" for char in word.lower()):
        return False
    if "_" in word or any(char.isdigit() for char in word):
        return True
    inside = word.strip(_JOINTS)
    turns = any(word[k - 1].islower() and word[k].isupper() for k in range(1, len(word)))
    return turns or any(joint in inside for joint in _JOINTS)


def lifted(share: float) -> float:
    """The share of an entry that holds all of what was asked for by name, in [LEAST, 1): in the order that it had."""
    return LEAST + (1.0 - LEAST) * share
