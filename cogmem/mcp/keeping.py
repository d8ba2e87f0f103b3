"""``facts``, ``remember``, ``forget`` and ``graph``: what is kept for good, and what is no longer shown."""

from __future__ import annotations

from typing import Any

from cogmem.mcp.call import Call


def facts(call: Call, arguments: dict[str, Any]) -> str:
    raise NotImplementedError


remember = forget = graph = facts
core_facts = lambda project: []
