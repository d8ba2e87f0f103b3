"""What a hook costs, against ``python -I -S -c pass`` in the same run: the command as registered, guard included."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from cogmem.assets import hook_program
from cogmem.claude import install, plugin
from cogmem.index.sqlite import Index
from cogmem.index.sync import sync
from cogmem.project import open_project
from conftest import make_project

ROUNDS = 31
ATTEMPTS = 4


def registered(event: str, matcher: str = "") -> str:
    """The shell line of the installed plugin for an event."""
    hooks = json.loads((plugin.folder() / "hooks/hooks.json").read_text())["hooks"]
    return next(group["hooks"][0]["command"] for group in hooks[event] if matcher in group.get("matcher", ""))


def ratio(line: list[str], payload: Callable[[int], dict], folder: Path, rounds: int = ROUNDS) -> float:
    """Median of the command over the median of a bare interpreter, the two taking turns."""
    bare = [sys.executable, "-I", "-S", "-c", "pass"]
    env = {**os.environ, "CLAUDE_PROJECT_DIR": str(folder)}
    times: dict[int, list[float]] = {0: [], 1: []}
    for number in range(rounds):
        data = json.dumps(payload(number)).encode()
        for which, command in enumerate((bare, line)):
            started = time.perf_counter()
            subprocess.run(command, input=data, env=env, stdout=subprocess.DEVNULL, check=True)
            times[which].append(time.perf_counter() - started)
    return statistics.median(times[1]) / statistics.median(times[0])


def best(line: list[str], payload: Callable[[int], dict], folder: Path, limit: float) -> float:
    """The first ratio within the limit, or the smallest: a busy machine may spoil a round, not all of them."""
    found = []
    for _ in range(ATTEMPTS):
        found.append(ratio(line, payload, folder))
        if found[-1] <= limit:
            break
    return min(found)


def edit(root: Path) -> Callable[[int], dict]:
    return lambda n: {"session_id": f"s{n}", "cwd": str(root), "hook_event_name": "PreToolUse", "tool_name": "Edit",
                      "tool_use_id": f"t{n}", "tool_input": {"file_path": str(root / "src/a.py"), "old_string": "a",
                                                             "new_string": "b"}}


@pytest.fixture
def ready(tmp_path: Path) -> Path:
    project = make_project(tmp_path / "project", '[[cogmem.skill_triggers]]\npattern = "src/**"\nskills = ["x"]\n')
    install.plan_install(project.root).apply()
    (project.root / ".git").mkdir()
    return project.root


def test_the_skill_gate(ready):
    assert best(["sh", "-c", registered("PreToolUse", "Edit")], edit(ready), ready, 1.5) <= 1.5


def test_a_foreign_repository(ready, tmp_path):
    foreign = tmp_path / "foreign/a/b"
    foreign.mkdir(parents=True)
    (tmp_path / "foreign/.git").mkdir()
    assert best(["sh", "-c", registered("PreToolUse", "Edit")], edit(foreign), foreign, 0.5) <= 0.5


def test_the_failure_breaker(ready):
    def batch(n: int) -> dict:
        call = {"tool_name": "Bash", "tool_use_id": f"t{n}", "tool_response": "<tool_use_error>no</tool_use_error>"}
        return {"session_id": "s", "cwd": str(ready), "hook_event_name": "PostToolBatch", "tool_calls": [call]}

    assert best(["sh", "-c", registered("PostToolBatch")], batch, ready, 1.6) <= 1.6


def test_a_prompt_answered_by_words(ready):
    logs = ready / "memory/logs"
    for day in range(1, 29):
        text = "\n\n".join(f"### [DECISION] Choice {n} about topic{n * day}\n*Arousal: 0.7*\nWe weighed option{n} for "
                           f"billing, storage and the parser of module{day}." for n in range(36))
        (logs / f"2026-02-{day:02d}.md").write_text(f"# 2026-02-{day:02d} Session Log\n\n## Log Entries\n\n{text}\n")
    project = open_project(ready)
    with Index.open(project.index_path) as index:
        assert sync(project, index).entries > 1000

    def ask(n: int) -> dict:
        return {"session_id": f"s{n}", "cwd": str(ready), "hook_event_name": "UserPromptSubmit", "prompt_id": f"p{n}",
                "prompt": f"what did we decide about topic{n + 3} and the parser of module{n % 28 + 1}?"}

    assert best(["sh", "-c", registered("UserPromptSubmit")], ask, ready, 4.0) <= 4.0


def test_the_hot_path_imports_next_to_nothing(ready):
    probe = ("import sys; sys.path.append(sys.argv[1]); from cogmem.hooks.entry import main; main(); "
             "open(sys.argv[2], 'w').write(' '.join(sys.modules))")
    listed = ready.parent / "modules"
    package = hook_program().parents[2]
    for payload in (edit(ready)(1), edit(ready)(2)):  # the second one finds the settings compiled
        subprocess.run([sys.executable, "-I", "-S", "-c", probe, str(package), str(listed)], check=True,
                       input=json.dumps(payload).encode(), env={**os.environ, "CLAUDE_PROJECT_DIR": str(ready)})
    loaded = set(listed.read_text().split())
    assert "cogmem.hooks.tools" in loaded
    heavy = {"re", "json", "sqlite3", "typing", "pathlib", "dataclasses", "datetime", "tomllib", "socket", "subprocess",
             "tempfile", "logging", "click", "numpy", "fastapi", "enum", "functools", "collections"}
    assert not loaded & heavy, loaded & heavy
    assert len([name for name in loaded if name.startswith("cogmem")]) <= 16


@pytest.mark.parametrize("event", ["UserPromptSubmit", "SessionStart", "Stop", "PreToolUse"])
def test_no_hook_imports_what_is_not_the_standard_library(ready, event):
    probe = ("import sys; sys.path.append(sys.argv[1]); from cogmem.hooks.entry import main; main(); "
             "open(sys.argv[2], 'w').write(' '.join(sys.modules))")
    payload = {**edit(ready)(1), "hook_event_name": event, "prompt": "what did we decide about billing?",
               "source": "startup", "tool_name": "Agent",
               "tool_input": {"prompt": "count all of the files", "subagent_type": "x"}}
    listed = ready.parent / "modules"
    subprocess.run([sys.executable, "-I", "-S", "-c", probe, str(hook_program().parents[2]), str(listed)], check=True,
                   input=json.dumps(payload).encode(), env={**os.environ, "CLAUDE_PROJECT_DIR": str(ready)})
    foreign = {name.partition(".")[0] for name in listed.read_text().split()} - set(sys.stdlib_module_names)
    assert foreign <= {"cogmem", "__main__"}, foreign
