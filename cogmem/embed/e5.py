"""The embedded embedder: multilingual-e5-small, run by our own NumPy engine; no network, no other process."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from cogmem.embed import e5_weights, model_file, threads
from cogmem.embed.base import Vectors, check_vectors
from cogmem.embed.e5_file import ModelFile
from cogmem.embed.e5_network import Network
from cogmem.embed.e5_tokens import Tokens

QUERY, PASSAGE = "query: ", "passage: "
_PREFIX_TOKENS = 4
_TOKENS_AT_ONCE = 512


class E5Embedder:
    """Loads at first use, in some 10 ms when the unpacked weights are in the cache folder; may be shared by threads.

    Every method raises EmbedderUnavailableError when the model file is not on this machine.
    """

    dimensions = 384
    id = "embedded/multilingual-e5-small-q4/384/1"
    parallel = 8
    batch = 16

    def __init__(self, cache: Path) -> None:
        """``cache`` is the user's cache folder."""
        threads.limit()
        self._cache = cache
        self._lock = threading.Lock()
        self._loaded: tuple[Tokens, Network] | None = None

    def load(self) -> tuple[Tokens, Network]:
        """Find and map the model, once. Raises EmbedderUnavailableError."""
        with self._lock:
            if self._loaded is None:
                model = ModelFile(model_file.find(self._cache))
                found = e5_weights.bundle(model, model_file.SHA256, model_file.folder(self._cache))
                self._loaded = Tokens(found, model.special), Network(model, found)
            return self._loaded

    def windows(self, text: str) -> list[str]:
        tokens, network = self.load()
        return tokens.windows(text, network.room - _PREFIX_TOKENS)

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        return self._embed(QUERY, texts)

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        return self._embed(PASSAGE, texts)

    def _embed(self, prefix: str, texts: Sequence[str]) -> Vectors:
        """(n, d) unit vectors; a text longer than one window counts with its beginning."""
        tokens, network = self.load()
        sequences = [tokens.encode(prefix + text) for text in texts]
        means = np.zeros((len(texts), self.dimensions), np.float32)
        for batch in _batches([len(ids) for ids in sequences]):
            means[batch] = network.means([sequences[k] for k in batch])
        return check_vectors(means, len(texts), self.dimensions)


def _batches(lengths: list[int]) -> Iterator[list[int]]:
    """Positions of sequences in batches of about 512 tokens together, the longest sequences first."""
    batch: list[int] = []
    used = 0
    for k in sorted(range(len(lengths)), key=lambda k: -lengths[k]):
        if batch and used + lengths[k] > _TOKENS_AT_ONCE:
            yield batch
            batch, used = [], 0
        batch.append(k)
        used += lengths[k]
    if batch:
        yield batch
