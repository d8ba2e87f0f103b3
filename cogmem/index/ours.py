"""Whether a database is an index of ours; the rules are those of ``cogmem.ledger.ours``."""

from __future__ import annotations

from cogmem.index.schema import APPLICATION
from cogmem.ledger.ours import LEDGER_NAMES, may_replace

NAME = "vectors.db"
"""What the index is called where no setting names another place."""
_TOGETHER = frozenset({"total", "moved", "embedder"})
_FORMER = "memories"
"""The table of cogmem-agent's index, which lay at the same place."""


def index_is_mine(application: int, tables: frozenset[str], default: bool) -> bool:
    """Every index of ours carries our number; damage to the number is made up for by the tables."""
    if application == APPLICATION or tables >= _TOGETHER or tables >= LEDGER_NAMES:
        return True
    return application == 0 and (not tables or (default and _FORMER in tables))


def index_may_go(path: str) -> bool:
    """Whether this file is an index of ours, or what was set aside of one: it may be moved or removed."""
    return may_replace(path, index_is_mine, NAME)
