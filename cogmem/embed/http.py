"""How we talk to an embedding server: no redirects, no proxy to this machine, bounded in size and time.

The two official clients stand on two libraries of one interface (httpx and its successor); what is set here is common
to both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

from cogmem import clock
from cogmem.config import is_loopback
from cogmem.embed.texts import text
from cogmem.errors import CogmemError, EmbedderRefusedError, EmbedderUnavailableError

MOST_BYTES = 64 << 20
PATIENCE = 6
"""How many times longer than for a question we wait when many texts are embedded, and a model may have to be loaded."""

_LATER = frozenset({408, 425, 429, 502, 503, 504})
_LENGTH = ("context length", "too long", "maximum context", "input length", "too many tokens", "max_tokens",
           "exceeds", "too large")


class AnswerTooLongError(Exception):
    """The answer is larger, or takes longer, than any true one."""


class TextTooLongError(EmbedderRefusedError):
    """The server says that the text has more tokens than the model reads."""


def options(url: str, library: Any, seconds: float) -> dict[str, Any]:
    """Keyword arguments for the constructor of ``library.Client``; no connection outlives its answer."""
    return {"follow_redirects": False, "trust_env": not is_local(url),
            "limits": library.Limits(max_keepalive_connections=0),
            "event_hooks": {"response": [_bound(library.SyncByteStream, seconds)]}}


def shown(url: str) -> str:
    """The address without what may be secret in it: user, password, query."""
    parts = urlsplit(url)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2], query="", fragment="").geturl()


def is_local(url: str) -> bool:
    """Whether the address is this machine (``0.0.0.0``, as a server's own setting may say, counts)."""
    return is_loopback(url) or urlsplit(url).hostname in {"0.0.0.0", "::"}


def _bound(stream: type, seconds: float) -> Callable[[Any], None]:
    class Bounded(stream):
        """A response's bytes, up to a size and a time."""

        def __init__(self, inner: Any) -> None:
            self._inner = inner

        def __iter__(self) -> Iterator[bytes]:
            end, size = clock.monotonic() + seconds, 0
            for chunk in self._inner:
                size += len(chunk)
                if size > MOST_BYTES or clock.monotonic() > end:
                    raise AnswerTooLongError(text("answer_bounds", size=MOST_BYTES >> 20, seconds=seconds))
                yield chunk

        def close(self) -> None:
            self._inner.close()

    def hook(response: Any) -> None:
        response.stream = Bounded(response.stream)

    return hook


def failure(provider: str, server: str, model: str, status: int, said: str) -> CogmemError:
    """The error that an HTTP status is.

    400, 413, 422 and 500 may be one text's fault (a model that gives NaN answers 500), so they are refusals, which are
    narrowed down; the rest is the server's.
    """
    message = text("status", server=server, status=status, said=said)
    if status in {400, 413, 422, 500}:
        long = status == 413 or any(phrase in said.lower() for phrase in _LENGTH)
        return TextTooLongError(message) if long else EmbedderRefusedError(message)
    hint = {401: "status.key", 403: "status.key", 404: f"status.{provider}"}.get(status, "foreign.hint")
    hint = "status.busy" if status in _LATER else hint
    return EmbedderUnavailableError(message, hint=text(hint, model=model))
