"""Whatever arrives, the client is never broken and never waits: exit 0, one JSON object or nothing, within the time."""

from __future__ import annotations

import json
import os
import random
import socket
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from cogmem.hooks import wire
from conftest import make_project
from hooks import payloads

TRIALS = 330
TEN_TIMES = 3_000
"""Milliseconds: the promise is 300 at p99, which ``benchmarks/hooks_speed.py`` measures; a busy machine gets ten times
that."""


def check(answer) -> None:
    assert answer.code == 0 and answer.err == "", (answer.code, answer.err[-500:])
    if answer.out:
        assert isinstance(json.loads(answer.out), dict)


def a_log(hooks) -> dict[str, str]:
    return {"file_path": str(hooks.root / "memory/logs/2026-01-01.md"), "content": "x"}


def own_times(hooks) -> list[float]:
    return [float(line[2]) for line in hooks.log()]


def quantile(times: list[float], share: float) -> float:
    return sorted(times)[min(len(times) - 1, int(len(times) * share))]


def test_malformed_and_extreme_payloads(hooks, in_a_hurry):
    everything = list(payloads.all_of_them())
    assert len(everything) >= 400
    for data in random.Random(7).sample(everything, TRIALS):
        check(hooks.raw(data))
    times = own_times(hooks)
    assert quantile(times, 0.99) <= TEN_TIMES, sorted(times)[-5:]


@pytest.mark.soak
def test_all_malformed_and_extreme_payloads(hooks, in_a_hurry):
    for data in payloads.all_of_them():
        check(hooks.raw(data))
    assert quantile(own_times(hooks), 0.99) <= TEN_TIMES


