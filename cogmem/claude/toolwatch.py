"""What the agent's tool calls tell: files changed, checks that went red and green, commits, reverts, releases, and what
the person answered in the client's own dialogues.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from cogmem.claude import commands, outcomes, proposals
from cogmem.claude.paths import Ignored, relative
from cogmem.claude.redgreen import Mended, Tracker
from cogmem.claude.remembering import KEPT, clean, keep, mark_of
from cogmem.claude.sentences import clip, language, sentences, words
from cogmem.claude.signals import AROUSAL
from cogmem.claude.transcript import ToolCall, Turn
from cogmem.claude.wording import Moment, reason

EDIT_TOOLS = frozenset({"Edit", "Write", "MultiEdit", "NotebookEdit"})
# The key of a milestone that a commit or a release of the same exchange makes superfluous.
SUITE = "suite"
_WHOLE = re.compile(
    r"\b(?:all|every|everything|whole|full|entire|complete|suite|final)\b|"
    r"全(?:部|て|テスト|体|件)|すべて|一式|通し|一通り|フルで",
    re.I,
)
_UNFINISHED = ("wip", "fixup!", "squash!")
NewMoment = Callable[..., Moment]


class ToolWatch:
    """Takes calls in order and returns the moments in them. ``memory`` is capture's; ``new`` makes a moment."""

    def __init__(self, memory: dict[str, Any], root: str, ignored: Ignored, new: NewMoment) -> None:
        self.memory, self.root, self.ignored, self.new = memory, root, ignored, new
        self.tracker = Tracker(memory.get("reds"))

    def take(self, call: ToolCall, turn: Turn, number: int) -> list[Moment]:
        """One call with its result. ``number`` counts the session's turns."""
        if call.refused:
            return self._refused(call, turn)
        if not call.answered or call.interrupted:
            return []
        if call.name == "Bash":
            return self._bash(call, turn, number)
        if call.failed:
            return []
        if call.name in EDIT_TOOLS:
            self._edited(call)
        elif call.name == "AskUserQuestion":
            return [self._answer(question, answer, turn) for question, answer in proposals.answers(clean(call.result))]
        elif call.name == "ExitPlanMode":
            plan = clean(str(call.input.get("plan", "")))
            return [self.new("decision", first, plan, turn) for first in sentences(plan)[:1]]
        return []

    def _answer(self, question: str, answer: str, turn: Turn) -> Moment:
        moment = self.new("decision", f"{question} {answer}", "", turn)
        moment.title = f"{question} → {answer}"
        return moment

    def _refused(self, call: ToolCall, turn: Turn) -> list[Moment]:
        """The person declined the call, and said why: what the agent was about to do is rejected."""
        said = clean(call.reason)
        if len(words(said)) < 2:
            return []
        moment = self.new("rejection", (sentences(said) or [said])[0], said, turn)
        moment.before = self._described(call)
        return [moment]

    def _described(self, call: ToolCall) -> str:
        path = _path(call)
        if not path:
            line = str(call.input.get("command", ""))
            return call.name if self.ignored.in_command(line, self.root) else clip(f"{call.name} {clean(line)}", 160)
        return call.name if self.ignored(path, self.root) else f"{call.name} {relative(path, self.root)}"

    def _edited(self, call: ToolCall) -> None:
        path = _path(call)
        if not path or self.ignored(path, self.root):
            return
        name = relative(path, self.root)
        touched = self.memory.setdefault("files", {})
        touched[name] = int(touched.pop(name, 0)) + 1  # the latest last
        while len(touched) > KEPT["files"]:
            touched.pop(next(iter(touched)))
        self.tracker.changed(name)
        self.memory["since_commit"] = [*dict.fromkeys([*self.memory.get("since_commit", []), name])][-12:]

    def _bash(self, call: ToolCall, turn: Turn, number: int) -> list[Moment]:
        line = str(call.input.get("command", ""))
        if self.ignored.in_command(line, self.root):
            return []
        line = clean(line)
        parsed = commands.parse(line)
        found = [] if call.failed else [moment for command in parsed for moment in self._landmark(command, call, turn)]
        if not call.failed:
            self._remedies(parsed, line)
        checks = [command for command in parsed if command.checks or self._failing(command, call)]
        for command in checks[-1:] if call.failed else checks:
            expected = bool(self.memory.get("tdd"))
            mended = self.tracker.ran(command, call, turn, number, expected=expected)
            found += [self._mended(one, turn) for one in mended]
            if not mended and not call.failed:
                found += self._passed(command, call, turn)
        return found

    def _passed(self, command: commands.Command, call: ToolCall, turn: Turn) -> list[Moment]:
        """A whole suite that the person had asked for, and that passed."""
        counted = outcomes.passed(call.result)
        asked = str(self.memory.get("asked", ""))
        if command.kind != "test" or command.targets or not counted or not _WHOLE.search(asked):
            return []
        if outcomes.outcome(command, call.result, call.failed) != outcomes.GREEN:
            return []
        moment = self.new("milestone", clip(clean(command.text), 120), "", turn, who="a")
        ja = language(asked) == "ja"
        moment.title = f"テストがすべて成功: {moment.sentence}" if ja else f"The whole suite passes: {moment.sentence}"
        moment.key = SUITE
        moment.facts = [("command", moment.sentence), ("seen", counted)]
        return [moment]

    def _failing(self, command: commands.Command, call: ToolCall) -> bool:
        """Whether an unknown program says that something failed, or runs again after it had."""
        if command.kind != "tool":
            return False
        if call.failed:
            return outcomes.says_failed(call.result)
        return any(failure.key == command.key for failure in self.tracker.open)

    def _remedies(self, parsed: list[commands.Command], line: str) -> None:
        for command in parsed:
            if command.kind in ("check", "script", "release"):
                self.tracker.remedied(clip(clean(command.text), 120))
        if "sed -i" in line or ">" in line:
            self.tracker.remedied(clip(clean(line), 120))

    def _landmark(self, command: commands.Command, call: ToolCall, turn: Turn) -> list[Moment]:
        if command.kind == "commit":
            return self._commit(command, call, turn)
        if command.kind not in ("revert", "release"):
            return []
        ja = language(str(self.memory.get("topic", ""))) == "ja"
        what = clip(clean(command.text), 120)
        if command.kind == "revert":
            moment = self.new("revert", what, "", turn, who="a", why=reason(str(self.memory.get("said", ""))))
            moment.title = _revert_title(command, clean(call.result), ja)
        else:
            moment = self.new("milestone", what, "", turn, who="a")
            moment.title = f"{what} を実行して完了" if ja else f"Released: {what}"
            keep(self.memory, "done", moment.title)
        moment.facts = [("command", what)]
        return [moment]

    def _commit(self, command: commands.Command, call: ToolCall, turn: Turn) -> list[Moment]:
        subject = clean(outcomes.commit_subject(str(call.input.get("command", "")), call.result))
        if not subject or subject.lower().startswith(_UNFINISHED) or "--amend" in command.key:
            return []
        moment = self.new("milestone", subject, "", turn, who="a")
        moment.title = subject
        moment.files = tuple(self.memory.pop("since_commit", []))
        moment.facts = [("commit", outcomes.commit_hash(call.result))]
        moment.fingerprint = mark_of("commit", subject, outcomes.commit_hash(call.result))
        keep(self.memory, "done", subject)
        return [moment]

    def _mended(self, mended: Mended, turn: Turn) -> Moment:
        failure = mended.failure
        moment = self.new("fix", failure.error or failure.command, "", turn, who="a")
        moment.turn = failure.turn
        moment.files = tuple(failure.changes[:6])
        moment.arousal = AROUSAL["fix"] + 0.1 * (failure.tries >= 3)
        remedy = failure.changes[:6] or failure.remedies[-2:]
        moment.facts = [
            ("error", failure.error),
            ("failing", ", ".join(failure.tests)),
            ("command", failure.command),
            ("tries", str(failure.tries) if failure.tries > 1 else ""),
            ("fix", ", ".join(remedy)),
        ]
        moment.key = failure.key
        moment.fingerprint = mark_of("fix", failure.key, failure.error, failure.uuid)
        moment.notes = list(failure.notes)
        moment.meanwhile = failure.notes[-1] if failure.notes else ""
        return moment


def _path(call: ToolCall) -> str:
    return str(call.input.get("file_path") or call.input.get("notebook_path") or "")


def _revert_title(command: commands.Command, output: str, ja: bool) -> str:
    subject = outcomes.commit_subject("", output)
    if subject.lower().startswith("revert"):
        return subject
    what = subject or clean(" ".join(command.targets)) or command.key
    return f"{what} を元に戻した" if ja else f"Reverted {what}"
