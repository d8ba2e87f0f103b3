"""Running the hook program the way Claude Code does: a process of its own, JSON on stdin, JSON or nothing on stdout."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from cogmem.assets import hook_program
from cogmem.project import Project


@dataclass
class Answer:
    """What one run of the hook program said."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        return json.loads(self.out) if self.out else {}

    @property
    def told(self) -> str:
        """The text that reaches the model."""
        return self.json.get("hookSpecificOutput", {}).get("additionalContext", "")


class Hooks:
    """The hook program in one project, as one session of the client sees it."""

    def __init__(self, root: Path, session: str = "5e55-10n") -> None:
        self.root, self.session, self.uses = root, session, 0

    def raw(self, data: bytes, *, cwd: Path | None = None, timeout: float = 20, **env: str) -> Answer:
        """Exactly these bytes on stdin."""
        around = {**os.environ, "CLAUDE_PROJECT_DIR": str(cwd or self.root), **env}
        done = subprocess.run([sys.executable, "-I", "-S", str(hook_program())], input=data, capture_output=True,
                              env=around, cwd=cwd or self.root, timeout=timeout)
        return Answer(done.returncode, done.stdout.decode(), done.stderr.decode())

    def send(self, event: str, *, cwd: Path | None = None, env: dict[str, str] | None = None, **fields: Any) -> Answer:
        """One event with the fields that every event has."""
        payload = {"session_id": self.session, "cwd": str(cwd or self.root), "hook_event_name": event, **fields}
        return self.raw(json.dumps(payload).encode(), cwd=cwd, **(env or {}))

    def use(self, tool: str, *, agent: str = "", **given: Any) -> Answer:
        """PreToolUse with a new id."""
        self.uses += 1
        more = {"agent_id": agent} if agent else {}
        return self.send("PreToolUse", tool_name=tool, tool_input=given, tool_use_id=f"toolu_{self.uses:04d}", **more)

    def edit(self, name: str, *, agent: str = "") -> Answer:
        return self.use("Edit", agent=agent, file_path=str(self.root / name), old_string="a", new_string="b")

    def log(self) -> list[list[str]]:
        """The hook log: (time, event, ms, outcome, root) per line."""
        path = Path(os.environ["XDG_STATE_HOME"]) / "cogmem" / "log" / "hooks.log"
        return [line.split("\t") for line in path.read_text().splitlines()] if path.exists() else []


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a hook says does not depend on how busy the machine is."""
    monkeypatch.setenv("COGMEM_HOOKS_DEADLINE_MS", "5000")


@pytest.fixture
def in_a_hurry(patient: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The deadlines as they are without a word from anybody."""
    monkeypatch.delenv("COGMEM_HOOKS_DEADLINE_MS")


@pytest.fixture
def hooks(project: Project) -> Hooks:
    return Hooks(project.root)
