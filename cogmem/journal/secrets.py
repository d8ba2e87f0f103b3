"""Masking secrets before a text reaches a file, and cutting out what a user marked as private.

Standard library only, and every step takes time linear in the text: keys with a tell-tale form are found by their
prefix, everything else by the name before it (``password: …``, ``API_KEY=…``). The name stays, the value is replaced
by ``[redacted:KIND]``. Masking twice changes nothing.
"""

from __future__ import annotations

import re

from cogmem.journal.secret_forms import FORMS, MASKS
from cogmem.journal.secret_names import assigned

PRIVATE = "[private]"
_PRIVATE_TAG = re.compile(r"<[ \t]{0,3}(/?)[ \t]{0,3}private[ \t]{0,3}>", re.I)


_UNSEEN = re.compile(
    r"(?:\x1b|\\(?:u001[bB]|x1[bB]|033|e))(?:\[[0-9;:?]{0,40}[ -/]{0,4}[@-~]"
    r"|\][^\x07\x1b\\\r\n]{0,300}(?:\x07|\x1b\\|\\(?:u0007|x07|007|a))|[()][0-9A-B])"
    r"|(?<=[!-~])[\x00-\x08\x0e-\x1a\x7f\xad\u200b-\u200f\u2060-\u2064\ufeff]{1,8}(?=[!-~])")
"""What a terminal does not show: colours and other escape sequences (also as they are written in JSON or a shell), and
characters without width between two visible ones."""


def redact(text: str) -> tuple[str, int]:
    """The text with every secret masked, and how many there were. Where colours or characters without width hide some
    of them, these are left out of the text as well."""
    kept, count = _masked(text)
    bare = _UNSEEN.sub("", text)
    if len(bare) < len(text):
        shown, more = _masked(bare)
        if more >= count and shown != _UNSEEN.sub("", kept):
            return shown, more
    return kept, count


def _masked(text: str) -> tuple[str, int]:
    text, total = _private_keys(text)
    for form in FORMS:
        text, count = form.apply(text)
        total += count
    text, count = assigned(text)
    return text, total + count


def masked(text: str) -> str:
    """A text as it may be kept: without what is private, secrets masked."""
    return redact(strip_private(text))[0]


def strip_private(text: str) -> str:
    """The text without ``<private>…</private>``, nested ones too; one that is never closed reaches to the end."""
    kept, place, depth = [], 0, 0
    for tag in _PRIVATE_TAG.finditer(text):
        if tag.group(1):
            if depth == 0:
                continue  # a closing tag alone hides nothing
            depth -= 1
            if depth == 0:
                place = tag.end()
            continue
        if depth == 0:
            kept += [text[place:tag.start()], PRIVATE]
        depth += 1
    return "".join(kept) if depth else "".join(kept) + text[place:]


_BEGIN = re.compile(r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")
_BREAK = r"(?:\r\n|\n|\r|\\r\\n|\\n|\\r|[ \t])"
_PEM_BODY = re.compile(
    rf"(?=[A-Za-z0-9+/=]{{16}}|{_BREAK})(?:[A-Za-z0-9+/=]{{16,}})?"
    rf"(?:{_BREAK}{{1,4}}[ \t>|]{{0,8}}(?:[A-Za-z][A-Za-z-]{{2,20}}:[ \t][^\r\n\\]{{1,200}}|[A-Za-z0-9+/=]{{16,}}))*"
    rf"(?:{_BREAK}{{1,4}}[ \t>|]{{0,8}}[A-Za-z0-9+/]{{1,15}}={{0,2}}(?=[\s\\\"'-]|\Z))?"
    rf"(?:{_BREAK}{{1,4}}=[A-Za-z0-9+/]{{4}})?"
    rf"(?:{_BREAK}{{0,4}}[ \t>|]{{0,8}}-----END [A-Z0-9 ]{{0,40}}PRIVATE KEY(?: BLOCK)?-----)?")


def _private_keys(text: str) -> tuple[str, int]:
    """Mask PEM and PGP private keys, whole or broken off, also with line ends written as ``\\n``."""
    if "PRIVATE KEY" not in text:
        return text, 0
    kept, place, count = [], 0, 0
    for begin in _BEGIN.finditer(text):
        if begin.start() < place:
            continue
        body = _PEM_BODY.match(text, begin.end())
        if body is None or body.end() == begin.end():
            continue  # the words alone, as in a manual
        kept += [text[place:begin.start()], MASKS["private-key"]]
        place = body.end()
        count += 1
    return "".join(kept) + text[place:], count
