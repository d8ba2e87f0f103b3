"""Plain-text helpers of capture: language, prose, sentences, quotes and word overlap. Pure functions, linear time."""

from __future__ import annotations

import re

SENTENCE_LIMIT = 400
SENTENCES_LIMIT = 80
_TYPED = 2000
_FENCE = re.compile(r"^\s{0,3}(`{3,}|~{3,})")
_JA = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uff66-\uff9d]")
_ENDS_JA = re.compile(r"[\u3041-\u3096][\s。！!？?、,.~ー…]*$")
_LETTER = re.compile(r"[A-Za-z]")
_LOG_LINE = re.compile(
    r"^\s*(?:\d{4}-\d\d-\d\d[T ]\d|\[\d\d:\d\d|at \S+\(|File \"|Traceback |\$ |>>> |[+-]{3} |@@ |\||E\s{2,}|\d+\s*\|)"
)
_SPLIT_EN = re.compile(r"(?<=[.!?])[\"')\]]*\s+(?=\S)|(?<=[。！？])|\s[–—]\s(?=(?:no|but|let's|wait)\b)")
_SPLIT_JA = re.compile(r"(?<=[。！？!?❗‼💦😊😅🙇🙏😂✨])")
_BULLET = re.compile(r"^\s*(?:[-*•・]|\d{1,2}[.)])\s+")
_QUOTED = re.compile(r"\"[^\"\n]{1,300}\"|“[^”\n]{1,300}”|「[^」\n]{1,300}」|『[^』\n]{1,300}』|`[^`\n]{1,300}`")
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_.'-]*[A-Za-z0-9]|\d[\d.,:]*|[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]+")
_NAME = re.compile(r"(?<=[^\s.!?:;\-*#>] )[A-Z][\w.+-]*\w|[\u30a1-\u30fa\u30fc]{2,}|[\u4e00-\u9fff]{2,}")
_NEGATION = re.compile(r"\b(?:not|no|never|without|cannot|\w+n't)\b|ない|ません|なし|不要|禁止|やめ", re.I)
_NUMBER = re.compile(r"\d+(?:[.:]\d+)*")
STOP = frozenset(
    [
        "the",
        "a",
        "an",
        "and",
        "or",
        "but",
        "of",
        "to",
        "in",
        "on",
        "at",
        "for",
        "with",
        "from",
        "by",
        "as",
        "is",
        "are",
        "was",
        "were",
        "be",
        "been",
        "it",
        "its",
        "this",
        "that",
        "these",
        "those",
        "we",
        "you",
        "i",
        "he",
        "she",
        "they",
        "our",
        "your",
        "my",
        "me",
        "us",
        "them",
        "do",
        "does",
        "did",
        "done",
        "have",
        "has",
        "had",
        "will",
        "would",
        "can",
        "could",
        "should",
        "may",
        "might",
        "must",
        "not",
        "no",
        "so",
        "if",
        "then",
        "than",
        "when",
        "what",
        "which",
        "who",
        "how",
        "why",
        "there",
        "here",
        "just",
        "also",
        "very",
        "more",
        "most",
        "all",
        "any",
        "some",
        "into",
        "out",
        "up",
        "down",
        "over",
        "let",
        "lets",
        "use",
        "used",
        "using",
        "make",
        "made",
        "get",
        "got",
        "go",
        "going",
        "want",
        "need",
        "now",
        "please",
        "ok",
        "okay",
        "yes",
    ]
)


def language(text: str) -> str:
    """``ja`` when Japanese letters carry the text, else ``en``."""
    sample = text[:4000]
    japanese = len(_JA.findall(sample))
    latin = len(_LETTER.findall(sample))
    if (japanese >= 3 and japanese * 4 >= latin) or (japanese and not latin):
        return "ja"
    return "ja" if japanese and _ENDS_JA.search(sample) else "en"


def prose(text: str) -> str:
    """``text`` without code blocks, quoted lines, tables and pasted log lines."""
    kept: list[str] = []
    fence = ""
    for line in text.split("\n"):
        mark = _FENCE.match(line)
        if fence:
            fence = "" if mark and mark[1].startswith(fence) else fence
        elif mark:
            fence = mark[1]
        elif line.startswith((">", "    ", "\t")) or _LOG_LINE.match(line):
            kept.append("")
        else:
            kept.append(line)
    return "\n".join(kept)


