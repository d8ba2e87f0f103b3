"""The time that a hook may take. When it is over, whatever runs is interrupted and the hook says nothing."""

from __future__ import annotations

SECONDS = 0.28
# Events that write what would otherwise be lost. The client does not wait for a person there.
LONGER = {"Stop": 2.0, "SubagentStop": 2.0, "PreCompact": 2.0, "PostCompact": 2.0, "SessionEnd": 4.0}


class DeadlineError(Exception):
    """The time that a hook may take is over."""


def arm(seconds: float) -> None:
    """Raise :class:`DeadlineError` after so many seconds (0: never), where the system has an interval timer."""
    import _signal

    if hasattr(_signal, "setitimer"):
        _signal.signal(_signal.SIGALRM, _over)
        _signal.setitimer(_signal.ITIMER_REAL, seconds)


def _over(*_: object) -> None:
    raise DeadlineError("the hook's time is over")
