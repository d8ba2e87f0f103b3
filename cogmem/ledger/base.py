"""What the parts of the ledger need from it."""

from __future__ import annotations

import sqlite3
from contextlib import AbstractContextManager


class Part:
    """A group of the ledger's methods; ``Ledger`` puts them together."""

    db: sqlite3.Connection

    def writing(self) -> AbstractContextManager[sqlite3.Connection]:
        raise NotImplementedError
