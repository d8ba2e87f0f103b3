"""cogmem: a memory for Claude Code that keeps what mattered and lets the rest fade."""

from __future__ import annotations

__version__ = "1.0.0"
__all__ = ["CogMemConfig", "MemoryStore", "SearchCache", "search"]

_HOMES = {
    "CogMemConfig": "cogmem.config",
    "MemoryStore": "cogmem.store",
    "SearchCache": "cogmem.recall.session",
    "search": "cogmem.store",
}


def __getattr__(name: str) -> object:
    """Public names are imported when first used: a hook must not pay for what it does not need."""
    if name not in _HOMES:
        raise AttributeError(f"module 'cogmem' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)
