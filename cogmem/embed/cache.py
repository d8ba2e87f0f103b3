"""What embedders ask of a store of finished vectors; the SQLite one is ``cogmem.index.embeddings.EmbeddingCache``."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt


class VectorCache(Protocol):
    """Passage vectors by (embedder id, text). It may forget anything at any time, and never answers wrongly."""

    def get_many(self, embedder_id: str, texts: Sequence[str]) -> dict[int, npt.NDArray[np.float32]]:
        """The vectors that are there, by position in ``texts``."""
        ...

    def put_many(self, embedder_id: str, texts: Sequence[str], vectors: npt.NDArray[Any]) -> None:
        """Keep (n, d) unit vectors of ``texts``; silently does nothing when the place cannot be written."""
        ...


def key(embedder_id: str, text: str) -> bytes:
    """16 bytes that stand for one text under one embedder."""
    data = embedder_id.encode() + b"\0" + text.encode("utf-8", "surrogatepass")
    return hashlib.blake2b(data, digest_size=16).digest()
