"""What a hook imports: the hot path next to nothing, no hook anything but the standard library."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cogmem.assets import hook_program
from cogmem.claude import install
from cogmem.index.sqlite import Index
from cogmem.index.sync import sync
from cogmem.project import open_project
from conftest import make_project


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


def test_os_is_had_for_less_and_nobody_notices(ready):
    probe = """
import sys; sys.path.append(sys.argv[1]); import cogmem.hooks.light, os
light = "_collections_abc" not in sys.modules
import collections.abc, pathlib, subprocess, tomllib
names = dict(os.environ)
os.environ["NEW"] = "1"
same = [{**os.environ} == os.environ.copy() == dict(os.environ.items()) == {**names, "NEW": "1"},
        os.environ.get("NEW") == os.environ.pop("NEW") == "1",
        os.environ.get("NEW", "no") == os.environ.pop("NEW", "no"),
        "NEW" not in os.environ, sorted(os.environ.values()) == sorted(names.values()), list(os.environ) == list(names),
        isinstance(pathlib.Path("x"), os.PathLike), not isinstance("x", os.PathLike),
        os.fspath(pathlib.Path("x")) == "x", isinstance({}, collections.abc.Mapping),
        os.path.expanduser("~") == names["HOME"],
        subprocess.run(["sh", "-c", "test -n \\"$HOME\\""], env=os.environ).returncode == 0]
print(light, all(same), same)
"""
    said = subprocess.run([sys.executable, "-I", "-S", "-c", probe, str(hook_program().parents[2])], check=True,
                          capture_output=True, text=True).stdout
    assert said.startswith("True True"), said
    listed = subprocess.run([sys.executable, "-I", "-S", "-v", str(hook_program())], input=json.dumps(edit(ready)(1)),
                            capture_output=True, text=True, env={**os.environ, "CLAUDE_PROJECT_DIR": str(ready)})
    assert listed.returncode == 0 and "import 'os'" in listed.stderr
    assert "import '_collections_abc'" not in listed.stderr


def test_a_prompt_that_brings_up_a_decision_loads_no_dataclasses(ready):
    probe = ("import sys; sys.path.append(sys.argv[1]); from cogmem.hooks.entry import main; main(); "
             "open(sys.argv[2], 'w').write(' '.join(sys.modules))")
    notes = "".join(f"### [NOTE] The lantern of pier {n} was painted\n\n" for n in range(40))
    title = "Migrate the billing ledger database to partitioned Postgres tables before the yearly audit in Osaka"
    entry = f"### [DECISION] {title}\n*Arousal: 0.9*\n\n"
    log = ready / "memory/logs/2026-03-08.md"
    log.write_text(f"# 2026-03-08\n\n## Log Entries\n\n{entry}{notes}", "utf-8")
    with Index.open(open_project(ready).index_path) as index:
        sync(open_project(ready), index)
    payload = {"session_id": "s", "cwd": str(ready), "hook_event_name": "UserPromptSubmit", "prompt": title}
    listed = ready.parent / "modules"
    for one in (edit(ready)(1), payload):  # the second one finds the settings compiled
        said = subprocess.run([sys.executable, "-I", "-S", "-c", probe, str(hook_program().parents[2]), str(listed)],
                              check=True, input=json.dumps(one).encode(), capture_output=True,
                              env={**os.environ, "CLAUDE_PROJECT_DIR": str(ready)}).stdout.decode()
    assert "Done before on 2026-03-08" in said
    assert not set(listed.read_text().split()) & {"dataclasses", "inspect", "typing", "pathlib", "cogmem.model"}


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
