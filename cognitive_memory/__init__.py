"""The name under which cogmem-agent was imported: ``from cognitive_memory import MemoryStore`` goes on working."""

from __future__ import annotations

import cogmem

__all__ = list(cogmem.__all__)


def __getattr__(name: str) -> object:
    """Everything is cogmem's, imported when it is first used."""
    return getattr(cogmem, name)
