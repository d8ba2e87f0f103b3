"""The failure-breaker: after so many failed steps in a row, say so, once per so many.

A step is one answer of the model with all the tool calls in it. A call has failed when PostToolUseFailure named it or
the client rejected it before it ran (``<tool_use_error>``, which only PostToolBatch sees). One success starts the
count anew; interrupted and refused calls count for nothing. Each (session, agent) counts for itself. No error text is
written to disk, only checksums; and never exit 2 here: that would end the turn.
"""

from __future__ import annotations

from cogmem.hooks import wire
from cogmem.hooks.call import Answer, Call

NOTE = "fail"
REJECTED = "<tool_use_error>"
# How the client's own words begin when a person or a rule refused the call: nobody failed.
REFUSED = ("The user doesn't want to", "Permission to use ", "Permission for this ", "PreToolUse:", "Hook PreToolUse:",
           "[Request interrupted", "This command requires approval", "Claude requested permissions")
_SHOWN = 200
LOOK_SHARE = 0.4  # of what a prompt may wait


def failed(call: Call) -> None:
    """PostToolUseFailure: remember which call it was; its step is counted when the batch ends."""
    one = call.text("tool_use_id")
    if one:
        call.session.add(NOTE, f"{'i' if call.payload.get('is_interrupt') is True else 'f'}\t{one}")


def batch(call: Call) -> Answer | None:
    """PostToolBatch: close the step."""
    notes = [line.split("\t") for line in call.session.lines(NOTE)]
    marks = {note[1]: note[0] for note in notes if len(note) > 1 and note[0] in ("f", "i")}
    errors, succeeded = [], False
    for row in wire.rows(call.payload, "tool_calls"):
        told = _told(row)
        mark = marks.get(wire.text(row, "tool_use_id"))
        if mark == "f" or told.startswith(REJECTED):
            errors.append(told)
        elif mark != "i" and not told.startswith(REFUSED):
            succeeded = True
    if succeeded:
        if notes and call.first():
            call.session.clear(NOTE)
        return None
    if not errors or not call.first():
        return None
    sums = [note[1] for note in notes if len(note) > 1 and note[0] == "s"] + [_checksum(errors[-1])]
    call.session.add(NOTE, f"s\t{sums[-1]}")
    threshold = max(1, int(call.settings.threshold))
    if len(sums) % threshold:
        return None
    return wire.context("PostToolBatch", _advice(call, sums, _plain(errors[-1])))


def _advice(call: Call, sums: list[str], error: str) -> str:
    """The advice. On record is all of it but the error's own words, like everywhere else on disk."""
    from cogmem.hooks.texts import say

    same = next((n for n, one in enumerate(reversed(sums)) if one != sums[-1]), len(sums))
    advice = say(call.lang, "breaker.advice", count=len(sums))
    quoted = ""
    if error:
        key = "breaker.same" if same > 1 else "breaker.last"
        quoted = say(call.lang, key, times=same, error=error) + "\n"
    known, hits = _known(call, error) if error else ("", [])
    call.injected(f"{advice}\n{known}".rstrip(), hits, reason="failure-breaker", unwritten=quoted)
    return f"{advice}\n{quoted}{known}".rstrip()


def _known(call: Call, error: str) -> tuple[str, list[tuple[str, float]]]:
    """What the log says of this error, fenced, once per session; and the (id, relevance) of it."""
    from cogmem import clock
    from cogmem.hooks import prompt
    from cogmem.hooks.texts import say
    from cogmem.recall.fence import item_line, wrap

    shown = call.session.lines(prompt.SHOWN)
    end = clock.monotonic() + call.settings.deadline_ms / 1000 * LOOK_SHARE
    hits = [hit for hit in prompt.by_words(call, error, 8, end)
            if hit.get("category") == "ERROR" and prompt.may_be_told(call, hit) and hit.get("id") not in shown][:1]
    if not hits:
        return "", []
    call.later(call.session.add, prompt.SHOWN, *(str(hit["id"]) for hit in hits))
    block = wrap([item_line(hit, call.lang) for hit in hits], call.lang)
    return say(call.lang, "breaker.known") + "\n" + block, prompt.as_entries(hits)


def _told(row: object) -> str:
    """The result of a call as the model sees it."""
    told = wire.text(row, "tool_response")
    if told:
        return told
    return "\n".join(wire.text(part, "text") for part in wire.rows(row, "tool_response"))


def _plain(error: str) -> str:
    """The first lines of an error, fit to be quoted."""
    bare = error.replace(REJECTED, "").replace("</tool_use_error>", "")
    return " ".join(bare.replace("<", "‹").split())[:_SHOWN]


def _checksum(error: str) -> str:
    """Equal for errors that differ in numbers only (line numbers, times, addresses)."""
    from binascii import crc32

    bare = "".join("0" if char.isdigit() else char for char in error[:2000])
    while "00" in bare:
        bare = bare.replace("00", "0")
    return f"{crc32(bare.encode('utf-8', 'replace')):08x}"
