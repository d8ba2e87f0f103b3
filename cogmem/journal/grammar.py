"""What the lines of a log mean: headings, rules and list lines.

Pure functions on lines (without their ends). Only column 0 counts for headings and list lines, so that whatever stands
inside a list item or a quotation is text. Every pattern here takes time linear in the line's length.
"""

from __future__ import annotations

import re
from functools import lru_cache

SUMMARY, LOG, HANDOVER, SECTION = "summary", "log", "handover", "section"
ENTRY_MARK, SECTION_MARK, TITLE_MARK, RULE_MARK, ITEM_MARK = "###", "##", "#", "---", "-"

_BLANKS = " \t\u3000"
LEADING = "\ufeff\x0b\x0c"
EDGES = "".join(filter(str.isspace, map(chr, range(0x3001)))) + "\ufeff"
"""What is stripped around a heading's text: every blank, and a stray byte order mark."""
_RULE = re.compile(r" {0,3}(-[ \t]*-[ \t]*-[- \t]*|\*[ \t]*\*[ \t]*\*[* \t]*|_[ \t]*_[ \t]*_[_ \t]*)")
_TITLE = re.compile(r"#[ \t\u3000]+\d{4}-\d\d-\d\d(?!\d)")
_TAG = r"[A-Z][A-Z0-9_+&/.-]+"
ITEM = re.compile(rf"[-*+][ \t]+\[({_TAG})\]((?:[ \t]?\[{_TAG}\])*)[ \t\u3000]+(?=\S)")

_NAMES = {
    "session summary": SUMMARY, "セッション概要": SUMMARY, "セッションサマリー": SUMMARY, "セッション要約": SUMMARY,
    "log entries": LOG, "ログエントリ": LOG, "ログエントリー": LOG,
    "handover": HANDOVER, "handoff": HANDOVER, "hand-over": HANDOVER, "hand-off": HANDOVER,
    "引き継ぎ": HANDOVER, "引継ぎ": HANDOVER, "引継": HANDOVER, "引き継ぎ事項": HANDOVER, "引き継ぎメモ": HANDOVER,
}
_LONGEST_NAME = 120
_NOTES = frozenset(("notes", "note", "memo"))


def mark_of(line: str) -> str | None:
    """What a line outside code and comments is: one of the ``*_MARK`` values, or None for text."""
    first = line[:1]
    if first in LEADING and first:
        line = line.lstrip(LEADING)
        first = line[:1]
    if first == "#":
        return _heading_mark(line)
    if first in ("-", "*", "_", "+", " "):
        if _RULE.fullmatch(line):
            return RULE_MARK
        return ITEM_MARK if first in "-*+" and ITEM.match(line) else None
    return None


def _heading_mark(line: str) -> str | None:
    if line.startswith("###"):
        return ENTRY_MARK if line[3:4] in _BLANKS else None
    if line.startswith("##"):
        return SECTION_MARK if line[2:3] in _BLANKS else None
    return TITLE_MARK if _TITLE.match(line) else None


def heading_text(line: str) -> str:
    """The text of a heading line."""
    return line.lstrip(LEADING).lstrip("#").strip(EDGES)


@lru_cache(maxsize=1024)
def section_kind(heading: str, handover_headings: tuple[str, ...] = ()) -> str:
    """What a ``##`` section is, by its heading in English or Japanese; ``handover_headings`` are further names.

    Numbers, times and punctuation may follow a name: ``## Handover (2)``, ``## Session Summary: billing``."""
    text = heading[:_LONGEST_NAME].casefold().strip()
    extra = {name.lstrip("#").strip().casefold(): HANDOVER for name in handover_headings if name.strip("# \t")}
    while text and not text[0].isalnum():
        text = text[1:]  # an emoji or other ornament before the name
    for name, kind in (*extra.items(), *_NAMES.items()):
        if text.startswith(name) and _only_ornament(text[len(name):]):
            return kind
    return SECTION


def has_handover(text: str, handover_headings: tuple[str, ...] = ()) -> bool:
    """Whether a line looks like the heading of a handover: a quick look before parsing, code fences not regarded."""
    lines = (line.lstrip(LEADING) for line in text.splitlines() if "##" in line)
    headings = (heading_text(line) for line in lines if line.startswith(SECTION_MARK) and line[2:3] != "#")
    return any(section_kind(heading, handover_headings) == HANDOVER for heading in headings)


def _only_ornament(rest: str) -> bool:
    if not rest:
        return True
    if rest[0].isalnum() or rest[0] in "-_ー":
        return False
    return not rest.strip()[:1].isalpha() or rest.strip() in _NOTES
