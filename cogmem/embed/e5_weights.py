"""The weights of multilingual-e5-small unpacked to float32 once, and kept as a mapped file in the user's cache folder.

What can be multiplied in beforehand is: the attention's 1/sqrt(head size) into the query weights, and the half of
``gelu(x) = x/2 * (1 + erf(x / sqrt 2))`` into the weights that follow it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from cogmem.embed import arrays, e5_tokens
from cogmem.embed.e5_file import Floats, ModelFile

_VERSION = 1


@dataclass(frozen=True, slots=True)
class Layer:
    """One transformer layer; matrices are (inputs, outputs)."""

    attend: Floats
    attend_bias: Floats
    gather: Floats
    gather_bias: Floats
    gather_scale: Floats
    gather_shift: Floats
    widen: Floats
    widen_bias: Floats
    narrow: Floats
    narrow_bias: Floats
    narrow_scale: Floats
    narrow_shift: Floats


def bundle(model: ModelFile, digest: str, folder: Path) -> Mapping[str, npt.NDArray[Any]]:
    """All arrays of the engine: mapped from the cache, made and written there when they are not."""
    path = folder / f"e5-small-{digest[:12]}-{_VERSION}.arrays"
    found = arrays.load(path)
    if found is not None:
        return found
    made = e5_tokens.tables(model) | _unpacked(model)
    try:
        arrays.save(path, made)
    except OSError:
        return made
    return arrays.load(path) or made


def layer(found: Mapping[str, npt.NDArray[Any]], number: int) -> Layer:
    """The views that belong to one layer."""
    return Layer(**{name: found[f"{number}.{name}"] for name in Layer.__slots__})


def _unpacked(model: ModelFile) -> dict[str, npt.NDArray[Any]]:
    shape = model.shape
    out: dict[str, npt.NDArray[Any]] = {
        "positions": model.floats("emb.pos").reshape(-1, shape.hidden) + model.floats("emb.type")[:shape.hidden],
        "scale": model.floats("emb.ln.w"), "shift": model.floats("emb.ln.b")}
    for number in range(shape.layers):
        made = _layer(model, f"l{number}.")
        out |= {f"{number}.{name}": getattr(made, name) for name in Layer.__slots__}
    return out


def _layer(model: ModelFile, prefix: str) -> Layer:
    hidden, inner = model.shape.hidden, model.shape.inner
    share = np.float32(1 / np.sqrt(hidden // model.shape.heads))

    def matrix(name: str, outputs: int) -> Floats:
        return model.matrix(prefix + name, outputs).T

    def floats(name: str) -> Floats:
        return model.floats(prefix + name)

    return Layer(
        attend=np.concatenate([matrix("q.w", hidden) * share, matrix("k.w", hidden), matrix("v.w", hidden)], 1),
        attend_bias=np.concatenate([floats("q.b") * share, floats("k.b"), floats("v.b")]),
        gather=np.ascontiguousarray(matrix("ao.w", hidden)), gather_bias=floats("ao.b"),
        gather_scale=floats("aln.w"), gather_shift=floats("aln.b"),
        widen=np.ascontiguousarray(matrix("fi.w", inner)), widen_bias=floats("fi.b"),
        narrow=np.ascontiguousarray(matrix("fo.w", hidden) * np.float32(.5)), narrow_bias=floats("fo.b"),
        narrow_scale=floats("oln.w"), narrow_shift=floats("oln.b"))
