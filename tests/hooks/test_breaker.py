"""The failure-breaker: what is a failed step, and when it is said."""

from __future__ import annotations

import itertools

import pytest

from cogmem.index.sqlite import Index
from cogmem.index.sync import sync
from conftest import make_project

IDS = itertools.count()


def step(hooks, *results, agent="", event=True):
    """One step: each result is "fail", "reject", "interrupt", "refuse" or "ok"."""
    texts = {"fail": "Exit code 1\nboom", "reject": "<tool_use_error>String to replace not found</tool_use_error>",
             "interrupt": "Interrupted", "ok": "fine", "refuse": "The user doesn't want to proceed with this tool use."}
    more = {"agent_id": agent} if agent else {}
    calls = []
    for result in results:
        one = f"toolu_b{next(IDS)}"
        if result in ("fail", "interrupt") and event:
            hooks.send("PostToolUseFailure", tool_name="Bash", tool_input={}, tool_use_id=one, error="Exit code 1",
                       is_interrupt=result == "interrupt", **more)
        calls.append({"tool_name": "Bash", "tool_input": {}, "tool_use_id": one, "tool_response": texts[result]})
    return hooks.send("PostToolBatch", tool_calls=calls, **more)


def test_the_second_failure_in_a_row_brings_advice(hooks):
    assert step(hooks, "fail").out == ""
    answer = step(hooks, "fail")
    assert "2 steps in a row" in answer.told and "boom" in answer.told and answer.code == 0
    assert answer.json["hookSpecificOutput"]["hookEventName"] == "PostToolBatch"


def test_it_is_said_at_multiples_of_the_threshold(hooks):
    assert [bool(step(hooks, "fail").out) for _ in range(6)] == [False, True, False, True, False, True]


def test_a_rejected_edit_counts(hooks):
    step(hooks, "reject")
    assert "String to replace" in step(hooks, "reject").told


def test_a_success_starts_anew(hooks):
    step(hooks, "fail")
    step(hooks, "ok")
    assert step(hooks, "fail").out == ""
    assert step(hooks, "fail").out


def test_parallel_calls_are_one_step(hooks):
    assert step(hooks, "fail", "fail", "reject").out == ""
    assert step(hooks, "fail", "ok").out == ""
    assert step(hooks, "fail", "fail").out == ""


@pytest.mark.parametrize("nothing", ["interrupt", "refuse"])
def test_interrupted_and_refused_calls_count_for_nothing(hooks, nothing):
    step(hooks, "fail")
    assert step(hooks, nothing).out == ""
    assert "2 steps" in step(hooks, "fail").told


def test_each_agent_counts_for_itself(hooks):
    step(hooks, "fail")
    assert step(hooks, "fail", agent="a1").out == ""
    assert step(hooks, "fail", agent="a1").out
    step(hooks, "ok", agent="a1")
    assert step(hooks, "fail").out


def test_different_errors_are_not_called_the_same(hooks):
    step(hooks, "reject")
    told = step(hooks, "fail").told
    assert "last error" in told and "same error" not in told
    hooks.session = "other"
    step(hooks, "fail")
    assert "same error" in step(hooks, "fail").told


def test_the_threshold_is_a_setting(hooks, project):
    make_project(project.root, "[cogmem.behavior]\nconsecutive_failure_threshold = 3\n")
    assert [bool(step(hooks, "fail").out) for _ in range(3)] == [False, False, True]


def test_a_batch_delivered_twice_counts_once(hooks):
    calls = [{"tool_name": "Edit", "tool_use_id": "one", "tool_response": "<tool_use_error>x</tool_use_error>"}]
    for _ in range(2):
        assert hooks.send("PostToolBatch", tool_calls=calls).out == ""
    calls[0]["tool_use_id"] = "two"
    assert hooks.send("PostToolBatch", tool_calls=calls).out


def test_no_error_text_reaches_the_disk(hooks, project):
    for _ in range(2):
        step(hooks, "fail")
    assert not [path for path in project.run_dir.rglob("*") if path.is_file() and b"boom" in path.read_bytes()]


def test_what_the_log_knows_about_the_error_comes_along(hooks, project):
    words = ("parser", "scheduler", "queue", "gateway", "cache", "mailer", "importer", "exporter", "watcher")
    filler = "\n\n".join(f"### [NOTE] About {word}\n*Arousal: 0.6*\nThe {word} was looked at." for word in words)
    known = ("### [ERROR][TESTS] ECONNREFUSED 127.0.0.1:6379 from the redis fixture\n*Arousal: 0.7 | Source: user*\n"
             "Fix: start redis before the fixture with make services.")
    (project.logs_dir / "2026-01-05.md").write_text(f"# x\n\n## Log Entries\n\n{filler}\n\n{known}\n")
    with Index.open(project.index_path) as index:
        sync(project, index)
    told = [hooks.send("PostToolBatch", tool_calls=[{
        "tool_name": "Bash", "tool_use_id": f"k{n}",
        "tool_response": "<tool_use_error>connect ECONNREFUSED 127.0.0.1:6379 redis fixture</tool_use_error>"}]).told
        for n in range(4)]
    assert "make services" in told[1] and "<memory-context>" in told[1] and told[0] == ""
    assert told[3] and "make services" not in told[3], "once per session"
