"""The time that a hook may take. When it is over, whatever runs is interrupted and the hook says nothing.

These are the last resort, for a machine that is out of breath: what a hook waits for (a server, a lock) has a much
shorter limit of its own, and what it does takes a fraction of this.
"""

from __future__ import annotations

SECONDS = 0.25
# Where no person waits at the prompt: the start, and what writes something that would otherwise be lost.
WRITING = 2.0
LONGER = {"SessionStart": 2.0, "Stop": 5.0, "SubagentStop": 5.0, "PreCompact": 5.0, "PostCompact": 5.0,
          "SessionEnd": 8.0}


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
