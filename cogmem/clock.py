"""The only place that reads the clock. ``COGMEM_NOW`` (ISO 8601) stands in for it in tests and in the demo."""

from __future__ import annotations

import datetime as dt
import os
import time


def now() -> dt.datetime:
    """The local time, with its offset."""
    fixed = os.environ.get("COGMEM_NOW")
    return dt.datetime.fromisoformat(fixed).astimezone() if fixed else dt.datetime.now().astimezone()


def today() -> dt.date:
    """The local calendar date: what a log written now is named after."""
    return now().date()


def monotonic() -> float:
    """Seconds for measuring a duration; not a time of day."""
    return time.monotonic()


def age_in_days(day: dt.date, today: dt.date) -> int:
    """Whole calendar days since ``day``; a day in the future counts as today."""
    return max(0, (today - day).days)
