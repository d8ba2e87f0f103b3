"""How hits look on the terminal: a line with score, date and category, the text, and where it is written."""

from __future__ import annotations

import json
import sys
import textwrap
from collections.abc import Iterable, Mapping

from cogmem.cli.out import Out, clean, one_line
from cogmem.messages import say, spoken
from cogmem.model import Hit, SearchResult

_BODY_LINES = 3
_WIDTH = 96


def show(out: Out, result: SearchResult, *, explain: bool = False, show_all: bool = False, jsonl: bool = False) -> None:
    """Print a result: JSON, JSON lines, or what is strong or weak in words."""
    if jsonl:
        for hit in result.results:
            sys.stdout.write(json.dumps(_record(hit, explain)) + "\n")
        return
    out.data({**result.as_dict(), "results": [_record(hit, explain) for hit in result.results]})
    if out.json:
        return
    for notice in result.notices:
        out.note(notice)
    if result.status == "skipped_by_gate":
        out.line(say(None, "search.gate"))
        return
    shown = [hit for hit in result.results if show_all or hit.grade != "none"]
    for hit in shown:
        out.lines(block(out, hit, explain=explain))
    if not shown:
        out.line(say(None, "search.nothing" if result.status != "no_index" else "search.empty"))
    below = len(result.results) - len(shown)
    if below:
        out.talk(say(None, "search.below", count=below))


def _record(hit: Hit, explain: bool) -> Mapping[str, object]:
    return {**hit.as_dict(), "explanation": hit.explanation} if explain else hit.as_dict()


def block(out: Out, hit: Hit, *, explain: bool = False) -> Iterable[str]:
    """The lines of one hit."""
    weak = "" if hit.grade == "strong" else f"  ({say(None, f'search.{hit.grade}')})"
    category = f"[{hit.category}]" if hit.category else ""
    head = f"{out.style(f'{hit.score:.2f}', 'green' if hit.grade == 'strong' else 'yellow')}  {clean(hit.date)}  "
    yield head + out.style(one_line(f"{category} {hit.title}"), "bold") + weak
    body = (hit.passage or hit.content.removeprefix(hit.title)).strip()
    lines = [line for raw in body.split("\n") if raw.strip() for line in textwrap.wrap(one_line(raw), _WIDTH)]
    yield from (f"      {line}" for line in lines[:_BODY_LINES])
    if len(lines) > _BODY_LINES:
        yield "      …"
    who = f"  {clean(hit.user)}" if hit.user else ""
    yield out.style(f"      {clean(hit.source)}:{hit.line}{who}  {hit.id}", "dim")
    if explain:
        yield from (f"      {line}" for line in parts(hit))
    yield ""


def parts(hit: Hit) -> list[str]:
    """A score taken apart, in words, one line each."""
    from cogmem.recall.explain import explain

    return [clean(line) for line in explain(hit, spoken())]
