"""Bytes of every origin become text that can be searched, and the same bytes again."""

from __future__ import annotations

import pytest

from cogmem.journal.text import MAX_REPORTED, decode, encode, newline_of, raw_lines, readable, split_lines, storable

JAPANESE = "# ログ\n### [NOTE] 決定した\n本文です。ｶﾅも、表示\\も。\n"
FRENCH = "# Café\nDéjà vu – naïve “quotes” €5\n"


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (JAPANESE, "cp932"),
        (JAPANESE, "euc_jp"),
        (FRENCH, "cp1252"),
        ("é\n", "latin-1"),
        ("Ä ö ü ß\n", "latin-1"),
        (JAPANESE, "utf-8"),
        (JAPANESE, "utf-8-sig"),
        (JAPANESE, "utf-16"),
        ("# ascii\n" * 9 + "é", "utf-16-le"),
        ("# ascii\n" * 9, "utf-16-be"),
        (JAPANESE, "utf-32"),
        ("", "utf-16"),
        ("", "utf-8"),
    ],
)
def test_legacy_encodings_are_read(text, encoding):
    data = text.encode(encoding)
    decoded = decode(data, "a.md")
    assert readable(decoded.text) == text
    assert decoded.encode() == data
    assert encode(decoded.text + "x", decoded) == data + decoded.encode_part("x")


def test_what_is_not_utf8_is_reported_with_file_and_line():
    data = "ok\n決定\n".encode() + "三行目です\n".encode("cp932") + b"last \xff\n"
    decoded = decode(data, "memory/logs/2026-03-08.md")
    assert [(p.source, p.line) for p in decoded.problems] == [
        ("memory/logs/2026-03-08.md", 3),
        ("memory/logs/2026-03-08.md", 4),
    ]
    assert readable(decoded.text) == "ok\n決定\n三行目です\nlast ÿ\n"
    assert decoded.encode() == data


def test_broken_utf8_is_shown_as_broken_and_the_rest_kept():
    data = "日本".encode()[:-1] + "語 and\n".encode()
    decoded = decode(data, "a.md")
    assert readable(decoded.text) == "日\ufffd\ufffd語 and\n"
    assert decoded.encode() == data and len(decoded.problems) == 1


def test_a_thousand_bad_lines_are_not_a_thousand_reports():
    decoded = decode(b"\xff\n" * 1000, "a.md")
    assert len(decoded.problems) == MAX_REPORTED + 1
    assert "980 more" in decoded.problems[-1].message


@pytest.mark.parametrize(
    "data",
    [
        b"\xff\xfea",
        b"\xff\xfea\0b",
        b"\xfe\xff",
        b"\xff\xfe\0\xd8a\0",
        b"\xff\xfe\0\xdc\0\xd8",
        b"\xff\xfe\0\0abc",
        b"a\0" * 9 + b"a",
        b"\xef\xbb\xbf",
        b"\xef\xbb\xbf\xef\xbb\xbfx",
        b"\0" * 20,
        b"a\0b\0",
        bytes(range(256)),
        b"\xff\xfe\0\0\0\0\x11\0",
    ],
)
def test_half_units_and_odd_marks_come_back(data):
    decoded = decode(data, "a.md")
    assert decoded.encode() == data
    readable(decoded.text).encode()


def test_line_ends():
    assert split_lines("a\r\nb\rc\nd") == ["a", "b", "c", "d"]
    assert split_lines("a\x0bb\x0cc\x85d\u2028e\n") == ["a\x0bb\x0cc\x85d\u2028e", ""]
    assert raw_lines("a\r\nb\r\rc\n\nd") == ["a\r\n", "b\r", "\r", "c\n", "\n", "d"]
    assert raw_lines("") == [] and raw_lines("a\n") == ["a\n"] and raw_lines("\r") == ["\r"]
    assert [newline_of(text) for text in ("", "a", "a\nb\r\n", "a\r\nb", "a\rb")] == ["\n", "\n", "\n", "\r\n", "\r"]


def test_what_a_log_can_hold():
    assert (
        storable("fix \ud83d please \0 👩‍👩‍👧 🇯🇵 👍🏽 \ufffe مرحبا e\u0301")
        == "fix \ufffd please \ufffd 👩‍👩‍👧 🇯🇵 👍🏽 \ufffe مرحبا e\u0301"
    )
