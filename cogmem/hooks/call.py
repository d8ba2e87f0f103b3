"""One delivery of an event: what the client said, in which project, in which session."""

from __future__ import annotations

import os

from cogmem.hooks import compiled, deadline, place, state, wire

Answer = dict[str, object]
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class Call:
    """``payload`` is the client's object, ``root`` the project (absolute; "" when there is none here that the user
    invited), ``session`` the notes of this session and agent."""

    def __init__(self, payload: dict[str, object]) -> None:
        self.payload = payload
        self.event = wire.text(payload, "hook_event_name")
        start = os.environ.get("CLAUDE_PROJECT_DIR") or wire.text(payload, "cwd") or os.getcwd()
        self.found = place.find(start)
        self.root = self.found if self.found and place.invited(self.found) else ""
        self.session_id = wire.text(payload, "session_id")
        self.agent = wire.text(payload, "agent_id")
        self.session = state.Session(self.root, self.session_id, self.agent)
        self._settings: compiled.Settings | None = None
        self._first: bool | None = None
        self._later: list[tuple[Callable[..., object], tuple[object, ...]]] = []

    @property
    def settings(self) -> compiled.Settings:
        if self._settings is None:
            self._settings = compiled.settings(self.root, fresh=self.event == "SessionStart")
            if self._settings.deadline_ms > deadline.SECONDS * 1000:
                deadline.at_least(self._settings.deadline_ms / 1000)
        return self._settings

    @property
    def lang(self) -> str:
        return str(self.settings.lang)

    @property
    def run_dir(self) -> str:
        return f"{self.root}/memory/.run"

    @property
    def paused(self) -> bool:
        """Whether the user stopped recording and reminding here (``cogmem pause``)."""
        return os.path.exists(f"{self.run_dir}/paused")

    @property
    def input(self) -> dict[str, object]:
        return wire.table(self.payload, "tool_input")

    def text(self, key: str) -> str:
        return wire.text(self.payload, key)

    def first(self) -> bool:
        """Whether this is the first delivery of this event: the second of two registrations has nothing to do."""
        if self._first is None:
            self._first = self._claimed()
        return self._first

    def _claimed(self) -> bool:
        one = self.text("tool_use_id") or _first_use(self.payload)
        if not one and self.event in ("UserPromptSubmit", "UserPromptExpansion"):
            one = self._prompt()
        what = one or self.text("source") or self.text("reason") or self.text("trigger")
        # A resumed session ends again, and soon: its events are told apart by prompt and client.
        whose = "" if one else f"{self.text('prompt_id')} {os.environ.get('CLAUDE_PID', '')}"
        key = f"{self.event} {self.agent} {what} {whose}"
        return self.session.claim(key, lasting=bool(one))

    def _prompt(self) -> str:
        """What tells one prompt from another: what is typed while the model works has the id of the turn it joins."""
        from binascii import crc32

        turn = self.text("prompt_id")
        return turn and f"{turn} {crc32(self.text('prompt').encode('utf-8', 'replace')):08x}"

    def later(self, work: Callable[..., object], *given: object) -> None:
        """Note something once the client has our answer: who is killed before has told nothing and claims nothing."""
        self._later.append((work, given))

    def injected(
        self, told: str, entries: Sequence[tuple[str, float]] = (), *, reason: str, semantic: bool = False,
        unwritten: str = "",
    ) -> None:
        """For the audit: what the model is told, why, at what cost. ``entries`` are (id, relevance); ``semantic``:
        found by meaning, not by words; ``unwritten`` is told too, and counted, but no text for the disk."""
        self.later(self._audit, told, entries, reason, semantic, _tokens(told + unwritten))

    def arrived(self) -> None:
        """The client has the answer. A disk that takes no note is no reason for a complaint."""
        for work, given in self._later:
            try:
                work(*given)
            except OSError:
                continue

    def _audit(
        self, told: str, entries: Sequence[tuple[str, float]], reason: str, semantic: bool, tokens: int
    ) -> None:
        from cogmem.ledger.spool import append

        rows = [{"id": one, "relevance": round(relevance, 3)} for one, relevance in entries]
        append(self.run_dir, self.session_id, "injection", {
            "event": self.event, "reason": reason, "semantic": semantic, "tokens": tokens, "entries": rows,
            "text": told,
        })

    def relative(self, path: str) -> str:
        """A path of a tool call as it lies in the project (posix), or "" when it is outside of it."""
        if not path or "\0" in path:
            return ""
        whole = os.path.normpath(os.path.join(self.text("cwd") or self.root, path))
        for base, place_ in ((self.root, whole), (self.root, os.path.realpath(whole))):
            if place_.startswith(base + os.sep):
                return place_[len(base) + 1:].replace(os.sep, "/")
        return ""


def _tokens(text: str) -> int:
    """As :func:`cogmem.recall.fence.tokens`, which is imported only for what needs it."""
    if text.isascii():
        return round(len(text) / 4)
    from cogmem.recall.fence import tokens

    return round(tokens(text))


def _first_use(payload: dict[str, object]) -> str:
    """The id of a batch: that of its first call."""
    for call in wire.rows(payload, "tool_calls"):
        return wire.text(call, "tool_use_id")
    return ""
