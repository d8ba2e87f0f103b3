"""What every embedder is: texts in, float32 unit vectors out, or an error that says which texts and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from cogmem.embed.texts import text
from cogmem.errors import EmbedderRefusedError, EmbedderUnavailableError

Vectors = npt.NDArray[np.float32]
"""(n, d) float32, each row of length 1."""


class Embedder(Protocol):
    """Turns text into vectors. Two embedders whose ``id`` differs must never be compared.

    ``id`` is ``provider/model/dimensions/prefix version``; for a server it may have to be asked for, and then reading
    ``id`` or ``dimensions`` raises EmbedderUnavailableError.
    """

    @property
    def id(self) -> str: ...

    @property
    def dimensions(self) -> int: ...

    def windows(self, text: str) -> list[str]:
        """The text in one or more pieces that each fit into one vector; joined they are the text."""
        ...

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """(n, d) unit vectors of questions. Raises EmbedderUnavailableError, EmbedderRefusedError."""
        ...

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """(n, d) unit vectors of texts that are to be found. Raises as above; each text should be one window."""
        ...


def probe(embedder: Embedder) -> int:
    """The dimension of an embedder that has to be asked. Raises EmbedderUnavailableError, also for a refusal."""
    try:
        return embedder.embed_queries(["dimension"]).shape[1]
    except EmbedderRefusedError as error:
        raise EmbedderUnavailableError(error.message, hint=error.hint) from error


def check_vectors(rows: Any, count: int, dimensions: int | None = None) -> Vectors:
    """``rows`` as (count, d) float32 unit vectors.

    Raises EmbedderRefusedError: with the ``indices`` of the rows that are NaN, infinite or zero, or with none when
    the whole answer is unusable (not numbers, wrong count, wrong or unequal dimension).
    """
    try:
        table = np.array(rows)
    except (TypeError, ValueError):
        raise EmbedderRefusedError(text("not_table")) from None
    if table.dtype.kind not in "fiu":
        raise EmbedderRefusedError(text("not_table"))
    wide = table.astype(np.float64)
    if count == 0 and wide.size == 0:
        return np.zeros((0, dimensions or 0), np.float32)
    if wide.ndim != 2 or wide.shape[0] != count or wide.shape[1] == 0:
        raise EmbedderRefusedError(text("count", shape=wide.shape, count=count))
    if dimensions and wide.shape[1] != dimensions:
        raise EmbedderRefusedError(text("dimensions", given=wide.shape[1], wanted=dimensions))
    return _unit(wide)


def _unit(wide: npt.NDArray[np.float64]) -> Vectors:
    """Rows scaled to length 1; in float64, and by the largest component first, so that 1e308 does not overflow."""
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        scaled = wide / np.abs(wide).max(1, keepdims=True)
        unit = (scaled / np.sqrt((scaled * scaled).sum(1, keepdims=True))).astype(np.float32)
    bad = np.flatnonzero(~np.isfinite(unit).all(1))
    if len(bad):
        raise EmbedderRefusedError(text("not_unit"), indices=tuple(int(i) for i in bad))
    return unit
