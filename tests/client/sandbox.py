"""The real ``claude``, headless and offline, in a throw-away HOME and git repository, against a scripted model.

    with Sandbox() as box:
        box.init()
        result = box.claude("do it", script=Script(main=[[tool("Bash", command="ls")], "done"]))
        assert result.text == "done"

Nothing of the person's own configuration is read or written. Leaving a sandbox ends every process that was started in
it, the client's hooks and background commands included.
"""
from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import uuid
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from client.model_server import ModelServer, Request, Script

QUIET = {
    "ANTHROPIC_API_KEY": "test-key",
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    "DISABLE_TELEMETRY": "1",
    "DISABLE_AUTOUPDATER": "1",
    "DISABLE_ERROR_REPORTING": "1",
    "NO_PROXY": "127.0.0.1,localhost",
}
# What a child needs of the caller's environment; nothing else is passed on.
PASSED_ON = ("PATH", "LANG", "LC_ALL", "SYSTEMROOT", "TZ")
# What is said does not depend on how busy the machine is (the client ends a prompt's hook after five seconds).
PATIENT = {"COGMEM_HOOKS_DEADLINE_MS": "4000"}
# Every process of a sandbox inherits this variable: it is how leftovers are found.
MARK = "CLAUDE_E2E_SANDBOX"


@dataclass
class Result:
    """What one run of the client did."""

    code: int
    stdout: str
    stderr: str
    seconds: float
    timed_out: bool = False
    requests: list[Request] = field(default_factory=list)
    unplayed: dict[str, int] = field(default_factory=dict)

    @property
    def events(self) -> list[dict[str, Any]]:
        """The stream-json lines of stdout."""
        found = []
        for line in self.stdout.splitlines():
            try:
                value = json.loads(line)
            except ValueError:
                continue
            if isinstance(value, dict):
                found.append(value)
        return found

    @property
    def result(self) -> dict[str, Any]:
        """The final 'result' line, or {}."""
        return next((e for e in reversed(self.events) if e.get("type") == "result"), {})

    @property
    def init(self) -> dict[str, Any]:
        """The opening 'init' line (tools, skills, plugins, MCP servers), or {}."""
        return next((e for e in self.events if e.get("subtype") == "init"), {})

    @property
    def text(self) -> str:
        return self.result.get("result", "")

    @property
    def session_id(self) -> str:
        return self.result.get("session_id", "")

    def lane(self, name: str) -> list[Request]:
        return [r for r in self.requests if r.lane == name]

    def seen_by_model(self) -> str:
        """Everything the main conversation sent in its last request."""
        main = self.lane("main")
        return main[-1].all_text() if main else ""


