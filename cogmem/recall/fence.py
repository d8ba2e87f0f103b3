"""Memories as quoted data: one opening and one closing delimiter whatever they say, provenance on each line, a budget.

Nothing is deleted to make it safe, because deleting lets parts rejoin: every ``<`` of a memory becomes ``‹``, so no tag
of any kind can be opened or closed from inside (tags, roles as tags, chat templates, nested or split delimiters).
Hidden characters (zero width, bidi, tag characters) become nothing or a mark *before* that, role markers at the start
of a line lose their colon, code fences their back-ticks. The same memories give the same bytes. Standard library only.
"""

from __future__ import annotations

from cogmem.recall.texts import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

OPEN = "<memory-context>"
CLOSE = "</memory-context>"
MAX_UNITS = 9500  # UTF-16 units; the client cuts at 10,000
MAX_ITEM_TOKENS = 160

_ROLES = (
    "system",
    "user",
    "assistant",
    "human",
    "developer",
    "tool",
    "ai",
    "claude",
    "function",
    "システム",
    "ユーザー",
)
_LEADING = " \t#>*_-=+|`'\"“「[(【・•:"
_RANGES = (
    (0x00, 0x08), (0x0B, 0x0C), (0x0E, 0x1F), (0x7F, 0x9F), (0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C),
    (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F), (0x200B, 0x200F), (0x202A, 0x202E),
    (0x2060, 0x206F), (0x3164, 0x3164),
    (0xD800, 0xDFFF), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFFB), (0x1D173, 0x1D17A),
    (0xE0100, 0xE01EF),
)  # fmt: skip
_HIDDEN = {code: None for first, last in _RANGES for code in range(first, last + 1)}
_SHOWN = {0x3C: "‹", 0xFF1C: "‹", 0xFE64: "‹", **dict.fromkeys(range(917504, 917632), "�")}
_BREAKS = {0x0D: "\n", 0x85: "\n", 0x2028: "\n", 0x2029: "\n"}
_TABLE = {**_HIDDEN, **_SHOWN, **_BREAKS}


def tokens(text: str) -> float:
    """The estimate that all budgets use: CJK characters + other characters / 4."""
    cjk = sum(
        "\u3040" <= c <= "\u30ff" or "\u3400" <= c <= "\u9fff" or "\uac00" <= c <= "\ud7af" or "\uff00" <= c <= "\uffef"
        for c in text
    )
    return cjk + (len(text) - cjk) / 4


def units(text: str) -> int:
    """UTF-16 code units, which is what the client counts."""
    return len(text) + sum(c > "\uffff" for c in text)


def neutralise(text: str) -> str:
    """One line of plain data: no tag, role, fence, chat template or hidden character survives in ``text``."""
    lines = [_plain_line(line) for line in text.translate(_TABLE).split("\n")]
    return " / ".join(line for line in lines if line)


def _plain_line(line: str) -> str:
    line = " ".join(line.split()).replace("```", "'''").replace("~~~", "∼∼∼")
    for mark in ("[INST]", "[/INST]", "[inst]", "[/inst]"):
        line = line.replace(mark, f"({mark[1:-1]})")
    body = line.lstrip(_LEADING)
    lead = line[: len(line) - len(body)]
    lowered = body[:24].lower()
    for role in _ROLES:
        if lowered.startswith(role):
            rest = body[len(role) :].lstrip(" *_`\"'])】」")
            if rest[:1] in (":", "：", "﹕", "︰"):
                return f"{lead}{body[: len(role)]}∶{rest[1:]}"
    return line


def cut(text: str, limit: float, place: str, lang: str) -> str:
    """``text`` within ``limit`` tokens; what is too long ends with a pointer to the place where all of it lies."""
    if tokens(text) <= limit:
        return text
    pointer = say(lang, "fence.cut", place=place)
    return within(text, limit - tokens(pointer)).rstrip() + pointer


def within(text: str, room: float, size: Callable[[str], float] = tokens) -> str:
    """The beginning of ``text`` that fits ``room``, by ``size`` (of a letter: a quarter to 1)."""
    kept = []
    for char in text[: int(max(0.0, room) * 4) + 4]:
        room -= size(char)
        if room < 0:
            break
        kept.append(char)
    return "".join(kept)


def item_line(hit: dict[str, object], lang: str, limit: float = MAX_ITEM_TOKENS) -> str:
    """``- DATE [CATEGORY] text (arousal 0.8; memory/logs/2026-03-08.md:14; by user)`` for one hit's dictionary."""
    place = neutralise(f"{hit['source']}:{hit['line']}")
    author = neutralise(f"{hit.get('origin') or 'user'}" + (f" {hit['user']}" if hit.get("user") else ""))
    arousal = f"{say(lang, 'fence.arousal')} {float(str(hit.get('arousal', 0.5))):.1f}"
    tail = f" ({arousal}; {place}; {say(lang, 'fence.by')} {author})"
    head = f"- {neutralise(str(hit.get('date', '')))} [{neutralise(str(hit.get('category', 'NOTE')))}] "
    room = limit - tokens(head) - tokens(tail)
    text = neutralise(str(hit.get("passage") or hit.get("content") or hit.get("title") or ""))
    return head + cut(text, room, place, lang) + tail


def wrap(lines: list[str], lang: str) -> str:
    """Already neutral lines between the delimiters; an empty list gives an empty text."""
    if not lines:
        return ""
    return "\n".join([OPEN, say(lang, "fence.intro"), *lines, CLOSE])


def fence(
    hits: list[dict[str, object]], lang: str = "en", *, budget: int = 400, limit: int = 3
) -> tuple[str, list[str]]:
    """(block, ids that are in it): the first ``limit`` hits that fit ``budget`` tokens and MAX_UNITS, in their order.

    ``hits`` are ``Hit.as_dict()`` values. Nothing at all when there is nothing to say.
    """
    head = [say(lang, "fence.flashback")]
    lines: list[str] = []
    ids: list[str] = []
    for hit in hits[:limit]:
        frame = wrap([*head, *lines, ""], lang)
        room = min(MAX_ITEM_TOKENS, budget - tokens(frame))
        if room < 40:
            break
        line = item_line(hit, lang, room)
        block = wrap([*head, *lines, line], lang)
        if units(block) > MAX_UNITS or tokens(block) > budget:
            break
        lines.append(line)
        ids.append(str(hit["id"]))
    return (wrap([*head, *lines], lang), ids) if lines else ("", [])
