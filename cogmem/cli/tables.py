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
        if isinstance(value, Mapping) and _is_table(value):
            lines += [f"{indent}{key}", *(f"{indent}  {line}" for line in _table(value))]
        elif isinstance(value, Mapping):
            lines += [f"{indent}{key}", *nested(value, indent + "  ")] if value else []
        elif isinstance(value, (list, tuple)) and any(isinstance(item, Mapping) for item in value):
            lines += [line for item in value for line in (f"{indent}{key}", *nested(item, indent + "  "))]
        elif isinstance(value, (list, tuple)):
            lines += [name + ", ".join(map(str, value))] if value else []
        elif value is not None:
            lines.append(name + (f"{value:.4g}" if isinstance(value, float) else str(value)))
    return lines


def _is_table(value: Mapping[str, object]) -> bool:
    """Whether several groups have the same plain members: rows of one table."""
    rows = [row for row in value.values() if isinstance(row, Mapping)]
    same = len(rows) == len(value) > 0 and all(row.keys() == rows[0].keys() for row in rows)
    return same and not any(isinstance(cell, Mapping) for row in rows for cell in row.values())


def _table(value: Mapping[str, object]) -> list[str]:
    rows = {str(name): row for name, row in value.items() if isinstance(row, Mapping)}
    head = ["", *map(str, next(iter(rows.values())))]
    return aligned([head, *([name, *map(_cell, row.values())] for name, row in rows.items())])


def _cell(value: object) -> str:
    """A number, or a number with its interval."""
    if isinstance(value, (list, tuple)) and len(value) == 3:
        return f"{value[0]} [{value[1]}–{value[2]}]"
    return f"{value:.4g}" if isinstance(value, float) else str(value)
