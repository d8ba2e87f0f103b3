"""``facts``, ``remember``, ``forget`` and ``graph``: what is kept, what is hidden, what belongs together."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from cogmem.errors import UsageError
from cogmem.index import listing
from cogmem.index.listing import Wanted
from cogmem.journal import corefacts, daylog
from cogmem.mcp.call import Call
from cogmem.mcp.shown import fact_lines, heading, short_line
from cogmem.model import Draft, Entry
from cogmem.recall.fence import neutralise, wrap

CORE = "core:"
KINDS = ("FACT", "PREFERENCE")
MOST_FACTS = 40
MOST_FORGOTTEN = 20
MOST_LINKED = 200
MOST_SHOWN = 20
LONGEST_TITLE = 160
_LINK = re.compile(r"\[\[([^\[\]|#\n]{1,120})(?:[|#][^\[\]\n]{0,120})?\]\]")


def facts(call: Call, arguments: dict[str, Any]) -> str:
    """Core facts, then entries of the kinds FACT and PREFERENCE that hold every word of ``query``."""
    words = tuple(str(arguments.get("query", "")).split())
    folded = [word.casefold() for word in words]
    core = [
        (key, value)
        for key, value in corefacts.core_facts(call.project)
        if all(word in f"{key} {value}".casefold() for word in folded)
    ]
    entries, more = _listed(call, Wanted(categories=KINDS, words=words), MOST_FACTS)
    lines = [heading(call.say("core")), *fact_lines(core)] if core else []
    if entries:
        lines += [heading(call.say("facts")), *(short_line(entry, call.lang) for entry in entries)]
    if not lines:
        return call.say("no_facts")
    return "\n".join([wrap(lines, call.lang), *([call.say("more", n=more)] if more else [])])


def remember(call: Call, arguments: dict[str, Any]) -> str:
    """A line of core.md when ``core_key`` is given, else an entry of today's log."""
    fact = arguments["fact"].strip()
    if not fact:
        raise UsageError(call.say("empty_fact"))
    key = str(arguments.get("core_key") or "").strip().removeprefix(CORE)
    if key:
        if not corefacts.valid_key(key):
            raise UsageError(call.say("bad_key"))
        path, line, new = corefacts.set_fact(call.project, key, fact)
        return call.say("core_set", name=key, place=f"{path}:{line}") if new else call.say("core_same", name=key)
    title, _, body = fact.partition("\n")
    if len(title) > LONGEST_TITLE:
        title, body = title[: LONGEST_TITLE - 1] + "…", fact
    entry = call.store.log(
        Draft(
            title=title,
            body=body.strip(),
            category=arguments.get("category", "FACT"),
            origin="agent",
            session=call.session,
            pinned=bool(arguments.get("pin", False)),
        )
    )
    return call.say("remembered", id=entry.id, place=f"{entry.source}:{entry.line}")


def forget(call: Call, arguments: dict[str, Any]) -> str:
    """Preview, or mark as forgotten when ``confirm`` is true. A core fact's line is removed."""
    id, query, confirmed = (
        str(arguments.get("id", "")),
        str(arguments.get("query", "")),
        arguments.get("confirm") is True,
    )
    if bool(id) == bool(query.split()):
        raise UsageError(call.say("forget_what"))
    if id.startswith(CORE):
        return _forget_core(call, id.removeprefix(CORE), confirmed)
    found = _one(call, id) if id else _holding(call, query)
    lines = [short_line(entry, call.lang) for entry in found]
    if not confirmed:
        return "\n".join([wrap(lines, call.lang), call.say("forget_preview", n=len(found))])
    for entry in found:
        daylog.mark(call.project, entry.id, entry.source, forgotten=True)
    call.store.index_dir(embed=False)
    return call.say("forgotten", n=len(found))


def graph(call: Call, arguments: dict[str, Any]) -> str:
    """Names that are linked with ``name`` in the same entries, and those entries; one step more for each ``depth``."""
    call.store.index_dir(embed=False)
    frontier = [arguments["name"].strip().strip("[]").strip()]
    seen: set[str] = set()
    shown: dict[str, Entry] = {}
    lines: list[str] = []
    for _ in range(int(arguments.get("depth", 1))):
        reached: Counter[str] = Counter()
        for name in frontier:
            seen.add(name.casefold())
            entries = [
                entry
                for entry in listing.holding(call.store.index.db, f"[[{name}", MOST_LINKED)
                if name.casefold() in {link.casefold() for link in links(entry.content)}
            ]
            near = Counter(
                link for entry in entries for link in links(entry.content) if link.casefold() != name.casefold()
            )
            if near:
                names = ", ".join(f"[[{neutralise(link)}]] ({n})" for link, n in near.most_common(MOST_SHOWN))
                lines.append("- " + call.say("neighbours", name=f"[[{neutralise(name)}]]", names=names))
            shown |= {entry.id: entry for entry in entries}
            reached += near
        frontier = [name for name, _ in reached.most_common(MOST_SHOWN) if name.casefold() not in seen]
    if not shown:
        return call.say("no_graph", name=neutralise(arguments["name"]))
    newest = sorted(shown.values(), key=lambda entry: (entry.date, entry.source, entry.line), reverse=True)[:MOST_SHOWN]
    return wrap([*lines, *(short_line(entry, call.lang) for entry in newest)], call.lang)


def links(text: str) -> set[str]:
    """The names in ``[[name]]``, ``[[name|shown]]`` and ``[[name#part]]``."""
    return {name.strip() for name in _LINK.findall(text) if name.strip()}


def _listed(call: Call, wanted: Wanted, most: int) -> tuple[list[Entry], int]:
    """The newest entries of a list and how many more there are."""
    call.store.index_dir(embed=False)
    db = call.store.index.db
    entries, _ = listing.newest(db, wanted, most)
    return entries, listing.total(db, wanted) - len(entries)


def _one(call: Call, id: str) -> list[Entry]:
    entry = call.store.read(id)
    if entry is None:
        raise call.no_entry(id)
    return [entry]


def _holding(call: Call, query: str) -> list[Entry]:
    found, more = _listed(call, Wanted(words=tuple(query.split())), MOST_FORGOTTEN)
    if not found:
        raise UsageError(call.say("forget_none", query=neutralise(query)))
    if more:
        raise UsageError(call.say("forget_many", n=len(found) + more, most=MOST_FORGOTTEN))
    return found


def _forget_core(call: Call, key: str, confirmed: bool) -> str:
    found = [(name, value) for name, value in corefacts.core_facts(call.project) if name == key]
    if not found:
        raise call.no_entry(CORE + key)
    if not confirmed:
        return "\n".join([wrap(fact_lines(found), call.lang), call.say("forget_preview", n=1)])
    corefacts.remove_fact(call.project, key)
    return call.say("core_gone", name=key, place=call.project.relative(corefacts.path_of(call.project)))
