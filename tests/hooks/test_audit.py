"""Whatever a hook puts before the model is on record, and nothing is that did not arrive."""

from __future__ import annotations

import fcntl
import json
import os
import subprocess
import sys

import pytest

from cogmem.assets import hook_program
from cogmem.hooks import wire
from cogmem.ledger.merge import merge_spool
from cogmem.ledger.sqlite import Ledger
from cogmem.recall.fence import tokens
from conftest import make_project
from hooks.test_breaker import step
from hooks.test_prompt import QUESTION, asked, injections
from hooks.test_skill_gate import TRIGGER

__all__ = ["asked"]


def rows(project) -> list[tuple[str, str, str, int]]:
    """(event, reason, text, tokens), oldest first."""
    return [(one["event"], one["reason"], one["text"], one["tokens"]) for one in reversed(injections(project))]


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_warning_of_the_skill_gate(hooks, project, lang):
    make_project(project.root, f'lang = "{lang}"\n{TRIGGER}')
    told = hooks.edit("src/a.py").told
    assert hooks.edit("src/b.py").out == "" and hooks.edit("docs/b.py").out == ""
    assert rows(project) == [("PreToolUse", "skill-gate", told, round(tokens(told)))]


def test_each_block_of_the_skill_gate(hooks, project):
    make_project(project.root, '[cogmem.behavior]\nskill_gate = "block"\n' + TRIGGER)
    told = [hooks.edit("src/a.py").json["hookSpecificOutput"]["permissionDecisionReason"] for _ in range(2)]
    assert [row[2] for row in rows(project)] == told


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_advice_of_the_failure_breaker_without_the_errors_words(hooks, project, lang):
    make_project(project.root, f'lang = "{lang}"\n')
    step(hooks, "fail")
    told = step(hooks, "fail").told
    ((event, reason, text, cost),) = rows(project)
    assert (event, reason, cost) == ("PostToolBatch", "failure-breaker", round(tokens(told)))
    assert told.startswith(text) and "boom" in told and "boom" not in text


def test_what_a_compaction_is_told_to_keep(hooks, project, tmp_path):
    transcript = tmp_path / "t.jsonl"
    message = {"role": "user", "content": "Let's use PostgreSQL 16 instead of MySQL."}
    transcript.write_text(json.dumps({"type": "user", "uuid": "u", "message": message}) + "\n")
    told = hooks.send("PreCompact", trigger="manual", transcript_path=str(transcript)).out
    assert told and [row[:3] for row in rows(project)] == [("PreCompact", "compaction", told)]


def test_a_hook_that_says_nothing_writes_nothing(hooks, project):
    for answer in (hooks.edit("a.py"), step(hooks, "fail"), step(hooks, "ok"), hooks.send("Stop")):
        assert answer.out == ""
    assert not (project.run_dir / "spool").exists()


def into_the_void(hooks, how: str, event: str, **fields) -> None:
    """One event whose answer nobody gets: the client is gone, or it does not read until the hook's time is over."""
    data = {"session_id": hooks.session, "cwd": str(hooks.root), "hook_event_name": event, **fields}
    reader, writer = os.pipe()
    if how == "gone":
        os.close(reader)
    else:
        fcntl.fcntl(writer, fcntl.F_SETFL, os.O_NONBLOCK)
        while True:
            try:
                os.write(writer, b"x" * 4096)
            except BlockingIOError:
                break
        fcntl.fcntl(writer, fcntl.F_SETFL, 0)
    usual = {name: value for name, value in os.environ.items() if name != "COGMEM_HOOKS_DEADLINE_MS"}
    done = subprocess.run([sys.executable, "-I", "-S", str(hook_program())], input=json.dumps(data).encode(),
                          stdout=writer, stderr=subprocess.PIPE, cwd=hooks.root, timeout=60, env=usual)
    assert done.returncode == 0 and done.stderr == b""
    for end in (writer, *([reader] if how != "gone" else [])):
        os.close(end)


@pytest.mark.parametrize("how", ["gone", "not reading"])
def test_what_did_not_arrive_is_not_claimed_and_comes_with_the_next_event(asked, hooks, project, how):
    into_the_void(hooks, how, "UserPromptSubmit", prompt=QUESTION, prompt_id="lost")
    assert injections(project) == []
    assert "usage-based" in asked(QUESTION).told and len(injections(project)) == 1
    make_project(project.root, TRIGGER)
    given = {"file_path": str(hooks.root / "src/a.py"), "content": "x"}
    into_the_void(hooks, how, "PreToolUse", tool_name="Write", tool_input=given, tool_use_id="lost")
    assert len(injections(project)) == 1
    assert "skill-gate" in hooks.edit("src/a.py").told and len(injections(project)) == 2


@pytest.mark.parametrize("how", ["gone", "not reading"])
def test_a_changed_core_fact_that_did_not_arrive_is_told_again(hooks, project, how):
    core = project.knowledge_dir / "core.md"
    core.write_text("# Core facts\n\n- name: Aki\n")
    hooks.send("SessionStart", source="startup")
    core.write_text("# Core facts\n\n- name: Akiko\n")
    into_the_void(hooks, how, "UserPromptSubmit", prompt="ok", prompt_id="lost")
    assert "Akiko" in hooks.send("UserPromptSubmit", prompt="ok", prompt_id="next").told
    assert hooks.send("UserPromptSubmit", prompt="ok", prompt_id="last").out == ""


def test_of_what_is_written_it_is_said_whether_anybody_read():
    reader, writer = os.pipe()
    assert wire.write_all(writer, b"x") and wire.write_all(writer, b"")
    os.close(reader)
    assert not wire.write_all(writer, b"x")
    os.close(writer)


def test_a_ledger_takes_the_rows_once(hooks, project):
    make_project(project.root, TRIGGER)
    hooks.edit("src/a.py")
    with Ledger.open(project.ledger_path) as ledger:
        assert merge_spool(ledger, project.run_dir) == {"injection": 1} and merge_spool(ledger, project.run_dir) == {}
