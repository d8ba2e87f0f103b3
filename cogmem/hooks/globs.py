"""Path patterns by hand: ``*``, ``?``, ``[...]`` within a segment, ``**`` over segments, in at most n·m steps.

``fnmatch`` would import ``re``, which costs as much as the whole hook.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def matches(pattern: str, path: str) -> bool:
    """Whether a posix ``path`` (relative to the project) fits. A pattern without ``/`` is about the file's name;
    one that ends in ``/`` is about everything below."""
    pattern = pattern.removeprefix("./").lstrip("/")
    if pattern.endswith("/"):
        pattern += "**"
    wanted, parts = pattern.split("/"), path.split("/")
    if len(wanted) == 1 and wanted[0] != "**":
        return segment(wanted[0], parts[-1])
    return _run(wanted, parts, "**", segment)


def expand(pattern: str) -> list[str]:
    """``{a,b}`` written out, as skills' own ``paths`` use it; at most 64 patterns."""
    ready: list[str] = []
    waiting = [pattern]
    while waiting and len(ready) + len(waiting) <= 64:
        current = waiting.pop(0)
        start = current.find("{")
        end = current.find("}", start)
        if start < 0 or end < 0:
            ready.append(current)
        else:
            waiting += [current[:start] + choice + current[end + 1:] for choice in current[start + 1:end].split(",")]
    return ready + waiting


def segment(pattern: str, name: str) -> bool:
    """One segment of a path."""
    return _run(_units(pattern), name, "*", _fits)


def _run(wanted: Sequence[str], found: Sequence[str], any_number: str, fits: Callable[[str, str], bool]) -> bool:
    """Whether ``found`` fits ``wanted``, in which ``any_number`` stands for any run of pieces, the empty one too;
    backtracks to the last of them only."""
    at = place = 0
    star, mark = -1, 0
    while place < len(found):
        if at < len(wanted) and wanted[at] == any_number:
            star, mark = at, place
            at += 1
        elif at < len(wanted) and fits(wanted[at], found[place]):
            at += 1
            place += 1
        elif star >= 0:
            mark += 1
            at, place = star + 1, mark
        else:
            return False
    return all(piece == any_number for piece in wanted[at:])


def _units(pattern: str) -> list[str]:
    """Characters, and whole ``[...]`` classes as one unit."""
    units, at = [], 0
    while at < len(pattern):
        end = pattern.find("]", at + 2) if pattern[at] == "[" else -1
        units.append(pattern[at:end + 1] if end > 0 else pattern[at])
        at += len(units[-1])
    return units


def _fits(unit: str, char: str) -> bool:
    if unit == "?":
        return True
    if len(unit) == 1:
        return unit == char
    body = unit[1:-1]
    negated = body[:1] in ("!", "^")
    body = body[1:] if negated else body
    found, at = False, 0
    while at < len(body):
        if at + 2 < len(body) and body[at + 1] == "-":
            found = found or body[at] <= char <= body[at + 2]
            at += 3
        else:
            found = found or body[at] == char
            at += 1
    return found != negated
