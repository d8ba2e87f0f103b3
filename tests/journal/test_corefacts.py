"""Core facts: lines of one file that people edit too."""

from __future__ import annotations

import pytest

from cogmem.journal.corefacts import core_facts, path_of, remove_fact, set_fact, valid_key


def test_a_fact_is_written_read_changed_and_removed(words_project):
    assert core_facts(words_project) == []
    assert set_fact(words_project, "name", "Aiko") == ("memory/knowledge/core.md", 3, True)
    assert set_fact(words_project, "city", "Kyoto") == ("memory/knowledge/core.md", 4, True)
    assert set_fact(words_project, "name", "Aiko Mori") == ("memory/knowledge/core.md", 3, True)
    assert set_fact(words_project, "name", "Aiko Mori")[2] is False
    assert core_facts(words_project) == [("name", "Aiko Mori"), ("city", "Kyoto")]
    assert remove_fact(words_project, "name") and not remove_fact(words_project, "name")
    assert path_of(words_project).read_text() == "# Core facts\n\n- city: Kyoto\n"


def test_what_a_person_wrote_stays_byte_for_byte(words_project):
    before = "\ufeff# Mine\r\n\r\nsome text: not in a list is a fact\r\n"
    before += "```\ncode: no fact\n```\r\n* 名前：愛子\r\nlast"
    before = before.encode()
    path_of(words_project).write_bytes(before)
    assert core_facts(words_project) == [("some text", "not in a list is a fact"), ("名前", "愛子")]
    set_fact(words_project, "名前", "藍子")
    set_fact(words_project, "new", "fact")
    expected = before.replace("* 名前：愛子".encode(), "- 名前: 藍子".encode()) + b"\r\n- new: fact\r\n"
    assert path_of(words_project).read_bytes() == expected


def test_secrets_and_private_parts_do_not_reach_the_file(words_project):
    set_fact(words_project, "password", "hunter2hunter2")
    set_fact(words_project, "note", "a <private>b</private> c\nd")
    text = path_of(words_project).read_text()
    assert "hunter2" not in text and "b" not in text.split("note:")[1].replace("[private]", "") and "a" in text


@pytest.mark.parametrize("key", ["", " a", "a:b", "a\nb", "#a", "- a", "a" * 65, "<b", "a："])
def test_keys_that_would_be_read_as_something_else(key):
    assert not valid_key(key)


@pytest.mark.parametrize("key", ["name", "preferred editor", "名前", "a/b-c.d", "x" * 64])
def test_keys_that_will_do(key):
    assert valid_key(key)


def test_a_missing_or_odd_file_is_no_facts(words_project):
    path_of(words_project).mkdir()
    assert core_facts(words_project) == []
