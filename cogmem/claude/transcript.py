"""Reads a Claude Code transcript (JSON lines) from a byte offset, turn by turn, in bounded memory.

What comes out are plain values: what a person typed, what the agent answered and which tools it called with which
result. Everything the client or a hook put into the conversation (attachments, reminders, our own recalled memories,
skill bodies, command echoes) is left out, so that memory never feeds on itself. Lines of unknown type are skipped
unparsed, a line longer than ``LINE_LIMIT`` is never held whole, and a last line without its newline waits for the next
call. The format is described by what the client was seen to write; unknown shapes give nothing rather than an error.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from cogmem.claude.prompts import INTERRUPTED, clean_prompt

LINE_LIMIT = 4 << 20
RESULT_LIMIT = 12_000
INPUT_LIMIT = 20_000
TEXT_LIMIT = 60_000
_WANTED = re.compile(rb'"type":\s?"(?:user|assistant|system|queued_command)"')
_RESULT_ID = re.compile(rb'"tool_use_id":\s?"([A-Za-z0-9_-]{1,100})"')
_REFUSED = "The user doesn't want to proceed with this tool use"
_SAID = "the user said:"


@dataclass(slots=True)
class ToolCall:
    """One tool call. ``failed`` is the client's own flag; ``refused`` means that the person declined it, and
    ``reason`` holds what they said then. ``result`` keeps the head and the tail of a long output."""

    id: str
    name: str
    input: dict[str, Any] = field(default_factory=dict)
    result: str = ""
    failed: bool = False
    refused: bool = False
    interrupted: bool = False
    answered: bool = False
    reason: str = ""
    time: str = ""


@dataclass(slots=True)
class Turn:
    """One message. ``role`` is ``user``, ``assistant``, ``summary`` (what a compaction left) or ``boundary``.

    ``start`` is the byte offset of its first line; ``tokens`` is the size of the context that the model saw, 0 when
    unknown; ``interrupt`` says that the person stopped the agent here.
    """

    role: str
    text: str = ""
    calls: list[ToolCall] = field(default_factory=list)
    time: str = ""
    uuid: str = ""
    sidechain: bool = False
    agent: str = ""
    message: str = ""
    start: int = 0
    tokens: int = 0
    model: str = ""
    interrupt: bool = False


class TranscriptReader:
    """Iterate to get turns; afterwards ``offset`` is where the next call has to start.

    With ``final`` an unfinished last turn (calls without results) is given too; otherwise ``offset`` stays before it.
    With a ``limit`` it stops after about so many bytes, at the end of a line; ``more`` then says that it did.
    """

    def __init__(self, path: Path, offset: int = 0, *, final: bool = False, limit: int = 0) -> None:
        self.path = path
        self.offset = offset
        self.final = final
        self.limit = limit
        self.more = False
        self.skipped = 0
        self._open: dict[str, Turn] = {}
        self._calls: dict[str, ToolCall] = {}

    def __iter__(self) -> Iterator[Turn]:
        try:
            if not self.path.is_file():
                return  # a device has no end
            stream = self.path.open("rb")
        except OSError:
            return
        with stream:
            if self.offset > _size(stream):
                self.offset = 0
            stream.seek(self.offset)
            consumed = self.offset
            for start, end, line in _lines(stream, self.offset, self.final):
                consumed = end
                yield from self._take(start, line)
                self.more = bool(self.limit) and end - self.offset >= self.limit
                if self.more:
                    break
        last = self.final and not self.more
        unfinished = [turn.start for turn in self._open.values() if not last and _waiting(turn)]
        self.offset = min([consumed, *unfinished])
        for turn in sorted(self._open.values(), key=lambda t: t.start):
            if turn.start < self.offset or last:
                yield turn
        self._open.clear()

    def _take(self, start: int, line: bytes | None) -> Iterator[Turn]:
        if line is None or not _WANTED.search(line):
            return
        if len(line) > LINE_LIMIT:
            self._oversized(line)
            return
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            self.skipped += 1
            return
        if not isinstance(value, dict):
            return
        kind = value.get("type")
        if kind == "assistant":
            yield from self._assistant(start, value)
        elif kind == "user":
            yield from self._user(start, value)
        elif kind == "system" and value.get("subtype") == "compact_boundary":
            yield from self._close(value)
            yield Turn("boundary", time=_text(value.get("timestamp")), uuid=_text(value.get("uuid")), start=start)
        elif kind == "attachment":
            yield from self._queued(start, value)

    def _assistant(self, start: int, value: dict[str, Any]) -> Iterator[Turn]:
        message = value.get("message")
        if not isinstance(message, dict) or value.get("isApiErrorMessage"):
            return
        key = _lane(value)
        turn = self._open.get(key)
        message_id = _text(message.get("id")) or _text(value.get("uuid"))
        if turn is None or turn.message != message_id:
            yield from self._close(value)
            turn = _new_turn("assistant", start, value)
            turn.message = message_id
            turn.model = _text(message.get("model"))
            self._open[key] = turn
        turn.tokens = _context_tokens(message.get("usage")) or turn.tokens
        for block in _blocks(message.get("content")):
            if block.get("type") == "text":
                turn.text = f"{turn.text}\n{_text(block.get('text'))[:TEXT_LIMIT]}".strip()
            elif block.get("type") == "tool_use":
                call = ToolCall(
                    _text(block.get("id")),
                    _text(block.get("name")),
                    _bounded(block.get("input")),
                    time=_text(value.get("timestamp")),
                )
                turn.calls.append(call)
                self._calls[call.id] = call

    def _user(self, start: int, value: dict[str, Any]) -> Iterator[Turn]:
        message = value.get("message")
        if not isinstance(message, dict):
            return
        blocks = _blocks(message.get("content"))
        for block in blocks:
            if block.get("type") == "tool_result":
                self._result(block, value.get("toolUseResult"))
        text = "\n".join(_text(b.get("text")) for b in blocks if b.get("type") == "text")
        if value.get("isCompactSummary"):
            yield from self._close(value)
            turn = _new_turn("summary", start, value)
            turn.text = text[:TEXT_LIMIT]
            yield turn
            return
        if value.get("isMeta") or value.get("isVisibleInTranscriptOnly"):
            return
        cleaned = clean_prompt(text[:TEXT_LIMIT])
        if cleaned or INTERRUPTED in text:
            yield from self._close(value)
            turn = _new_turn("user", start, value)
            turn.text, turn.interrupt = cleaned, INTERRUPTED in text
            yield turn

    def _queued(self, start: int, value: dict[str, Any]) -> Iterator[Turn]:
        """A prompt that was typed while the agent worked: the one attachment that a person wrote."""
        attachment = value.get("attachment")
        if not isinstance(attachment, dict) or attachment.get("type") != "queued_command":
            return
        if attachment.get("commandMode", "prompt") != "prompt" or attachment.get("isMeta"):
            return
        text = "\n".join(_text(b.get("text")) for b in _blocks(attachment.get("prompt")) if b.get("type") == "text")
        cleaned = clean_prompt(text[:TEXT_LIMIT])
        if cleaned:
            turn = _new_turn("user", start, value)
            turn.text = cleaned
            yield turn

    def _result(self, block: dict[str, Any], structured: object) -> None:
        call = self._calls.pop(_text(block.get("tool_use_id")), None)
        if call is None:
            return
        content = block.get("content")
        text = content if isinstance(content, str) else "\n".join(_text(b.get("text")) for b in _blocks(content))
        call.answered = True
        call.failed = bool(block.get("is_error"))
        call.result = shorten(text, RESULT_LIMIT)
        call.interrupted = isinstance(structured, dict) and bool(structured.get("interrupted"))
        if call.failed and text.startswith(_REFUSED):
            call.refused = True
            call.reason = clean_prompt(text.partition(_SAID)[2].strip()) if _SAID in text else ""

    def _oversized(self, line: bytes) -> None:
        """Of a line too long to hold, only the fact that a call was answered is kept."""
        self.skipped += 1
        for name in _RESULT_ID.findall(line[:65536]) + _RESULT_ID.findall(line[-65536:]):
            call = self._calls.pop(name.decode("ascii"), None)
            if call is not None:
                call.answered = True
                call.failed = b'"is_error":true' in line[-65536:] or b'"is_error":true' in line[:65536]

    def _close(self, value: dict[str, Any]) -> Iterator[Turn]:
        turn = self._open.pop(_lane(value), None)
        if turn is not None:
            yield turn
            for call in turn.calls:
                self._calls.pop(call.id, None)


def shorten(text: str, limit: int) -> str:
    """``text`` itself, or its head and tail around a mark when it is longer than ``limit`` characters. It is cut at
    white space where there is some near, so that no half of a secret remains that nothing recognises."""
    if len(text) <= limit:
        return text
    half = limit // 2
    head, tail = text[:half], text[-half:]
    at = max(head.rfind(" "), head.rfind("\n"))
    head = head[:at] if at > half - 400 else head
    at = min((i for i in (tail.find(" "), tail.find("\n")) if i >= 0), default=-1)
    tail = tail[at + 1 :] if 0 <= at < 400 else tail
    return f"{head}\n[…]\n{tail}"


def _lines(stream: BinaryIO, offset: int, final: bool) -> Iterator[tuple[int, int, bytes | None]]:
    """(start, end, line) of each line. A line over the limit comes as its head and tail, still over the limit."""
    while True:
        start = offset
        line = stream.readline(LINE_LIMIT)
        if not line:
            return
        offset += len(line)
        if not line.endswith(b"\n") and len(line) == LINE_LIMIT:
            tail = b""
            while True:
                more = stream.readline(LINE_LIMIT)
                offset += len(more)
                tail = (tail + more)[-65536:]
                if not more or more.endswith(b"\n"):
                    break
            line += tail
        if not line.endswith(b"\n") and not final:
            return
        yield start, offset, line if line.strip() else None


def _size(stream: BinaryIO) -> int:
    return stream.seek(0, 2)


def _lane(value: dict[str, Any]) -> str:
    return _text(value.get("agentId")) or ("side" if value.get("isSidechain") else "")


def _new_turn(role: str, start: int, value: dict[str, Any]) -> Turn:
    return Turn(
        role,
        time=_text(value.get("timestamp")),
        uuid=_text(value.get("uuid")),
        start=start,
        sidechain=bool(value.get("isSidechain")),
        agent=_text(value.get("agentId")),
    )


def _waiting(turn: Turn) -> bool:
    return any(not call.answered for call in turn.calls)


def _text(value: object) -> str:
    """A string free of lone surrogates and NULs, "" for anything else."""
    if not isinstance(value, str):
        return ""
    return (
        value.encode("utf-8", "replace").decode("utf-8").replace("\0", "�")
        if not value.isascii() or "\0" in value
        else value
    )


def _blocks(content: object) -> list[dict[str, Any]]:
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return [block for block in content if isinstance(block, dict)] if isinstance(content, list) else []


def _bounded(value: object) -> dict[str, Any]:
    """A tool's arguments with every long string shortened."""
    if not isinstance(value, dict):
        return {}
    return {str(k): shorten(_text(v), INPUT_LIMIT) if isinstance(v, str) else v for k, v in value.items()}


def _context_tokens(usage: object) -> int:
    if not isinstance(usage, dict):
        return 0
    names = ("input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens", "output_tokens")
    return sum(v for v in (usage.get(n) for n in names) if isinstance(v, int))
