"""What an address may say: every parameter is checked here, and a bad one is a ``BadAddress``, never a surprise."""

from __future__ import annotations

import base64
import binascii
import json
import re
from datetime import date

from cogmem.index.listing import Spot

LONGEST = {"q": 2000, "text": 200, "category": 64, "before": 800, "source": 400, "id": 64}
_CATEGORY = re.compile(r"[\w-]{1,64}")
_ID = re.compile(r"[\w.-]{1,64}")


class BadAddress(Exception):
    """``problem`` says which part of the address is not valid."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem


def text(name: str, value: str) -> str:
    """A text within its length, without NUL and lone surrogates."""
    if len(value) > LONGEST[name]:
        raise BadAddress(name)
    return value.encode("utf-8", "ignore").decode().replace("\0", "").strip()


def category(value: str) -> str:
    if value and not _CATEGORY.fullmatch(value):
        raise BadAddress("category")
    return value


def memory_id(value: str) -> str:
    if not _ID.fullmatch(value):
        raise BadAddress("id")
    return value


def day(value: str) -> str:
    """``YYYY-MM-DD`` exactly."""
    try:
        if date.fromisoformat(value).isoformat() == value:
            return value
    except ValueError:
        raise BadAddress("date") from None
    raise BadAddress("date")


def line(value: str) -> int:
    """A line number from 1; nothing given is the first."""
    if not value:
        return 1
    if not (value.isascii() and value.isdigit() and len(value) <= 9 and int(value)):
        raise BadAddress("line")
    return int(value)


def cursor(spot: Spot | None) -> str:
    """A spot as part of an address."""
    return base64.urlsafe_b64encode(json.dumps(spot, ensure_ascii=False).encode()).decode().rstrip("=") if spot else ""


def spot(value: str) -> Spot | None:
    """The spot in a cursor; it only says where to go on, so a forged one shows nothing that is not shown anyway."""
    if not value:
        return None
    try:
        read = json.loads(base64.urlsafe_b64decode(text("before", value) + "=" * (-len(value) % 4)))
        ordinal, source, number = read
    except (ValueError, TypeError, binascii.Error):
        raise BadAddress("before") from None
    whole = all(isinstance(n, int) and not isinstance(n, bool) and 0 <= n < 1 << 31 for n in (ordinal, number))
    if not whole or not isinstance(source, str) or ordinal > date.max.toordinal():
        raise BadAddress("before")
    return ordinal, source, number
