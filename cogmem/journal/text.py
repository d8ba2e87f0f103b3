"""From bytes to text and back without a loss, whatever wrote the file.

``decode`` gives a ``str`` that ``Decoded.encode`` turns into the very same bytes: UTF-8 with undecodable bytes as
surrogate escapes (PEP 383), or UTF-16/32. ``readable`` is what people, search and the index see of such a text: bytes
of a legacy code page decoded, broken units as U+FFFD, NUL as U+FFFD (as CommonMark has it).
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from cogmem.journal.texts import say
from cogmem.model import Problem

BROKEN = "\ufffd"
MAX_REPORTED = 20
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF32_LE, "utf-32-le"), (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_WIDTH = {"utf-16-le": 2, "utf-16-be": 2, "utf-32-le": 4, "utf-32-be": 4}
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_KANA = re.compile(r"[\u3041-\u30ff]")
_JAPANESE = re.compile(r"[\u3001-\u30ff\u4e00-\u9fff]")
_HALF_WIDTH = re.compile(r"[\uff61-\uff9f]")
_PRIVATE_USE = re.compile(r"[\ue000-\uf8ff]")
_CJK_RUN = re.compile(r"[\u3041-\u30ff\u4e00-\u9fff]{2}")
_LINE_END = re.compile(r"\r\n|\n|\r")
_RAW_LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+\Z")


@dataclass(frozen=True, slots=True)
class Decoded:
    """``text`` without its byte order mark; ``encoding`` a Python codec name; ``bom`` and ``tail`` the bytes before
    and after (a tail is half a UTF-16 unit); ``problems`` the lines that are not what the encoding says."""

    text: str
    encoding: str
    problems: tuple[Problem, ...] = ()
    bom: bytes = b""
    tail: bytes = b""

    def encode(self, text: str | None = None) -> bytes:
        """The file's bytes; with ``text``, those of an edited text in the same encoding."""
        return self.bom + self.encode_part(self.text if text is None else text) + self.tail

    def encode_part(self, text: str) -> bytes:
        """The bytes of a piece of text, to be added to this file."""
        return text.encode(self.encoding, "surrogateescape" if self.encoding == "utf-8" else "surrogatepass")


def decode(data: bytes, source: str = "") -> Decoded:
    """Read bytes as text. Never fails; what cannot be read is named in ``problems`` with ``source`` and line."""
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            wide = None if encoding == "utf-8" else _decode_wide(data[len(bom):], encoding, source, bom)
            return wide or _decode_utf8(data[len(bom):] if encoding == "utf-8" else data, source,
                                        bom if encoding == "utf-8" else b"")
    guess = _wide_without_mark(data)
    return (guess and _decode_wide(data, guess, source, b"")) or _decode_utf8(data, source, b"")


def encode(text: str, like: Decoded) -> bytes:
    """The bytes of ``text`` in the encoding of the file that ``like`` was read from."""
    return like.encode(text)


