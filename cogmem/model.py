"""The nouns of cogmem: plain values that every room speaks in. Nothing here reads or writes."""

from __future__ import annotations

from dataclasses import dataclass, field

CATEGORIES = (
    "DECISION", "ERROR", "INSIGHT", "PATTERN", "QUESTION", "MILESTONE",
    "SUMMARY", "OBSERVATION", "PREFERENCE", "FACT", "SKILL", "NOTE",
)
KINDS = ("entry", "line", "summary")
ORIGINS = ("user", "agent", "auto", "tool", "import")
LOW_TRUST_ORIGINS = frozenset({"tool", "web", "import"})
DELEGATION = "DELEGATION"
DEFAULT_AROUSAL = 0.5


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in a file that could not be read as meant; the text itself is kept."""

    source: str
    line: int
    message: str


@dataclass(frozen=True, slots=True)
class Draft:
    """What a writer asks the journal to append. ``body`` is Markdown without the heading and the metadata line."""

    title: str
    body: str = ""
    category: str = "NOTE"
    domains: tuple[str, ...] = ()
    arousal: float = DEFAULT_AROUSAL
    emotion: str | None = None
    origin: str = "user"
    session: str | None = None
    pinned: bool = False
    files: tuple[str, ...] = ()
    extra: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a log as it was read.

    ``source`` is the log's path in the project (posix), ``line``/``end_line`` are 1-based and inclusive, ``date`` is
    the log's ``YYYY-MM-DD``, ``arousal`` lies in [0, 1]. ``kind`` is ``entry`` (a ``###`` heading), ``line`` (a
    ``- [X]`` list line) or ``summary``. ``content`` is what is indexed and shown: title and body, no metadata.
    """

    id: str
    source: str
    line: int
    end_line: int
    ordinal: int
    date: str
    kind: str
    category: str
    title: str
    body: str
    time: str | None = None
    domains: tuple[str, ...] = ()
    arousal: float = DEFAULT_AROUSAL
    emotion: str | None = None
    session: str | None = None
    section: int = 0
    speaker: str | None = None
    origin: str = "user"
    user: str | None = None
    pinned: bool = False
    forgotten: bool = False
    supersedes: str | None = None
    explicit_id: bool = False
    files: tuple[str, ...] = ()
    meta: tuple[tuple[str, str], ...] = ()

    @property
    def content(self) -> str:
        return f"{self.title}\n{self.body}".strip()

    @property
    def low_trust(self) -> bool:
        """Whether it must never be injected unasked: foreign text, or an intent handed to a subagent."""
        return self.origin in LOW_TRUST_ORIGINS or DELEGATION in self.domains


@dataclass(frozen=True, slots=True)
class Handover:
    """What one session left for the next. ``text`` is the section's body without its heading."""

    source: str
    line: int
    date: str
    text: str
    user: str | None = None


@dataclass(frozen=True, slots=True)
class Hit:
    """One search result. ``relevance`` in [0, 1] admits, ``score`` orders; ``cosine`` is the calibrated similarity,
    ``lexical`` the share of the query's word evidence, in [0, 1]. ``grade`` is ``strong``, ``weak`` or ``none``."""

    id: str
    score: float
    relevance: float
    cosine: float | None
    lexical: float
    arousal: float
    boost: float
    decay: float
    date: str
    category: str
    title: str
    content: str
    source: str
    line: int
    grade: str = "none"
    origin: str = "user"
    user: str | None = None
    passage: str | None = None
    explanation: dict[str, object] = field(default_factory=dict)

    def as_dict(self) -> dict[str, object]:
        """The keys that ``--json`` promises, numbers rounded to six places."""
        keys = ("id", "score", "relevance", "cosine", "lexical", "arousal", "boost", "decay", "date", "category",
                "title", "content", "source", "line", "grade", "origin", "user")
        values = {key: getattr(self, key) for key in keys}
        return {k: round(v, 6) if isinstance(v, float) else v for k, v in values.items()}


@dataclass(frozen=True, slots=True)
class SearchResult:
    """``status`` is ``ok``, ``degraded`` (lexical only), ``skipped_by_gate`` or ``no_index``."""

    status: str
    results: tuple[Hit, ...] = ()
    notices: tuple[str, ...] = ()

    @property
    def answered(self) -> bool:
        """Whether anything lies above the bar: the memory knows something about the question."""
        return any(hit.grade == "strong" for hit in self.results)

    def as_dict(self) -> dict[str, object]:
        return {"status": self.status, "notices": list(self.notices), "results": [h.as_dict() for h in self.results]}
