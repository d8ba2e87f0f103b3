"""What a question asks for besides its words: a speaker, a date, a time, a plain statement. It orders, it never admits.

All values are in units of evidence. Bonuses inside the admission rule let 6.5 % of foreign questions pass on TIL, so
the search adds them to the order only. Together: LoCoMo dev R@1 38.0 -> 45.5, R@10 76.6 -> 81.8.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

import numpy as np

from cogmem.recall.dates import Asked

SPEAKER = 2.0  # R@1 43.0 -> 45.5
DATE = 6.0  # R@10 79.1 -> 81.8
RELATIVE = 0.5  # share of it for "last week" and the like: people also quote them (full: LoCoMo R@10 81.3 -> 80.5)
WHEN = 1.0
USER = 2.0  # what the user said, in imported chats with roles: BEAM R@10 56.9 -> 61.2
SHORT = 1.0  # the full length bonus; CJK characters count 2.5, or Japanese is punished (en->ja R@5 .80 -> .30)
STATEMENT = 0.6
RECURS = 3  # entries: a prefix that occurs less often ("Note: …") is a title, not a speaker

_WHEN = re.compile(
    r"\s*(when|what (date|day|month|year|time)|how long|how many (days|weeks|months|years))\b|.*(いつ|何[年月日時])",
    re.I | re.S,
)
_WORD = re.compile(r"\w+")


def asks_when(query: str) -> bool:
    """Whether the question asks for a time ("when did …", いつ)."""
    return bool(_WHEN.match(query[:500]))


def speakers(names: Sequence[str | None]) -> dict[str, str]:
    """First name in lower case -> speaker, for the prefixes that recur in at least RECURS entries.

    Two speakers with one first name are ambiguous and left out.
    """
    known = [name for name, count in Counter(name for name in names if name).items() if count >= RECURS]
    firsts = Counter(name.split()[0].lower() for name in known)
    return {name.split()[0].lower(): name for name in known if firsts[name.split()[0].lower()] == 1}


def named_speakers(query: str, known: dict[str, str]) -> list[tuple[str, float]]:
    """[(speaker, share of SPEAKER)] for a question that names one of them, or of several the first: it is mostly the
    subject ("What did Ann tell Mel?"), and gets one half (LoCoMo dev MRR .624 -> .626)."""
    text = query.lower()
    words = set(_WORD.findall(text)) if known else set()
    named = sorted(
        (text.find(first), speaker)
        for first, speaker in known.items()
        if first in words or (not first.isascii() and first in text)
    )
    return [(named[0][1], 1.0 if len(named) == 1 else 0.5)] if named else []


def shape(chars: np.ndarray, question: np.ndarray, spoken: np.ndarray) -> np.ndarray:
    """Bonus for what an entry is: not a question, and among spoken turns long enough to say something.

    ``chars``: weighted characters. Length helps in conversations (LoCoMo R@10 80.8 -> 81.7: "Wow, cool!" is no answer)
    and hurts in a developer's log, where every entry says something (paraphrases R@1 .26 -> .19), so only turns get it.
    """
    return SHORT * np.minimum(chars, 200.0) / 200.0 * spoken + STATEMENT * (~question.astype(bool))


def date_match(asked: Asked, days: np.ndarray) -> np.ndarray:
    """How well entries fit the asked days, in [0, 1]; ``days`` are ordinals, -1 for undated (0).

    1 inside (an entry is often written a day later), .6 within a week after, .3 (.5 for a range) within a month.
    """
    out = np.zeros(len(days))
    early: np.ndarray = days - asked.first.toordinal()
    late: np.ndarray = days - asked.last.toordinal()
    if not asked.known:
        early, late = _within_a_year(early), _within_a_year(late)
    width = (asked.last - asked.first).days
    if width > 31:
        out[(early >= 0) & (late <= 0)] = 1.0
    else:
        inside = (early >= 0) & (late <= 1) if asked.known else (early >= -0.8) & (late <= 0.99)
        out[(early >= -3) & (late <= 31)] = 0.5 if width > 1 else 0.3
        out[(early >= -1) & (late <= 7)] = 0.6
        out[inside] = 1.0
    return out * (days >= 0)


def _within_a_year(offset: np.ndarray) -> np.ndarray:
    """Days to the nearest yearly return of a date, in (-185, 180]."""
    rest = offset % 365.25
    return np.where(rest > 180, rest - 365.25, rest)
