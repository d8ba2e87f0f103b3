"""Precision and recall of capture on the stories: each entry against the labels that were set by hand."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from claude.stories.script import Label, Story
from cogmem.claude.capture import Capture, Options
from cogmem.claude.lifecycle import SUBAGENT_KINDS
from cogmem.claude.transcript import TranscriptReader
from cogmem.model import Draft

FOLDER = Path(__file__).parent / "stories"


@dataclass
class Score:
    """``right`` entries fit a label, ``wrong`` ones fit none, ``missed`` labels got no entry."""

    right: list[Draft] = field(default_factory=list)
    wrong: list[Draft] = field(default_factory=list)
    missed: list[Label] = field(default_factory=list)
    found: int = 0

    def add(self, other: Score) -> None:
        self.right += other.right
        self.wrong += other.wrong
        self.missed += other.missed
        self.found += other.found

    @property
    def precision(self) -> float:
        return len(self.right) / max(1, len(self.right) + len(self.wrong))

    @property
    def recall(self) -> float:
        return self.found / max(1, self.found + len(self.missed))


def kind(draft: Draft) -> str:
    return dict(draft.extra)["Signal"]


def captured(story: Story, folder: Path | None = None) -> list[Draft]:
    """What capture makes of a story, read prompt by prompt as at every Stop."""
    memory: dict[str, object] = {}
    found = [draft for draft, _ in _read((folder or FOLDER) / f"{story.name}.jsonl", memory)]
    for path in sorted((folder or FOLDER).glob(f"{story.name}.agent-*.jsonl")):
        found += [draft for draft, _ in _read(path, {}) if kind(draft) in SUBAGENT_KINDS]
    return found


def _read(path: Path, memory: dict[str, object]) -> list[tuple[Draft, str]]:
    found: list[tuple[Draft, str]] = []
    capture = Capture(Options("/home/dev/project", "story"), memory)
    for turn in TranscriptReader(path, final=True):
        if turn.role == "user" and not turn.sidechain:
            found += capture.drafts()
            capture = Capture(Options("/home/dev/project", "story"), memory)
        capture.feed(turn)
    return found + capture.drafts()


def score(story: Story, folder: Path | None = None) -> Score:
    """Each entry is right when some label fits it and no other entry has taken that label; optional labels take any
    number and are never missed."""
    result = Score()
    waiting = [label for label in story.labels if not label.optional]
    for draft in captured(story, folder):
        text = f"{draft.title}\n{draft.body}"
        label = next((one for one in waiting if one.fits(kind(draft), text)), None)
        if label is not None:
            waiting.remove(label)
            result.found += 1
            result.right.append(draft)
        elif any(one.optional and one.fits(kind(draft), text) for one in story.labels):
            result.right.append(draft)
        else:
            result.wrong.append(draft)
    result.missed = waiting
    return result


def report(stories: tuple[Story, ...], *, loud: bool = False) -> Score:
    total = Score()
    for story in stories:
        one = score(story)
        total.add(one)
        print(f"{story.name:28} precision {one.precision:.2f} recall {one.recall:.2f}")
        if loud:
            for mark, drafts in (("+", one.right), ("-", one.wrong)):
                for draft in drafts:
                    print(f"   {mark} {kind(draft)} {draft.arousal} {draft.title}")
            for label in one.missed:
                print(f"   ? {label.kinds}: {label.words}")
    print(
        f"{'all':28} precision {total.precision:.3f} recall {total.recall:.3f} "
        f"({len(total.right)} right, {len(total.wrong)} wrong, {len(total.missed)} missed)"
    )
    return total
