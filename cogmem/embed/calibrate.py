"""``cogmem model calibrate``: measures another embedder, so that relevance 0.65 means with it what it means with ours.

120 general questions and 120 passages that answer none of them, in English and in Japanese, ship beside this file.
From their vectors come the means, and from the pairs of a question and a passage, all unrelated, the spread and the
highest evidence. The two factors are such that the embedded model, measured in this way, gets the constants that were
measured for it on whole data sets.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import numpy as np
import numpy.typing as npt

from cogmem.embed.base import Embedder
from cogmem.embed.calibration import Calibration, guess

_LANGUAGES = {"latin": "general_en.txt", "cjk": "general_ja.txt"}
_NORMAL = 1.4826
_SIGMA_FACTOR = 1.118
_THETA_FACTOR = {"latin": 1.19, "cjk": 1.02}
_BATCH = 32
_HIGH = 0.95

Floats = npt.NDArray[np.float64]
Progress = Callable[[int, int], None]


def measure(embedder: Embedder, progress: Progress | None = None) -> Calibration:
    """Embed the general texts and compute the constants; ``progress(done, total)`` counts texts."""
    texts = {script: general(script) for script in _LANGUAGES}
    total = sum(len(part) for parts in texts.values() for part in parts)
    done = 0
    vectors: dict[str, list[Floats]] = {script: [] for script in texts}
    for script, parts in texts.items():
        for part, embed in zip(parts, (embedder.embed_queries, embedder.embed_passages), strict=True):
            rows = []
            for start in range(0, len(part), _BATCH):
                rows.append(embed(part[start:start + _BATCH]).astype(np.float64))
                done += len(rows[-1])
                if progress:
                    progress(done, total)
            vectors[script].append(np.concatenate(rows))
    return constants({script: rows[0] for script, rows in vectors.items()},
                     {script: rows[1] for script, rows in vectors.items()})


def constants(questions: dict[str, Floats], passages: dict[str, Floats]) -> Calibration:
    """The calibration from unit vectors (n, d) of questions and of unrelated passages, by script class."""
    first = guess(next(iter(passages.values())).shape[1])
    means = {script: rows.mean(0) for script, rows in passages.items()}
    delta = np.mean([questions[script].mean(0) - means[script] for script in passages], 0)
    asked = {script: rows - first.lam * (means[script] + delta) for script, rows in questions.items()}
    stored = np.concatenate([rows - first.lam * means[script] for script, rows in passages.items()])
    sigma = _SIGMA_FACTOR * float(np.mean([
        _spread(asked[script] @ (passages[script] - first.lam * means[script]).T) for script in passages]))
    theta = {}
    for script, rows in asked.items():
        highest = (rows @ stored.T).max(1) / sigma
        high = float(np.quantile(highest, _HIGH))
        theta[script] = _THETA_FACTOR[script] * high + first.growth * math.log(600 / len(stored))
    return Calibration(delta.astype(np.float32), {script: mean.astype(np.float32) for script, mean in means.items()},
                       sigma, theta)


def general(script: str) -> tuple[list[str], list[str]]:
    """The general questions and passages of a script class."""
    lines = Path(__file__).with_name(_LANGUAGES[script]).read_text("utf-8").splitlines()
    middle = lines.index("# passages")
    return lines[1:middle], lines[middle + 1:]


def _spread(values: Floats) -> float:
    """Robust standard deviation: what a normal distribution of the same median absolute deviation has."""
    return _NORMAL * float(np.median(np.abs(values - np.median(values))))
