"""The skill-gate: which files ask for which skill, and what counts as loaded."""

from __future__ import annotations

import pytest
import yaml

from cogmem import assets
from cogmem.hooks.compiled import paths_of
from cogmem.hooks.globs import expand, matches
from cogmem.ledger.merge import merge_spool
from cogmem.ledger.sqlite import Ledger
from conftest import make_project

TRIGGER = '[[cogmem.skill_triggers]]\npattern = "src/**/*.py"\nskills = ["cogmem:review", "style"]\n'


@pytest.fixture
def gated(hooks, project):
    make_project(project.root, TRIGGER)
    return hooks


def test_a_guarded_file_is_warned_about_once_per_skill(gated):
    first = gated.edit("src/a/b.py")
    assert "`review`" in first.told and "`style`" in first.told and first.err == "" and first.code == 0
    assert first.json["hookSpecificOutput"]["hookEventName"] == "PreToolUse"
    assert gated.edit("src/c.py").out == ""


def test_what_no_pattern_names_is_let_through(gated):
    assert gated.edit("docs/a.md").out == ""
    assert gated.edit("../src/a.py").out == ""
    assert gated.use("Edit", file_path="/etc/passwd", old_string="a", new_string="b").out == ""


@pytest.mark.parametrize("load", [
    lambda h: (h.use("Skill", skill="review"), h.use("Skill", skill="x:style")),
    lambda h: (h.send("UserPromptExpansion", command_name="cogmem:review", prompt_id="p1"),
               h.send("UserPromptExpansion", command_name="/style", prompt_id="p2")),
    lambda h: (h.use("Read", file_path="/x/.claude/skills/review/SKILL.md"),
               h.use("Read", file_path="/y/style/SKILL.md")),
], ids=["skill call", "typed", "read"])
def test_a_loaded_skill_opens_the_gate(gated, load):
    load(gated)
    assert gated.edit("src/a.py").out == ""


def test_each_agent_has_its_own_skills(gated):
    gated.use("Skill", skill="review")
    gated.use("Skill", skill="style")
    assert "`review`" in gated.edit("src/a.py", agent="a12").told
    assert gated.edit("src/a.py").out == ""


def test_block_denies_until_the_skill_is_loaded(hooks, project):
    make_project(project.root, '[cogmem.behavior]\nskill_gate = "block"\n' + TRIGGER)
    for _ in range(2):
        answer = hooks.edit("src/a.py").json["hookSpecificOutput"]
        assert answer["permissionDecision"] == "deny" and "style" in answer["permissionDecisionReason"]
    hooks.use("Skill", skill="style")
    hooks.use("Skill", skill="review")
    assert hooks.edit("src/a.py").out == ""


def test_off_is_off(hooks, project):
    make_project(project.root, '[cogmem.behavior]\nskill_gate = "off"\n' + TRIGGER)
    assert hooks.edit("src/a.py").out == ""


def test_a_log_is_not_for_editing(hooks):
    told = hooks.edit("memory/logs/2026-03-08.md").told
    assert "`log` tool" in told and "live-logging" in told
    shipped = (assets.root() / "skills/skill-tracking/SKILL.md").is_file()
    assert ("skill-tracking" in hooks.edit(".claude/skills/x/SKILL.md").told) == shipped


def test_the_text_is_in_the_projects_language(hooks, project):
    make_project(project.root, 'lang = "ja"\n')
    assert "スキルゲート" in hooks.edit("memory/logs/2026-03-08.md").told


def test_a_skills_own_paths_count_from_the_next_start_on(hooks, project):
    skill = project.root / ".claude" / "skills" / "tables" / "SKILL.md"
    skill.parent.mkdir(parents=True)
    skill.write_text("---\nname: tables\npaths:\n  - 'db/{a,b}/*.sql'\n---\nx\n")
    hooks.send("SessionStart", source="startup")
    assert "`tables`" in hooks.edit("db/b/1.sql").told
    assert hooks.edit("db/c/1.sql").out == ""


