"""Stores of any size for measuring speed: Zipfian words, a third of it Japanese, and vectors shaped like e5's.

Speed does not depend on what a text means, so vectors are drawn from a hash of the text: clustered, cosines of
unrelated texts around .78 with a spread of .015, as measured on real e5.
"""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import numpy as np

DIMENSIONS = 384
PER_DAY = 50
FIRST = dt.date(2020, 1, 1)
_CATEGORIES = ("DECISION", "ERROR", "INSIGHT", "NOTE", "QUESTION", "PATTERN", "MILESTONE")
_SYLLABLES = ("ka", "ren", "to", "mi", "sol", "va", "per", "qui", "no", "ble", "tra", "gon", "fi", "lum", "es", "dar")
_KANJI = "認証設計価格予約障害記録検索画面更新通信保存共有移行試験運用監視契約請求顧客時間処理接続管理機能"


class Words:
    """A vocabulary of ``size`` made-up words, drawn with the frequencies of a natural language."""

    def __init__(self, size: int = 30_000, seed: int = 1) -> None:
        random = Random(seed)
        seen = {"".join(random.choice(_SYLLABLES) for _ in range(random.randint(2, 4))) for _ in range(size * 2)}
        self.words = sorted(seen)[:size]
        random.shuffle(self.words)
        weights = [1 / (rank + 3) for rank in range(len(self.words))]
        total, self.cumulative = 0.0, []
        for weight in weights:
            total += weight
            self.cumulative.append(total)

    def text(self, random: Random, count: int) -> str:
        """``count`` words."""
        return " ".join(random.choices(self.words, cum_weights=self.cumulative, k=count))


def entries(count: int, seed: int = 2) -> Iterator[tuple[dt.date, str, str]]:
    """(day, category, text) of ``count`` entries, PER_DAY a day."""
    random, words = Random(seed), Words()
    for number in range(count):
        if number % 3 == 2:
            text = "".join(random.choice(_KANJI) for _ in range(random.randint(15, 40))) + f"の件{number}"
        else:
            text = f"{words.text(random, random.randint(12, 30))} {number}"
        yield FIRST + dt.timedelta(number // PER_DAY), random.choice(_CATEGORIES), text


def write(count: int, folder: Path) -> None:
    """Write ``count`` entries as daily logs."""
    folder.mkdir(parents=True, exist_ok=True)
    day, lines = None, []
    for date, category, text in entries(count):
        if date != day:
            if day is not None:
                (folder / f"{day}.md").write_text("\n".join(lines), "utf-8")
            day, lines = date, [f"# {date}", "", "## Log Entries", ""]
        lines += [f"### [{category}] {text}", f"*Arousal: {0.2 + hash_of(text) % 70 / 100:.2f}*", ""]
    if day is not None:
        (folder / f"{day}.md").write_text("\n".join(lines), "utf-8")


def questions(count: int, seed: int = 3) -> list[str]:
    """Questions of three to eight words: rare and common words, Japanese, typos."""
    random, words = Random(seed), Words()
    out = []
    for number in range(count):
        kind = number % 5
        if kind == 0:
            out.append(" ".join(random.sample(words.words[:40], 5)))
        elif kind == 1:
            out.append(" ".join(random.sample(words.words[200:], 4)))
        elif kind == 2:
            out.append("".join(random.choice(_KANJI) for _ in range(8)))
        elif kind == 3:
            out.append(" ".join(word[:-2] + word[-1] + word[-2] for word in random.sample(words.words[50:5000], 4)))
        else:
            out.append(words.text(random, 8))
    return out


def hash_of(text: str) -> int:
    """A number that depends on the text alone."""
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little")


class HashEmbedder:
    """An embedder whose vectors come from a hash of the text; costs nothing, means nothing."""

    id = f"synthetic/hash/{DIMENSIONS}/1"
    dimensions = DIMENSIONS

    def __init__(self) -> None:
        random = np.random.default_rng(5)
        self._mean = random.normal(size=DIMENSIONS)
        self._mean /= np.linalg.norm(self._mean)
        self._centres = random.normal(size=(500, DIMENSIONS)) / np.sqrt(DIMENSIONS)

    def windows(self, text: str) -> list[str]:
        return [text]

    def embed_queries(self, texts: Sequence[str]) -> np.ndarray:
        return self.embed_passages(texts)

    def embed_passages(self, texts: Sequence[str]) -> np.ndarray:
        rows = np.empty((len(texts), DIMENSIONS), np.float32)
        for k, text in enumerate(texts):
            key = hash_of(text)
            noise = np.random.Generator(np.random.SFC64(key)).standard_normal(DIMENSIONS, np.float32)
            row = self._mean + 0.35 * self._centres[key % 500] + 0.4 * noise / np.sqrt(DIMENSIONS)
            rows[k] = row / np.linalg.norm(row)
        return rows