class Sandbox:
    """A throw-away HOME and git repository in which to run ``claude``."""

    def __init__(self, root: Path | None = None, claude: str = "claude", trusted: bool = True,
                 cache: Path | None = None) -> None:
        found = shutil.which(claude)
        if not found:
            raise FileNotFoundError(f"no {claude!r} on PATH")
        self.program = found
        self.keep = root is not None
        self.root = Path(root or tempfile.mkdtemp(prefix="cc-")).resolve()
        self.mark = uuid.uuid4().hex
        self.home = self.root / "home"
        self.project = self.root / "project"
        self.temp = self.root / "tmp"
        self.given: set[Path] = set()
        self.cache = cache or self.root / "cache"
        for folder in (self.home, self.project, self.temp):
            folder.mkdir(parents=True, exist_ok=True)
        if not (self.project / ".git").exists():
            self.git("init", "-q")
            self.git("commit", "-q", "--allow-empty", "-m", "start")
        if trusted:
            self.trust(self.project)

    def __enter__(self) -> Sandbox:
        return self

    def __exit__(self, *exc: object) -> None:
        self.end_leftovers()
        if not self.keep:
            shutil.rmtree(self.root, ignore_errors=True)

    def git(self, *arguments: str) -> None:
        identity = ["-c", "user.name=test", "-c", "user.email=test@example.invalid"]
        subprocess.run(["git", *identity, *arguments], cwd=self.project, check=True, env=self.env())

    def write(self, name: str, content: Any, home: bool = False, mode: int | None = None) -> Path:
        """Write a file of the project (or of HOME); anything but text is written as JSON."""
        target = (self.home if home else self.project) / name
        target.parent.mkdir(parents=True, exist_ok=True)
        body = content if isinstance(content, str) else json.dumps(content, indent=2)
        target.write_text(body, encoding="utf-8")
        if mode is not None:
            target.chmod(mode)
        return target

    def init(self, root: Path | None = None, *arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
        """``cogmem init`` as a person would type it; raises when it fails."""
        return self.cogmem("init", "--yes", *arguments, cwd=root or self.project, **env)

    def cogmem(self, *arguments: str, cwd: Path | None = None, python: str = sys.executable,
               **env: str) -> subprocess.CompletedProcess[str]:
        """Run one command of ours; raises when it fails."""
        line = [python, "-P", "-c", "from cogmem.cli.entry import main; main()", *arguments]
        done = subprocess.run(line, cwd=cwd or self.project, env=self.env(**env), capture_output=True, text=True,
                              timeout=300)
        assert done.returncode == 0, (arguments, done.returncode, done.stdout[-2000:], done.stderr[-2000:])
        return done

    def log(self, date: str, text: str, root: Path | None = None) -> Path:
        """Write a day's log as a person would."""
        target = (root or self.project) / "memory" / "logs" / f"{date}.md"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(f"# {date} Session Log\n\n## Log Entries\n\n{text}\n", encoding="utf-8")
        self.given.add(target)
        return target

    def recorded(self) -> list[Path]:
        """The logs that the sessions wrote: one, or two when midnight came in between."""
        return sorted(set((self.project / "memory" / "logs").glob("*.md")) - self.given)

    def living(self) -> list[str]:
        """The command lines of the processes of this sandbox that still run (Linux)."""
        return [name for _, name in self._living()]

    def trust(self, folder: Path) -> None:
        """Answer the client's first-run questions: onboarding, API key and folder trust.

        Untrusted, a headless client still runs hooks but drops the project's
        ``permissions.allow`` and project plugins; an interactive one asks first.
        """
        path = self.home / ".claude.json"
        state = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        state |= {"hasCompletedOnboarding": True, "theme": "dark",
                  "customApiKeyResponses": {"approved": [QUIET["ANTHROPIC_API_KEY"]], "rejected": []}}
        state.setdefault("projects", {}).setdefault(str(folder), {})["hasTrustDialogAccepted"] = True
        path.write_text(json.dumps(state, indent=2), encoding="utf-8")

    def env(self, **more: str) -> dict[str, str]:
        passed = {k: os.environ[k] for k in PASSED_ON if k in os.environ}
        runtime = self.root / "run"
        runtime.mkdir(mode=0o700, exist_ok=True)
        own = {"HOME": str(self.home), "USERPROFILE": str(self.home), MARK: self.mark, "XDG_RUNTIME_DIR": str(runtime),
               "XDG_CACHE_HOME": str(self.cache), "TMPDIR": str(self.temp), "CLAUDE_CODE_TMPDIR": str(self.temp)}
        return {**passed, **QUIET, **PATIENT, **own, **more}

    def command(self, *arguments: str, timeout_s: float = 300, stdin: str = "",
                cwd: Path | None = None, **env: str) -> Result:
        """Run ``claude`` with these arguments and no model behind it (``mcp``, ``plugin``...)."""
        return self._run(list(arguments), cwd or self.project, self.env(**env), timeout_s, stdin)

    def claude(self, prompt: str, *arguments: str, script: Script, timeout_s: float = 300,
               record_dir: Path | None = None, cwd: Path | None = None,
               stdin: str = "", **env: str) -> Result:
        """Run one headless session: ``claude -p prompt`` with stream-json output."""
        line = ["-p", prompt, "--output-format", "stream-json", "--verbose",
                "--include-hook-events", *arguments]
        with ModelServer(script, record_dir=record_dir) as server:
            result = self._run(line, cwd or self.project,
                               self.env(ANTHROPIC_BASE_URL=server.url, **env), timeout_s, stdin)
            result.requests = list(server.requests)
            result.unplayed = script.unplayed()
        return result

    def transcripts(self) -> list[Path]:
        """The session logs written so far, subagents' logs included."""
        return sorted((self.home / ".claude" / "projects").rglob("*.jsonl"))

    def end_leftovers(self) -> None:
        """Kill whatever still runs in this sandbox.

        The client starts each hook in a session of its own, so killing the
        client's process group is not enough.  Linux only: elsewhere a hook that
        outlives its client is left alone.
        """
        for pid, _ in self._living():
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue

    def _living(self) -> list[tuple[int, str]]:
        needle, found = f"{MARK}={self.mark}".encode(), []
        for entry in Path("/proc").glob("[0-9]*/environ"):
            try:
                if needle in entry.read_bytes().split(b"\0"):
                    line = entry.with_name("cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
                    found.append((int(entry.parent.name), line))
            except OSError:
                continue  # gone already, or not ours to read
        return [(pid, line) for pid, line in found if line.strip()]  # a zombie has no command line

    def _run(self, arguments: list[str], cwd: Path, env: dict[str, str],
             timeout_s: float, stdin: str) -> Result:
        started = time.monotonic()
        child = subprocess.Popen(
            [self.program, *arguments], cwd=cwd, env=env, text=True, start_new_session=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )
        timed_out = False
        try:
            stdout, stderr = child.communicate(stdin, timeout=timeout_s)
        except subprocess.TimeoutExpired:
            timed_out = True
            child.kill()
            self.end_leftovers()
            stdout, stderr = child.communicate()
        return Result(child.returncode, stdout, stderr, time.monotonic() - started, timed_out)
