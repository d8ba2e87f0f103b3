"""Embeddings from OpenAI or any server that speaks its ``POST /embeddings``, through the official client."""

from __future__ import annotations

import importlib
import json
from typing import Any

from cogmem.embed import http
from cogmem.embed.remote import RemoteEmbedder
from cogmem.embed.texts import text
from cogmem.errors import EmbedderRefusedError, EmbedderUnavailableError

DEFAULT_URL = "https://api.openai.com/v1"
_NO_KEY = "none"
_SERVER = "OpenAI API"


class OpenAIEmbedder(RemoteEmbedder):
    """``url`` empty means OpenAI itself, which needs a ``key``; a server on this machine may do without."""

    provider = "openai"

    def __init__(self, model: str, url: str = "", *, key: str = "", timeout: float = 10.0, batch: int = 32) -> None:
        super().__init__(model, url or DEFAULT_URL, key=key, timeout=timeout, batch=batch)
        self._clients: dict[float, Any] = {}

    def _client(self, seconds: float) -> Any:
        """One client per time limit, since the limit is the client's."""
        if seconds not in self._clients:
            import openai

            options = http.options(self.url, _library_of(openai.DefaultHttpxClient), seconds)
            self._clients[seconds] = openai.OpenAI(api_key=self._key or _NO_KEY, base_url=self.url, max_retries=0,
                                                   timeout=seconds, http_client=openai.DefaultHttpxClient(**options))
        return self._clients[seconds]

    def _request(self, texts: list[str], seconds: float) -> Any:
        import openai

        if not self._key and not http.is_local(self.url):
            raise EmbedderUnavailableError(text("no_key"), hint=text("no_key.hint"))
        try:
            answer = self._client(seconds).embeddings.with_raw_response.create(
                model=self.model, input=texts, encoding_format="float")
            return _rows(json.loads(answer.http_response.content))
        except openai.APIStatusError as error:
            raise http.failure(self.provider, _SERVER, self.model, error.status_code,
                               self._words(error.response.text)) from error
        except (openai.OpenAIError, http.AnswerTooLongError, OSError) as error:
            why = error.__cause__ or error  # the client's own words are "Connection error."
            raise EmbedderUnavailableError(text("silent", server=_SERVER, url=self._place, why=self._words(why)),
                                           hint=text("silent.openai")) from error
        except ValueError as error:
            raise EmbedderUnavailableError(text("foreign", server=_SERVER, url=self._place, why=type(error).__name__),
                                           hint=text("foreign.hint")) from error


def _rows(answer: Any) -> list[Any]:
    """The vectors in the order of the texts. Raises EmbedderRefusedError when the answer has another shape."""
    try:
        data = sorted(answer["data"], key=lambda row: row["index"])
        if [row["index"] for row in data] != list(range(len(data))):
            raise KeyError("index")
        return [row["embedding"] for row in data]
    except (KeyError, TypeError):
        raise EmbedderRefusedError(text("not_table")) from None


def _library_of(client: type) -> Any:
    """The HTTP library that this version of the official client stands on."""
    base = next(one for one in client.__mro__ if one.__name__ == "Client")
    return importlib.import_module(base.__module__.partition(".")[0])
