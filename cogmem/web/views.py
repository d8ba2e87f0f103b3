"""What a page shows of a memory: plain values made from entries and hits, ready for the templates."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field
from datetime import date
from urllib.parse import quote, urlencode

from cogmem.clock import age_in_days
from cogmem.config import CogMemConfig
from cogmem.model import Entry, Hit

SNIPPET = 220
TITLE = 160
_SCRIPTS = (("HIRAGANA", "ja"), ("KATAKANA", "ja"), ("HANGUL", "ko"), ("HEBREW", "he"), ("THAI", "th"), ("GREEK", "el"))


@dataclass(frozen=True, slots=True)
class Fading:
    """How strong a memory is today. All in [0, 1] but ``half_life`` (days) and ``age`` (days)."""

    importance: float
    recency: float
    half_life: float
    age: int

    @property
    def strength(self) -> float:
        """Half importance, half recency."""
        return (self.importance + self.recency) / 2


def fading(config: CogMemConfig, arousal: float, boost: float, written: str, used: str | None, today: date) -> Fading:
    """Arousal with what use added, and the decay curve: max(floor, 0.5 ** (age / (base * (1 + arousal)))).

    Age counts from the later of creation and last use."""
    scoring = config.scoring
    importance = min(1.0, arousal + boost)
    half_life = float(scoring.base_half_life) * (1 + importance)
    age = min((age_in_days(day, today) for day in map(_day, (written, used or "")) if day), default=0)
    recency = max(float(scoring.decay_floor), 0.5 ** (age / half_life))
    return Fading(importance, recency, half_life, age)


@dataclass(frozen=True, slots=True)
class Part:
    """One number of a score; ``name`` is a key of the texts, ``value`` in [0, 1] or None where there is none."""

    name: str
    value: float | None


class Placed:
    """An entry on a page: it has a page of its own, and a line of a log that it was read from."""

    __slots__ = ()
    id: str
    date: str
    source: str
    line: int

    @property
    def link(self) -> str:
        return f"/memories/{quote(self.id, safe='')}"

    @property
    def place(self) -> str:
        return f"{self.source}:{self.line}"

    @property
    def source_link(self) -> str:
        return text_link(self.date, self.source, self.line)


@dataclass(frozen=True, slots=True)
class Memory(Placed):
    """One entry on a page. ``lang`` is the text's own language, empty when it cannot be told."""

    id: str
    date: str
    category: str
    title: str
    snippet: str
    body: str
    lang: str
    source: str
    line: int
    origin: str
    user: str
    arousal: float
    boost: float
    fading: Fading
    base_half_life: float
    states: tuple[str, ...] = ()
    supersedes: str = ""
    details: tuple[tuple[str, str], ...] = ()

    @property
    def strength(self) -> float:
        return self.fading.strength

    @property
    def importance(self) -> float:
        return self.fading.importance

    @property
    def recency(self) -> float:
        return self.fading.recency

    @property
    def half_life(self) -> float:
        return self.fading.half_life

    @property
    def age(self) -> int:
        return self.fading.age


@dataclass(frozen=True, slots=True)
class Found(Placed):
    """One hit of a search with its score taken apart."""

    id: str
    date: str
    category: str
    title: str
    snippet: str
    lang: str
    source: str
    line: int
    user: str
    grade: str
    score: float
    parts: tuple[Part, ...]
    reasons: str
    states: tuple[str, ...] = field(default=())


def memory(
    entry: Entry,
    config: CogMemConfig,
    today: date,
    *,
    boost: float = 0.0,
    used: str | None = None,
    superseded: bool = False,
) -> Memory:
    states = [name for name, holds in (("pinned", entry.pinned), ("superseded", superseded)) if holds]
    details = (
        ("time", entry.time),
        ("emotion", entry.emotion),
        ("domains", ", ".join(entry.domains)),
        ("session", entry.session),
        ("user", entry.user),
        ("files", ", ".join(entry.files)),
    )
    return Memory(
        id=entry.id,
        date=entry.date,
        category=entry.category,
        title=shortened(entry.title, TITLE) or entry.id,
        snippet=shortened(entry.body, SNIPPET),
        body=entry.body,
        lang=language(entry.content, str(config.lang)),
        source=entry.source,
        line=entry.line,
        origin=entry.origin,
        user=entry.user or "",
        arousal=entry.arousal,
        boost=boost,
        fading=fading(config, entry.arousal, boost, entry.date, used, today),
        base_half_life=float(config.scoring.base_half_life),
        states=tuple(states),
        supersedes=entry.supersedes or "",
        details=tuple((name, value) for name, value in details if value),
    )


def found(hit: Hit, reasons: str, home: str) -> Found:
    body = hit.passage or hit.content.partition("\n")[2]
    parts = (
        Part("search.relevance", hit.relevance),
        Part("search.meaning", hit.cosine),
        Part("search.words", hit.lexical),
        Part("arousal", hit.arousal),
        Part("search.boost", hit.boost),
        Part("search.fading", hit.decay),
    )
    return Found(
        id=hit.id,
        date=hit.date,
        category=hit.category,
        title=shortened(hit.title, TITLE) or hit.id,
        snippet=shortened(body, SNIPPET),
        lang=language(hit.content, home),
        source=hit.source,
        line=hit.line,
        user=hit.user or "",
        grade=hit.grade,
        score=hit.score,
        parts=parts,
        reasons=reasons,
    )


def text_link(day: str, source: str, line: int) -> str:
    """The address of one line of a log's text."""
    return f"/logs/{quote(day, safe='')}?{urlencode({'source': source, 'line': line})}#L{line}"


def shortened(text: str, most: int) -> str:
    """The text on one line, cut at ``most`` characters."""
    flat = " ".join(text[: most * 4].split())
    return flat if len(flat) <= most else flat[: most - 1].rstrip() + "…"


def language(text: str, home: str = "en") -> str:
    """A BCP 47 tag where the script of a text's first letters tells; empty for scripts of many languages.

    Characters without kana are Japanese in a Japanese project (``home``), else Chinese."""
    han = False
    for char in text[:400]:
        if char.isascii() or not char.isalpha():
            continue
        name = unicodedata.name(char, "")
        for prefix, tag in _SCRIPTS:
            if name.startswith(prefix):
                return tag
        han = han or name.startswith("CJK")
    return ("ja" if home == "ja" else "zh") if han else ""


def _day(iso: str) -> date | None:
    try:
        return date.fromisoformat(iso[:10])
    except ValueError:
        return None
