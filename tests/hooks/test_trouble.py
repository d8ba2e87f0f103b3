"""Places that cannot be written, writers that were killed, providers that hang: what the memory knows is still told."""

from __future__ import annotations

import datetime as dt
import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cogmem.assets import hook_program
from cogmem.claude import install, plugin
from cogmem.hooks import deadline
from cogmem.index.sqlite import Index
from cogmem.index.sync import sync
from cogmem.journal.daylog import read_log
from conftest import make_project
from provider_stub import running

PROGRAM = [sys.executable, "-I", "-S", str(hook_program())]
TODAY = dt.date.today()
LOG = f"""# {TODAY} Session Log

## Log Entries

### [DECISION] Attachments go to object storage
*Arousal: 0.8 | Source: user*
The database grew by ten gigabytes a week.
"""


@pytest.fixture(autouse=True)
def noon(monkeypatch):
    """It stays this day, also when the suite runs past midnight."""
    monkeypatch.setenv("COGMEM_NOW", f"{TODAY}T12:00:00")


@pytest.fixture
def filled(project):
    project.log_path(TODAY).write_text(LOG, "utf-8")
    with Index.open(project.index_path) as index:
        sync(project, index)
    return project


def unwritable(project) -> None:
    """Nothing can be made below the scratch folder any more, for root neither: it is a file."""
    for name in ("hooks", "spool", "capture"):
        (project.run_dir / name).write_text("in the way", "utf-8")
    (project.run_dir / "hooks.cache").mkdir()


def test_where_nothing_can_be_noted_the_memory_is_told_all_the_same(hooks, filled):
    unwritable(filled)
    said = hooks.send("SessionStart", source="startup").json
    assert "object storage" in said["hookSpecificOutput"]["additionalContext"]
    assert "cannot write" in said["systemMessage"]
    asked = hooks.send("UserPromptSubmit", prompt="Where do attachments go, object storage?", prompt_id="p")
    assert "object storage" in asked.told
    assert "live-logging" in hooks.edit(f"memory/logs/{TODAY}.md").told


def test_the_end_of_another_session_that_cannot_be_written_costs_the_start_nothing(hooks, filled, tmp_path):
    transcript = tmp_path / "t.jsonl"
    message = {"role": "user", "content": "Let's use PostgreSQL 16 for the billing tables."}
    transcript.write_text(json.dumps({"type": "user", "uuid": "u", "timestamp": f"{TODAY}T10:00:00Z",
                                      "message": message}) + "\n", "utf-8")
    hooks.session = "dead"
    (filled.run_dir / "journal.lock").mkdir()
    hooks.send("SessionStart", source="startup", transcript_path=str(transcript))
    hooks.send("SessionEnd", reason="other", transcript_path=str(transcript))
    hooks.session = "next"
    said = hooks.send("SessionStart", source="startup").json
    assert "object storage" in said["hookSpecificOutput"]["additionalContext"]
    assert "journal.lock" in said["systemMessage"]


def delegate(hooks, prompt: str) -> None:
    hooks.use("Agent", prompt=prompt, subagent_type="x")


def titles(project) -> list[str]:
    return [entry.title for path in project.log_files() for entry in read_log(path, "x").entries]


def test_an_intent_whose_writer_was_killed_is_written_by_the_next(hooks, project):
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait(60)
    hooks.use("Skill", skill="x")
    left = {"title": "Delegated to x: sweep", "body": "Sweep the attic.", "session": "s"}
    (project.run_dir / f"hooks/waiting.{dead.pid}").write_text(json.dumps(left) + '\n{"title": "half', "utf-8")
    delegate(hooks, "Count the files below src.")
    assert titles(project) == ["Delegated to x: sweep", "Delegated to x: Count the files below src."]
    assert not list((project.run_dir / "hooks").glob("waiting*"))


