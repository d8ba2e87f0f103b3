"""A prompt arrives: is it a question, does the memory know something about it, was that not said already?

The warm server answers with meaning when it is there in time; else the words decide. Either way a memory must be strong
and vivid enough to be told unasked, and is told once per session.
"""

from __future__ import annotations

import os

from cogmem import clock
from cogmem.hooks import wire
from cogmem.hooks.call import Answer, Call

SHOWN = "shown"
WARM_SHARE = 0.72  # of the deadline; the rest is for the words
MORE = 5  # hits asked for beyond what is told, because some were told before
LOW_TRUST = ("tool", "web", "import")
LONGEST = 20_000
DEJA_VU = 0.8
DONE = ("MILESTONE", "DECISION", "SUMMARY")
LOCK_SECONDS = 0.03

Hit = dict[str, object]


def submitted(call: Call, news: str = "") -> Answer | None:
    """UserPromptSubmit. ``news`` is told before, out of the same budget."""
    settings = call.settings
    if not settings.context_search or not settings.flashbacks or not settings.prompt_tokens:
        return None
    from cogmem.claude.prompts import clean_prompt
    from cogmem.recall.gate import should_search

    prompt = clean_prompt(call.text("prompt")[:LONGEST])
    worth, reason = should_search(prompt)
    if not worth or not call.first():
        return None
    shown = set(call.session.lines(SHOWN))
    hits, semantic = _found(call, prompt, settings.flashbacks + MORE + len(shown))
    fresh = [hit for hit in hits if may_be_told(call, hit) and str(hit.get("id")) not in shown]
    if not fresh:
        return None
    block, ids = _block(call, prompt, fresh, news)
    if not ids:
        return None
    call.later(call.session.add, SHOWN, *ids)
    call.injected(block, as_entries([hit for hit in fresh if hit["id"] in ids]), semantic=semantic, reason=reason)
    return wire.context(call.event, block)


def _block(call: Call, prompt: str, hits: list[Hit], news: str) -> tuple[str, list[str]]:
    """(the fenced block, the ids in it): within the budget, with one line more for work that was done before."""
    from cogmem.recall.fence import CLOSE, fence, neutralise, tokens

    limit, budget = call.settings.flashbacks, call.settings.prompt_tokens - int(tokens(news) + 1 if news else 0)
    line = neutralise(_deja_vu(call, prompt, hits[:limit]))
    block, ids = fence(hits, call.lang, budget=budget - int(tokens(line) + 2 if line else 0), limit=limit)
    if line and ids:
        return block.replace(CLOSE, f"{line}\n{CLOSE}"), ids
    return (block, ids) if ids else fence(hits, call.lang, budget=budget, limit=limit)


def _deja_vu(call: Call, prompt: str, hits: list[Hit]) -> str:
    """The line for a prompt that asks for work that was done before; an empty text for any other."""
    done = [str(hit["id"]) for hit in hits if _number(hit, "relevance") >= DEJA_VU and hit.get("category") in DONE]
    if not done:
        return ""
    from cogmem.claude.hints import asks_for_work, deja_vu

    if not asks_for_work(prompt):
        return ""
    from cogmem.index.lexical import files_of

    files = files_of(os.path.join(call.root, call.settings.db_path), done, LOCK_SECONDS)
    return deja_vu(prompt, [Found(hit) for hit in hits], call.lang, files) or ""


class Found:
    """A hit by its attributes; ``cogmem.model`` would load ``dataclasses``, which costs more than the whole search."""

    def __init__(self, hit: Hit) -> None:
        self.relevance = _number(hit, "relevance")
        self.id, self.date, self.category, self.title, self.content = (
            str(hit.get(key) or "") for key in ("id", "date", "category", "title", "content")
        )


def _found(call: Call, prompt: str, k: int) -> tuple[list[Hit], bool]:
    """(hits, whether their meaning was looked at)."""
    from cogmem.hooks import warm

    end = clock.monotonic() + call.settings.deadline_ms / 1000
    question = {"op": "flashbacks", "root": call.root, "prompt": prompt, "session": call.session_id, "k": k}
    answer = warm.ask(question, call.settings.deadline_ms / 1000 * WARM_SHARE)
    if answer is not None:
        hits = [hit for hit in wire.rows(answer, "hits") if isinstance(hit, dict)]
        return hits, answer.get("semantic") is True
    return by_words(call, prompt, k, end), False


def by_words(call: Call, prompt: str, k: int, end: float) -> list[Hit]:
    """The lexical answer, given up when the clock reaches ``end``."""
    import sqlite3

    from cogmem.errors import IndexDamagedError
    from cogmem.index import lexical

    db = lexical.connect(os.path.join(call.root, call.settings.db_path), timeout=LOCK_SECONDS)
    if db is None:
        return []
    db.set_progress_handler(lambda: clock.monotonic() > end, 2000)
    try:
        return [_as_hit(row) for row in lexical.search(db, prompt, k)]
    except (sqlite3.Error, IndexDamagedError):  # the next program that may write makes it anew
        return []
    finally:
        db.close()


def _as_hit(row: dict[str, object]) -> Hit:
    import datetime

    date = datetime.date.fromordinal(int(str(row["date"]))).isoformat()
    return {**row, "date": date, "content": f"{row['title']}\n{row['body']}".strip()}


def may_be_told(call: Call, hit: Hit) -> bool:
    """Strong enough, vivid enough, and not a text from outside or an intent for a subagent."""
    if hit.get("low_trust") or hit.get("origin") in LOW_TRUST:
        return False
    arousal = _number(hit, "arousal") + _number(hit, "boost")
    return _number(hit, "relevance") >= call.settings.flashback_sim and arousal >= call.settings.flashback_arousal


def as_entries(hits: list[Hit]) -> list[tuple[str, float]]:
    """Hits as the audit wants them."""
    return [(str(hit["id"]), _number(hit, "relevance")) for hit in hits]


def _number(hit: Hit, key: str) -> float:
    value = hit.get(key)
    return float(value) if isinstance(value, (int, float)) else 0.0
