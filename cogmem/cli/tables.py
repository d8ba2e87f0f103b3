"""Columns that line up, also where characters are two cells wide."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence


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


def nested(values: Mapping[str, object], indent: str = "") -> list[str]:
    """Nested values, one line each; empty groups are left out."""
    room = max((width(str(key)) for key in values), default=0) + 2
    lines = []
    for key, value in values.items():
        name = f"{indent}{key}" + " " * (room - width(str(key)))
        if isinstance(value, Mapping):
            lines += [f"{indent}{key}", *nested(value, indent + "  ")] if value else []
        elif isinstance(value, (list, tuple)) and any(isinstance(item, Mapping) for item in value):
            lines += [line for item in value for line in (f"{indent}{key}", *nested(item, indent + "  "))]
        elif isinstance(value, (list, tuple)):
            lines += [name + ", ".join(map(str, value))] if value else []
        elif value is not None:
            lines.append(name + (f"{value:.4g}" if isinstance(value, float) else str(value)))
    return lines
