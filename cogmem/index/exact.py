"""Questions that are names, or hold one: an error's code, a flag, a ticket's number, a word that few entries hold.

Part of the fast set, and one rule for both ways of counting words (``index.lexical``, ``recall.coverage``). BM25 weighs
a word by the length of its entry, so that a code which one entry of 20 KB holds once would count for nothing. Who asks
for a name and nothing else has said all there is to look for: an entry that holds it all is what was asked for, however
long it is. A question that says more and holds an exact term (``ERR_774x_QUOTA``, ``--max-inflight=64``) is about that
term, whatever else it says. Plain words in a sentence do not profit, for in a long page they stand together by chance.
"""

from __future__ import annotations

from cogmem.index.terms import STOP, query_terms

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

RARE, RARE_SHARE = 5, 0.05
"""The rarest word is in at most 5 entries, and in a small store in one in twenty (or in one)."""
MOST_NAMES, MOST_WORDS = 4, 3
"""Words between spaces, without stop words: of a question half of which is identifiers, and of plain keywords."""
MOST_SAID = 400
"""Characters of a question that are looked through for names."""
LEAST = 0.6
"""The least share of an entry that holds all of it: evidence 10.4, above the bar of a store of 10,000 by itself."""
_JOINTS = "-./:=@#\\"
_APART = {ord(joint): " " for joint in _JOINTS}
_AROUND = "\"'`()[]{}<>,;:!?.、。「」『』？！"
_LEAST_CODE = 5
"""Characters of a code of letters and digits: ``3pm``, ``2nd`` and ``mp3`` are words of everybody."""


def names(query: str, stems: Sequence[str], sizes: Mapping[str, int], n: int) -> list[frozenset[str]]:
    """The names that a question asks for, each as the terms that an entry must hold: all of it, where it consists of
    names, and every exact term in it. ``stems`` are the question's terms, ``sizes`` says in how many of ``n`` entries a
    term is exactly, for those that are."""
    by_name = asks_by_name(query, [sizes.get(stem, 0) for stem in stems], n)
    found = {frozenset(stems): None} if by_name else {}
    for word in filter(is_exact, query[:MOST_SAID].split()):
        terms = frozenset(query_terms(word))
        held = [sizes.get(term, 0) for term in terms]
        if held and 0 < min(held) <= rare(n):
            found[terms] = None
    return list(found)


def rare(n: int) -> int:
    """How many of ``n`` entries may hold a name."""
    return max(1, min(RARE, int(RARE_SHARE * n)))


def asks_by_name(query: str, sizes: Sequence[int], n: int) -> bool:
    """Whether a question consists of rare exact terms. ``sizes``: in how many of ``n`` entries each of its terms is
    exactly, 0 for one that is not there, or only as something like it."""
    if not sizes or not all(sizes) or min(sizes) > rare(n):
        return False
    words = query[:MOST_SAID].split()
    said = [word for word in words if word.strip(_AROUND).lower() not in STOP]
    if max(sizes) <= rare(n) and len(said) == len(words) <= MOST_WORDS:
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
    return _turns(word) > 0 or any(joint in inside for joint in _JOINTS)


def is_exact(word: str) -> bool:
    """Whether a word can be nothing but a name, in a sentence too: with ``_``, a path, a flag of several words, letters
    and digits of some length, ``camelCase`` or ``SeveralWordsInOne``. ``well-known``, ``e.g.``, ``and/or``, ``--force``
    and ``GitHub`` are not: whoever asks with them may mean something else than the one entry that has them."""
    word = word.strip(_AROUND)
    if not is_identifier(word):
        return False
    inside = word.strip(_JOINTS)
    code = len(inside) >= _LEAST_CODE and any(char.isdigit() for char in inside)
    path = "::" in inside or "\\" in inside or ("/" in inside and (word.count("/") > 1 or "." in inside))
    flag = word.startswith("--") and "-" in inside
    return "_" in inside or code or path or flag or any(map(_in_one, inside.translate(_APART).split()))


def _turns(word: str) -> int:
    return sum(word[k - 1].islower() and word[k].isupper() for k in range(1, len(word)))


def _in_one(word: str) -> bool:
    """Words written as one: one capital inside after a small beginning (not ``iPhone``, ``macOS``), or two of them."""
    if _turns(word) > 1:
        return True
    small = next((k for k, char in enumerate(word) if not char.islower()), len(word))
    return 1 < small < len(word) - 1 and word[small].isupper() and word[small + 1].islower()


def itself(group: Sequence[tuple[str, float]]) -> bool:
    """Whether a word of the question stands for itself, and not for what is spelt like it."""
    return len(group) == 1 and group[0][1] == 1.0


def says_more(query: str, terms: int) -> bool:
    """Whether a question of so many terms is more than one word: then one word in common may be an accident."""
    return terms > 1 or len(query.split()) > 1


def lifted(share: float, names: int = 1) -> float:
    """The share of an entry that holds so many of the names that were asked for, in [LEAST, 1): in the order that it
    had, and above those that hold fewer."""
    for _ in range(names):
        share = LEAST + (1.0 - LEAST) * share
    return share
