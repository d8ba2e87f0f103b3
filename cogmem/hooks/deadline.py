"""The time that a hook may take. When it is over, whatever runs is interrupted and the hook says nothing.

These are the last resort, for a machine that is out of breath: what a hook waits for (a server, a lock) has a much
shorter limit of its own, and what it does takes a fraction of this.
"""

from __future__ import annotations

import os

SECONDS = 0.25
# The setting as the environment has it: it counts from the first moment on, before any file was read.
GIVEN = "COGMEM_HOOKS_DEADLINE_MS"
# Where no person waits at the prompt: the start, and what writes something that would otherwise be lost.
WRITING = 2.0
LONGER = {"SessionStart": 2.0, "Stop": 5.0, "SubagentStop": 5.0, "PreCompact": 5.0, "PostCompact": 5.0,
          "SessionEnd": 8.0}


class DeadlineError(Exception):
    """The time that a hook may take is over."""


def limit(event: str) -> float:
    """The seconds that an event's hook may take; never less than what the environment gives a prompt."""
    given = os.environ.get(GIVEN, "")
    return max(LONGER.get(event, SECONDS), int(given) / 1000 if given.isdecimal() and len(given) < 6 else 0.0)


def arm(seconds: float) -> None:
    """Raise :class:`DeadlineError` after so many seconds (0: never), where the system has an interval timer."""
    import _signal

    if hasattr(_signal, "setitimer"):
        _signal.signal(_signal.SIGALRM, _over)
        _signal.setitimer(_signal.ITIMER_REAL, seconds)


def at_least(seconds: float) -> None:
    """Let this hook go on for so many seconds from now, if its time would be over before."""
    import _signal

    if hasattr(_signal, "setitimer") and 0 < _signal.getitimer(_signal.ITIMER_REAL)[0] < seconds:
        arm(seconds)


def _over(*_: object) -> None:
    raise DeadlineError("the hook's time is over")
