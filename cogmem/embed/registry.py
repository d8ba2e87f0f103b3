"""From the configuration to an embedder. Making one costs nothing: a model is loaded, a server asked, at first use."""

from __future__ import annotations

import os
from typing import Any

from cogmem.config import CogMemConfig
from cogmem.embed.base import Embedder
from cogmem.embed.custom import CustomEmbedder
from cogmem.embed.e5 import E5Embedder
from cogmem.embed.texts import text
from cogmem.errors import ConfigError
from cogmem.places import cache_dir

_E5 = "multilingual-e5-small"


def create(config: CogMemConfig, custom: Any = None) -> Embedder | None:
    """The embedder that the configuration names, or None for words only.

    ``custom`` wins over the configuration: an ``Embedder``, or an object with ``embed(text)`` and optionally
    ``embed_batch(texts)``. Raises ConfigError when the provider has no such model.
    """
    if custom is not None:
        return custom if hasattr(custom, "embed_passages") else CustomEmbedder(custom)
    settings = config.embedding
    if settings.provider == "none":
        return None
    if settings.provider in ("ollama", "openai"):
        return _server(settings.provider, settings)
    if settings.model != _E5:
        raise ConfigError(text("no_such_model", model=settings.model), hint=text("no_such_model.hint", known=_E5))
    return E5Embedder(cache_dir())


def _server(provider: str, settings: Any) -> Embedder:
    """The clients are imported only when one is configured: they cost half a second."""
    common = {"timeout": settings.timeout, "batch": settings.batch}
    if provider == "ollama":
        from cogmem.embed.ollama import OllamaEmbedder

        return OllamaEmbedder(settings.model, settings.url, key=settings.api_key, **common)
    from cogmem.embed.openai import OpenAIEmbedder

    key = settings.api_key or os.environ.get("OPENAI_API_KEY", "")
    return OpenAIEmbedder(settings.model, settings.url, key=key, **common)
