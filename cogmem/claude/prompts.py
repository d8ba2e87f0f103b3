"""Takes out of a prompt what no person typed: reminders, recalled memories, command echoes, private spans.

All scans are linear in the length of the text (``str.find``, no backtracking), since a prompt may be a pasted log of
megabytes.
"""

from __future__ import annotations

INTERRUPTED = "[Request interrupted by user"
# Blocks that the client, a hook or we put into the conversation, and what a person marked as private.
FOREIGN_TAGS = (
    "memory-context",
    "system-reminder",
    "local-command-stdout",
    "local-command-stderr",
    "local-command-caveat",
    "command-name",
    "command-message",
    "command-args",
    "command-contents",
    "bash-input",
    "bash-stdout",
    "bash-stderr",
    "task-notification",
    "user-prompt-submit-hook",
    "ide_opened_file",
    "ide_selection",
    "ide_diagnostics",
    "persisted-output",
    "tool_use_error",
    "private",
    "session-start-hook",
    "post-tool-use-hook",
    "new-diagnostics",
)
_FLASHBACK_MARK = "💭"
# str.lower() may change a text's length, which would shift the offsets.
_ASCII_LOWER = {upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)}


def clean_prompt(text: str) -> str:
    """The part of ``text`` that a person wrote for the agent, stripped; "" when nothing is left."""
    if "<" in text:
        text = strip_tags(text, FOREIGN_TAGS)
    if "[" in text or _FLASHBACK_MARK in text:
        kept = [line for line in text.split("\n") if not _is_notice(line)]
        text = "\n".join(kept)
    return text.strip()


def _is_notice(line: str) -> bool:
    bare = line.strip()
    return bare.startswith((INTERRUPTED, "[Image", "[Pasted text", _FLASHBACK_MARK)) or (
        bare.startswith("> ") and _FLASHBACK_MARK in bare
    )


def strip_tags(text: str, names: tuple[str, ...]) -> str:
    """``text`` without the blocks ``<name …>…</name>`` of these names; a block that is never closed runs to the end.

    Nested blocks of one name close together, so that a forged inner tag cannot end the outer block early.
    """
    for name in names:
        lowered = text.translate(_ASCII_LOWER)
        opening, closing = f"<{name}", f"</{name}"
        if opening not in lowered:
            continue
        parts: list[str] = []
        at = 0
        while True:
            start = _find_tag(lowered, opening, at)
            if start < 0:
                parts.append(text[at:])
                break
            parts.append(text[at:start])
            at = _block_end(lowered, opening, closing, start)
        text = "".join(parts)
    return text


def _find_tag(lowered: str, opening: str, at: int) -> int:
    """Where the tag starts at or after ``at``: its name must end there (``<private-x`` is another tag); -1: nowhere."""
    while True:
        start = lowered.find(opening, at)
        if start < 0:
            return -1
        after = lowered[start + len(opening) : start + len(opening) + 1]
        if not after or after in "> \t\n/":
            return start
        at = start + len(opening)


def _block_end(lowered: str, opening: str, closing: str, start: int) -> int:
    """The offset just behind the block that opens at ``start``."""
    depth, at = 1, start + len(opening)
    end = inner = at - 1
    while depth:
        if end < at:
            end = lowered.find(closing, at)
        if end < 0:
            return len(lowered)
        if 0 <= inner < at:
            inner = _find_tag(lowered, opening, at)
        if 0 <= inner < end:
            depth, at = depth + 1, inner + len(opening)
        else:
            depth -= 1
            mark = lowered.find(">", end)
            at = len(lowered) if mark < 0 else mark + 1
    return at