def test_changed_settings_count_at_once(hooks, project):
    assert hooks.edit("a.py").out == ""
    make_project(project.root, '[[cogmem.skill_triggers]]\npattern = "*.py"\nskills = ["x"]\n')
    assert "`x`" in hooks.edit("deep/down/a.py").told


def test_the_same_call_delivered_twice_is_answered_once(gated):
    given = {"file_path": str(gated.root / "src/a.py"), "content": "x"}
    answers = [gated.send("PreToolUse", tool_name="Write", tool_input=given, tool_use_id="t1").out for _ in range(2)]
    assert sorted(map(bool, answers)) == [False, True]


def test_skill_events_reach_the_spool_under_one_name(hooks, project):
    hooks.use("Skill", skill="cogmem:live-logging")
    hooks.use("Skill", skill="live-logging")
    hooks.use("Skill", skill="gh" + "p_" + "a1B2" * 9)
    with Ledger.open(project.ledger_path) as ledger:
        merge_spool(ledger, project.run_dir)
        events = ledger.skill_events()
    assert [(event["skill"], event["event"], event["session"]) for event in events] == [
        ("live-logging", "skill_start", hooks.session), ("[redacted:github-token]", "skill_start", hooks.session)]


def test_own_tools_need_no_permission_and_forget_does(hooks):
    allowed = hooks.use("mcp__plugin_cogmem_memory__search", query="x").json["hookSpecificOutput"]
    assert allowed["permissionDecision"] == "allow"
    assert hooks.use("mcp__plugin_cogmem_memory__forget", id="x").out == ""
    assert hooks.use("mcp__other__search", query="x").out == ""


def test_own_tools_ask_when_the_setting_says_so(hooks, project):
    make_project(project.root, "[cogmem.hooks]\nallow_own_tools = false\n")
    assert hooks.use("mcp__plugin_cogmem_memory__search", query="x").out == ""


@pytest.mark.parametrize(("pattern", "path", "fits"), [
    ("*.py", "a/b/c.py", True), ("*.py", "c.pyc", False), ("src/*.py", "src/a.py", True),
    ("src/*.py", "src/a/b.py", False), ("src/**", "src/a/b", True), ("src/", "src/a/b", True),
    ("**/x/**", "a/x/b", True), ("**/x/**", "x/b", True),
    ("**/a/**/b", "q/a/z/z/b", True), ("**/a/**/b", "q/z/z/b", False), ("[a-c]?.md", "b1.md", True),
    ("[!a]*.md", "a.md", False), ("./docs/*", "docs/x", True), ("a[", "a[", True), ("**", "any/thing", True),
])
def test_patterns(pattern, path, fits):
    assert matches(pattern, path) is fits


def test_a_hostile_pattern_costs_little():
    assert not matches("**/" * 200 + "*a" * 200 + "!", "a/" * 200 + "a" * 2000)


def test_braces_and_front_matter():
    assert expand("a/{b,c}/{d,e}") == ["a/b/d", "a/b/e", "a/c/d", "a/c/e"]
    assert len(expand("{a,b}" * 20)) <= 130
    assert paths_of('---\nname: x\npaths: ["a/**", b/{c,d}]\nother: y\n---\npaths: z\n') == ["a/**", "b/{c,d}"]
    assert paths_of("no front matter\npaths: x\n") == []


@pytest.mark.parametrize("written", [
    "paths: ['a/**', \"b/*.py\"]", "paths: [a, b/c]", "paths:\n  - a/**\n  - 'b/*.py'\n  - \"c\"",
    "paths:\n- a\n- b\nname: x",
    "name: x\npaths:\n  # a comment\n  - a", "description: 'paths: none'\nname: x", "paths: []",
])
def test_paths_are_read_as_yaml_reads_them(written):
    wanted = yaml.safe_load(written).get("paths") or []
    assert paths_of(f"---\n{written}\n---\nbody\n") == wanted
