"""Errors with their fix: a check that failed, what was changed, and the same check passing.

The tracker is a plain list of open failures that survives between two calls (it is part of the session's state), since
a failure and its fix often lie in different turns.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from cogmem.claude.commands import Command
from cogmem.claude.outcomes import GREEN, RED, error_line, failing_tests, outcome
from cogmem.claude.remembering import clean
from cogmem.claude.transcript import ToolCall, Turn

OPEN_LIMIT = 12
ERROR_LIMIT = 160


@dataclass(slots=True)
class Failure:
    """A check that is red. ``changes`` are files edited since, ``remedies`` commands that may have mended it,
    ``notes`` what the agent said about the cause meanwhile."""

    kind: str
    key: str
    targets: list[str]
    command: str
    error: str = ""
    tests: list[str] = field(default_factory=list)
    time: str = ""
    uuid: str = ""
    turn: int = 0
    tries: int = 1
    changes: list[str] = field(default_factory=list)
    remedies: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    expected: bool = False
    sidechain: bool = False

    def as_command(self) -> Command:
        return Command(self.kind, self.key, tuple(self.targets), self.command)


@dataclass(slots=True)
class Mended:
    """A failure that a later run of the same check answered."""

    failure: Failure
    passing: Command


class Tracker:
    """``open`` failures, oldest first. All methods take events in the order in which they happened."""

    def __init__(self, stored: list[dict[str, Any]] | None = None) -> None:
        known = set(Failure.__dataclass_fields__)
        self.open = [Failure(**{k: v for k, v in row.items() if k in known}) for row in stored or []]

    def stored(self) -> list[dict[str, Any]]:
        """The open failures as JSON values."""
        return [asdict(failure) for failure in self.open[-OPEN_LIMIT:]]

    def changed(self, path: str) -> None:
        for failure in self.open:
            if path not in failure.changes and len(failure.changes) < 12:
                failure.changes.append(path)

    def remedied(self, command: str) -> None:
        """A command that changes the world (an installation, a migration) ran well."""
        for failure in self.open:
            if command not in failure.remedies and len(failure.remedies) < 4:
                failure.remedies.append(command)

    def explained(self, sentence: str) -> None:
        """The agent said something about a cause."""
        for failure in self.open:
            failure.notes = [*failure.notes, sentence][-6:]

    def ran(self, command: Command, call: ToolCall, turn: Turn, number: int, *, expected: bool) -> list[Mended]:
        """Take one finished run; returns what it mended. ``expected``: the agent said that it should fail first."""
        result = outcome(command, call.result, call.failed)
        if result == RED:
            self._red(command, call, turn, number, expected)
            return []
        if result != GREEN:
            return []
        answered = [f for f in self.open if command.covers(f.as_command())]
        self.open = [f for f in self.open if f not in answered]
        mended = [f for f in answered if (f.changes or f.remedies) and not f.expected]
        return [Mended(f, command) for f in mended]

    def _red(self, command: Command, call: ToolCall, turn: Turn, number: int, expected: bool) -> None:
        error = clean(error_line(call.result))[:ERROR_LIMIT]
        tests = [clean(name)[:80] for name in failing_tests(call.result)]
        for failure in self.open:
            same = set(failure.targets) == set(command.targets) or not failure.targets or not command.targets
            if failure.key == command.key and same:
                failure.tries += 1
                failure.error = failure.error or error
                failure.tests = failure.tests or tests
                failure.expected = failure.expected and expected
                return
        self.open.append(
            Failure(
                command.kind,
                command.key,
                [clean(target) for target in command.targets],
                clean(command.text)[:160],
                error,
                tests,
                call.time or turn.time,
                turn.uuid,
                number,
                expected=expected,
                sidechain=turn.sidechain,
            )
        )
        self.open = self.open[-OPEN_LIMIT:]