FAULTS = {
    "no configuration": lambda root: (root / "cogmem.toml").unlink(),
    "broken configuration": lambda root: (root / "cogmem.toml").write_text("[cogmem\nlogs_dir ="),
    "wrong values": lambda root: (root / "cogmem.toml").write_text("[cogmem]\nlang = 3\nbehavior.skill_gate = 7\n"),
    "binary configuration": lambda root: (root / "cogmem.toml").write_bytes(b"\xff\x00\xfe" * 100),
    "scratch is a file": lambda root: ((root / "memory/.run/hooks").write_text("x")),
    "index is junk": lambda root: (root / "memory/vectors.db").write_bytes(b"junk" * 1000),
    "logs are a file": lambda root: ((root / "memory/logs").rmdir(), (root / "memory/logs").write_text("x")),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_every_event_with_a_fault(hooks, fault):
    FAULTS[fault](hooks.root)
    for event in payloads.EVENTS:
        check(hooks.raw(json.dumps(payloads.one(event)).encode()))


@pytest.mark.soak
@pytest.mark.parametrize("fault", FAULTS)
def test_many_payloads_with_a_fault(hooks, fault):
    FAULTS[fault](hooks.root)
    for data in random.Random(fault).sample(list(payloads.all_of_them()), 220):
        check(hooks.raw(data))
    assert quantile(own_times(hooks) or [0.0], 0.99) <= TEN_TIMES


def test_a_broken_configuration_gives_the_defaults_and_a_note(hooks, project):
    (project.root / "cogmem.toml").write_text("[cogmem\n")
    assert hooks.edit("memory/logs/2026-03-08.md").told
    said = hooks.send("SessionStart", source="startup").json["systemMessage"]
    assert "cogmem.toml" in said


@pytest.mark.parametrize("gone", ["HOME", "CLAUDE_PROJECT_DIR", "XDG_STATE_HOME", "XDG_RUNTIME_DIR", "PATH", "LANG"])
def test_a_missing_variable(hooks, gone, monkeypatch):
    monkeypatch.setenv(gone, "")
    for event in payloads.EVENTS:
        check(hooks.raw(json.dumps(payloads.one(event)).encode()))


def test_a_locked_index_and_a_hung_server_cost_no_more_than_the_deadline(hooks, project, in_a_hurry):
    with closing(sqlite3.connect(project.index_path)) as db, hung_server() as client:
        db.execute("CREATE TABLE x (y)")
        db.execute("BEGIN EXCLUSIVE")
        for number in range(20):
            for event in ("SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolBatch"):
                hooks.session = f"s{number}"
                data = json.dumps({**payloads.one(event), "session_id": hooks.session, "cwd": str(hooks.root)}).encode()
                check(hooks.raw(data, CLAUDE_PID=client))
    times = own_times(hooks)
    assert len(times) >= 80
    assert max(times) <= TEN_TIMES, "neither is ever waited for to the end"


class hung_server:
    """A socket where the warm server should be: it takes connections and never answers."""

    def __enter__(self) -> str:
        folder = Path(os.environ["XDG_RUNTIME_DIR"]) / "cogmem"
        folder.mkdir(mode=0o700)
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.bind(str(folder / "4242.sock"))
        self.socket.listen(100)
        return "4242"

    def __exit__(self, *_: object) -> None:
        self.socket.close()


def test_nothing_but_our_json_reaches_stdout(hooks, tmp_path):
    noise = tmp_path / "noise"
    noise.mkdir()
    (noise / "sitecustomize.py").write_text("print('hello from sitecustomize')")
    (noise / "json.py").write_text("print('not the json you wanted')")
    answer = hooks.send("PreToolUse", tool_name="Write", tool_use_id="t", tool_input=a_log(hooks),
                        env={"PYTHONPATH": str(noise), "PYTHONWARNINGS": "always"})
    assert answer.told and answer.err == ""


def test_state_is_private_whatever_the_umask(hooks, project):
    old = os.umask(0)
    try:
        make_project(project.root, '[[cogmem.skill_triggers]]\npattern = "*.py"\nskills = ["x"]\n')
        for event in payloads.EVENTS:
            hooks.raw(json.dumps(payloads.one(event)).encode())
        hooks.edit("a.py")
    finally:
        os.umask(old)
    state = Path(os.environ["XDG_STATE_HOME"]) / "cogmem"
    for top in (state, project.run_dir):
        for path in (top, *top.rglob("*")):
            mode = stat.S_IMODE(path.stat().st_mode)
            assert mode & 0o077 == 0, (path, oct(mode))


def test_notes_are_never_written_through_a_link(hooks, project, tmp_path):
    victim = tmp_path / "victim"
    victim.write_text("mine")
    folder = project.run_dir / "hooks" / hooks.session
    folder.mkdir(parents=True)
    for name in ("claims", "skills", "warned", "fail", "shown"):
        (folder / name).symlink_to(victim)
    hooks.use("Skill", skill="x")
    hooks.edit("memory/logs/2026-03-08.md")
    assert victim.read_text() == "mine"


@pytest.mark.parametrize("session", ["../../../escape", "/abs", "a/b", "..", "x" * 300, "\u0000", "", "日本"])
def test_a_session_id_is_never_a_path(hooks, project, session):
    hooks.session = session
    hooks.edit("memory/logs/2026-03-08.md")
    folders = list((project.run_dir / "hooks").iterdir())
    assert len(folders) == 1 and folders[0].is_dir() and len(folders[0].name) <= 64
    assert not list(project.root.parent.glob("*escape*"))


def test_half_a_surrogate_pair_is_no_fault_anywhere(hooks, project):
    """It can be in no file's name and no database, and yet JSON has a way to write it."""
    broken = {"session_id": "a\ud800b", "transcript_path": "/x/\ud800.jsonl", "agent_id": "", "cwd": str(hooks.root),
              "prompt": "why did we \udc00 leave \U0001f6a2 pricing?"}
    for event in payloads.EVENTS:
        check(hooks.send(event, **{**payloads.one(event), **broken}))
    assert {line[3] for line in hooks.log()} <= {"quiet", "said"}
    assert wire.loads('{"a": ["\\ud83d\\udea2", "\\ud83d", "\\uDEA2x"]}') == {"a": ["\U0001f6a2", "?", "?x"]}


def test_a_client_of_our_own_gets_no_hooks(hooks):
    answer = hooks.send("PreToolUse", tool_name="Write", tool_use_id="t", tool_input=a_log(hooks),
                        env={"COGMEM_INSIDE": "1"})
    assert answer.out == "" and hooks.log() == []


def test_a_paused_project_is_left_alone(hooks, project):
    project.pause()
    assert hooks.edit("memory/logs/2026-03-08.md").out == ""
    project.resume()
    assert hooks.edit("memory/logs/2026-03-08.md").told


def test_the_hook_log_rotates(hooks):
    path = Path(os.environ["XDG_STATE_HOME"]) / "cogmem" / "log" / "hooks.log"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"x" * (1 << 20) + b"\n")
    hooks.send("Stop")
    hooks.send("Stop")
    assert path.with_name("hooks.log.1").stat().st_size > 1 << 20
    assert [line[1] for line in hooks.log()] == ["Stop"]
    assert 0 < own_times(hooks)[0] <= TEN_TIMES
