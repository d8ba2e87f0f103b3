"""Compatibility form (NFKC) of any text in linear time."""

from __future__ import annotations

from unicodedata import combining, normalize

_SLICE = 2048
_BACK = 64


def nfkc(text: str) -> str:
    """NFKC. Python sorts a run of combining marks in quadratic time, so a long text is taken in slices, each cut before
    a character that does not combine; only a run of over 64 marks is cut within."""
    if text.isascii():
        return text
    if len(text) <= _SLICE:
        return normalize("NFKC", text)
    parts, start = [], 0
    while start < len(text):
        end = min(len(text), start + _SLICE)
        parts.append(normalize("NFKC", text[start : _clean_cut(text, end)]))
        start = _clean_cut(text, end)
    return "".join(parts)


def _clean_cut(text: str, end: int) -> int:
    if end == len(text):
        return end
    for cut in range(end, end - _BACK, -1):
        if not combining(text[cut]):
            return cut
    return end