def split_lines(text: str) -> list[str]:
    """The lines without their ends. LF, CRLF and CR end a line; nothing else does. ``""`` gives ``[""]``."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.split("\n")


def raw_lines(text: str) -> list[str]:
    """The lines with their ends: joined they are the text. One less than :func:`split_lines` after a final end."""
    if "\r" not in text:
        pieces = text.split("\n")
        last = pieces.pop()
        return [piece + "\n" for piece in pieces] + ([last] if last else [])
    return _RAW_LINE.findall(text)


def newline_of(text: str) -> str:
    """The line end that the file uses: that of its first line, LF for a file without one."""
    found = _LINE_END.search(text)
    return found.group() if found else "\n"


def readable(text: str) -> str:
    """The text as it is shown and indexed, with the same number of lines. Fast for text that has nothing odd."""
    if "\0" in text:
        text = text.replace("\0", BROKEN)
    return text if is_clean(text) else _readable_lines(text)


def is_clean(text: str) -> bool:
    """Whether every character can be stored as UTF-8 (no lone surrogate, no escaped byte)."""
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def storable(text: str) -> str:
    """Text from outside as it may be written to a log: lone surrogates and NUL become U+FFFD, nothing else changes."""
    return _SURROGATE.sub(BROKEN, text.replace("\0", BROKEN))


def _decode_utf8(data: bytes, source: str, bom: bytes) -> Decoded:
    try:
        return Decoded(data.decode(), "utf-8", bom=bom)
    except UnicodeDecodeError:
        text = data.decode("utf-8", "surrogateescape")
    return Decoded(text, "utf-8", _describe(text, source), bom)


def _decode_wide(data: bytes, encoding: str, source: str, bom: bytes) -> Decoded | None:
    """UTF-16 or UTF-32; None when the bytes are something else after all."""
    cut = len(data) - len(data) % _WIDTH[encoding]
    try:
        text = data[:cut].decode(encoding, "surrogatepass")
    except UnicodeDecodeError:
        return None
    if text.encode(encoding, "surrogatepass") != data[:cut]:
        return None
    tail = data[cut:]
    line = text.count("\n") + 1
    problems = (Problem(source, line, say("encoding.tail", encoding=encoding)),) if tail else ()
    return Decoded(text, encoding, problems, bom, tail)


def _wide_without_mark(data: bytes) -> str | None:
    """UTF-16 without a mark: at least a third of the characters have NUL as their upper byte, none as their lower."""
    head = data[:4096]
    pairs = len(head) // 2
    if pairs < 4 or b"\0" not in head:
        return None
    even, odd = head[0:pairs * 2:2].count(0), head[1:pairs * 2:2].count(0)
    if odd * 3 >= pairs and not even:
        return "utf-16-le"
    return "utf-16-be" if even * 3 >= pairs and not odd else None


def _describe(text: str, source: str) -> tuple[Problem, ...]:
    """One problem per line that holds bytes outside UTF-8, at most ``MAX_REPORTED``."""
    lines = split_lines(text)
    bad = [number for number, line in enumerate(lines, 1) if _SURROGATE.search(line)]
    legacy = _legacy_encoding([lines[number - 1] for number in bad])
    problems = []
    for number in bad[:MAX_REPORTED]:
        read = _legacy_text(lines[number - 1], legacy)
        key = "encoding.broken" if read is None else "encoding.legacy"
        problems.append(Problem(source, number, say(key, encoding=legacy, sign=BROKEN)))
    if len(bad) > MAX_REPORTED:
        problems.append(Problem(source, bad[MAX_REPORTED], say("encoding.more", count=len(bad) - MAX_REPORTED)))
    return tuple(problems)


def _readable_lines(text: str) -> str:
    pieces = raw_lines(text)
    bad = [place for place, line in enumerate(pieces) if not is_clean(line)]
    legacy = _legacy_encoding([pieces[place] for place in bad])
    for place in bad:
        line = pieces[place]
        pieces[place] = _legacy_text(line, legacy) or _SURROGATE.sub(BROKEN, line)
    return "".join(pieces)


def _legacy_encoding(lines: list[str]) -> str:
    """The code page that a file's bad lines were most likely written in: Japanese ones only if they give Japanese."""
    legacy = [_bytes_of(line) for line in lines if not _has_utf8(line)]
    best, most = "cp1252", 0
    for encoding in ("cp932", "euc_jp"):
        read = [text for data in legacy if (text := _try(data, encoding))]
        japanese = sum(bool(_KANA.search(text) or _CJK_RUN.search(text)) for text in read)
        score = sum(len(_JAPANESE.findall(text)) - 2 * len(_HALF_WIDTH.findall(text)) for text in read)
        if japanese * 2 >= len(legacy) and score > most:
            best, most = encoding, score
    return best


def _try(data: bytes, encoding: str) -> str | None:
    """The bytes in a code page, or None where it has no such character."""
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        return None
    return None if _PRIVATE_USE.search(text) else text


def _legacy_text(line: str, encoding: str) -> str | None:
    """A bad line read in a legacy code page; None for UTF-8 with broken bytes in it."""
    if _has_utf8(line):
        return None
    data = _bytes_of(line)
    return _try(data, encoding) or _try(data, "cp1252") or data.decode("latin-1")


def _has_utf8(line: str) -> bool:
    """Whether a bad line is UTF-8 with some broken units rather than another code page.

    Bytes of a code page look like UTF-8 here and there, so whole characters must outweigh the bytes that are none."""
    strange = [ord(char) for char in line if char > "\x7f"]
    escaped = sum(0xDC80 <= code <= 0xDCFF for code in strange)
    if escaped < sum(0xD800 <= code <= 0xDFFF for code in strange):
        return True  # a lone surrogate that stands for no byte
    whole = sum(2 if code < 0x800 else 3 for code in strange) - 3 * escaped
    return whole >= 2 * escaped or (escaped <= 3 < whole + 1 and whole > escaped)


def _bytes_of(line: str) -> bytes:
    return line.encode("utf-8", "surrogateescape")
