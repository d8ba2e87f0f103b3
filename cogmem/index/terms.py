"""The words of a text as the index knows them: folded, stemmed, identifiers split and whole, CJK in bigrams.

Part of the fast set: no ``re``. Fold: NFKC, lower case, accents and width gone (``Café`` = ``cafe``,
``ｃｏｆｆｅｅ`` = ``coffee``; Japanese voiced marks stay). Scripts written without spaces between words, and Korean,
become overlapping pairs, so that a word of two characters is found inside a run; a single character is found through
the pairs that begin with it.
"""

from __future__ import annotations

from itertools import chain

from cogmem.folding import nfkc
from cogmem.index.porter import stem

_STOP_WORDS = """
a an and are as at be been but by can could did do does for from had has have he her hers him his how i if in into
is it its me my of on or our she should so than that the their them they this to was we were what when where which
who whom whose why will with would you your about after before during there
also am because being both here just more most must now only same shall such then these those too very yours
"""
STOP = frozenset(_STOP_WORDS.split())
_STOP_PAIRS = """
です ます でし した して まし ませ せん いる いた ある あっ った って から まで こと もの ため よう とき どの どう
どこ どれ だれ いつ なに なん たの たか のは のか には では とは への ので のに など この その あの これ それ あれ
ここ そこ する され れた れる なっ なる たち さん とし てい ない なか かっ
"""
_CONTRACTIONS = "s t m d ll re ve don doesn didn isn aren wasn weren couldn wouldn shouldn hasn haven hadn ain mustn"
_CONTRACTED = frozenset(_CONTRACTIONS.split())
"""What an apostrophe leaves of function words ("it's", "they'll", "don't"); elsewhere they may be flags or names."""
STOP_PAIRS = frozenset(_STOP_PAIRS.split())
_STOP_TERMS = frozenset(map(stem, STOP)) | STOP | STOP_PAIRS
_QUOTES = "'\"()[]{}<>,;:!?.…"
LONGEST_QUERY = 4000
"""Characters of a query that are looked at."""
_LEADS_CJK, _LEADS_HANGUL, _LEADS_CYRILLIC = (
    bytes(range(0xE3, 0xEA)),
    bytes(range(0xEA, 0xEE)),
    bytes(range(0xD0, 0xD4)),
)
_LETTERS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_SEPARATOR, _WORD, _PAIR, _GONE = 0, 1, 2, 3
_LONGEST_WORD = 64


class Analyzer(dict[str, tuple[str, ...]]):
    """Text to terms. A mapping of words already seen to their terms, so that indexing thousands of entries is cheap.

    ``document=False`` (queries) leaves out what only documents carry: the last character of a run by itself."""

    def __init__(self, *, document: bool = True, most: int = 200_000) -> None:
        super().__init__()
        self.document = document
        self.most = most
        self._kinds = _Kinds()
        self._spaces = _Spaces(self._kinds)

    def __call__(self, text: str) -> list[str]:
        """All terms of a text, in order, with repetitions."""
        return list(chain.from_iterable(map(self.__getitem__, self.words(text))))

    def words(self, text: str) -> list[str]:
        """What stands between spaces and punctuation, in order."""
        return nfkc(text).translate(self._spaces).split()

    def __missing__(self, word: str) -> tuple[str, ...]:
        found = tuple(self._ascii(word) if word.isascii() else self._mixed(word))
        if len(word) > _LONGEST_WORD:
            return found
        if len(self) >= self.most:
            self.clear()
        self[word] = found
        return found

    def _ascii(self, word: str) -> list[str]:
        low = word.lower()
        parts = _parts(word)
        if len(parts) == 1:
            return [stem(parts[0])[:_LONGEST_WORD]]
        whole = low.strip("_")[:_LONGEST_WORD]
        return [*(stem(part)[:_LONGEST_WORD] for part in parts), *([whole] if whole else [])]

    def _mixed(self, word: str) -> list[str]:
        terms: list[str] = []
        for kind, run in self._runs(word):
            if kind == _PAIR:
                terms += self._pairs(run)
            elif run.isascii():
                terms += self[run]
            else:
                folded = _fold(run)[:_LONGEST_WORD]
                terms += self[folded] if folded.isascii() and folded else [folded] if folded else []
        return terms

    def _pairs(self, run: str) -> list[str]:
        if len(run) == 1:
            return [run]
        pairs = [run[i : i + 2] for i in range(len(run) - 1)]
        if self.document and "\u3400" <= run[-1] <= "\u9fff":
            pairs.append(run[-1])
        return pairs

    def _runs(self, word: str) -> list[tuple[int, str]]:
        """[(kind, run)]: a word cut where a script in pairs meets one in words."""
        kinds = self._kinds
        runs: list[tuple[int, str]] = []
        start, before = 0, kinds[word[0]]
        for i, char in enumerate(word):
            kind = kinds[char]
            if kind != before:
                runs.append((before, word[start:i]))
                start, before = i, kind
        runs.append((before, word[start:]))
        return runs


