"""The skills on the real client: foreign repositories hear nothing of them, ours hear where they lie, a person types
them, and a model that has read one is past the gate."""

from __future__ import annotations

import json

import pytest

from client.model_server import Script, tool
from client.sandbox import Sandbox
from client.test_spine import PRICING, YESTERDAY, first_request
from cogmem import assets

pytestmark = pytest.mark.client
NAMES = ("live-logging", "search")


def shipped(name: str, lang: str = "") -> bytes:
    return assets.path("skills", name, f"SKILL{lang}.md").read_bytes()


def body(name: str, lang: str = "") -> str:
    """The first line of a skill's text."""
    return shipped(name, lang).decode().split("---\n")[2].strip().splitlines()[0]


def test_a_foreign_repository_hears_of_no_skill(foreign: Sandbox) -> None:
    result = foreign.claude("hello", script=Script(main=["hi"]))
    sent = json.dumps([request.body for request in result.requests], ensure_ascii=False)
    assert not [name for name in NAMES if f"cogmem:{name}" in sent or f"{name}/SKILL.md" in sent]
    assert (foreign.home / ".claude/skills/cogmem/skills/search/SKILL.md").read_bytes() == shipped("search")


def test_ours_hear_where_they_lie_and_reading_one_needs_no_permission_and_opens_the_gate(box: Sandbox) -> None:
    box.init()
    log = str(box.log(YESTERDAY, PRICING))
    own = str(box.home / ".claude/skills/cogmem/skills/live-logging/SKILL.md")
    edit = [tool("Edit", file_path=log, old_string="finance", new_string="all")]
    read = [tool("Read", file_path=log), tool("Read", file_path=own)]
    result = box.claude("go", "--allowedTools", "Edit", f"Read({log})", script=Script(main=[read, edit, "done"]))
    assert all(f"{name}/SKILL.md" in first_request(result) for name in NAMES)
    assert body("live-logging") in result.lane("main")[1].all_text(), "read without a question"
    assert "skill-gate" not in result.seen_by_model()
    again = box.claude("go", "--allowedTools", "Edit", f"Read({log})", script=Script(main=[[read[0]], [tool(
        "Edit", file_path=log, old_string="all", new_string="finance")], "done"]))
    assert own in again.seen_by_model().rpartition("skill-gate")[2], "who has not is told what to read"


@pytest.mark.parametrize(("lang", "suffix"), [("C.UTF-8", ""), ("ja_JP.UTF-8", ".ja")])
def test_a_person_types_one_in_their_language(box: Sandbox, lang: str, suffix: str) -> None:
    box.init(None, LANG=lang, LC_ALL=lang)
    for name in NAMES:
        assert (box.home / f".claude/skills/cogmem/skills/{name}/SKILL.md").read_bytes() == shipped(name, suffix)
        result = box.claude(f"/cogmem:{name}", script=Script(main=["fine"]))
        assert body(name, suffix) in result.seen_by_model()
    box.cogmem("uninstall", "--yes")
    assert not (box.home / ".claude/skills").exists()
