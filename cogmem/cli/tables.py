"""Columns that line up, also where characters are two cells wide."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence

_NAME_ROOM = 30
_TEXT_ROOM = 20
# A word with what must stay on its line: brackets that open before it, punctuation and spaces after it.
_PIECES = re.compile(r"[（「『\[(]*(?:[!-~]+|.)[、。，．・：）」』〜ーっゃゅょッャュョ？！…]*\s*")


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


def described(rows: Sequence[tuple[str, str]], cells: int, indent: str = "  ") -> list[str]:
    """Names and what is said of them in two columns of together at most ``cells``; a long name has its own line."""
    room = min(max((width(name) for name, _ in rows), default=0), _NAME_ROOM) + 2
    margin = indent + " " * room
    lines = []
    for name, text in rows:
        head, *rest = folded(text, max(cells - width(margin), _TEXT_ROOM)) or [""]
        if width(name) + 2 > room:
            lines += [indent + name, margin + head]
        else:
            lines.append((indent + name + " " * (room - width(name)) + head).rstrip())
        lines += [margin + line for line in rest]
    return lines


def folded(text: str, cells: int) -> list[str]:
    """Lines of at most ``cells``, broken between Japanese characters or at spaces, no line begun by punctuation."""
    lines, line = [], ""
    for piece in _PIECES.findall(text):
        if line and width(line) + width(piece.rstrip()) > cells:
            lines.append(line.rstrip())
            line = piece.lstrip()
        else:
            line += piece
    return [*lines, line.rstrip()] if line.strip() else lines


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
