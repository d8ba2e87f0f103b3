"""The user-level plugin as files: everything that Claude Code needs to know of us, in one folder of its own.

``hooks/hooks.json`` of the repository is the only list of hooks; here each command becomes our guarded line with the
absolute interpreter, or, on Windows, the exec form.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cogmem import __version__, assets
from cogmem.claude import shell
from cogmem.claude.texts import say

NAME = "cogmem"
MODES = {"bin/cogmem": 0o755}
# What every client since 1.0 knows: one unknown event name made clients before 2.1.101 drop the whole settings file.
CLASSIC = ("PreToolUse", "PostToolUse", "Notification", "UserPromptSubmit", "SessionStart", "SessionEnd", "Stop",
           "SubagentStop", "PreCompact")


def config_dir() -> Path:
    """Claude Code's configuration folder of this user."""
    given = os.environ.get("CLAUDE_CONFIG_DIR", "")
    return Path(os.path.abspath(given)) if given else Path.home() / ".claude"


def folder() -> Path:
    return config_dir() / "skills" / NAME


def files(python: str, lang: str) -> dict[str, bytes]:
    """Every file of the plugin, by its path in the folder."""
    manifest = {"name": NAME, "version": __version__, "description": say("plugin.description", lang)}
    server = {"command": python, "args": ["-P", "-m", "cogmem.mcp"], "alwaysLoad": True}
    made = {
        ".claude-plugin/plugin.json": _json(manifest),
        "hooks/hooks.json": _json({"hooks": dict(_guarded(python, lang))}),
        ".mcp.json": _json({"mcpServers": {"memory": server}}),
    }
    if os.name != "nt":
        made["bin/cogmem"] = shell.launcher(python).encode()
    return made | dict(_skills(lang))


def listed() -> dict[str, list[dict[str, Any]]]:
    """The list of hooks as it ships: event → groups, with the PATH form as command."""
    hooks: dict[str, list[dict[str, Any]]] = json.loads(assets.path("hooks", "hooks.json").read_text("utf-8"))["hooks"]
    return hooks


def classic() -> dict[str, list[dict[str, Any]]]:
    """What goes into a project's settings: events that old clients know, without ``if``, which they would not heed."""
    plain = {event: [group for group in groups if not any("if" in hook for hook in group["hooks"])]
             for event, groups in listed().items() if event in CLASSIC}
    return {event: groups for event, groups in plain.items() if groups}


def _guarded(python: str, lang: str) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    program = str(assets.hook_program())
    for event, groups in listed().items():
        gone = say("gone", lang, python=python, folder=folder()) if event == "SessionStart" else ""
        if os.name == "nt":
            ours: dict[str, Any] = {"command": python, "args": ["-I", "-S", program]}
        else:
            ours = {"command": shell.hook_line(python, program, gone=gone)}
        yield event, [{**group, "hooks": [{**hook, **ours} for hook in group["hooks"]]} for group in groups]


def _skills(lang: str) -> Iterator[tuple[str, bytes]]:
    """The skills in the user's language: ``SKILL.ja.md`` stands in for ``SKILL.md`` where there is one."""
    for path in sorted((assets.root() / "skills").rglob("*")):
        name = path.relative_to(assets.root()).as_posix()
        if not path.is_file() or path.name.startswith("."):
            continue
        if path.name == "SKILL.md":
            translated = path.with_name(f"SKILL.{lang}.md")
            yield name, (translated if translated.is_file() else path).read_bytes()
        elif not (path.name.startswith("SKILL.") and path.suffix == ".md"):
            yield name, path.read_bytes()


def _json(value: object) -> bytes:
    return (json.dumps(value, indent=2, ensure_ascii=False) + "\n").encode()
