"""Porter's stemmer (M. F. Porter, "An algorithm for suffix stripping", 1980), as SQLite's FTS5 applies it.

Part of the fast set. Ours, and not FTS5's, so that a stem is the same in memory, on disk and without FTS5. The tests
compare it with FTS5's ``porter`` tokenizer word by word.
"""

from __future__ import annotations

_VOWELS = "aeiou"
_STEP2 = {
    "ational": "ate",
    "tional": "tion",
    "enci": "ence",
    "anci": "ance",
    "izer": "ize",
    "logi": "log",
    "bli": "ble",
    "alli": "al",
    "entli": "ent",
    "eli": "e",
    "ousli": "ous",
    "ization": "ize",
    "ation": "ate",
    "ator": "ate",
    "alism": "al",
    "iveness": "ive",
    "fulness": "ful",
    "ousness": "ous",
    "aliti": "al",
    "iviti": "ive",
    "biliti": "ble",
}
_STEP3 = {"icate": "ic", "ative": "", "alize": "al", "iciti": "ic", "ical": "ic", "ful": "", "ness": ""}
_STEP4 = (
    "ement",
    "ance",
    "ence",
    "able",
    "ible",
    "ment",
    "ant",
    "ent",
    "ism",
    "ate",
    "iti",
    "ous",
    "ive",
    "ize",
    "al",
    "er",
    "ic",
    "ou",
)
_LONGEST = 64


def stem(word: str) -> str:
    """The stem of a lower-case ASCII word; shorter than three letters and longer than 64 stay as they are."""
    if len(word) < 3 or len(word) > _LONGEST:
        return word
    word = _step1(word)
    word = _suffix(word, _STEP2, 0)
    word = _suffix(word, _STEP3, 0)
    word = _step4(word)
    if word[-1] == "e":
        measure = _measure(word[:-1])
        if measure > 1 or (measure == 1 and not _short(word[:-1])):
            word = word[:-1]
    if word.endswith("ll") and _measure(word[:-1]) > 1:
        word = word[:-1]
    return word


def _step1(word: str) -> str:
    if (word.endswith("sses") and len(word) > 4) or (word.endswith("ies") and len(word) > 3):
        word = word[:-2]
    elif word[-1] == "s" and word[-2] != "s":
        word = word[:-1]
    if word.endswith("eed"):
        if _measure(word[:-3]) > 0:
            word = word[:-1]
    else:
        for ending in ("ed", "ing"):
            if word.endswith(ending):
                if _has_vowel(word[: -len(ending)]):
                    word = _restored(word[: -len(ending)])
                break
    if word[-1:] == "y" and _has_vowel(word[:-1]):
        word = word[:-1] + "i"
    return word


def _restored(word: str) -> str:
    """Step 1b's second half: hopp -> hop, fil -> file."""
    if word.endswith(("at", "bl", "iz")):
        return word + "e"
    if len(word) > 1 and word[-1] == word[-2] and word[-1] not in "aeioulsz":
        return word[:-1]
    if _measure(word) == 1 and _short(word):
        return word + "e"
    return word


def _suffix(word: str, table: dict[str, str], least: int) -> str:
    for length in range(min(7, len(word) - 1), 2, -1):
        ending = word[-length:]
        if ending in table:
            return word[:-length] + table[ending] if _measure(word[:-length]) > least else word
    return word


def _step4(word: str) -> str:
    for ending in _STEP4:
        if word.endswith(ending) and len(word) > len(ending):
            return word[: -len(ending)] if _measure(word[: -len(ending)]) > 1 else word
    if word.endswith("ion") and word[-4:-3] in ("s", "t") and _measure(word[:-3]) > 1:
        return word[:-3]
    return word


def _consonant(word: str, i: int) -> bool:
    if word[i] in _VOWELS:
        return False
    return word[i] != "y" or i == 0 or not _consonant(word, i - 1)


def _measure(word: str) -> int:
    """The number of vowel-consonant sequences, m in Porter's paper."""
    count, before = 0, False
    for i in range(len(word)):
        vowel = not _consonant(word, i)
        if before and not vowel:
            count += 1
        before = vowel
    return count


def _has_vowel(word: str) -> bool:
    return any(not _consonant(word, i) for i in range(len(word)))


def _short(word: str) -> bool:
    """Whether it ends consonant-vowel-consonant, the last not w, x or y (*o in the paper)."""
    n = len(word)
    return (
        n > 2
        and _consonant(word, n - 1)
        and not _consonant(word, n - 2)
        and _consonant(word, n - 3)
        and word[-1] not in "wxy"
    )
