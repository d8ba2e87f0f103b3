"""What a session is told first, read from the index's tables and the project's files; no NumPy, no embedder.

The index is brought up to date before (cheap when nothing changed), but for a hook. Core facts, pinned memories, the
briefing of the last two days or else the latest handover, and what matters now; ``cogmem.recall.context`` decides what
fits.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from cogmem import clock
from cogmem.errors import CogmemError
from cogmem.index import listing
from cogmem.index.analysis import ordinal
from cogmem.journal import corefacts, daylog
from cogmem.journal.text import decode, readable
from cogmem.recall.context import (
    BRIEFING_DAYS,
    OPEN_DAYS,
    PINNED_MOST,
    Section,
    compose,
    item_section,
    matters_now,
    text_section,
)

if TYPE_CHECKING:
    from cogmem.model import Entry
    from cogmem.project import Project

    Known = tuple[list[Entry], list[Entry], set[str]]
    """Pinned entries, recent ones, ids that were superseded."""

MOST_RECENT = 400
_BRIEFING = re.compile(r"(\d{4}-\d{2}-\d{2})[^/]*\.md")
Boosts = Mapping[str, tuple[float, str | None]]


def opening(
    project: Project,
    *,
    told: Iterable[str] = (),
    boosts: Boosts | None = None,
    signals: Iterable[str] = (),
    budget: int | None = None,
    quick: bool = False,
) -> tuple[str, list[str]]:
    """(block, ids of the memories in it). ``told``: ids that the session has heard; they are left out. ``quick``: for
    a hook, which neither writes the index nor waits for it (``cogmem.recall.glance``).

    Never raises for what cannot be read: that part is left out.
    """
    lang = str(project.config.lang)
    heard = set(told)
    sections: list[Section] = [_core(project, lang), _handover(project, lang)]
    ids: list[str] = []
    try:
        known = _glanced(project, len(heard)) if quick else _synced(project, len(heard))
        for section, found in _memories(known, lang, heard, boosts or {}):
            sections.append(section)
            ids += found
    except (CogmemError, OSError):
        sections = sections[:2]
        ids = []
    sections.append(("signals", [f"- {line}" for line in signals]))
    block = compose(sections, lang, project.config.hooks.session_tokens if budget is None else budget)
    return block, _shown(block, sections, ids)


def _shown(block: str, sections: list[Section], ids: list[str]) -> list[str]:
    """Which of ``ids`` (in the order of the lines of pinned and memories) stand in the block."""
    lines = [line for key, body in sections if key in ("pinned", "memories") for line in body]
    there = set(block.split("\n"))
    return [id for id, line in zip(ids, lines, strict=True) if line in there]


def _core(project: Project, lang: str) -> Section:
    facts = "\n".join(f"- {key}: {value}" for key, value in corefacts.core_facts(project))
    return text_section("core", facts, project.relative(corefacts.path_of(project)), lang)


def _handover(project: Project, lang: str) -> Section:
    """The newest briefing of the last days, else the latest handover of one's own."""
    today = clock.today()
    for folder in dict.fromkeys((project.contexts_dir / project.user, project.contexts_dir)):
        named = [
            (match[1], path)
            for path in (folder.iterdir() if folder.is_dir() else ())
            if (match := _BRIEFING.fullmatch(path.name))
        ]
        for date, path in sorted(named, reverse=True):
            age = today.toordinal() - _day(date)
            if 0 <= age <= BRIEFING_DAYS and path.is_file():
                text = readable(decode(path.read_bytes(), path.name).text)
                kept = (line for line in text.split("\n") if not line.startswith(("# ", "<!-- ")))
                body = "\n".join(re.sub(r"^#+ +", "", line) for line in kept)
                return text_section("briefing", body, project.relative(path), lang)
    found = daylog.latest_handover(project)
    return text_section("handover", found.text, f"{found.source}:{found.line}", lang) if found else ("handover", [])


def _day(text: str) -> int:
    try:
        return ordinal(text)
    except ValueError:
        return 0


def _glanced(project: Project, heard: int) -> Known:
    from cogmem.recall import glance

    return glance.entries(project, clock.today().toordinal() - OPEN_DAYS, PINNED_MOST + heard, MOST_RECENT)


def _synced(project: Project, heard: int) -> Known:
    from cogmem.index.sqlite import Index
    from cogmem.index.sync import sync

    with Index.open(project.index_path) as index:
        sync(project, index)
        pinned = listing.pinned_entries(index.db, PINNED_MOST + heard)
        recent = listing.since(index.db, clock.today().toordinal() - OPEN_DAYS, MOST_RECENT)
        return pinned, recent, listing.superseded(index.db, [entry.id for entry in (*pinned, *recent)])


def _memories(known: Known, lang: str, heard: set[str], boosts: Boosts) -> list[tuple[Section, list[str]]]:
    today = clock.today().toordinal()
    pinned = [entry for entry in known[0] if entry.id not in heard][:PINNED_MOST]
    _, recent, gone = known
    seen = heard | gone | {entry.id for entry in pinned}
    rows = [_row(entry, boosts) for entry in recent if entry.id not in seen]
    best = matters_now(rows, today)
    kept = [_row(entry, boosts) for entry in pinned if entry.id not in gone and not entry.low_trust]
    return [
        (item_section("pinned", kept, lang), [str(row["id"]) for row in kept]),
        (item_section("memories", best, lang), [str(row["id"]) for row in best]),
    ]


def _row(entry: Entry, boosts: Boosts) -> dict[str, object]:
    return {
        "id": entry.id,
        "day": ordinal(entry.date),
        "date": entry.date,
        "category": entry.category,
        "arousal": entry.arousal,
        "boost": boosts.get(entry.id, (0.0, None))[0],
        "content": entry.content,
        "source": entry.source,
        "line": entry.line,
        "origin": entry.origin,
        "user": entry.user,
        "low_trust": entry.low_trust,
    }
