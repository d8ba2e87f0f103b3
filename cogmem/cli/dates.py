"""Dates as they are typed on the command line."""

from __future__ import annotations

import datetime as dt

from cogmem.errors import UsageError
from cogmem.messages import say


def day(text: str | None) -> str | None:
    """``YYYY-MM-DD`` checked; None stays None. Raises UsageError."""
    if text is None:
        return None
    try:
        return dt.date.fromisoformat(text.strip()).isoformat()
    except ValueError as error:
        raise UsageError(say(None, "error.bad_date", text=text), hint=say(None, "error.bad_date_hint")) from error
