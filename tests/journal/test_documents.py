"""Edits of knowledge and identity files change what was asked for and no other byte."""

from __future__ import annotations

import os

import pytest

from cogmem import files
from cogmem.errors import ChangedMeanwhileError, ReadOnlyError, UsageError
from cogmem.journal import documents

SOUL = "identity/soul.md"
TEXT = "\ufeff# Soul\r\n\r\n## Role\r\nA careful partner.  \r\n\t- keep\ttabs\r\n\r\n"
TEXT += "## Values\r\nHonesty\r\n### Sub\r\nmore"


@pytest.fixture
def soul(project):
    path = project.root / SOUL
    path.write_bytes(TEXT.encode())
    return path


def test_a_body_is_replaced_and_the_rest_kept(project, soul):
    document = documents.replace_body(project, SOUL, "Role", "A bold partner.\nTwo lines.")
    assert (
        soul.read_bytes()
        == TEXT.replace("A careful partner.  \r\n\t- keep\ttabs", "A bold partner.\r\nTwo lines.").encode()
    )
    assert document.body("Role") == "A bold partner.\nTwo lines."
    assert document.digest == files.digest(soul.read_bytes())


def test_sub_headings_belong_to_a_body(project, soul):
    assert documents.read(project, SOUL).body("Values") == "Honesty\n### Sub\nmore"
    documents.replace_body(project, SOUL, "Values", "New")
    assert soul.read_bytes().endswith(b"## Values\r\nNew")


def test_a_new_section_and_a_new_file(project, soul):
    documents.replace_body(project, SOUL, "Style", "terse")
    assert soul.read_bytes() == TEXT.encode() + b"\r\n\r\n## Style\r\nterse"
    documents.add_line(project, "memory/knowledge/new.md", "- one", heading="Facts")
    documents.add_line(project, "memory/knowledge/new.md", "- two", heading="Facts")
    documents.add_line(project, "memory/knowledge/new.md", "last\nof all")
    assert (project.root / "memory/knowledge/new.md").read_bytes() == b"## Facts\n- one\n- two\nlast of all\n"


def test_lines_are_added_and_replaced(project, soul):
    documents.add_line(project, SOUL, "- new", heading="Role")
    documents.replace_line(project, SOUL, 4, "A careful partner.  ", "A partner.")
    documents.replace_line(project, SOUL, 5, "\t- keep\ttabs", None)
    wanted = TEXT.replace("A careful partner.  \r\n\t- keep\ttabs", "A partner.\r\n- new")
    assert soul.read_bytes() == wanted.encode()
    with pytest.raises(ChangedMeanwhileError):
        documents.replace_line(project, SOUL, 4, "something else", "x")
    assert soul.read_bytes() == wanted.encode()


def test_a_stale_page_is_refused(project, soul):
    document = documents.read(project, SOUL)
    soul.write_bytes(soul.read_bytes() + b"\r\nby hand")
    with pytest.raises(ChangedMeanwhileError):
        documents.replace_body(project, SOUL, "Role", "x", expect=document.digest)
    assert soul.read_bytes() == TEXT.encode() + b"\r\nby hand"


def test_headings_in_code_are_none(project):
    path = project.root / SOUL
    path.write_text("## A\n```\n## B\n```\nx\n", "utf-8")
    assert [section.heading for section in documents.read(project, SOUL).sections] == ["A"]


@pytest.mark.parametrize(
    "line",
    [
        "title: a: b",
        "\ttabbed: x",
        "just words",
        "tags: [a, b",
        'name: "open',
        "- a\n b: c: d",
        "@x: y",
        "a: b\n\tc: d",
        "key : `x`: y",
    ],
)
def test_damaged_front_matter_is_left_alone(project, line):
    path = project.root / SOUL
    data = f"---\nok: yes\n{line}\n---\n# Soul\n\n## Role\nx\n---\ny [[link]]\n".encode()
    path.write_bytes(data)
    with pytest.raises(ReadOnlyError) as caught:
        documents.replace_body(project, SOUL, "Role", "changed")
    assert caught.value.line in (3, 4) and caught.value.hint
    assert path.read_bytes() == data
    assert documents.read(project, SOUL).body("Role") == "x\n---\ny [[link]]"


@pytest.mark.parametrize(
    "block",
    [
        "title: 'a: b'",
        "tags:\n  - a\n  - [[wiki]]\nurl: http://a.b",
        "a: |\n  any: thing: goes\n\n  x",
        "# note\n\na: [b, c] # d",
        '"quoted key": 1',
        "list:\n- a: b\n  c: d\n-",
        "empty:",
        "日本: 語",
    ],
)
def test_sound_front_matter_is_kept(project, block):
    path = project.root / SOUL
    path.write_text(f"---\n{block}\n---\n## Role\nx\n", "utf-8")
    documents.replace_body(project, SOUL, "Role", "changed")
    assert path.read_text("utf-8") == f"---\n{block}\n---\n## Role\nchanged\n"


def test_a_rule_at_the_top_is_no_front_matter(project):
    path = project.root / SOUL
    path.write_text("---\nwords: a: b\n## Role\nx\n---\n", "utf-8")
    documents.replace_body(project, SOUL, "Role", "y")
    assert path.read_text("utf-8") == "---\nwords: a: b\n## Role\ny\n"


def test_legacy_bytes_and_links_survive(project, tmp_path):
    elsewhere = tmp_path / "real.md"
    elsewhere.write_bytes("# 魂\n\n## 役割\n相棒\n\n## 価値\n".encode("cp932") + b"caf\xe9\n")
    (project.root / SOUL).symlink_to(elsewhere)
    os.chmod(elsewhere, 0o640)
    before = elsewhere.read_bytes()
    documents.add_line(project, SOUL, "- new", heading="役割")
    assert (project.root / SOUL).is_symlink() and elsewhere.stat().st_mode & 0o777 == 0o640
    assert elsewhere.read_bytes() == before.replace("相棒\n".encode("cp932"), "相棒\n".encode("cp932") + b"- new\n")


@pytest.mark.parametrize("source", ["../x.md", "/etc/passwd", "a/../../b", "", "a\0b"])
def test_no_path_leads_out(project, source):
    with pytest.raises(UsageError):
        documents.add_line(project, source, "x")
