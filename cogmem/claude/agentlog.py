"""What the agent wrote down itself: through our ``log`` and ``remember`` tools, the command line, or by editing a log.

Capture asks here before it writes, so that nothing stands in the log twice.
"""

from __future__ import annotations

import re
from typing import Any

from cogmem.claude.sentences import language, overlap
from cogmem.claude.transcript import ToolCall

COVERED = 0.5
_NEAR = 0.2
_KEPT = 60
_LOG_PATH = re.compile(r"memory[/\\]logs[/\\]")
_CONTEXT_PATH = re.compile(r"memory[/\\]contexts[/\\]")
_SUMMARY = re.compile(r"^##\s+(?:Session Summary|セッション概要)\s*$", re.M)
_HANDOVER = re.compile(r"^##\s+(?:Handover|Handoff|引き継ぎ)\s*$", re.M)
_HEADING = re.compile(r"^###\s+\[([A-Z]+)\](?:\[[^\]]*\])?\s*(.+)$", re.M)
_CATEGORY = re.compile(r"--category[ =]\s*[\"']?([A-Za-z]+)")
_COMMAND = re.compile(r"\bcogmem\s+(?:-C\s+\S+\s+)?(log|remember|wrap)\b")


class AgentLog:
    """``rows`` are JSON values: [turn, category, text]."""

    def __init__(self, rows: list[list[Any]]) -> None:
        self.rows = rows
        self.flags: dict[str, bool] = {}

    def took(self, call: ToolCall, turn: int) -> bool:
        """Whether this call wrote to the memory; what it wrote is kept for comparison."""
        if call.failed or call.refused:
            return False
        name = call.name.lower()
        if name.startswith("mcp__") and "cogmem" in name:
            if name.endswith(("__log", "__remember")):
                self._add(turn, str(call.input.get("category", "")).upper(), _strings(call.input))
            return True
        path = str(call.input.get("file_path", ""))
        if path and _CONTEXT_PATH.search(path):
            self.flags["agent_context"] = True
            return True
        if path and _LOG_PATH.search(path):
            self._text(turn, "\n".join(str(call.input.get(key, "")) for key in ("content", "new_string")))
            return True
        command = str(call.input.get("command", "")) if call.name == "Bash" else ""
        if command and (
            _COMMAND.search(command) or (_LOG_PATH.search(command) and (">>" in command or "tee" in command))
        ):
            self._text(turn, command)
            return True
        return False

    def _text(self, turn: int, text: str) -> None:
        if _SUMMARY.search(text):
            self.flags["agent_summary"] = True
        if _HANDOVER.search(text):
            self.flags["agent_handover"] = True
        blocks = list(_HEADING.finditer(text))
        for index, match in enumerate(blocks):
            end = blocks[index + 1].start() if index + 1 < len(blocks) else len(text)
            self._add(turn, match[1], text[match.start(2) : end])
        if not blocks:
            named = _CATEGORY.search(text)
            self._add(turn, named[1].upper() if named else "", text)

    def _add(self, turn: int, category: str, text: str) -> None:
        from cogmem.journal.secrets import redact

        if category == "SUMMARY":
            self.flags["agent_summary"] = True
        self.rows.append([turn, category, redact(text)[0][:600]])
        del self.rows[:-_KEPT]

    def covers(self, category: str, text: str, turn: int) -> bool:
        """Whether the agent has written this down already, or did so in the same stretch of the conversation."""
        for row_turn, row_category, row_text in self.rows:
            shared = overlap(text, row_text)
            if shared >= COVERED and (category == "MILESTONE") <= (row_category in ("MILESTONE", "")):
                return True
            near = 0 <= row_turn - turn <= 12 and row_category == category
            if near and (shared >= _NEAR or language(text) != language(row_text)):
                return True
        return False


def _strings(value: dict[str, Any]) -> str:
    return "\n".join(v for v in value.values() if isinstance(v, str))
