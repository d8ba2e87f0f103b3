"""How a story is written: prompts, the agent's steps in answer, and labels of what is worth remembering.

A story is played to the real client by ``make_stories.py``; what the client wrote lies beside as ``NAME.jsonl``. Labels
were set by hand, from reading the conversation only.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Bash:
    """A shell command of the agent. ``out`` and ``code`` are what its (stand-in) program prints and returns."""

    command: str
    out: str = ""
    code: int = 0


@dataclass(frozen=True)
class Edit:
    """The agent changes a file."""

    path: str


@dataclass(frozen=True)
class Agent:
    """The agent starts a subagent, which takes these steps."""

    prompt: str
    steps: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Say:
    """A prompt, and the agent's steps in answer: texts and tools. ``/compact`` takes ``summary`` instead."""

    prompt: str
    steps: tuple[Any, ...] = ()
    summary: str = ""


@dataclass(frozen=True)
class Label:
    """What should be remembered: one of ``kinds``, in an entry that holds one of ``words`` (a ``+`` joins words that
    must all be there). ``optional`` ones are welcome but not asked for."""

    kinds: str
    words: str
    optional: bool = False

    def fits(self, kind: str, text: str) -> bool:
        lowered = text.lower()
        return kind in self.kinds.split() and any(
            all(word.lower() in lowered for word in choice.split("+")) for choice in self.words.split("|"))


@dataclass(frozen=True)
class Story:
    name: str
    says: tuple[Say, ...]
    labels: tuple[Label, ...] = ()
    recalled: str = ""
    extra: dict[str, str] = field(default_factory=dict)
