"""What each page shows, gathered from the store on its own thread. Every function gives the template's values."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from cogmem import clock
from cogmem.files import read_bytes
from cogmem.index import listing
from cogmem.index.listing import Spot, Wanted
from cogmem.journal.text import decode, readable, split_lines
from cogmem.model import Entry
from cogmem.recall.fence import tokens
from cogmem.web import parameters, views
from cogmem.web.curve import curve
from cogmem.web.texts import count, say

if TYPE_CHECKING:
    from cogmem.project import Project
    from cogmem.web.shelf import Books

Values = dict[str, Any]
PER_PAGE = 50
NEWEST = 8
HITS = 12
NEIGHBOURS = 2
LINES = 400
CONTEXT = 8
UNITS = 36_000
LONGEST_LINE = 4000


class NotThere(Exception):
    """What the address names does not exist; ``key`` is the text that says so."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


def home(books: Books, lang: str) -> Values:
    books.store.index_dir(embed=False)
    figures = books.counts.figures()
    newest, _ = listing.newest(books.store.index.db, Wanted(), NEWEST)
    return {
        "page": "home",
        "title": say(lang, "title.home"),
        "figures": figures,
        "kinds": _kinds(books.counts.categories()),
        "newest": _memories(books, newest),
    }


def told(books: Books, lang: str) -> Values:
    """The block of a session's start, as Claude gets it."""
    block = books.store.context_block()
    return {"page": "home", "title": say(lang, "title.told"), "told": block, "tokens": round(tokens(block))}


def memories(books: Books, lang: str, category: str, contains: str, before: Spot | None) -> Values:
    books.store.index_dir(embed=False)
    db = books.store.index.db
    wanted = Wanted(categories=(category,) if category else (), words=tuple(contains.split()))
    kinds = books.counts.categories()
    everything = sum(kinds.values())
    shown, more = listing.newest(db, wanted, PER_PAGE, before)
    filters = {name: value for name, value in (("category", category), ("text", contains)) if value}
    if filters:
        how_many = say(lang, "list.count.filtered", n=f"{books.counts.total(wanted):,}", all=f"{everything:,}")
    else:
        how_many = count(lang, "list.count", everything)
    return {
        "page": "memories",
        "title": say(lang, "title.memories"),
        "kinds": _kinds(kinds),
        "all_count": everything,
        "how_many": how_many,
        "category": category,
        "contains": contains,
        "first_page": before is None,
        "memories": _memories(books, shown),
        "newest_link": _address("/memories", filters),
        "older_link": _address("/memories", {**filters, "before": parameters.cursor(more)}) if more else "",
    }


def memory(books: Books, lang: str, id: str) -> Values:
    entry = books.store.read(id)
    if entry is None:
        raise NotThere("error.no_memory")
    near = [other for other in books.store.timeline(id, NEIGHBOURS) if other.id != id]
    shown = _memories(books, [entry, *near])
    today = clock.today()
    drawn = curve(shown[0].fading, float(books.project.config.scoring.decay_floor), today)
    return {
        "page": "memories",
        "title": shown[0].title,
        "m": shown[0],
        "neighbours": shown[1:],
        "curve": drawn,
        "half_is_past": drawn.half < today.isoformat(),
    }


def search(books: Books, lang: str, query: str) -> Values:
    """The hits from strong to weak; what is below the bar is not shown."""
    values: Values = {
        "page": "search",
        "title": say(lang, "title.search"),
        "query": query,
        "hits": [],
        "notices": [],
        "strong": 0,
        "verdict": "",
        "short": False,
    }
    if not query:
        return values
    result = books.store.search(query, top_k=HITS, reinforce=False)
    if result.status == "skipped_by_gate":
        return {**values, "notices": [say(lang, "search.short")], "short": True}
    hits = [hit for hit in result.results if hit.grade != "none"]
    strong = sum(hit.grade == "strong" for hit in hits)
    verdict = [count(lang, "search.found", strong)]
    if len(hits) > strong:
        verdict.append(count(lang, "search.found.weak", len(hits) - strong))
    return {
        **values,
        "hits": [views.found(hit, books.store.explain(hit, lang), str(books.project.config.lang)) for hit in hits],
        "strong": strong,
        "verdict": ("、" if lang == "ja" else ", ").join(verdict),
        "notices": list(result.notices),
    }


