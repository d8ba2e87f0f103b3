"""Each event delivered twice, as a plugin and a settings file together would: one answer, one entry, one count."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from cogmem.assets import hook_program
from cogmem.ledger.merge import merge_spool
from cogmem.ledger.sqlite import Ledger
from hooks import payloads


def both(hooks, event: str, **fields) -> list[str]:
    """The answers of two deliveries that run at the same time."""
    data = json.dumps({**payloads.one(event, **fields), "cwd": str(hooks.root), "session_id": hooks.session}).encode()
    env = {**os.environ, "CLAUDE_PROJECT_DIR": str(hooks.root)}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    line = [sys.executable, "-I", "-S", str(hook_program())]
    running = [subprocess.Popen(line, env=env, **pipes) for _ in range(2)]
    done = [child.communicate(data, 20) for child in running]
    assert [child.returncode for child in running] == [0, 0] and not any(err for _, err in done)
    return [out.decode() for out, _ in done]


@pytest.mark.parametrize("event", payloads.EVENTS)
def test_at_most_one_answer(hooks, event):
    hooks.send("PreToolUse", tool_name="Read", tool_input={"file_path": "/x/y/SKILL.md"}, tool_use_id="first")
    assert sum(map(bool, both(hooks, event))) <= 1


def test_one_delegation(hooks, project):
    given = {"prompt": "Count all the files below src.", "subagent_type": "x"}
    both(hooks, "PreToolUse", tool_name="Agent", tool_input=given, tool_use_id="t9")
    text = "".join(path.read_text() for path in project.logs_dir.rglob("*.md"))
    assert text.count("Count all the files") == 1 + text.count("Delegated to x: Count all the files")


def test_one_skill_event(hooks, project):
    both(hooks, "PreToolUse", tool_name="Skill", tool_input={"skill": "wrap"}, tool_use_id="t9")
    with Ledger.open(project.ledger_path) as ledger:
        merge_spool(ledger, project.run_dir)
        assert len(ledger.skill_events()) == 1


def test_one_failure(hooks):
    for n in range(2):
        call = {"tool_name": "Edit", "tool_use_id": f"t{n}", "tool_response": "<tool_use_error>no</tool_use_error>"}
        answers = both(hooks, "PostToolBatch", tool_calls=[call])
        assert sum(map(bool, answers)) == n


def test_no_hook_starts_a_process(hooks, project):
    trace = project.root / "trace.py"
    trace.write_text(
        "import os, sys\n"
        "def heard(name, arguments):\n"
        "    if name in ('os.fork', 'os.exec', 'os.posix_spawn', 'os.spawn', 'subprocess.Popen', 'os.system'):\n"
        "        os._exit(99)\n"
        "sys.addaudithook(heard)\n"
        f"sys.path.append({str(hook_program().parents[2])!r})\n"
        "from cogmem.hooks.entry import main\n"
        "main()\n")
    for event in payloads.EVENTS:
        data = json.dumps({**payloads.one(event), "cwd": str(project.root)}).encode()
        done = subprocess.run([sys.executable, "-I", "-S", str(trace)], input=data, capture_output=True,
                              env={**os.environ, "CLAUDE_PROJECT_DIR": str(project.root)})
        assert done.returncode == 0, event
