"""Every error that cogmem raises on purpose: an exit code, a stable code word, and the way out."""

from __future__ import annotations


class CogmemError(Exception):
    """Base of all. ``hint`` says what to do next; ``file`` and ``line`` (1-based) say where, when it is known."""

    exit_code = 1
    code = "failed"

    def __init__(
        self, message: str, *, hint: str | None = None, file: str | None = None, line: int | None = None
    ) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.file = file
        self.line = line

    def as_dict(self) -> dict[str, object]:
        """The ``error`` object of ``--json`` output."""
        return {"code": self.code, "message": self.message, "hint": self.hint, "file": self.file, "line": self.line}


class UsageError(CogmemError):
    """The command was typed wrongly, or asks for something that does not exist."""

    exit_code = 2
    code = "usage"


class ConfigError(CogmemError):
    """``cogmem.toml`` (or a value over it) is not valid; the message lists all problems at once."""

    exit_code = 2
    code = "config"


class PartialError(CogmemError):
    """The work was done in part only (``--strict``)."""

    exit_code = 3
    code = "partial"


class NotInitialisedError(CogmemError):
    """There is no cogmem project here, or this user has not invited it."""

    exit_code = 4
    code = "not_initialised"


class BusyError(CogmemError):
    """Another process holds what is needed; nothing was changed."""

    exit_code = 5
    code = "busy"


class ChangedMeanwhileError(CogmemError):
    """A file changed between reading and writing; nothing was written."""

    code = "changed_meanwhile"


class ReadOnlyError(CogmemError):
    """The place cannot be written (read-only disk, no permission, disk full)."""

    code = "read_only"


class EmbedderUnavailableError(CogmemError):
    """The embedder cannot answer now; lexical recall goes on without it."""

    exit_code = 3
    code = "embedder_unavailable"


class EmbedderRefusedError(CogmemError):
    """The embedder answered with something that is not a usable vector, or refused a text.

    ``indices`` are the positions of the refused texts in what was asked; empty when the whole answer is unusable.
    """

    exit_code = 3
    code = "embedder_refused"

    def __init__(self, message: str, *, hint: str | None = None, indices: tuple[int, ...] = ()) -> None:
        super().__init__(message, hint=hint)
        self.indices = indices


class IndexDamagedError(CogmemError):
    """The derived index is damaged; it is set aside and rebuilt from the logs."""

    code = "index_damaged"


class NotOursError(CogmemError):
    """Where a database of ours should be lies somebody else's file; it was not touched."""

    code = "not_ours"
