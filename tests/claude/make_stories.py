"""Plays the stories to the real Claude Code client, offline, and keeps the transcripts it wrote.

    PYTHONPATH=tests python -m claude.make_stories [NAME…]

Needs ``claude`` on PATH. The model is scripted (``tests/client``); programs that a story runs are stand-ins that print
what the story says. Machine paths become ``/home/dev``, long attachments are cut: all else is as the client wrote it.
"""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path
from typing import Any

from claude.stories import ALL
from claude.stories.script import Agent, Bash, Edit, Say, Story

FOLDER = Path(__file__).parent / "stories"
# Serves the first waiting answer whose command is this call; anything else is left to the real program.
STAND_IN = """#!/bin/bash
name=${{0##*/}}
exec 9>>"{queue}/lock"; /usr/bin/flock 9
for ask in "{queue}"/*.cmd; do
  if [[ -f "$ask" && "$(<"$ask")" == *"$name $*"* ]]; then
    at=${{ask%.cmd}}; /bin/rm "$ask"; /bin/cat "$at.out"; exit "$(<"$at.code")"
  fi
done
exec 9>&-
case "$name $1" in "git add"|"git push") exit 0;; esac
PATH=/usr/bin:/bin exec "$name" "$@"
"""


def main(names: list[str]) -> None:
    for story in ALL:
        if not names or story.name in names:
            made = make(story)
            print(f"{story.name}: {', '.join(f'{name} {size}' for name, size in made.items())}")


def make(story: Story, folder: Path = FOLDER) -> dict[str, int]:
    """Play one story; returns the transcripts written and their sizes."""
    from client.sandbox import Sandbox

    with Sandbox() as box:
        bin_dir, queue = box.root / "bin", box.root / "queue"
        bin_dir.mkdir()
        queue.mkdir()
        for program in programs(story):
            path = bin_dir / program
            path.write_text(STAND_IN.format(queue=queue), "utf-8")
            path.chmod(0o755)
        _settings(box, bin_dir, story.recalled)
        player = Player(box, queue, story)
        for say in story.says:
            player.play(say)
        return _keep(box, story, folder)


def spoken_of(line: str) -> str:
    """The one command of a line whose output the story gives: its commit, else the last."""
    parts = line.split("&&")
    return next((part for part in parts if "git commit" in part), parts[-1]).split("|")[0]


def programs(story: Story) -> set[str]:
    """What has to be stood in for: the first word of every command of the story."""
    steps = [step for say in story.says for step in say.steps]
    steps += [inner for step in steps if isinstance(step, Agent) for inner in step.steps]
    lines = [part for step in steps if isinstance(step, Bash) for part in re.split("&&|[|]", step.command)]
    return {line.split()[0] for line in lines if line.split() and "/" not in line.split()[0]} - {"cd"}


