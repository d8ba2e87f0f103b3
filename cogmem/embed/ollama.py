"""Embeddings from an Ollama server through its official client (``/api/embed``)."""

from __future__ import annotations

import os
from typing import Any

from cogmem.embed import http
from cogmem.embed.remote import RemoteEmbedder
from cogmem.embed.texts import text
from cogmem.errors import EmbedderUnavailableError

DEFAULT_URL = "http://127.0.0.1:11434"


class OllamaEmbedder(RemoteEmbedder):
    """``url`` empty means ``OLLAMA_HOST``, else this machine's usual port."""

    provider = "ollama"

    def __init__(self, model: str, url: str = "", *, key: str = "", timeout: float = 10.0, batch: int = 32) -> None:
        place = _with_scheme(url or os.environ.get("OLLAMA_HOST", "") or DEFAULT_URL)
        super().__init__(model, place, key=key, timeout=timeout, batch=batch)
        self._clients: dict[float, Any] = {}

    def _client(self, seconds: float) -> Any:
        """One client per time limit, since the limit is the client's."""
        if seconds not in self._clients:
            import httpx
            import ollama

            headers = {"Authorization": f"Bearer {self._key}"} if self._key else None
            self._clients[seconds] = ollama.Client(
                self.url, timeout=seconds, headers=headers, **http.options(self.url, httpx, seconds))
        return self._clients[seconds]

    def _request(self, texts: list[str], seconds: float) -> Any:
        import httpx
        import ollama

        try:
            answer = self._client(seconds).embed(self.model, texts, truncate=False)
        except ollama.ResponseError as error:
            raise http.failure(self.provider, "Ollama", self.model, error.status_code,
                               self._words(error.error)) from error
        except (httpx.HTTPError, httpx.InvalidURL, http.AnswerTooLongError, OSError) as error:
            raise EmbedderUnavailableError(text("silent", server="Ollama", url=self._place, why=self._words(error)),
                                           hint=text("silent.ollama")) from error
        except ValueError as error:
            raise EmbedderUnavailableError(text("foreign", server="Ollama", url=self._place, why=type(error).__name__),
                                           hint=text("foreign.hint")) from error
        return answer.embeddings


def _with_scheme(host: str) -> str:
    return host if "://" in host else f"http://{host}"
