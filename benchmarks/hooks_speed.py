"""What a hook costs, as ratios to ``python -I -S -c pass`` of the same run.

``python benchmarks/hooks_speed.py [ROUNDS]`` prints JSON: the registered shell line (guard included) of skill-gate
when it warns (once per skill and session) and when it has nothing to say (every other edit),
in a foreign repository, of failure-breaker and of a prompt answered by words at 1,000 entries; and the milliseconds
of a prompt answered by meaning through the warm server at 10,000 entries. Command and bare interpreter take turns;
medians.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from cogmem.bench import synthetic
from cogmem.claude import install, plugin
from cogmem.embed.registry import create
from cogmem.hooks import warm
from cogmem.index.pending import embed_pending
from cogmem.index.sqlite import Index
from cogmem.index.sync import sync
from cogmem.project import invite, open_project

BARE = [sys.executable, "-I", "-S", "-c", "pass"]
TRIGGER = '[cogmem]\n\n[[cogmem.skill_triggers]]\npattern = "src/**"\nskills = ["x"]\n'
Payload = Callable[[int], dict[str, object]]


def registered(event: str, matcher: str = "") -> list[str]:
    """The shell line of the installed plugin for an event."""
    hooks = json.loads((plugin.folder() / "hooks/hooks.json").read_text())["hooks"]
    groups = (group for group in hooks[event] if matcher in group.get("matcher", ""))
    return ["sh", "-c", next(groups)["hooks"][0]["command"]]


def run(command: list[str], payload: dict[str, object], folder: Path) -> float:
    """Milliseconds of one process that is given an event."""
    env = {**os.environ, "CLAUDE_PROJECT_DIR": str(folder), "CLAUDE_PID": str(os.getpid())}
    started = time.perf_counter()
    subprocess.run(command, input=json.dumps(payload).encode(), env=env, stdout=subprocess.DEVNULL, check=True)
    return 1000 * (time.perf_counter() - started)


def ratio(command: list[str], payload: Payload, folder: Path, rounds: int) -> float:
    """Median of the command over the median of a bare interpreter, the two taking turns."""
    taken = [(run(BARE, payload(n), folder), run(command, payload(n), folder)) for n in range(rounds)]
    return round(median(own for _, own in taken) / median(bare for bare, _ in taken), 2)


def project_at(folder: Path, entries: int) -> Path:
    folder.mkdir(parents=True)
    (folder / ".git").mkdir()
    (folder / "cogmem.toml").write_text(TRIGGER, "utf-8")
    project = open_project(folder)
    invite(project)
    install.plan_install(folder).apply()
    synthetic.write(entries, project.logs_dir)
    with Index.open(project.index_path) as index:
        sync(project, index)
    return folder


def event(root: Path, name: str, n: int, **fields: object) -> dict[str, object]:
    return {"session_id": f"s{n}", "cwd": str(root), "hook_event_name": name, "prompt_id": f"p{n}", **fields}


def edit(root: Path) -> Payload:
    given = {"file_path": str(root / "src/a.py"), "old_string": "a", "new_string": "b"}
    return lambda n: event(root, "PreToolUse", n, tool_name="Edit", tool_use_id=f"t{n}", tool_input=given)


def batch(root: Path) -> Payload:
    call = {"tool_name": "Bash", "tool_use_id": "t", "tool_response": "<tool_use_error>no</tool_use_error>"}
    return lambda n: event(root, "PostToolBatch", n, tool_calls=[call])


def prompt(root: Path, questions: list[str]) -> Payload:
    return lambda n: event(root, "UserPromptSubmit", n, prompt=questions[n % len(questions)])


def by_meaning(root: Path, rounds: int) -> float:
    """Median milliseconds of the registered prompt hook that the warm server answers. Vectors are synthetic: what is
    measured is the question's embedding, the search and the way there and back."""
    project, hashed = open_project(root), synthetic.HashEmbedder()
    real = create(project.config)
    hashed.id, hashed.dimensions = real.id, real.dimensions
    with Index.open(project.index_path) as index:
        embed_pending(index, hashed)
    run(registered("SessionStart"), event(root, "SessionStart", 0, source="startup"), root)
    command = [sys.executable, "-P", "-m", "cogmem.mcp"]
    env = {**os.environ, "CLAUDE_PROJECT_DIR": str(root), "CLAUDE_PID": str(os.getpid())}
    os.environ["CLAUDE_PID"] = env["CLAUDE_PID"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env) as server:
        assert server.stdin and server.stdout
        for n, method in enumerate(("initialize", "tools/list")):
            server.stdin.write(json.dumps({"jsonrpc": "2.0", "id": n, "method": method, "params": {}}).encode() + b"\n")
            server.stdin.flush()
            server.stdout.readline()
        answer = warm.ask({"op": "ping", "root": str(root)}, 5)
        assert answer and answer["ready"] is True, "the warm server is not ready"
        ask = prompt(root, synthetic.questions(rounds + 5))
        taken = [run(registered("UserPromptSubmit"), ask(n), root) for n in range(rounds + 5)]
        server.stdin.close()
        server.wait(10)
    return round(median(taken[5:]), 1)


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 41
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        for name in ("HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME"):
            os.environ[name] = str(home / name.lower())
            Path(os.environ[name]).mkdir(mode=0o700)
        os.environ.pop("CLAUDE_CONFIG_DIR", None)
        small, foreign = project_at(home / "small", 1_000), home / "foreign/a/b"
        foreign.mkdir(parents=True)
        (home / "foreign/.git").mkdir()
        gate, words = registered("PreToolUse", "Edit"), registered("UserPromptSubmit")
        figures = {
            "skill_gate_ratio": ratio(gate, edit(small), small, rounds),
            "skill_gate_quiet_ratio": ratio(gate, lambda n: {**edit(small)(n), "session_id": "s0"}, small, rounds),
            "foreign_repository_ratio": ratio(gate, edit(foreign), foreign, rounds),
            "failure_breaker_ratio": ratio(registered("PostToolBatch"), batch(small), small, rounds),
            "prompt_by_words_ratio": ratio(words, prompt(small, synthetic.questions(20)), small, rounds),
            "prompt_by_meaning_ms": by_meaning(project_at(home / "large", 10_000), rounds),
        }
        print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
