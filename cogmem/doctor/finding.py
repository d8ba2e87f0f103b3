"""What a check finds: a level, a stable code, a sentence and the way out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from cogmem.project import Project

LEVELS = ("ok", "note", "warning", "error")


@dataclass(frozen=True, slots=True)
class Finding:
    """``level`` is ok, note, warning or error. ``fix`` mends it safely and returns what it did; None: a person must."""

    level: str
    code: str
    message: str
    hint: str | None = None
    file: str | None = None
    line: int | None = None
    fix: Callable[[], str] | None = None

    def as_dict(self) -> dict[str, object]:
        return {"level": self.level, "code": self.code, "message": self.message, "hint": self.hint, "file": self.file,
                "line": self.line, "fixable": self.fix is not None}


@dataclass(frozen=True, slots=True)
class Patient:
    """What is examined: the folder doctor was called in, and its project (None: not in one, or its config is bad)."""

    folder: Path
    project: Project | None


Check = Callable[[Patient], Iterator[Finding]]
