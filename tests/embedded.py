"""All parts of a bulk embedding as one, for tests that look at the whole."""

from __future__ import annotations

from typing import Any

from cogmem.embed.bulk import Embedded, embed_parts


def embed_all(*arguments: Any, **options: Any) -> Embedded:
    """What became of all texts."""
    whole = Embedded()
    for part in embed_parts(*arguments, **options):
        whole.vectors |= part.vectors
        whole.refused |= part.refused
    return whole
