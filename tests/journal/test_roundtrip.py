"""Nothing of a log is lost: text through the parser, bytes through the decoder, drafts through the renderer."""

from __future__ import annotations

import dataclasses
import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogmem.journal.entries import Log, normalise, parse, render
from cogmem.journal.text import decode, is_clean, raw_lines, readable, split_lines, storable
from cogmem.model import Draft, Entry
from journal.strategies import QUICK, SOAK, drafts, tangled_drafts, tangles, texts

SOURCE = "memory/logs/akira/2026-03-08.md"
NOW = dt.datetime(2026, 3, 8, 14, 32, tzinfo=dt.timezone(dt.timedelta(hours=9)))


def check_text(text: str) -> Log:
    log = parse(text, SOURCE)
    assert log.render() == text
    at = 0
    for block in log.blocks:
        assert block.start == at < block.end
        at = block.end
    assert at == len(raw_lines(text))
    ids = [entry.id for entry in log.entries]
    assert len(set(ids)) == len(ids)
    for entry in log.entries:
        assert 1 <= entry.line <= entry.end_line <= at
        assert 0.0 <= entry.arousal <= 1.0
        assert is_clean(entry.content) and "\0" not in entry.content
        assert "\r" not in entry.content
    return log


def same_entries(text: str, other: str) -> None:
    first, second = parse(text, SOURCE), parse(other, SOURCE)
    assert first.entries == second.entries and first.handovers == second.handovers


def check_ends(text: str) -> None:
    unix = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    for end in ("\n", "\r\n", "\r"):
        same_entries(unix, unix.replace("\n", end))
        same_entries(unix, "\ufeff" + unix.replace("\n", end))


def check_bytes(data: bytes) -> None:
    decoded = decode(data, SOURCE)
    assert decoded.encode() == data
    shown = readable(decoded.text)
    assert is_clean(shown) and len(split_lines(shown)) == len(split_lines(decoded.text))


def back(entry: Entry) -> Draft:
    """What was asked for, from what was read."""
    return Draft(
        title=entry.title, body=entry.body, category=entry.category, domains=entry.domains, arousal=entry.arousal,
        emotion=entry.emotion, origin=entry.origin, session=entry.session, pinned=entry.pinned, files=entry.files,
        extra=entry.meta)


def check_draft(draft: Draft, *, guard: bool) -> None:
    wanted = normalise(draft)
    assert normalise(wanted) == wanted
    for before in ("", "# 2026-03-08\n\n## Log Entries\n\n### [NOTE] first\n"):
        log = parse(before + "\n" * bool(before) + render(draft, NOW, guard=guard) + "\n### [NOTE] next\n", SOURCE)
        found = log.entries[bool(before):]
        if wanted.title or wanted.body:
            assert back(found[0]) == wanted
            assert found[0].time == "14:32+09:00"
        assert [entry.title for entry in found[-1:]] == ["next"]
        assert len(found) == 1 + bool(wanted.title or wanted.body)


def check_written_below(text: str, draft: Draft) -> None:
    """Guarded, an entry survives below any text, whatever is left open there."""
    wanted = normalise(draft)
    if not (wanted.title or wanted.body):
        return
    start = text + "\n\n## Log Entries\n\n"
    before = parse(start, SOURCE)
    after = parse(start + render(draft, NOW, guard=True), SOURCE)
    assert [entry.id for entry in after.entries[:-1]] == [entry.id for entry in before.entries]
    assert back(after.entries[-1]) == wanted


@QUICK
@given(texts)
def test_any_text_is_rendered_as_it_was(text):
    check_text(text)


@QUICK
@given(texts)
def test_line_ends_and_byte_order_mark_change_nothing(text):
    check_ends(text)


@QUICK
@given(st.binary(max_size=200) | texts.map(lambda text: storable(text).encode()) | texts.map(
    lambda text: storable(text).encode("utf-16")) | texts.map(lambda text: text.encode("cp932", "replace")) | texts.map(
        lambda text: text.encode("latin-1", "replace")))
def test_any_bytes_come_back(data):
    check_bytes(data)


@QUICK
@given(drafts() | tangled_drafts, st.booleans())
def test_a_draft_comes_back(draft, guard):
    check_draft(draft, guard=guard)


@QUICK
@given(texts | tangles, drafts() | tangled_drafts)
def test_an_entry_survives_below_any_text(text, draft):
    check_written_below(text, draft)


@pytest.mark.soak
@SOAK
@given(texts | tangles, st.binary(max_size=300), drafts() | tangled_drafts, st.booleans())
def test_ten_thousand_of_each(text, data, draft, guard):
    check_text(text)
    check_ends(text)
    check_bytes(data)
    check_bytes(storable(text).encode("utf-16-le"))
    check_draft(draft, guard=guard)
    check_written_below(text, draft)


def test_a_draft_with_everything_comes_back():
    draft = Draft("Moved billing", "Because.\n\n```md\n### [ERROR] sample\n```\n\n---", "DECISION", ("PRICING", "API"),
                  0.85, "Relief | joy", "agent", "7f3a9c", True, ("a.py:42@1f", "b,c.py"), (("Evidence", "x\\y"),))
    assert back(parse(render(draft, NOW), SOURCE).entries[0]) == normalise(draft) == dataclasses.replace(draft)
