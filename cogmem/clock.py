"""The only place that reads the clock. ``COGMEM_NOW`` (ISO 8601) stands in for it in tests and in the demo.

Hooks import this on their hot path: ``datetime`` is imported when a date is asked for, not before.
"""

from __future__ import annotations

import os
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    import datetime as dt


class NoTimeError(ValueError):
    """``COGMEM_NOW`` is not a time; the message is what it says. Surfaces turn this into words with a way out."""


def now() -> dt.datetime:
    """The local time, with its offset. Raises NoTimeError."""
    import datetime as dt

    fixed = os.environ.get("COGMEM_NOW")
    if not fixed:
        return dt.datetime.now().astimezone()
    try:
        return dt.datetime.fromisoformat(fixed).astimezone()
    except (ValueError, OverflowError):
        raise NoTimeError(fixed) from None


def today() -> dt.date:
    """The local calendar date: what a log written now is named after."""
    return now().date()


def stamp() -> float:
    """Seconds since 1970, never faked: for the age of scratch files and for the order of events."""
    return time.time()


def monotonic() -> float:
    """Seconds for measuring a duration; not a time of day."""
    return time.monotonic()


def age_in_days(day: dt.date, today: dt.date) -> int:
    """Whole calendar days since ``day``; a day in the future counts as today."""
    return max(0, (today - day).days)
