"""The metadata line under a heading: ``*Arousal: 0.8 | Emotion: Relief | Time: 14:32+09:00*``.

Keys are matched without regard to case; those we do not know are kept in order. ``|``, ``\\`` (and ``,`` in a list)
inside a value are written with a backslash before them.
"""

from __future__ import annotations

import math
import re

from cogmem.journal.escapes import escape_arrows, unescape_arrows
from cogmem.journal.texts import say
from cogmem.model import DEFAULT_AROUSAL, Draft

Pairs = tuple[tuple[str, str], ...]

ENTRY_KEYS = frozenset(
    ("arousal", "emotion", "time", "session", "source", "pinned", "forgotten", "supersedes", "id", "files"))
SECTION_KEYS = frozenset(("minutes", "topics", "tone", "decisions"))
_KNOWN = ENTRY_KEYS | SECTION_KEYS
_OFF = frozenset(("", "false", "no", "off", "0"))
_ESCAPED = re.compile(r"\\([\\|,])")
_BAR = re.compile(r"((?:[^\\|]|\\.|\\\Z)*)(?:\||\Z)", re.S)
_COMMA = re.compile(r"((?:[^\\,]|\\.|\\\Z)*)(?:,|\Z)", re.S)
_NUMBER = re.compile(r"[-+]?(?:\d+(?:\.\d*)?|\.\d+)")
_NOT_IN_KEY = re.compile(r"[:：|\\*_<>\r\n]")
_LINE_BREAKS = re.compile(r"[\r\n]+")
_LATE = re.compile(r"[*_]{1,2}Arousal[:：]")
_EXPLICIT_ID = re.compile(r"[0-9A-Za-z_-]{4,64}")


def read_pairs(line: str) -> Pairs | None:
    """The (key, value) pairs of a metadata line in order, values as they are written; None if it is not one.

    A line counts when it is wrapped in ``*`` (or ``_``, ``**``) and at least one of its keys is known."""
    inner = _unwrap(line.strip())
    if inner is None:
        return None
    pairs = []
    for part in inner.split("|") if "\\" not in inner else _split(_BAR, inner):
        key, colon, value = _key_and_value(part)
        if colon and key.strip():
            pairs.append((key.strip(), value.strip()))
    return tuple(pairs) if any(key.lower() in _KNOWN for key, _ in pairs) else None


def is_late(line: str) -> bool:
    """Whether a line may be metadata even where it does not come first, as older tools wrote it."""
    return _LATE.match(line) is not None


def unescape(value: str) -> str:
    """A value as it was meant."""
    return _ESCAPED.sub(r"\1", unescape_arrows(value)) if "\\" in value else value


def read_list(value: str) -> tuple[str, ...]:
    """The items of a comma-separated value."""
    items = value.split(",") if "\\" not in value else _split(_COMMA, value)
    return tuple(unescape(item.strip()) for item in items if item.strip())


def read_arousal(value: str) -> tuple[float, str | None]:
    """An arousal in [0, 1], and what was wrong with the text of it (None: nothing)."""
    found = _NUMBER.match(value)
    number = float(found.group()) if found else math.nan
    if not math.isfinite(number):
        return DEFAULT_AROUSAL, say("arousal.word", value=value[:40], read=DEFAULT_AROUSAL)
    if not 0.0 <= number <= 1.0:
        clamped = min(1.0, max(0.0, number))
        return clamped, say("arousal.outside", value=value[:40], read=clamped)
    return number, None


def read_flag(value: str) -> bool:
    """Whether a mark is set: any value but an empty or negative one (a date counts as set)."""
    return value.lower() not in _OFF


def valid_id(value: str) -> bool:
    return _EXPLICIT_ID.fullmatch(value) is not None


def format_arousal(value: float) -> str:
    """At most four decimals, at least one: ``0.8``, ``1.0``, ``0.25``."""
    return repr(round(float(value), 4) + 0.0)


def clean_key(key: str) -> str:
    """A key that a metadata line can hold; empty when nothing of it is left."""
    return _NOT_IN_KEY.sub("", key).strip()


def clean_value(value: str) -> str:
    return _LINE_BREAKS.sub(" ", value).strip()


def escape(value: str) -> str:
    return value.replace("\\", "\\\\").replace("|", "\\|")


def format_list(items: tuple[str, ...]) -> str:
    return ", ".join(escape(item).replace(",", "\\,") for item in items)


def format_line(pairs: list[tuple[str, str]] | Pairs, *, guard: bool = False) -> str:
    """The line for pairs whose values are escaped already. ``guard``: see :func:`cogmem.journal.escapes.escape`."""
    if guard:
        pairs = [(key, escape_arrows(value, guard=True)) for key, value in pairs]
    return "*" + " | ".join(f"{key}: {value}" for key, value in pairs) + "*"


def draft_pairs(draft: Draft, time: str) -> list[tuple[str, str]]:
    """The metadata of a (normalised) draft in our order, escaped; ``time`` is ``HH:MM+HH:MM``."""
    pairs = [("Arousal", format_arousal(draft.arousal))]
    if draft.emotion:
        pairs.append(("Emotion", escape(draft.emotion)))
    pairs.append(("Time", time))
    if draft.session:
        pairs.append(("Session", escape(draft.session)))
    pairs.append(("Source", draft.origin))
    if draft.pinned:
        pairs.append(("Pinned", "true"))
    if draft.files:
        pairs.append(("Files", format_list(draft.files)))
    return pairs + [(key, escape(value)) for key, value in draft.extra]


def change(line: str | None, changes: dict[str, str | None]) -> str | None:
    """A metadata line with some keys set (escaped values) or removed (None); everything else keeps its bytes.

    Returns None when no pair is left. ``line`` is None when there was no line."""
    inner = _unwrap((line or "").strip()) or ""
    left = {key.lower(): (key, value) for key, value in changes.items()}
    parts = []
    for part in _split(_BAR, inner) if inner else []:
        key = _key_and_value(part)[0].strip().lower()
        if key not in left:
            parts.append(part.strip())
            continue
        name, value = left.pop(key)
        if value is not None:
            parts.append(f"{name}: {value}")
    parts += [f"{name}: {value}" for name, value in left.values() if value is not None]
    return "*" + " | ".join(parts) + "*" if parts else None


def _key_and_value(part: str) -> tuple[str, str, str]:
    return part.partition(":") if ":" in part else part.partition("：")


def _unwrap(line: str) -> str | None:
    """What stands between the emphasis marks; None when the line is not wrapped in them."""
    mark = line[:1]
    if mark not in ("*", "_") or len(line) < 5 or line[-1] != mark:
        return None
    if line[1] == mark and line[-2] == mark and len(line) > 6:
        return line[2:-2]
    return line[1:-1]


def _split(pattern: re.Pattern[str], text: str) -> list[str]:
    """Pieces between separators that have no backslash before them; linear in the text's length."""
    pieces = [found.group(1) for found in pattern.finditer(text)]
    return pieces[:-1] if len(pieces) > 1 and not pieces[-1] else pieces
