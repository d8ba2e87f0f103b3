"""What must be known of an embedder before its cosines mean anything: where its vectors lie, how unrelated ones spread.

``evidence = (q - lam * (b + delta)) . (d - lam * b) / sigma``, where b is the mean passage vector of a script class.
The constants of the embedded model ship beside this file; those of another embedder are measured once
(``cogmem.embed.calibrate``) and kept in the user's cache folder.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from cogmem import files
from cogmem.places import cache_dir

Floats = npt.NDArray[np.float32]
SHIPPED = {"embedded/multilingual-e5-small-q4/384/1": "e5_small_q4.json"}
_GUESSED_SIGMA = 0.1
FAR = 0.45
"""Evidence that is asked more of a question, for each sigma that it lies too far."""


@dataclass(frozen=True)
class Calibration:
    """Constants of one embedder, all in its own units.

    ``delta`` (d,) is mean(query vectors) - mean(passage vectors), ``generic`` the mean passage vector by script class,
    both of general texts; ``sigma`` > 0 the spread of unrelated pairs; ``theta`` the evidence, by the question's
    script, that one in a hundred unrelated questions reaches in a store of 600 entries, ``growth`` what that rises by
    when the store grows e-fold, ``least`` its floor. ``lam`` in [0, 1] is how much of the means is taken off,
    ``shrink`` the weight in entries of the generic mean against the store's own: with more, a store of five turns of
    talk finds something for every sentence of talk; with less, fifty alike find it for every other. ``pairs``: (theta,
    growth, least) for a question's and an entry's script ("latin>cjk"), where that was measured. ``reach``: how far a
    question may lie from what all questions and the store's texts share; beyond it nothing of the store is meant, and
    the bar rises by ``FAR`` for each sigma (0: not measured). ``measured`` is False for a guess.
    """

    delta: Floats
    generic: dict[str, Floats]
    sigma: float = 0.018
    theta: dict[str, float] = field(default_factory=lambda: {"latin": 7.8, "cjk": 7.0})
    growth: float = 0.8
    least: float = 5.5
    lam: float = 0.8
    shrink: float = 12.0
    measured: bool = True
    pairs: dict[str, tuple[float, float, float]] = field(default_factory=dict)
    reach: float = 0.0

    def threshold(self, script: str, entries: int, of: str | None = None) -> float:
        """The evidence that counts as relevance 0.65 in a store of so many entries, for a question in ``script`` and an
        entry in the script ``of``: the best of n unrelated entries grows with ln n."""
        usual = self.theta.get(script, self.theta["latin"]), self.growth, self.least
        theta, growth, least = self.pairs.get(f"{script}>{of}", usual)
        return max(least, theta + growth * math.log(max(entries, 1) / 600))

    def far(self, length: float) -> float:
        """What the bar rises by for a question whose centred vector has this length, >= 0.

        A store's own questions have .49-.53, those of another subject .54-.60 (e5): of these, less find something (a
        developer's log 3.1 % -> .5 %, notes 1.6 % -> 1.1 %, plain sentences in a mixed store 5.8 % -> 3.0 %), and less
        of the store's own are answered (.8 %, none; in conversations 2.2 %)."""
        return FAR * max(0.0, length - self.reach) / self.sigma if self.reach else 0.0

    def mean(self, script: str) -> Floats:
        """(d,) the generic mean passage vector of a script class; an unknown class counts as latin."""
        return self.generic.get(script, self.generic["latin"])


def for_embedder(embedder_id: str, folder: Path | None = None) -> Calibration:
    """The constants of an embedder: shipped, measured earlier on this machine, or a guess (``measured`` False).

    ``folder`` is where measured ones are kept, by default the user's cache folder.
    """
    shipped = SHIPPED.get(embedder_id)
    path = Path(__file__).with_name(shipped) if shipped else place(embedder_id, folder)
    try:
        return from_json(json.loads(path.read_text("utf-8")), embedder_id)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return guess(int(embedder_id.split("/")[-2]))


def guess(dimensions: int) -> Calibration:
    """Nothing is taken off, and the spread is assumed wide: such an embedder orders, and seldom admits."""
    nowhere = np.zeros(dimensions, np.float32)
    return Calibration(nowhere, {"latin": nowhere}, _GUESSED_SIGMA, measured=False)


def place(embedder_id: str, folder: Path | None = None) -> Path:
    """The file of an embedder's measured constants."""
    name = hashlib.sha256(embedder_id.encode()).hexdigest()[:16]
    return (folder or cache_dir() / "calibrations") / f"{name}.json"


def save(calibration: Calibration, embedder_id: str, folder: Path | None = None) -> Path:
    """Keep measured constants. Raises ReadOnlyError when the folder cannot be written."""
    path = place(embedder_id, folder)
    os.makedirs(path.parent, exist_ok=True)
    files.write_atomic(path, json.dumps(to_json(calibration, embedder_id)).encode())
    return path


def to_json(calibration: Calibration, embedder_id: str) -> dict[str, Any]:
    """The calibration as plain values; float32 numbers in the shortest form that reads back as the same number."""
    return {"embedder": embedder_id, "sigma": calibration.sigma, "theta": calibration.theta,
            "growth": calibration.growth, "least": calibration.least, "pairs": calibration.pairs,
            "reach": calibration.reach,
            "delta": _plain(calibration.delta),
            "generic": {script: _plain(mean) for script, mean in calibration.generic.items()}}


def from_json(values: dict[str, Any], embedder_id: str) -> Calibration:
    """The reverse. Raises ValueError, KeyError, TypeError or AttributeError when it is not what ``to_json`` wrote."""
    delta = np.array(values["delta"], np.float32)
    generic = {script: np.array(mean, np.float32) for script, mean in values["generic"].items()}
    sigma = float(values["sigma"])
    fits = all(vector.shape == delta.shape and np.isfinite(vector).all() for vector in (delta, *generic.values()))
    if values["embedder"] != embedder_id or "latin" not in generic or not fits or not 0 < sigma < math.inf:
        raise ValueError("not a calibration of this embedder")
    theta = {script: float(value) for script, value in values["theta"].items()}
    pairs = {pair: (float(a), float(b), float(c)) for pair, (a, b, c) in values.get("pairs", {}).items()}
    return Calibration(delta, generic, sigma, theta, float(values["growth"]), float(values["least"]), pairs=pairs,
                       reach=float(values.get("reach", 0.0)))


def _plain(vector: Floats) -> list[float]:
    return [float(str(value)) for value in vector]