class Player:
    """Turns a story's steps into the turns of a scripted model, one client run per prompt."""

    def __init__(self, box: Any, queue: Path, story: Story) -> None:
        self.box, self.queue, self.story = box, queue, story
        self.session = ""
        self.printed = 0
        self.revisions: dict[str, int] = {}

    def play(self, say: Say) -> None:
        from client.model_server import Script

        agents: list[Any] = []
        main = self._turns(say.steps, agents)
        script = Script(main=main, agent=agents, compact=[f"<summary>{say.summary}</summary>"] if say.summary else [])
        more = ["--resume", self.session] if self.session else []
        result = self.box.claude(
            say.prompt, "--allowedTools", "Bash,Edit,Write,Read,Agent", *more, script=script, timeout_s=30
        )
        self.session = result.session_id or self.session
        if result.code or result.unplayed:
            raise RuntimeError(
                f"{self.story.name}: {say.prompt[:40]!r}: code {result.code}, left {result.unplayed}\n"
                f"{result.stderr[-800:]}"
            )

    def _turns(self, steps: tuple[Any, ...], agents: list[Any]) -> list[Any]:
        """A text and the tool after it are one message, as a model writes them."""
        turns: list[Any] = []
        text = ""
        for step in steps:
            if isinstance(step, str):
                if text:
                    turns.append(text)
                text = step
                continue
            calls = self._calls(step, agents)
            turns.append([text, *calls[0]] if text else calls[0])
            turns += calls[1:]
            text = ""
        return [*turns, text] if text else turns

    def _calls(self, step: Any, agents: list[Any]) -> list[list[Any]]:
        from client.model_server import tool

        if isinstance(step, Bash):
            self.printed += 1
            parts = {
                "out": f"{step.out}\n" if step.out else "",
                "code": str(step.code),
                "cmd": re.sub("['\"]", "", spoken_of(step.command)),
            }
            for name, text in parts.items():
                (self.queue / f"{self.printed:03d}.{name}").write_text(text, "utf-8")
            return [[tool("Bash", command=step.command)]]
        if isinstance(step, Edit):
            path = self.box.project / step.path
            known = self.revisions.get(step.path, 0)
            self.revisions[step.path] = known + 1
            if not known:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text("# revision 0\n", "utf-8")
            old, new = f"# revision {known}", f"# revision {known + 1}"
            change = tool("Edit", file_path=str(path), old_string=old, new_string=new)
            return [[tool("Read", file_path=str(path))], [change]]
        if isinstance(step, Agent):
            agents += self._turns(step.steps, agents)
            return [[tool("Agent", prompt=step.prompt, description=step.prompt[:30], subagent_type="general-purpose")]]
        raise TypeError(step)


def _settings(box: Any, bin_dir: Path, recalled: str) -> None:
    """Only the agent's shell finds the stand-ins; the client's own git stays the real one. A recalled memory comes with
    every prompt, as from our own hooks: it must never come back as a new entry."""
    lines = {"SessionStart": f'echo \'export PATH="{bin_dir}:$PATH"\' >> "$CLAUDE_ENV_FILE"'}
    if recalled:
        answer = {"hookSpecificOutput": {"hookEventName": "UserPromptSubmit", "additionalContext": recalled}}
        path = box.root / "recalled.json"
        path.write_text(json.dumps(answer), "utf-8")
        lines["UserPromptSubmit"] = f"/bin/cat {path}"
    box.write(
        ".claude/settings.json",
        {"hooks": {event: [{"hooks": [{"type": "command", "command": line}]}] for event, line in lines.items()}},
        home=True,
    )


def _keep(box: Any, story: Story, folder: Path) -> dict[str, int]:
    made: dict[str, int] = {}
    for path in box.transcripts():
        name = f"{story.name}.jsonl" if path.parent.name != "subagents" else f"{story.name}.{path.stem}.jsonl"
        lines = [_tidy(line, box) for line in path.read_text("utf-8").splitlines()]
        text = "\n".join(line for line in lines if line) + "\n"
        (folder / name).write_text(text, "utf-8")
        made[name] = len(text)
    return made


def _tidy(line: str, box: Any) -> str:
    dashed = re.sub(r"[^A-Za-z0-9]", "-", str(box.project))
    dashed_root = re.sub(r"[^A-Za-z0-9]", "-", str(box.root))
    for old, new in (
        (str(box.project), "/home/dev/project"),
        (dashed, "-home-dev-project"),
        (str(box.home), "/home/dev"),
        (str(box.root), "/home/dev/box"),
        (dashed_root, "-home-dev-box"),
        (f"/tmp/claude-{os.getuid()}", "/tmp/claude-1000"),
    ):
        line = line.replace(old, new)
    value = json.loads(line)
    if str(value.get("type", "")).startswith("api-request"):
        return ""  # newer clients keep whole requests, which would be most of the file
    if value.get("type") == "attachment" and len(line) > 700:
        value.pop("rendered", None)
        value["attachment"] = {k: v for k, v in value["attachment"].items() if isinstance(v, str) and len(v) < 120}
    value.pop("toolUseResult", None) if len(line) > 6000 else None
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


if __name__ == "__main__":
    main(sys.argv[1:])
