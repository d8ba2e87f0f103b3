"""``search`` → ``timeline`` → ``read``, and ``log``. Each handler takes a call and gives the text for the model.

Recalled text is always fenced, with an id and its provenance on each line.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cogmem.errors import UsageError
from cogmem.journal import corefacts
from cogmem.mcp import keeping
from cogmem.mcp.call import Call
from cogmem.mcp.shown import entry_lines, fact_lines, heading, hit_line, short_line
from cogmem.model import CATEGORIES, DEFAULT_AROUSAL, Draft
from cogmem.recall.fence import wrap

SEARCH_HITS = 10
TIMELINE_STEPS = 3
MOST_READ = 20


def search(call: Call, arguments: dict[str, Any]) -> str:
    found = call.store.search(
        arguments["query"],
        top_k=int(arguments.get("k", SEARCH_HITS)),
        tag=arguments.get("tag"),
        since=arguments.get("since"),
        until=arguments.get("until"),
        session=call.session,
        via="mcp",
    )
    shown = [hit for hit in found.results if hit.grade != "none"]
    core = fact_lines(corefacts.core_facts(call.project))
    lines = [*([heading(call.say("core")), *core] if core else [])]
    if shown:
        lines += [heading(call.say("hits")), *(hit_line(hit, call.lang) for hit in shown)]
    skipped = found.status == "skipped_by_gate"
    notes = [call.say("no_question")] if skipped else list(found.notices)
    if not found.answered and not skipped:
        notes.append(call.say("only_weak" if shown else "nothing"))
    return "\n".join([part for part in (wrap(lines, call.lang), *notes) if part])


def timeline(call: Call, arguments: dict[str, Any]) -> str:
    entries = call.store.timeline(arguments["id"], int(arguments.get("n", TIMELINE_STEPS)))
    if not entries:
        raise call.no_entry(arguments["id"])
    return wrap([short_line(entry, call.lang) for entry in entries], call.lang)


def read(call: Call, arguments: dict[str, Any]) -> str:
    """Whole entries; ids that are not there are named after the rest."""
    if not arguments["ids"]:
        raise UsageError(call.say("empty_ids"))
    lines: list[str] = []
    missing: list[str] = []
    for id in arguments["ids"][:MOST_READ]:
        entry = call.store.read(id)
        if entry is None:
            missing.append(id)
        else:
            lines += entry_lines(entry, call.lang)
    if missing and not lines:
        raise call.no_entry(", ".join(missing))
    left = len(arguments["ids"]) - MOST_READ
    notes = [call.say("no_entry", id=id) for id in missing]
    notes += [call.say("more", n=left)] if left > 0 else []
    return "\n".join([wrap(lines, call.lang), *notes])


def log(call: Call, arguments: dict[str, Any]) -> str:
    category = str(arguments.get("category") or "NOTE").strip("[] ").upper()
    if not arguments["title"].strip():
        raise UsageError(call.say("empty_title"))
    if not category.replace("_", "").replace("-", "").isalnum():
        raise UsageError(call.say("wrong", problems=f"category: {', '.join(CATEGORIES)}"))
    entry = call.store.log(
        Draft(
            title=arguments["title"],
            body=arguments.get("body", ""),
            category=category,
            domains=tuple(str(d).strip("[] ").upper() for d in arguments.get("domains", ())),
            arousal=float(arguments.get("arousal", DEFAULT_AROUSAL)),
            emotion=arguments.get("emotion"),
            origin="agent",
            session=call.session,
            files=tuple(arguments.get("files", ())),
        )
    )
    return call.say("logged", id=entry.id, place=f"{entry.source}:{entry.line}")


HANDLERS: dict[str, Callable[[Call, dict[str, Any]], str]] = {
    "search": search,
    "timeline": timeline,
    "read": read,
    "log": log,
    "facts": keeping.facts,
    "remember": keeping.remember,
    "forget": keeping.forget,
    "graph": keeping.graph,
}