def sentences(text: str) -> list[str]:
    """The sentences of ``text``'s prose, at most ``SENTENCES_LIMIT``, none longer than ``SENTENCE_LIMIT``."""
    found: list[str] = []
    for line in prose(text).split("\n"):
        line = _BULLET.sub("", line).strip().strip("#").strip()
        if not line:
            continue
        splitter = _SPLIT_JA if language(line) == "ja" else _SPLIT_EN
        found += [squeeze(part)[:SENTENCE_LIMIT] for part in _split(splitter, line) if part.strip()]
        if len(found) >= SENTENCES_LIMIT:
            return found[:SENTENCES_LIMIT]
    return found


def _split(splitter: re.Pattern[str], line: str) -> list[str]:
    """The sentences of one line; what is quoted stays in one piece, unless the line is too long to be typed."""
    shown = masked(line) if len(line) <= _TYPED else line
    cuts = [(match.start(), match.end()) for match in splitter.finditer(shown)]
    starts, ends = [0, *(end for _, end in cuts)], [*(start for start, _ in cuts), len(line)]
    return [line[start:end] for start, end in zip(starts, ends, strict=True)]


def squeeze(text: str) -> str:
    """One line, single blanks, straight apostrophes, no emphasis marks."""
    return " ".join(text.replace("’", "'").replace("‘", "'").replace("**", "").replace("__", "").split())


def masked(sentence: str) -> str:
    """``sentence`` with quoted spans blanked, so that a quoted word is never taken for the speaker's own."""
    return _QUOTED.sub(lambda m: m[0][0] + "¤" * (len(m[0]) - 2) + m[0][-1], sentence)


def clip(text: str, limit: int) -> str:
    """``text`` within ``limit`` characters, cut at a clause or a word, with an ellipsis when it was cut."""
    text = squeeze(text)
    if len(text) <= limit:
        return text
    head = text[: limit - 1]
    for mark in ("; ", ", ", "、", "。", " "):
        at = head.rfind(mark)
        if at >= limit * 0.6:
            return head[:at].rstrip(" ,;、。") + "…"
    return head.rstrip() + "…"


def words(text: str) -> set[str]:
    """What ``text`` is about: lower-case word stems without stop words, and pairs of neighbouring Japanese letters."""
    found: set[str] = set()
    for token in _WORD.findall(text[:8000]):
        if _JA.match(token):
            found.update(token[i : i + 2] for i in range(len(token) - 1)) if len(token) > 1 else found.add(token)
        else:
            word = token.lower().strip(".'-")
            word = word if word.removesuffix("'s") in STOP else word.removesuffix("'s")
            if word not in STOP and len(word) > 1:
                found.add(stem(word))
    return found


def stem(word: str) -> str:
    """A crude English stem: enough to join "switching", "switched" and "switch"."""
    for ending in ("ing", "ies", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            base = word[: -len(ending)]
            return base + "y" if ending == "ies" else base
    return word


def overlap(one: str, other: str) -> float:
    """Shared words over the smaller set's size, in [0, 1]; 0 when either says nothing."""
    left, right = words(one), words(other)
    smaller = min(len(left), len(right))
    return len(left & right) / smaller if smaller else 0.0


def negative(text: str) -> bool:
    """Whether a text says no to something."""
    return bool(_NEGATION.search(text))


def contradicts(one: str, other: str) -> bool:
    """Whether two similar texts differ in a number, a negation or a name: then they are never the same memory."""
    numbers = set(_NUMBER.findall(one)) ^ set(_NUMBER.findall(other))
    return bool(numbers) or bool(_NEGATION.search(one)) != bool(_NEGATION.search(other)) or _names_differ(one, other)


def _names_differ(one: str, other: str) -> bool:
    """Whether each text has a name that the other lacks: a capital within a sentence, a run of katakana or kanji."""
    left, right = set(_NAME.findall(one)), set(_NAME.findall(other))
    return _lacking(left, right) and _lacking(right, left)


def _lacking(names: set[str], others: set[str]) -> bool:
    return any(not any(name in other or other in name for other in others) for name in names)
