"""A second opinion beside the cues: a small linear model over what a sentence is made of, learnt from labelled talk.

Cues know their own words only; people have others. The model counts short runs of words (English) or letters
(Japanese), the agent's last move and the sentence's place and length, and gives each kind of signal a probability, and
"" (nothing worth remembering) the rest. Names, numbers and code are blanked, so that it learns how things are said and
not what about. ``benchmarks/train_opinion.py`` makes the weights; reading them takes some milliseconds, a sentence a
fraction of one.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

from cogmem.claude.sentences import language, masked, squeeze
from cogmem.claude.signals import spelled_out

# The move before a session's first prompt.
START = "start"
FOLDER = Path(__file__).with_name("weights")
# The features of a sentence are scaled to this length, so that long sentences count no more than short ones.
LENGTH = 6.0
# Weights are kept as one printable character each: "O" is nought.
ZERO, STEPS = 79, 44
_LONGEST = 300
_GRAMS = (1, 2, 3, 4, 5)
_TOKEN = re.compile(r"[a-z]+(?:'[a-z]+)?|\d[\d.,]*|[^\sa-z\d]", re.I)
_CODE = re.compile(
    r"`[^`\n]{1,80}`|\b[\w.-]{0,40}[_/\\][\w./-]{0,60}|\b[a-z]+[A-Z]\w*|\b[A-Z]{2,}\d*\b|\b\w{1,40}\(\)|"
    r"\b\w{1,40}\.\w{1,5}\b|\b[A-Z][a-z]+[A-Z]\w+|--[a-z-]+"
)
_LATIN = re.compile(r"`[^`\n]{1,80}`|[A-Za-z][\w./+#-]*")
_DIGITS = re.compile(r"\d[\d.,]*")
_QUOTE = re.compile(r"¤+")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one sentence comes to: ``chances`` by kind (they and the chance of nothing sum up to 1)."""

    chances: dict[str, float]

    @property
    def signal(self) -> float:
        """The chance that the sentence carries any signal."""
        return sum(self.chances.values())

    @property
    def kind(self) -> str:
        """The likeliest kind."""
        return max(self.chances, key=lambda kind: self.chances[kind])


@dataclass(frozen=True, slots=True)
class Weights:
    """The model of one language: the kinds, and each feature's weights as characters, ``scale`` per step."""

    kinds: tuple[str, ...]
    scale: float
    bias: tuple[float, ...]
    rows: dict[str, str]


def judge(parts: list[str], move: str, who: str = "u") -> list[Verdict]:
    """A verdict on each sentence of a message. ``move`` is what the agent's last words asked for (see
    ``exchange.heard``), ``who`` is ``u`` for a person and ``a`` for the agent."""
    return [verdict(part, move, index, who) for index, part in enumerate(parts)]


def verdict(sentence: str, move: str, index: int, who: str = "u") -> Verdict:
    """The verdict on one sentence, the ``index``-th of its message."""
    lang = language(sentence)
    model = weights(f"{who}_{lang}")
    known = [row for name in features(sentence, move, index, lang) if (row := model.rows.get(name)) is not None]
    unit = model.scale * LENGTH / math.sqrt(len(known) or 1)
    sums = [
        bias + unit * (sum(map(ord, column)) - ZERO * len(known))
        for bias, column in zip(model.bias, zip(*known, strict=True) if known else [""] * len(model.bias), strict=True)
    ]
    top = max(sums)
    powers = [math.exp(value - top) for value in sums]
    whole = sum(powers)
    return Verdict({kind: power / whole for kind, power in zip(model.kinds, powers, strict=True) if kind})


def features(sentence: str, move: str, index: int, lang: str) -> list[str]:
    """What the model counts in a sentence, each once."""
    text = _QUOTE.sub("Q", spelled_out(masked(squeeze(sentence))))[:_LONGEST]
    found = _of_letters(text) if lang == "ja" else _of_words(text)
    size = found.pop()
    place = "first" if index == 0 else "later"
    found += [size, f"M:{move}", f"M:{move}|{size}", f"M:{move}|{place}", f"I:{min(index, 2)}"]
    found.append(f"?:{sentence.rstrip().endswith(('?', '？'))}")
    return list(dict.fromkeys(found))


def _of_words(text: str) -> list[str]:
    """Runs of up to three words, pairs with a gap, the opening; last the size."""
    tokens = ["^", *(_token(token) for token in _TOKEN.findall(_CODE.sub(" XCODE ", text))), "$"]
    found = tokens[1:-1]
    found += map(" ".join, pairwise(tokens))
    found += map(" ".join, zip(tokens, tokens[1:], tokens[2:], strict=False))
    found += (f"{one} .. {other}" for one, other in zip(tokens, tokens[2:], strict=False))
    return [*found, _size(len(tokens) - 2)]


def _token(token: str) -> str:
    return "<c>" if token == "XCODE" else "0" if token[0].isdigit() else token.lower()


def _of_letters(text: str) -> list[str]:
    """Runs of up to five letters, the opening and the end; last the size."""
    line = f"^{_DIGITS.sub('0', _LATIN.sub('X', text))}$"
    found = [line[at : at + size] for size in _GRAMS for at in range(len(line) - size + 1)]
    return [*found, f"end:{line[-4:]}", f"end:{line[-6:]}", f"beg:{line[1:4]}", _size(len(line) - 2)]


def _size(length: int) -> str:
    return f"L:{min(7, int(math.log2(max(1, length))))}"


@lru_cache(maxsize=4)
def weights(name: str) -> Weights:
    """The shipped weights, read when first needed: a line of kinds, one of the scale and each kind's bias, and one for
    each feature, its weights before it."""
    kinds, numbers, *lines = (
        FOLDER.joinpath(f"{name}.txt").read_text("utf-8").rstrip("\n").split("\n")
    )
    names = tuple(kinds.split(","))
    scale, *bias = map(float, numbers.split())
    return Weights(names, scale, tuple(bias), {line[len(names) :]: line[: len(names)] for line in lines})
