"""On the real client: one plugin for several projects and environments, moved and vanished ones, sudden ends, and no
trace afterwards."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
import venv
from pathlib import Path

import pytest

from client.model_server import ModelServer, Script, tool
from client.terminal import Terminal

pytestmark = pytest.mark.client
YESTERDAY = (dt.date.today() - dt.timedelta(days=1)).isoformat()
LOG = """### [DECISION] {what}
*Arousal: 0.8 | Source: user*
It was weighed for a long time.

## Handover
- **Continuing**: {what}, part two"""


def ends(condition, seconds: float = 120.0) -> bool:
    """Whether a condition comes true in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.05)
    return False


def prints(top: Path, but: tuple[str, ...] = ()) -> dict[str, str]:
    """The fingerprint of a tree, without what the client keeps for itself."""
    found = {}
    for path in sorted(top.rglob("*")):
        name = path.relative_to(top).as_posix()
        if name.startswith(but):
            continue
        if path.is_symlink():
            found[name] = os.readlink(path)
        elif path.is_file():
            found[name] = hashlib.sha256(path.read_bytes()).hexdigest()
        else:
            found[name] = "folder"
    return found


def environment(folder: Path) -> str:
    """A virtual environment in which cogmem is installed, as far as an interpreter can tell."""
    venv.create(folder, symlinks=True, with_pip=False)
    lib = next((folder / "lib").iterdir()) / "site-packages"
    (lib / "shared.pth").write_text("\n".join(path for path in sys.path if path and Path(path).is_dir()))
    return str(folder / "bin/python")


def test_the_interactive_client_starts_without_a_question_from_us(box):
    box.init()
    box.log(YESTERDAY, LOG.format(what="Blue paint"))
    answers = [f"interactive-answer-{n}" for n in range(20)]
    with ModelServer(Script(main=answers)) as server, Terminal(box, server) as term:
        term.ready()
        term.pump(2)
        shown = term.text.lower()
        for question in ("trust this", "new mcp server", "do you want", "would you like", "approve", "hook failed"):
            assert question not in shown, term.text[-3000:]
        term.enter("which paint did we decide on?")
        assert term.wait_for(answers[0]), term.text[-3000:]
        assert "Blue paint" in server.lane("main")[0].all_text()
        for answer in answers[1:]:  # a busy machine's first request may leave before the server has named its tools
            if any(name.startswith("mcp__plugin_cogmem_memory__") for name in server.lane("main")[-1].tool_names()):
                break
            term.enter("go on")
            assert term.wait_for(answer), term.text[-3000:]
        else:
            pytest.fail("the tools never came")


def started(box) -> int:
    """How many sessions the hooks have seen start."""
    log = box.home / ".local/state/cogmem/log/hooks.log"
    return log.read_text("utf-8").count("\tSessionStart\t") if log.exists() else 0


def test_a_session_after_clear_starts_anew(box):
    box.init()
    box.log(YESTERDAY, LOG.format(what="Blue paint"))
    with ModelServer(Script(main=["answer-one", "answer-two"])) as server, Terminal(box, server) as term:
        term.ready()
        term.enter("which paint?")
        assert term.wait_for("answer-one")
        term.enter("/clear")
        assert ends(lambda: term.pump(0.2) and started(box) == 2), term.text[-2000:]
        term.enter("and which paint now?")
        assert term.wait_for("answer-two"), term.text[-2000:]
        assert "Blue paint, part two" in server.lane("main")[-1].all_text()


def test_two_environments_two_projects_one_plugin(box):
    one, two = environment(box.root / "one"), environment(box.root / "two")
    other = box.root / "other"
    other.mkdir()
    box.cogmem("init", "--yes", python=one)
    box.cogmem("init", "--yes", cwd=other, python=two)
    box.log(YESTERDAY, LOG.format(what="Blue paint"))
    box.log(YESTERDAY, LOG.format(what="Oak floors"), root=other)
    assert len(list(box.home.rglob("plugin.json"))) == 1
    first = box.claude("ok", script=Script(main=["fine"]))
    second = box.claude("ok", script=Script(main=["fine"]), cwd=other)
    assert "Blue paint" in first.seen_by_model() and "Oak floors" not in first.seen_by_model()
    assert "Oak floors" in second.seen_by_model() and "Blue paint" not in second.seen_by_model()
    shutil.rmtree(box.root / "one")
    gone = box.claude("ok", "--allowedTools", "Bash", script=Script(main=[[tool("Bash", command="exit 1")], "fine"]))
    assert gone.text == "fine" and "Blue paint" not in gone.seen_by_model()
    told = [event for event in gone.events if "program is gone" in json.dumps(event)]
    assert told and all("SessionStart" in json.dumps(event) for event in told), "the user is told once, at the start"
    assert not box.living()
    box.cogmem("init", "--yes", python=two)
    again = box.claude("ok", script=Script(main=["fine"]))
    assert "Blue paint" in again.seen_by_model()


