"""Indexing with a progress bar, shared by ``index`` and ``demo``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogmem.cli.out import Out
from cogmem.cli.progress import Progress
from cogmem.config import CogMemConfig
from cogmem.messages import say

if TYPE_CHECKING:
    from cogmem.store import IndexReport
