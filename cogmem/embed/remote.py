"""What the embedders that ask a server have in common: prefixes, batches, halving of what is too long, checks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

import numpy as np

from cogmem.embed import prefixes
from cogmem.embed.base import Vectors, check_vectors, probe
from cogmem.embed.http import PATIENCE, TextTooLongError, shown
from cogmem.embed.pieces import pieces
from cogmem.errors import EmbedderRefusedError

_SHORTEST = 32
_SAID = 200
"""Characters of a server's own words that are passed on."""


class RemoteEmbedder(ABC):
    """Asks when it is used, not before; the dimension is learnt from the first answer. May be shared by threads."""

    provider = "remote"

    def __init__(self, model: str, url: str, *, key: str, timeout: float, batch: int) -> None:
        """``timeout`` in seconds for a question; texts that are indexed get six times as much."""
        self.model = model
        self.url = url
        self._key = key
        self.batch = batch
        self._timeout = timeout
        self._family = prefixes.family(model)
        self._dimensions = 0

    @abstractmethod
    def _request(self, texts: list[str], seconds: float) -> Any:
        """One request: rows of numbers, unchecked. Raises EmbedderUnavailableError, EmbedderRefusedError."""

    @property
    def _place(self) -> str:
        """The address as it may be told."""
        return shown(self.url)

    def _words(self, said: object) -> str:
        """What a server or a library said, in one short line that has neither the key nor a password in it."""
        line = " ".join(str(said).split()).replace(self.url, self._place)
        line = line.replace(self._key, "…") if self._key else line
        return line[:_SAID] or type(said).__name__

    @property
    def dimensions(self) -> int:
        return self._dimensions or probe(self)

    @property
    def id(self) -> str:
        return f"{self.provider}/{self.model}/{self.dimensions}/{prefixes.VERSION}"

    def windows(self, text: str) -> list[str]:
        return pieces(text, self._family.room)

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        return self._embed(self._family.query, texts, self._timeout)

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        return self._embed(self._family.passage, texts, self._timeout * PATIENCE)

    def _embed(self, prefix: str, texts: Sequence[str], seconds: float) -> Vectors:
        out = []
        for start in range(0, len(texts), self.batch):
            try:
                out.append(self._batch(prefix, list(texts[start:start + self.batch]), seconds))
            except EmbedderRefusedError as error:
                error.indices = tuple(start + n for n in error.indices)
                raise
        return np.concatenate(out) if out else np.zeros((0, self._dimensions), np.float32)

    def _batch(self, prefix: str, texts: list[str], seconds: float) -> Vectors:
        try:
            rows = self._request([prefix + _sayable(text) for text in texts], seconds)
        except TextTooLongError:
            if len(texts) > 1 or len(texts[0]) < _SHORTEST:
                raise
            return self._halves(prefix, texts[0], seconds)
        vectors = check_vectors(rows, len(texts), self._dimensions or None)
        self._dimensions = vectors.shape[1]
        return vectors

    def _halves(self, prefix: str, text: str, seconds: float) -> Vectors:
        """(1, d): the mean of a text's halves by their lengths, each halved again if need be."""
        middle = text.rfind(" ", len(text) // 4, len(text) // 2) + 1 or len(text) // 2
        parts = [text[:middle], text[middle:]]
        rows = [self._batch(prefix, [part], seconds)[0] * len(part) for part in parts]
        return check_vectors(np.sum(rows, 0, keepdims=True), 1, self._dimensions)


def _sayable(text: str) -> str:
    """Text that JSON in UTF-8 can carry: a lone surrogate or NUL becomes the replacement character."""
    return text.encode("utf-8", "replace").decode("utf-8").replace("\0", "\ufffd") or " "
