"""One tool call: where it works, and the errors its handlers share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cogmem.errors import UsageError
from cogmem.mcp.texts import say

if TYPE_CHECKING:
    from cogmem.project import Project
    from cogmem.store import MemoryStore


@dataclass(frozen=True, slots=True)
class Call:
    """``session`` is the start of the client's id of the session it began with."""

    project: Project
    store: MemoryStore
    lang: str
    session: str | None

    def say(self, key: str, **values: object) -> str:
        return say(self.lang, key, **values)

    def no_entry(self, id: str) -> UsageError:
        return UsageError(self.say("no_entry", id=id), hint=self.say("no_entry.hint"))
