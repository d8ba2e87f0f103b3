"""Payloads as the client sends them, and everything that it should never send."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

_COMMON = {"session_id": "c23ab45e-77d4-4c34-ba99-0d10ea571038", "cwd": "/home/dev/project",
           "transcript_path": "/home/dev/.claude/projects/p/s.jsonl", "permission_mode": "default",
           "prompt_id": "f3fadc7e-9965-4172-addb-2313a1e22bfa", "effort": {"level": "medium"}}
_USE = {"tool_use_id": "toolu_00000023"}

EVENTS: dict[str, dict[str, Any]] = {
    "SessionStart": {"source": "startup"},
    "SessionEnd": {"reason": "other"},
    "UserPromptSubmit": {"prompt": "why did we leave per-seat pricing?"},
    "UserPromptExpansion": {"expansion_type": "slash_command", "command_name": "greet", "command_args": "Bob",
                            "command_source": "projectSettings", "prompt": "/greet Bob"},
    "PreToolUse": {"tool_name": "Edit", "tool_input": {"file_path": "/home/dev/project/a.txt", "old_string": "two",
                                                       "new_string": "three", "replace_all": False}, **_USE},
    "PostToolUse": {"tool_name": "Bash", "tool_input": {"command": "ls"},
                    "tool_response": {"stdout": "a", "stderr": "", "interrupted": False}, "duration_ms": 12, **_USE},
    "PostToolUseFailure": {"tool_name": "Bash", "tool_input": {"command": "exit 3"}, "error": "Exit code 3",
                           "is_interrupt": False, "duration_ms": 15, **_USE},
    "PostToolBatch": {"tool_calls": [{"tool_name": "Bash", "tool_input": {"command": "ls"}, "tool_response": "a",
                                      **_USE}]},
    "Stop": {"stop_hook_active": False, "last_assistant_message": "done", "background_tasks": [], "session_crons": []},
    "SubagentStop": {"stop_hook_active": False, "agent_id": "a1", "agent_type": "", "agent_transcript_path": "/x",
                     "last_assistant_message": "done"},
    "PreCompact": {"trigger": "manual", "custom_instructions": ""},
    "PostCompact": {"trigger": "auto", "compact_summary": "we did things"},
    "Notification": {"message": "hello", "notification_type": "permission_prompt"},
}
_TOOLS: list[dict[str, Any]] = [
    {"tool_name": "Agent", "tool_input": {"prompt": "count all the files", "description": "d", "subagent_type": "x"}},
    {"tool_name": "Skill", "tool_input": {"skill": "greet", "args": "Bob"}},
    {"tool_name": "Read", "tool_input": {"file_path": "/x/.claude/skills/greet/SKILL.md"}},
    {"tool_name": "Read", "tool_input": {"file_path": "/SKILL.md"}},
    {"tool_name": "NotebookEdit", "tool_input": {"notebook_path": "a.ipynb", "new_source": "x"}},
    {"tool_name": "mcp__plugin_cogmem_memory__search", "tool_input": {"query": "x"}},
    {"tool_name": "FutureAgent", "tool_input": {"prompt": "count all the files", "subagent_type": "x"}},
]
ODD: tuple[Any, ...] = (None, True, 0, -1, 1e308, "", "\x00", "../../etc/passwd", "/" * 5000, "\ud800", "é" * 3000, [],
                        [[]], [None, 1, "x", {}], {}, {"a": {"b": []}}, "日本語の質問", "x" * 70000)
RAW = (
    b"", b" ", b"\n", b"null", b"true", b"[]", b"42", b'"text"', b"{", b"}", b"{]", b"not json", b'{"hook_event_name":',
    b"\xff\xfe\x00", b"\xef\xbb\xbf{}", b"{}{}", b'{"hook_event_name":"PreToolUse"}', b"\x00" * 100, b"[" * 200_000,
    b'{"a":' * 100_000, b"9" * 10_000, b'{"hook_event_name":"SessionStart","source":"startup"', b"{'single': 1}",
    b'{"hook_event_name":"PreToolUse","hook_event_name":"Stop"}', b'{"hook_event_name":NaN}', b"\xe3\x81" * 50,
)


def one(event: str, **more: Any) -> dict[str, Any]:
    return {**_COMMON, "hook_event_name": event, **EVENTS.get(event, {}), **more}


def all_of_them() -> Iterator[bytes]:
    """Over 400: what is real, what is missing, what is of another kind, what is not JSON, what is huge."""
    yield from RAW
    for event in EVENTS:
        whole = one(event)
        yield _bytes(whole)
        for key in whole:
            yield _bytes({name: value for name, value in whole.items() if name != key})
        for number, (key, odd) in enumerate((key, odd) for key in whole for odd in ODD):
            if number % 7 == 0 or key in EVENTS[event]:
                yield _bytes({**whole, key: odd})
    for tool in _TOOLS:
        yield _bytes(one("PreToolUse", **tool))
        for key, odd in ((key, odd) for key in tool["tool_input"] for odd in ODD[::3]):
            yield _bytes(one("PreToolUse", tool_name=tool["tool_name"], tool_input={**tool["tool_input"], key: odd}))
    for event in ("UserPromptSubmit", "PreToolUse", "PostToolBatch", "NoSuchEvent"):
        yield _bytes(one(event, prompt="a question about billing " * 400_000, extra={"deep": [1] * 1000}))


def _bytes(value: object) -> bytes:
    return json.dumps(value).encode("utf-8", "surrogatepass")
