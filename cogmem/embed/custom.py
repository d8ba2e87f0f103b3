"""An embedder of the user's own: any object with ``embed(text)``, and ``embed_batch(texts)`` if it has it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cogmem.embed.base import Vectors, check_vectors, probe
from cogmem.embed.pieces import pieces
from cogmem.embed.texts import text
from cogmem.errors import EmbedderUnavailableError

_ROOM = 1000


class CustomEmbedder:
    """Adapter. None instead of a vector, or OSError (so also ConnectionError and TimeoutError), means: not available.

    The object may say who it is (``id`` or ``name``), so that two of one class are told apart; questions and passages
    are embedded alike unless it has ``embed_query(text)``.
    """

    def __init__(self, wrapped: Any, room: int = _ROOM) -> None:
        """``room``: about how many tokens one vector takes."""
        self._wrapped = wrapped
        self._room = room
        self._dimensions = 0

    @property
    def dimensions(self) -> int:
        return self._dimensions or probe(self)

    @property
    def id(self) -> str:
        said = getattr(self._wrapped, "id", None) or getattr(self._wrapped, "name", None)
        name = said or type(self._wrapped).__qualname__
        return f"custom/{str(name).replace('/', '-')}/{self.dimensions}/1"

    def windows(self, text: str) -> list[str]:
        return pieces(text, self._room)

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        one = getattr(self._wrapped, "embed_query", None)
        if not one:
            return self.embed_passages(texts)
        return self._checked([self._ask(one, each) for each in texts], len(texts))

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        many = getattr(self._wrapped, "embed_batch", None)
        rows = self._ask(many, list(texts)) if many else [self._ask(self._wrapped.embed, each) for each in texts]
        return self._checked(rows, len(texts))

    def _ask(self, method: Any, argument: Any) -> Any:
        try:
            answer = method(argument)
        except OSError as error:
            raise EmbedderUnavailableError(text("custom_failed", why=error)) from error
        if answer is None:
            raise EmbedderUnavailableError(text("custom_none"))
        return answer

    def _checked(self, rows: Any, count: int) -> Vectors:
        if any(row is None for row in rows):
            raise EmbedderUnavailableError(text("custom_none"))
        vectors = check_vectors(rows, count, self._dimensions or None)
        self._dimensions = self._dimensions or vectors.shape[1]
        return vectors
