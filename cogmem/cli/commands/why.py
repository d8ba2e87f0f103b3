"""``cogmem why``: what was told to the model last and why, where a memory came up, or how a question is answered."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import click

from cogmem.cli import suggestions
from cogmem.cli.base import Run, define, option
from cogmem.cli.hits import answer, show
from cogmem.cli.out import clean, one_line
from cogmem.errors import UsageError
from cogmem.messages import say

if TYPE_CHECKING:
    from cogmem.store import MemoryStore

ANSWERS = 5
"""Hits that a question is explained by; of what was told, one."""
_ID = re.compile(r"[0-9a-f]{6,12}")


@define("why")
@click.argument("what", nargs=-1, metavar="last | ID | QUESTION", shell_complete=suggestions.ids)
@option("-n", "--number", type=click.IntRange(1, 100))
@option("--jsonl", is_flag=True)
def command(run: Run, what: tuple[str, ...], number: int | None, jsonl: bool) -> None:
    from cogmem.store import MemoryStore

    text = " ".join(what).strip() or "last"
    with MemoryStore(run.project()) as store:
        store.merge_spool()
        if text == "last":
            _last(run, store, number or 1, jsonl)
        elif _ID.fullmatch(text):
            _memory(run, store, text, number or 1)
        else:
            found = store.search(text, top_k=number or ANSWERS, reinforce=False)
            show(run.out, answer(found, explain=True), show_all=True, jsonl=jsonl)


def _last(run: Run, store: MemoryStore, number: int, jsonl: bool) -> None:
    """The last injections: when, at which event, at what cost; each memory's relevance, and whether it was used."""
    found = store.ledger.last_injections(number)
    for one in found:
        one["entries"] = [_named(store, entry) for entry in one["entries"]]
        one["time"] = _moment(one["at"])
    if jsonl:
        run.out.rows(found)
        return
    run.out.data({"injections": found})
    if not found:
        run.out.line(say(None, "why.nothing"))
    for one in found:
        run.out.lines(_injection(run, one))


def _memory(run: Run, store: MemoryStore, text: str, number: int) -> None:
    """One memory: what it says, how often it was told and found, what use added."""
    entry = store.read(text)
    if entry is None:
        raise UsageError(say(None, "why.unknown", id=text), hint=say(None, "why.unknown_hint"))
    injections = store.ledger.last_injections(number, id=entry.id)
    retrievals = store.ledger.last_retrievals(number, id=entry.id)
    boost, used = store.boosts().get(entry.id, (0.0, None))
    run.out.data({
        "id": entry.id, "title": entry.title, "date": entry.date, "category": entry.category, "source": entry.source,
        "line": entry.line, "arousal": entry.arousal, "boost": boost, "last_used": used,
        "injections": injections, "retrievals": retrievals,
    })
    run.out.line(run.out.style(one_line(f"{entry.date} [{entry.category}] {entry.title}"), "bold"))
    run.out.line(f"  {clean(entry.source)}:{entry.line}  {entry.id}")
    run.out.line("  " + say(None, "why.arousal", arousal=entry.arousal, boost=boost, used=used or "–"))
    for one in retrievals:
        run.out.line("  " + say(None, "why.found", time=_moment(one["at"]), query=one_line(one["query"])))
    for one in injections:
        run.out.line("  " + say(None, "why.told", time=_moment(one["at"]), event=one["event"]))


def _named(store: MemoryStore, entry: dict[str, Any]) -> dict[str, Any]:
    found = store.read(entry["id"])
    return {**entry, "title": found.title if found else None, "date": found.date if found else None,
            "category": found.category if found else None}


def _injection(run: Run, one: dict[str, Any]) -> list[str]:
    way = say(None, "why.semantic" if one["semantic"] else "why.words")
    lines = [run.out.style(f"{one['time']}  {clean(one['event'])}", "bold")
             + "  " + say(None, "why.cost", tokens=one["tokens"], way=way)]
    if one["reason"]:
        lines.append(f"  {one_line(one['reason'])}")
    for entry in one["entries"]:
        relevance = "" if entry["relevance"] is None else f"{entry['relevance']:.2f}  "
        used = "  " + say(None, "why.used") if entry["used"] else ""
        title = f"[{entry['category']}] {entry['title']}" if entry["title"] else entry["id"]
        lines.append(f"  {relevance}{clean(entry['date'] or '')}  {one_line(title)}{used}")
    return lines


def _moment(at: float) -> str:
    import datetime as dt

    return dt.datetime.fromtimestamp(at).astimezone().isoformat(" ", "minutes")
