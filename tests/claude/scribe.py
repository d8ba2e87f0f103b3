"""Writes transcripts line by line in the client's format, for tests that need a conversation of their own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from cogmem.claude import lifecycle, takeup
from cogmem.project import Project

SESSION = "7f3a9c00-1111-2222-3333-444455556666"


class Scribe:
    """One transcript. Times are one minute apart, from ``start`` (hour, UTC) of ``day`` on."""

    def __init__(
        self, path: Path, *, session: str = SESSION, day: str = "2026-03-08", start: int = 9, agent: str = ""
    ) -> None:
        self.path, self.session, self.day, self.agent = path, session, day, agent
        self.minute = start * 60
        self.count = 0
        path.parent.mkdir(parents=True, exist_ok=True)

    def line(self, value: dict[str, Any] | str) -> None:
        with self.path.open("a", encoding="utf-8") as out:
            out.write((value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)) + "\n")

    def user(self, text: str | list[Any], **more: Any) -> str:
        self.count += 1
        self.minute += 1
        uuid = f"{self.count:08d}-user"
        self.line({**self._common(uuid), "type": "user", "message": {"role": "user", "content": text}, **more})
        return uuid

    def says(self, text: str = "", *calls: tuple[str, dict[str, Any], str, bool], **more: Any) -> None:
        """One assistant message: a text block, then tool calls (name, input, result, failed), each a line of its
        own."""
        self.count += 1
        message = f"msg_{self.count:08d}"
        if text:
            self._block(message, {"type": "text", "text": text}, **more)
        for index, (name, given, result, failed) in enumerate(calls):
            call = f"toolu_{self.count:05d}{index}"
            self._block(message, {"type": "tool_use", "id": call, "name": name, "input": given}, **more)
            content = [{"type": "tool_result", "tool_use_id": call, "content": result, "is_error": failed}]
            self.line(
                {
                    **self._common(f"{self.count:08d}-r{index}"),
                    "type": "user",
                    "message": {"role": "user", "content": content},
                }
            )

    def bash(self, command: str, result: str = "", *, failed: bool = False, text: str = "") -> None:
        self.says(text, ("Bash", {"command": command}, result, failed))

    def edit(self, path: str, text: str = "") -> None:
        self.says(text, ("Edit", {"file_path": path, "old_string": "a", "new_string": "b"}, "updated", False))

    def red(
        self, command: str = "pytest -q tests/test_invoice.py", error: str = "TypeError: can't compare naive and aware"
    ) -> None:
        self.bash(
            command,
            f"Exit code 1\nE   {error}\nFAILED tests/test_invoice.py::test_due - {error}\n1 failed",
            failed=True,
        )

    def green(self, command: str = "pytest -q tests/test_invoice.py") -> None:
        self.bash(command, "12 passed in 1.02s")

    def payload(self, event: str, **more: Any) -> dict[str, Any]:
        return {"session_id": self.session, "transcript_path": str(self.path), "hook_event_name": event, **more}

    def _block(self, message: str, block: dict[str, Any], **more: Any) -> None:
        value = {
            "id": message,
            "type": "message",
            "role": "assistant",
            "model": "claude-opus-5-5",
            "content": [block],
            "usage": {"input_tokens": 100, "output_tokens": 20},
        }
        self.line({**self._common(f"{self.count:08d}-a"), "type": "assistant", "message": value, **more})

    def _common(self, uuid: str) -> dict[str, Any]:
        stamp = f"{self.day}T{self.minute // 60 % 24:02d}:{self.minute % 60:02d}:00.000Z"
        own = {"agentId": self.agent, "isSidechain": True} if self.agent else {"isSidechain": False}
        return {"uuid": uuid, "timestamp": stamp, "sessionId": self.session, "cwd": "/home/dev/project", **own}


def starts(project: Project, talk: Scribe, source: str = "startup") -> list[str]:
    """A session starts: what the hook calls then. Returns the ids of those that were wrapped late."""
    takeup.begin(project, talk.payload("SessionStart", source=source))
    return lifecycle.late_wraps(project, but=talk.session)