class _Kinds(dict[str, int]):
    """Character -> kind, worked out once per character."""

    def __missing__(self, char: str) -> int:
        self[char] = _kind(char)
        return self[char]


class _Spaces(dict[int, str]):
    """Translation table: every character that is in no word becomes a space, those that join words vanish."""

    def __init__(self, kinds: _Kinds) -> None:
        super().__init__()
        self._kinds = kinds

    def __missing__(self, code: int) -> str:
        char = chr(code)
        kind = self._kinds[char]
        self[code] = "" if kind == _GONE else " " if kind == _SEPARATOR else char
        return self[code]


def query_terms(query: str, most: int = LONGEST_QUERY, analyzer: Analyzer | None = None) -> list[str]:
    """The first ``most`` distinct terms that a query asks for, in order, without stop words (unless it has nothing
    else). ``analyzer``: one for queries that knows some words already."""
    analyzer = analyzer or Analyzer(document=False)
    terms: dict[str, None] = {}
    stopped: dict[str, None] = {}
    query = query[:LONGEST_QUERY]
    left = _STOP_TERMS | contracted(query)
    for word in analyzer.words(query):
        for term in analyzer[word]:
            (stopped if term in left else terms)[term] = None
        if len(terms) >= most:
            break
    return list(terms or stopped)[:most]


def contracted(text: str) -> frozenset[str]:
    """What the text's contractions leave when they are cut at the apostrophe: ``{"don", "t"}`` for "I don't"."""
    words = text.replace("\u2019", "'").lower().split() if "'" in text or "\u2019" in text else ()
    cut = (piece.strip(_QUOTES) for word in words if "'" in word.strip(_QUOTES) for piece in word.split("'"))
    return _CONTRACTED.intersection(cut)


def script(text: str) -> str:
    """Script class of a text: ``cjk`` (Japanese, Chinese), ``hangul``, ``cyrillic``, else ``latin``.

    Counted in UTF-8 by leading bytes, which is fast; punctuation of U+3000 … U+303F does not count."""
    if text.isascii():
        return "latin"
    data = text.encode("utf-8", "replace")
    size = len(data)
    counts = {
        "cjk": size - len(data.translate(None, _LEADS_CJK)) - data.count(b"\xe3\x80") + data.count(b"\xef\xbe"),
        "hangul": size - len(data.translate(None, _LEADS_HANGUL)),
        "cyrillic": size - len(data.translate(None, _LEADS_CYRILLIC)),
    }
    most = max(counts, key=lambda name: counts[name])
    latin = size - len(data.translate(None, _LETTERS))
    return most if counts[most] and counts[most] * 3 >= latin else "latin"


def _parts(word: str) -> list[str]:
    """The lower-case pieces of an ASCII identifier, split at underscores and where the case turns."""
    low = word.lower()
    if "_" not in word and (word == low or word[1:] == low[1:] or word.isupper()):
        return [low]
    parts: list[str] = []
    for piece in word.split("_"):
        start = 0
        for i in range(1, len(piece)):
            turns = piece[i].isupper() and (not piece[i - 1].isupper() or piece[i + 1 : i + 2].islower())
            if turns:
                parts.append(piece[start:i].lower())
                start = i
        if piece[start:]:
            parts.append(piece[start:].lower())
    return parts or [low]


def _fold(word: str) -> str:
    """Lower case without accents; marks of scripts that need them (from U+0900 on) stay."""
    from unicodedata import combining, normalize

    parts = normalize("NFD", word.casefold())
    return normalize("NFC", "".join(char for char in parts if char >= "\u0900" or not combining(char)))


def _kind(char: str) -> int:
    if char < "\u0080":
        return _WORD if char.isalnum() or char == "_" else _SEPARATOR
    if char >= "\u0e00" and _in_pairs(char):
        return _PAIR
    if char.isalnum():
        return _WORD
    from unicodedata import category

    kind = category(char)
    if kind[0] == "M":
        return _GONE if char >= "\ufe00" and char <= "\ufe0f" else _WORD
    return _GONE if kind == "Cf" else _SEPARATOR


def _in_pairs(char: str) -> bool:
    """Thai, Lao, Myanmar, Khmer, kana, Han and Hangul, their marks with them."""
    if char in "\u30fb\u30a0" or char == "\u0e3f" or "\u0e5a" <= char <= "\u0e5b":
        return False
    return (
        "\u0e00" <= char <= "\u0eff"
        or "\u1000" <= char <= "\u109f"
        or "\u1780" <= char <= "\u17ff"
        or "\u1100" <= char <= "\u11ff"
        or "\u3040" <= char <= "\u30ff"
        or "\u3005" <= char <= "\u3007"
        or "\u3400" <= char <= "\u9fff"
        or "\uac00" <= char <= "\ud7af"
        or "\uf900" <= char <= "\ufaff"
        or "\U00020000" <= char <= "\U0003ffff"
    )
