"""An embedder without a model: a text's vector follows from its hash. It can refuse, fail and change its mind."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import blake2b

import numpy as np

from cogmem.errors import EmbedderRefusedError, EmbedderUnavailableError


class Hashed:
    """``refuses``: texts that hold this word are refused. ``fails_after``: calls until it is unavailable. ``before``:
    called before each batch."""

    batch = 16

    def __init__(
        self,
        name: str = "hashed",
        dimensions: int = 32,
        *,
        refuses: str = "",
        fails_after: int | None = None,
        window: int = 10_000,
        before: Callable[[Sequence[str]], None] | None = None,
    ) -> None:
        self.id = f"fake/{name}/{dimensions}/1"
        self.dimensions = dimensions
        self.refuses, self.fails_after, self.window, self.before = refuses, fails_after, window, before
        self.calls = 0
        self.texts: list[str] = []

    def windows(self, text: str) -> list[str]:
        return [text[k : k + self.window] for k in range(0, max(1, len(text)), self.window)]

    def embed_passages(self, texts: Sequence[str]) -> np.ndarray:
        if self.before:
            self.before(texts)
        if self.fails_after is not None and self.calls >= self.fails_after:
            raise EmbedderUnavailableError("the embedder went away", hint="start it")
        self.calls += 1
        bad = tuple(k for k, text in enumerate(texts) if self.refuses and self.refuses in text)
        if bad:
            raise EmbedderRefusedError("not this one", indices=bad)
        self.texts += texts
        return np.stack([self.vector(text) for text in texts])

    embed_queries = embed_passages

    def vector(self, text: str) -> np.ndarray:
        seed = int.from_bytes(
            blake2b(f"{self.id}{text}".encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big"
        )
        row = np.random.default_rng(seed).standard_normal(self.dimensions)
        return (row / np.linalg.norm(row)).astype(np.float32)
