"""A log of short entries in two languages, with some long ones in it that hold a name once."""

from __future__ import annotations

import random
from pathlib import Path

_EN = "deploy cache review latency billing worker queue timeout schema migration login token release staging"
EN = tuple(_EN.split())
JA = (
    "本番の障害を調べた。",
    "会議で予定を決めた。",
    "請求の処理を直した。",
    "検索の速度を測った。",
    "利用者の声を集めた。",
    "画面の文字を大きくした。",
)
KILOBYTES = (0.45, 2.2, 5.8, 10.8, 21.6, 47.0)


def prose(rng: random.Random, kilobytes: float, name: str = "") -> str:
    """English sentences of about that size; ``name`` stands once in their middle."""
    sentences: list[str] = []
    while sum(map(len, sentences)) + len(sentences) < 1000 * kilobytes:
        sentences.append(" ".join(rng.choices(EN, k=9)).capitalize() + f" in step {rng.randint(1, 400)}.")
    if name:
        sentences.insert(len(sentences) // 2, f"We then saw {name} once.")
    return " ".join(sentences)


def write_logs(folder: Path, planted: list[tuple[str, str, float]], around: int = 200) -> None:
    """``planted``: (title, name that the body holds, size in KB) among as many short entries as ``around``."""
    rng = random.Random(7)
    entries = [
        (rng.choice(JA) + str(k), "".join(rng.choices(JA, k=3)))
        if k % 2
        else (" ".join(rng.choices(EN, k=4)), prose(rng, 0.1))
        for k in range(around)
    ]
    entries += [(title, prose(rng, size, name)) for title, name, size in planted]
    rng.shuffle(entries)
    folder.mkdir(parents=True, exist_ok=True)
    for k in range(0, len(entries), 10):
        blocks = [f"### [NOTE] {title}\n*Arousal: 0.6*\n{body}\n" for title, body in entries[k : k + 10]]
        day = f"2026-{1 + k // 200:02}-{1 + k // 10 % 20:02}"
        (folder / f"{day}.md").write_text(
            f"# {day} Session Log\n\n## Log Entries\n\n" + "\n---\n\n".join(blocks), "utf-8"
        )