def day_entries(books: Books, lang: str, day: str, before: Spot | None) -> Values:
    """A day's memories, the latest first."""
    books.store.index_dir(embed=False)
    db = books.store.index.db
    wanted = Wanted(day=day)
    shown, more = listing.newest(db, wanted, PER_PAGE, before)
    n = books.counts.total(wanted)
    older = _address(f"/logs/{day}", {"before": parameters.cursor(more)}) if more else ""
    days = listing.days(db)
    place = bisect_left(days, day)
    return {
        **_day(books.project, lang, day),
        "view": "entries",
        "source": "",
        "how_many": count(lang, "list.count", n),
        "memories": _memories(books, shown),
        "older_link": older,
        "previous_day": days[place - 1] if place else "",
        "next_day": next((d for d in days[place:] if d > day), ""),
    }


def day_text(project: Project, lang: str, day: str, source: str, line: int) -> Values:
    """A part of a log as it is, around ``line``. ``source`` must be one of the day's logs."""
    values = _day(project, lang, day)
    if source not in {file["source"] for file in values["files"]}:
        raise NotThere("log.none")
    try:
        lines = split_lines(readable(decode(read_bytes(project.root / source), source).text))
    except OSError:
        raise NotThere("log.unreadable") from None
    lines = lines[:-1] if lines[-1] == "" else lines
    first, shown = _around(lines, min(line, max(len(lines), 1)))
    last = first + len(shown) - 1

    def link(to: int) -> str:
        return _address(f"/logs/{day}", {"source": source, "line": str(to)})

    return {
        **values,
        "view": "text",
        "source": source,
        "how_many": "",
        "first": first,
        "last": last,
        "total": len(lines),
        "lines": list(enumerate(shown, first)),
        "earlier_link": link(max(1, first - LINES)) if first > 1 else "",
        "later_link": link(last + 1) if last < len(lines) else "",
    }


def _day(project: Project, lang: str, day: str) -> Values:
    sources = sorted(source for source, _ in project.scan_logs() if source.rsplit("/", 1)[-1].startswith(day))
    if not sources:
        raise NotThere("log.none")
    files = [{"source": source, "link": _address(f"/logs/{day}", {"source": source})} for source in sources]
    title = say(lang, "title.log", day=day)
    return {"page": "memories", "title": title, "date": day, "files": files, "entries_link": f"/logs/{day}"}


def _memories(books: Books, entries: list[Entry]) -> list[views.Memory]:
    boosts = books.store.boosts()
    superseded = listing.superseded(books.store.index.db, [entry.id for entry in entries])
    today = clock.today()
    shown = []
    for entry in entries:
        boost, used = boosts.get(entry.id, (0.0, None))
        shown.append(
            views.memory(entry, books.project.config, today, boost=boost, used=used, superseded=entry.id in superseded)
        )
    return shown


def _kinds(kinds: dict[str, int]) -> list[Values]:
    return [{"name": name, "count": n, "link": _address("/memories", {"category": name})} for name, n in kinds.items()]


def _around(lines: list[str], line: int) -> tuple[int, list[str]]:
    """(first line, lines shown): from the top if ``line`` is then on the page, else from just above it."""
    for first in (1, line - CONTEXT, line - 1, line):
        shown = _within(lines[max(first, 1) - 1 :][:LINES])
        if line < max(first, 1) + len(shown):
            break
    return max(first, 1), shown


def _within(lines: Iterable[str]) -> list[str]:
    """Lines as long as they fit a page; one that is longer than a page is cut."""
    kept: list[str] = []
    left = UNITS
    for text in lines:
        shown = text.rstrip("\r\n")
        shown = shown if len(shown) <= LONGEST_LINE else shown[:LONGEST_LINE] + "…"
        left -= len(shown.encode()) + 90
        if left < 0 and kept:
            break
        kept.append(shown)
    return kept


def _address(path: str, arguments: dict[str, str]) -> str:
    return f"{path}?{urlencode(arguments)}" if arguments else path