def test_delegations_killed_at_any_moment_lose_no_intent_that_was_noted(hooks, project):
    for number in range(12):
        payload = {"session_id": "s", "cwd": str(project.root), "hook_event_name": "PreToolUse", "tool_name": "Agent",
                   "tool_use_id": f"t{number}", "tool_input": {"prompt": f"Sweep attic number {number} now."}}
        child = subprocess.Popen(PROGRAM, stdin=subprocess.PIPE, cwd=project.root)
        assert child.stdin
        child.stdin.write(json.dumps(payload).encode())
        child.stdin.close()
        waiting, end = project.run_dir / "hooks/waiting", time.monotonic() + 0.02 * number
        while time.monotonic() < end and not waiting.exists():
            time.sleep(0.001)
        child.send_signal(signal.SIGKILL)
        child.wait(10)
    noted = "".join(path.read_text("utf-8") for path in (project.run_dir / "hooks").glob("waiting*"))
    wanted = {number for number in range(12) if f"number {number} now" in noted}
    delegate(hooks, "Count the files below src.")
    found = "\n".join(titles(project))
    assert not [number for number in wanted if f"number {number} now" not in found]


def test_a_delegation_that_names_an_ignored_file_is_not_recorded(hooks, project):
    make_project(project.root, '[cogmem.capture]\nignore = ["vault/**", "*.pem"]\n')
    delegate(hooks, "Rotate the key in vault/prod.yaml, marker77, and tell me.")
    delegate(hooks, f"Read {project.root}/keys/marker77.pem and sum it up.")
    delegate(hooks, "Count the files below src.")
    assert titles(project) == ["Delegated to x: Count the files below src."]
    for path in project.root.rglob("*"):
        assert not path.is_file() or b"marker77" not in path.read_bytes(), path


def test_one_delegation_delivered_twice_at_once_is_one_entry(hooks, project):
    payload = json.dumps({"session_id": "s", "cwd": str(project.root), "hook_event_name": "PreToolUse",
                          "tool_name": "Agent", "tool_use_id": "t", "tool_input": {
                              "prompt": "Sweep the attic, please.", "subagent_type": "x"}}).encode()
    deliveries = [subprocess.Popen(PROGRAM, stdin=subprocess.PIPE, cwd=project.root) for _ in range(4)]
    for child in deliveries:
        child.communicate(payload)
    assert titles(project) == ["Delegated to x: Sweep the attic, please."]


def test_a_hung_provider_costs_a_hook_nothing(hooks, project):
    with running() as provider:
        provider.mode = "hang"
        make_project(project.root, f'[cogmem.embedding]\nprovider = "ollama"\nmodel = "m"\nurl = "{provider.url}"\n')
        project.log_path(TODAY).write_text(LOG, "utf-8")
        with Index.open(project.index_path) as index:
            sync(project, index)
        for event in ("SessionStart", "UserPromptSubmit"):
            hooks.session = event
            answer = hooks.send(event, source="startup", prompt="Where do attachments go, object storage?")
            assert "object storage" in answer.told
        assert provider.asked == [], "who is not asked is not waited for"


def test_failures_and_successes_both_reach_us(project):
    install.plan_install(project.root).apply()
    hooks = json.loads((plugin.folder() / "hooks/hooks.json").read_text())["hooks"]
    assert {"PostToolUseFailure", "PostToolBatch"} <= set(hooks)
    assert not any("matcher" in group for event in ("PostToolUseFailure", "PostToolBatch") for group in hooks[event])


def test_no_hook_leaves_a_process_behind(hooks, filled):
    """Nothing in the hooks can start one: with a limit of no further process every event is answered as ever."""
    listing = "import pathlib; print('\\n'.join(p.read_text('utf-8') for p in pathlib.Path(r'{}').glob('*.py')))"
    text = subprocess.run([sys.executable, "-c", listing.format(Path(deadline.__file__).parent)], capture_output=True,
                          text=True, check=True).stdout
    assert not [word for word in ("subprocess", "Popen", "os.fork", "os.spawn", "os.system", "multiprocessing")
                if f"import {word}" in text or f"{word}(" in text]
    before = children()
    for event in ("SessionStart", "UserPromptSubmit", "Stop", "SessionEnd", "PreCompact"):
        hooks.send(event, source="startup", prompt="Where do attachments go?", reason="other", trigger="auto")
    assert children() == before


def children() -> list[str]:
    """The processes that run for this home, by their working folder."""
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            if str(Path.home()).encode() in path.read_bytes():
                found.append(path.parent.name)
        except OSError:
            continue
    return [pid for pid in found if pid != str(Path("/proc/self").resolve().name)]
