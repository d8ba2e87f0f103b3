"""Columns that line up, also where characters are two cells wide."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence


def width(text: str) -> int:
    """Cells that a text takes on a terminal."""
    shown = (char for char in text if not unicodedata.combining(char))
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in shown)


def aligned(rows: Sequence[Sequence[str]], gap: int = 2) -> list[str]:
    """One line per row, each column as wide as its widest cell."""
    columns = max((len(row) for row in rows), default=0)
    widths = [max(width(row[i]) for row in rows if i < len(row)) for i in range(columns)]
    lines = []
    for row in rows:
        cells = [cell + " " * (widths[i] - width(cell) + gap) for i, cell in enumerate(row)]
        lines.append("".join(cells).rstrip())
    return lines
