"""One module per command, imported only when that command runs."""

from __future__ import annotations
