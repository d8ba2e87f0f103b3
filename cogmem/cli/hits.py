"""How hits look on the terminal: a line with what orders (score) and what decides (relevance), the text, its place.

Works on plain records (``Hit.as_dict()``), so that a lexical search need not load the classes.
"""

from __future__ import annotations

import os
import sys

from cogmem.cli.out import Out, clean, is_terminal, one_line
from cogmem.messages import say, spoken

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from cogmem.model import Hit, SearchResult

    Record = dict[str, Any]

_BODY_LINES = 3
_WIDTH = 96


def record(hit: Hit, explain: bool = False) -> Record:
    """A hit as a plain record; ``explain`` adds its numbers and the same in words."""
    if not explain:
        return {**hit.as_dict(), "passage": hit.passage}
    from cogmem.recall.explain import explain as in_words

    return {**hit.as_dict(), "passage": hit.passage, "explanation": hit.explanation, "words": in_words(hit, spoken())}


def answer(result: SearchResult, explain: bool = False) -> Record:
    """A result as a plain record."""
    return {**result.as_dict(), "results": [record(hit, explain) for hit in result.results]}


def show(out: Out, found: Record, *, show_all: bool = False, jsonl: bool = False) -> None:
    """Print an answer: JSON, JSON lines, or what is strong or weak in words."""
    if jsonl:
        out.rows(_bare(hit) for hit in found["results"])
        return
    if out.json:
        out.data({**found, "results": [_bare(hit) for hit in found["results"]]})
        return
    if found["status"] == "skipped_by_gate":
        out.line(say(None, "search.gate"))
        return
    for notice in found["notices"]:
        out.note(notice)
    shown = [hit for hit in found["results"] if show_all or hit["grade"] != "none"]
    for hit in shown:
        out.lines(block(out, hit))
    if not shown:
        out.line(say(None, "search.nothing" if found["status"] != "no_index" else "search.empty"))
    below = len(found["results"]) - len(shown)
    if below:
        out.talk(say(None, "search.below", count=below))


def _bare(hit: Record) -> Record:
    return {key: value for key, value in hit.items() if key not in ("passage", "words")}


def block(out: Out, hit: Record) -> Iterator[str]:
    """The lines of one hit."""
    strong = hit["grade"] == "strong"
    weak = "" if strong else f"  {say(None, 'search.' + hit['grade'])}"
    category = f"[{hit['category']}] " if hit["category"] else ""
    score = out.style(f"{hit['score']:.2f}", "green" if strong else "yellow")
    decides = say(None, "search.relevance", value=f"{hit['relevance']:.2f}")
    yield f"{score}{decides}  {clean(hit['date'])}  {out.style(one_line(category + hit['title']), 'bold')}{weak}"
    body = (hit.get("passage") or hit["content"].removeprefix(hit["title"])).strip()
    lines = _wrapped(body, _cells())
    yield from (f"      {line}" for line in lines[:_BODY_LINES])
    if len(lines) > _BODY_LINES:
        yield "      …"
    who = f"  {clean(hit['user'])}" if hit["user"] else ""
    yield out.style(f"      {clean(hit['source'])}:{hit['line']}{who}  {hit['id']}", "dim")
    yield from (f"      {clean(line)}" for line in hit.get("words", ()))
    yield ""


def _cells() -> int:
    """The width for text: the terminal's, where there is one, less the margin."""
    try:
        columns = os.get_terminal_size(sys.stdout.fileno()).columns if is_terminal(sys.stdout) else 0
    except (OSError, ValueError):
        columns = 0
    return min(_WIDTH, max(20, columns - 7)) if columns else _WIDTH


def _wrapped(body: str, cells: int) -> list[str]:
    """Lines of at most ``cells``, as many as are shown and one more; broken at spaces where there are any."""
    from cogmem.cli.tables import width

    lines: list[str] = []
    for raw in body.split("\n"):
        line = ""
        for word in one_line(raw).split(" "):
            while width(word) > cells:
                lines, line, word = [*lines, *([line] if line else []), word[: cells // 2]], "", word[cells // 2 :]
            if line and width(line) + 1 + width(word) > cells:
                lines.append(line)
                line = word
            else:
                line = f"{line} {word}" if line else word
        lines += [line] if line else []
        if len(lines) > _BODY_LINES:
            break
    return lines
