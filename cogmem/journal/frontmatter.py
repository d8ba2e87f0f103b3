"""Whether the ``---`` block at the top of a file is YAML, as far as people write it there.

Not a YAML parser: it names the first line that no parser would take, so that such a file is not edited by us.
"""

from __future__ import annotations

import re

from cogmem.journal.texts import say
from cogmem.model import Problem

_KEY = re.compile(r"[^\s#:&*!|>'\"%@`\[\]{},-][^:#\n]*:(?:\s+(.*))?|\"[^\"]*\":(?:\s+(.*))?")
_QUOTED = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*'")
_BLOCK_TEXT = re.compile(r":\s[ \t]*[|>][-+0-9]*\Z")


def problems(lines: list[str], source: str) -> tuple[Problem, ...]:
    """What is not plain YAML in a ``---`` block at the top: tabs, ``key: a: b``, lines that are no key and no item."""
    if not lines or lines[0].lstrip("\ufeff").rstrip() != "---":
        return ()
    end = next((number for number in range(1, len(lines)) if lines[number].rstrip() in ("---", "...")), None)
    inner = lines[1:end]
    if end is None or any(line.startswith("##") for line in inner) or ":" not in "".join(inner):
        return ()  # a rule, not front matter
    block_indent = None
    for number in range(1, end):
        line = lines[number]
        indent = len(line) - len(line.lstrip(" "))
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if block_indent is not None and indent > block_indent:
            continue  # a literal or folded text
        block_indent = None
        if not _is_yaml(line):
            return (Problem(source, number + 1, say("yaml", line=line.strip()[:60])),)
        if _BLOCK_TEXT.search(line.rstrip()):
            block_indent = indent
    return ()


def _is_yaml(line: str) -> bool:
    """Whether a line is ``key: value``, ``- item`` or the continuation of a plain value, without tabs before it."""
    content = line.lstrip(" ")
    if content.startswith("\t"):
        return False
    item = content
    while item.startswith("- "):
        item = item[2:].lstrip(" ")
    if item == "-":
        return True
    found = _KEY.fullmatch(item)
    if found:
        return _is_value((found.group(1) or found.group(2) or "").strip())
    if item != content:
        return _is_value(item.strip())
    return content != line and ": " not in content


def _is_value(value: str) -> bool:
    """Whether a value is a quoted text, a flow list, or plain: without ``: `` in it and no stray opening mark."""
    if value[:1] in ("'", '"'):
        return _QUOTED.fullmatch(value.partition(" #")[0].rstrip()) is not None
    if value[:1] in ("[", "{"):
        return value.partition(" #")[0].rstrip().endswith({"[": "]", "{": "}"}[value[0]])
    if value.startswith("[["):
        return True
    return ": " not in value and not value.endswith(":") and value[:1] not in ("%", "@", "`")
