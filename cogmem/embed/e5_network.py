"""The forward pass of multilingual-e5-small in NumPy: token ids in, one mean vector per sequence out.

Sequences of any lengths lie behind one another in one (tokens, hidden) matrix, so nothing is padded: the products and
the arithmetic see all tokens at once, attention sees one sequence at a time. The values are those of the published
model (post-norm BERT, exact GELU, mean of all tokens).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from cogmem.embed.e5_file import Floats, ModelFile, unpack
from cogmem.embed.e5_weights import Layer, layer

_GELU = tuple(np.float32(c) for c in (
    0.797884216, 0.0363342835, -3.31299939e-05, -5.52401585e-05, 3.96910946e-06, -1.3344641e-07, 1.80561642e-09))
_ONE = np.float32(1)
_SAFE = 60.0
_ROWS = 64


class Network:
    """The weights and what is done with them; holds no state between calls, so threads may share it."""

    def __init__(self, model: ModelFile, found: Mapping[str, npt.NDArray[Any]]) -> None:
        self._shape = model.shape
        self._special = model.special
        self._words = model.blocks("emb.word", model.shape.vocabulary)
        self._positions, self._scale, self._shift = found["positions"], found["scale"], found["shift"]
        self._layers = [layer(found, number) for number in range(model.shape.layers)]
        self.room = model.shape.positions - 2

    def means(self, sequences: Sequence[Sequence[int]]) -> Floats:
        """(n, hidden) float32: the mean over each sequence's tokens, not normalised. Ids without the special ones."""
        rows = [[self._special.start, *ids[:self.room], self._special.end] for ids in sequences]
        ends = np.cumsum([len(row) for row in rows]).tolist()
        spans = list(zip([0, *ends], ends, strict=False))
        ids = np.concatenate([np.array(row) for row in rows])
        x = unpack(self._words[ids])
        for start, end in spans:
            x[start:end] += self._positions[:end - start]
        self._settle(x, self._scale, self._shift)
        room = _Room(len(x), self._shape.hidden, self._shape.inner)
        for one in self._layers:
            x = self._step(one, x, spans, room)
        return np.stack([x[start:end].mean(0) for start, end in spans])

    def _step(self, one: Layer, x: Floats, spans: list[tuple[int, int]], room: _Room) -> Floats:
        """One layer, (tokens, hidden) to the same shape."""
        np.matmul(x, one.attend, out=room.triple)
        room.triple += one.attend_bias
        for start, end in spans:
            self._attend(room.triple[start:end], room.mixed[start:end])
        h = room.mixed @ one.gather
        h += one.gather_bias
        h += x
        self._settle(h, one.gather_scale, one.gather_shift)
        np.matmul(h, one.widen, out=room.wide)
        for start in range(0, len(x), _ROWS):
            _gelu(room.wide[start:start + _ROWS], one.widen_bias)
        out = room.wide @ one.narrow
        out += one.narrow_bias
        out += h
        self._settle(out, one.narrow_scale, one.narrow_shift)
        return out

    def _attend(self, triple: Floats, out: Floats) -> None:
        """Attention of one sequence: (t, 3 * hidden) queries, keys, values to (t, hidden)."""
        tokens, heads = len(triple), self._shape.heads
        query, key, value = triple.reshape(tokens, 3, heads, -1).transpose(1, 2, 0, 3)
        weights = query @ key.transpose(0, 2, 1)
        if weights.max() > _SAFE or weights.min() < -_SAFE:
            weights -= weights.max(-1, keepdims=True)
        np.exp(weights, out=weights)
        mixed = out.reshape(tokens, heads, -1).transpose(1, 0, 2)
        np.matmul(weights, value, out=mixed)
        mixed /= weights.sum(-1, keepdims=True)

    def _settle(self, x: Floats, scale: Floats, shift: Floats) -> None:
        """Layer normalisation in place."""
        x -= x.mean(-1, keepdims=True)
        spread = np.einsum("ti,ti->t", x, x)[:, None]
        spread /= np.float32(x.shape[1])
        spread += np.float32(self._shape.epsilon)
        np.sqrt(spread, out=spread)
        x /= spread
        x *= scale
        x += shift


class _Room:
    """Scratch arrays of one call, used again by every layer."""

    def __init__(self, tokens: int, hidden: int, inner: int) -> None:
        self.triple = np.empty((tokens, 3 * hidden), np.float32)
        self.mixed = np.empty((tokens, hidden), np.float32)
        self.wide = np.empty((tokens, inner), np.float32)


def _gelu(x: Floats, bias: Floats) -> None:
    """Twice the GELU of ``x + bias``, in place: ``x * (1 + erf(x / sqrt 2))``.

    erf is taken as tanh of an odd polynomial of degree 13 (minimax fit of ``atanh(erf(x / sqrt 2)) / x`` in x squared,
    error of GELU below 7e-8 in exact arithmetic, 6e-7 in float32), since NumPy has a fast tanh and no erf.
    """
    x += bias
    square = x * x
    value = square * _GELU[-1]
    for coefficient in _GELU[-2:0:-1]:
        value += coefficient
        value *= square
    value += _GELU[0]
    value *= x
    np.tanh(value, out=value)
    value += _ONE
    x *= value
