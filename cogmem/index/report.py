"""What a run over the logs found and did, in numbers and by name."""

from __future__ import annotations


class SyncReport:
    """What a run found and did.

    ``files`` and ``entries``: what the index holds now. ``added``, ``changed``, ``removed``: entries. ``moved``:
    [(old id, new id)] that the ledger was not told yet (``Index.tell_moves``). ``vanished``: [(id, path)] of entries
    that are in no log any more. ``problems``: [(path, line, message)] of the whole store, line 0 for the file.
    ``unread``: those files among them that could not be read now. ``read_only``: changes were seen and could not be
    written. ``verified``: with ``verify``, counts that agree: files, entries, words, vectors."""

    __slots__ = ("added", "changed", "entries", "files", "moved", "notices", "problems", "read_only", "removed",
                 "unread", "vanished", "verified")  # fmt: skip

    def __init__(self) -> None:
        self.files = self.entries = self.added = self.changed = self.removed = 0
        self.moved: list[tuple[str, str]] = []
        self.vanished: list[tuple[str, str]] = []
        self.problems: list[tuple[str, int, str]] = []
        self.unread: list[tuple[str, int, str]] = []
        self.notices: list[str] = []
        self.read_only = False
        self.verified: dict[str, int] = {}

    def as_dict(self) -> dict[str, object]:
        """For ``--json``."""
        return {name: getattr(self, name) for name in sorted(self.__slots__)}
