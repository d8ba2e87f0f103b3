"""Small helpers that capture's parts share: what may be stored of a text, marks for it, lists with a limit."""

from __future__ import annotations

import hashlib
from typing import Any

from cogmem.claude.sentences import clip, sentences, words
from cogmem.journal.secrets import masked

KEPT = {"files": 60, "written": 400, "decisions": 30, "open": 20, "done": 30, "prompts": 12}


def clean(text: str) -> str:
    """A text as it may be stored: private spans out, secrets masked. Cut it afterwards, never before: half a secret is
    not recognised."""
    return masked(text).strip() if text else ""


def mark_of(*parts: str) -> str:
    """A short mark for texts that are the same."""
    return hashlib.sha1("\0".join(parts).encode("utf-8", "replace"), usedforsecurity=False).hexdigest()[:12]


def keep(memory: dict[str, Any], name: str, value: str) -> None:
    """Add to one of the memory's lists, once; the oldest fall out."""
    kept = memory.setdefault(name, [])
    if value not in kept:
        kept.append(value)
    del kept[: -KEPT[name]]


def first_statement(text: str) -> str:
    """The first sentence that says something, or ""."""
    found = [sentence for sentence in sentences(text) if len(words(sentence)) >= 3]
    return clip(found[0], 240) if found else ""