def test_a_project_that_was_moved_keeps_its_memory(box):
    box.init()
    box.log(YESTERDAY, LOG.format(what="Blue paint"))
    box.cogmem("index")
    moved = box.root / "somewhere else é"
    box.project.rename(moved)
    box.trust(moved)
    result = box.claude("ok", script=Script(main=["fine"]), cwd=moved)
    assert "Blue paint" in result.seen_by_model()


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP], ids=["KILL", "TERM", "HUP"])
def test_a_client_that_is_killed_leaves_nothing_running(box, number):
    box.init()
    box.log(YESTERDAY, LOG.format(what="Blue paint"))
    script = Script(main=[{"blocks": "never said", "delay_s": 600}])
    with ModelServer(script) as server:
        child = subprocess.Popen([box.program, "-p", "which paint did we decide on?"], cwd=box.project,
                                 env=box.env(ANTHROPIC_BASE_URL=server.url), stdin=subprocess.DEVNULL,
                                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        assert ends(lambda: server.lane("main")), "the prompt reached the model"
        assert any("cogmem.mcp" in line for line in box.living())
        child.send_signal(number)
        child.wait(60)
        assert ends(lambda: not box.living()), box.living()
    assert not list((box.root / "run/cogmem").iterdir())
    after = box.claude("ok", script=Script(main=["fine"]))
    assert after.text == "fine" and "Blue paint" in after.seen_by_model()


def test_a_hung_warm_server_does_not_hold_up_the_prompt(box):
    box.init()
    box.log(YESTERDAY, LOG.format(what="Blue paint"))
    box.cogmem("index")
    stop = (f"for p in /proc/[0-9]*; do grep -qz '{box.mark}' $p/environ 2>/dev/null && "
            "grep -q cogmem.mcp $p/cmdline && kill -STOP ${p#/proc/}; done; true")
    first = box.claude("go", "--allowedTools", "Bash", script=Script(main=[[tool("Bash", command=stop)], "done"]))
    assert first.text == "done"
    log = (box.home / ".local/state/cogmem/log/hooks.log").read_text()
    assert "Deadline" not in log.replace("SessionStart", "")
    box.end_leftovers()


def test_init_and_uninstall_leave_home_and_repository_as_they_were(box):
    box.write("README.md", "# mine\n")
    box.write(".claude/settings.json", {"permissions": {"deny": ["Bash(rm *)"]}}, home=True)
    box.claude("ok", script=Script(main=["fine"]))
    kept = ("projects", "statsig", "todos", "shell", "session", "plugins", "backups", "history", "telemetry", "debug",
            "file", "tasks", "cache", "ide", "logs", "stats")
    clients = (".claude.json", ".config", ".npm", ".cache", *(f".claude/{name}" for name in kept))
    home, project = prints(box.home, clients), prints(box.project, (".git/",))
    cache = box.root / "own cache"
    box.init(None, XDG_CACHE_HOME=str(cache))
    call = tool("Agent", description="d", prompt="count all the files here", run_in_background=False,
                subagent_type="general-purpose")
    box.claude("remember that the paint is blue, what did we decide?", "--allowedTools", "Agent",
               script=Script(main=[[call], "fine"], agent=["4"]), XDG_CACHE_HOME=str(cache))
    assert prints(box.home, clients) != home
    shown = box.cogmem("uninstall", "--dry-run", XDG_CACHE_HOME=str(cache)).stdout
    assert "removed" in shown
    box.cogmem("uninstall", "--yes", XDG_CACHE_HOME=str(cache))
    left = prints(box.project, (".git/",))
    memory = {name for name in left if name.startswith(("memory", "identity"))}
    assert {name: value for name, value in left.items() if name not in memory} == project
    written = ("memory/logs", "memory/contexts", "memory/knowledge", "identity")
    assert all(name.startswith(written) or left[name] == "folder" for name in memory), memory
    assert prints(box.home, clients) == home
    assert not (cache / "cogmem").exists()
    assert not box.living()


def test_the_plugin_that_init_writes_is_valid(box):
    box.init()
    result = box.command("plugin", "validate", str(box.home / ".claude/skills/cogmem"), "--json")
    assert result.code == 0, result.stdout
    assert json.loads(result.stdout)["success"] is True
