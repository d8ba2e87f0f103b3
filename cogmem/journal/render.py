"""From a draft to the Markdown of an entry. ``parse(render(draft))`` gives the normalised draft back."""

from __future__ import annotations

import dataclasses
import datetime as dt
import math
import re

from cogmem.journal import escapes, headline, metadata
from cogmem.journal.grammar import EDGES
from cogmem.journal.text import storable
from cogmem.model import DEFAULT_AROUSAL, ORIGINS, Draft

_BREAKS = re.compile(r"[\r\n]+")
_NOT_IN_TAG = re.compile(r"[^A-Z0-9_+&/.-]+")
_TAG = re.compile(r"[A-Z][A-Z0-9_+&/.-]+")
_ORIGIN = re.compile(r"[a-z][a-z-]*")


def render(draft: Draft, now: dt.datetime, *, guard: bool = False) -> str:
    """The entry as text that ends with one line end (LF). ``now`` is the time with its offset.

    ``guard``: see :func:`cogmem.journal.escapes.escape`."""
    draft = normalise(draft)
    tags = "".join(f"[{tag}]" for tag in (draft.category, *draft.domains))
    lines = [f"### {tags} {headline.protect(draft.title, guard=guard)}".rstrip(),
             metadata.format_line(metadata.draft_pairs(draft, time_of(now)), guard=guard)]
    if draft.body:
        lines.append(escapes.escape(draft.body, guard=guard))
    return "\n".join(lines) + "\n"


def render_section(heading: str, body: str, meta: metadata.Pairs = (), *, guard: bool = False) -> str:
    """A ``##`` section as text that ends with one line end. ``meta`` are unescaped pairs of its metadata line."""
    pairs = [(metadata.clean_key(key), metadata.escape(metadata.clean_value(storable(value)))) for key, value in meta]
    pairs = [(key, value) for key, value in pairs if key and value]
    lines = [f"## {_one_line(heading)}"]
    if pairs:
        lines.append(metadata.format_line(pairs, guard=guard))
    body = normalise_body(body)
    if body:
        lines.append(escapes.escape(body, guard=guard))
    return "\n".join(lines) + "\n"


def normalise(draft: Draft) -> Draft:
    """The draft as a log can hold it: one-line title, LF line ends, tags in capitals, arousal in [0, 1], no broken
    characters. Applying it twice changes nothing."""
    tags = [_tag(tag) for tag in draft.domains]
    title, body = _one_line(draft.title), normalise_body(draft.body)
    if not title and body:
        title, body = _title_from(body)
    return dataclasses.replace(
        draft, title=title, body=body, category=_tag(draft.category) or headline.DEFAULT_CATEGORY,
        domains=tuple(tag for tag in tags if tag), arousal=_arousal(draft.arousal),
        emotion=_value(draft.emotion), origin=_origin(draft.origin), session=_value(draft.session),
        files=tuple(item for item in map(_value, draft.files) if item), extra=_extra(draft.extra))


def normalise_body(body: str) -> str:
    """Line ends as LF, broken characters as U+FFFD, no blank lines around."""
    lines = storable(body).replace("\r\n", "\n").replace("\r", "\n").split("\n")
    start, end = 0, len(lines)
    while start < end and not lines[start].strip():
        start += 1
    while end > start and not lines[end - 1].strip():
        end -= 1
    return "\n".join(lines[start:end])


def time_of(now: dt.datetime) -> str:
    """``14:32+09:00``; without the offset for a time that has none."""
    return now.isoformat(timespec="minutes")[11:]


def _one_line(text: str) -> str:
    return _BREAKS.sub(" ", storable(text)).strip(EDGES)


def _title_from(body: str) -> tuple[str, str]:
    """A draft without a title: its first line is one."""
    first, _, rest = body.partition("\n")
    return first.strip(EDGES).lstrip("#").strip(EDGES) or first.strip(EDGES), normalise_body(rest)


def _tag(tag: str) -> str:
    cleaned = _NOT_IN_TAG.sub("-", tag.strip().upper()).strip("-")
    return cleaned if _TAG.fullmatch(cleaned) else ""


def _arousal(value: float) -> float:
    return round(min(1.0, max(0.0, value)), 4) if math.isfinite(value) else DEFAULT_AROUSAL


def _value(value: str | None) -> str | None:
    return metadata.clean_value(storable(value)) or None if value else None


def _origin(origin: str) -> str:
    cleaned = origin.strip().lower()
    return cleaned if _ORIGIN.fullmatch(cleaned) else ORIGINS[0]


def _extra(pairs: metadata.Pairs) -> metadata.Pairs:
    """Further keys; one of ours is dropped, since it has a field of its own."""
    cleaned = [(metadata.clean_key(storable(key)), metadata.clean_value(storable(value))) for key, value in pairs]
    return tuple((key, value) for key, value in cleaned if key and value and key.lower() not in metadata.ENTRY_KEYS)
