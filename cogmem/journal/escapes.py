"""Backslashes before lines that would mean something where they are meant as text.

A body that holds ``### a heading`` outside a code fence is written as ``\\### a heading`` and read back as it was.
``escape`` and ``unescape`` are each other's inverse on every text.
"""

from __future__ import annotations

import re

from cogmem.journal import regions

_CRITICAL = (r"(?:\#\#\#?(?=[ \t\u3000]|\Z)|\#[ \t\u3000]+\d{4}-\d\d-\d\d|`{3}|~{3}|<!--"
             r"|(?:-[ \t]*){3}[- \t]*\Z|(?:\*[ \t]*){3}[* \t]*\Z|(?:_[ \t]*){3}[_ \t]*\Z)")
_PLAIN = re.compile(rf"([ \ufeff\x0b\x0c]*){_CRITICAL}")
_ESCAPED = re.compile(rf"([ \ufeff\x0b\x0c]*)\\(?=\\*{_CRITICAL})")
_ARROW = re.compile(r"--(\\*)>")
_ESCAPED_ARROW_TEXT = re.compile(r"--(\\+)>")
_ESCAPED_ARROW = re.compile(r"--\\(\\*)>")


def unescape(line: str) -> str:
    """A line outside of code and comments as it was meant."""
    if "\\" not in line:
        return line
    line = _ESCAPED.sub(r"\1", line, count=1) if _ESCAPED.match(line) else line
    return unescape_arrows(line)


def unescape_arrows(text: str) -> str:
    """``--\\>`` as ``-->``."""
    return _ESCAPED_ARROW.sub(r"--\1>", text) if "--\\" in text else text


def escape_arrows(text: str, *, guard: bool) -> str:
    """Text that :func:`unescape_arrows` gives back; with ``guard`` it holds no end of a comment."""
    return (_ARROW if guard else _ESCAPED_ARROW_TEXT).sub(r"--\\\1>", text)


def escape(text: str, *, guard: bool = False) -> str:
    """A body as it is written. With ``guard`` no line of it can open or close a fence or a comment, for a file in
    which one is left open above."""
    lines = text.split("\n")
    opaque = None if guard else regions.find(lines, text, top=False).opaque
    done = []
    for number, line in enumerate(lines):
        if opaque and opaque[number]:
            done.append(line)
            continue
        done.append(_escape_start(escape_arrows(line, guard=guard)))
    return "\n".join(done)


def _escape_start(line: str) -> str:
    if _ESCAPED.match(line) or _PLAIN.match(line):
        indent = len(line) - len(line.lstrip(" \ufeff\x0b\x0c"))
        return f"{line[:indent]}\\{line[indent:]}"
    return line
