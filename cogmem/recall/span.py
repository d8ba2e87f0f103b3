"""Questions about a stretch of time and nothing else: "what did we do last week", 先月何を決めた.

Their answer is not one similar entry but the important ones of those days, spread over the days. Similarity cannot give
it (BEAM's event ordering: R@10 14): so where a question says which days it means, and besides that only what kind of
thing is wanted, the days are the answer.
"""

from __future__ import annotations

import datetime as dt
import re

import numpy as np

from cogmem.recall.dates import Asked

RELEVANCE = 0.8
"""Of every entry that the question asks for."""
OUTSIDE = 0.6
"""The most that an entry of other days can have: it does not answer the question."""
SPREAD = 0.12
"""What the second entry of a day is put back by, the third twice, so that every day comes before any day's details."""

KINDS: dict[str, tuple[str, ...]] = {
    "DECISION": ("decide", "decided", "decision", "decisions", "agree", "agreed", "決め", "決定", "決まっ"),
    "ERROR": ("error", "errors", "bug", "bugs", "broke", "broken", "outage", "outages", "failed", "incident",
              "incidents", "problem", "problems", "障害", "不具合", "エラー", "問題"),
    "INSIGHT": ("learn", "learned", "learnt", "insight", "insights", "学ん", "学び", "気づき", "分かった"),
    "MILESTONE": ("achieve", "achieved", "ship", "shipped", "milestone", "milestones", "finish", "finished",
                  "達成", "完成"),
    "QUESTION": ("question", "questions", "open", "質問", "未解決", "疑問"),
}  # fmt: skip
WEIGHT = {"SUMMARY": 1.0, "MILESTONE": 0.9, "DECISION": 0.8, "ERROR": 0.65, "INSIGHT": 0.65, "PATTERN": 0.6}
USUAL = 0.4

_GENERIC = frozenset((
    "a", "about", "accomplish", "activities", "activity", "again", "ago", "all", "an", "and", "any", "anything",
    "april", "around", "as", "at", "august", "been", "beginning", "between", "changed", "date", "day", "days",
    "december", "develop", "developed", "development", "did", "do", "does", "end", "evolve", "evolved", "far",
    "doing", "done", "during", "events", "everything", "february", "few", "first", "five", "for", "four",
    "friday", "from", "give", "go", "going", "had", "happen", "happened", "happening", "has", "have", "history",
    "how", "i", "important", "in", "is", "it", "january", "july", "june", "just", "last", "list", "main", "march",
    "may", "me", "mid", "monday", "month", "months", "most", "my", "new", "november", "october", "of", "on",
    "once", "one", "or", "our", "over", "overview", "past", "please", "previous", "progress", "project", "recap",
    "recent", "recently", "saturday", "september", "seven", "show", "since", "six", "so", "some", "something", "sum",
    "summarise", "summarize", "summary", "sunday", "t", "team", "tell", "that", "the", "these", "they", "thing",
    "things", "this", "three", "through", "thursday", "timeline", "to", "today", "together", "tuesday", "two",
    "start", "till", "until", "up", "us", "was", "we", "wednesday", "week", "weekend", "weeks", "went", "were", "what",
    "when", "which", "who", "with", "work", "worked", "working", "write", "year", "years", "yesterday", "you",
))  # fmt: skip
_EVERYTHING = re.compile(
    r"\b(?:so far|to date|until now|up to now|(?:since|from) the (?:beginning|start)|over time)\b"
    r"|これまで|今まで|いままで|最初から|始めから|時系列"
)
LONGEST = 160
"""Characters: what is longer asks for more than a stretch of time, and is not looked through."""
_WORD = re.compile(r"[a-z]+")
_DATES_JA = re.compile(
    r"[0-9一二三四五六七八九十数]+(?:年|か月|ヶ月|カ月|月|週間|週|日)(?:間|前|頃|ごろ)?|先々?週末?|今週|先々?月|今月"
    r"|去年|昨年|今年|一昨年|昨日|一昨日|今日|本日|今朝|[月火水木金土日]曜日?"
)
_GENERIC_JA = re.compile(
    r"何|なに|したこと|した|やった|やって|いた|起きた|あった|こと|作業|進捗|進んだ|まとめて?|要約|出来事|概要|一覧|"
    r"教えて|振り返り?|私たち|我々|流れ|経緯|歩み|これまで|今まで|いままで|最初|始め|全体|プロジェクト|どう|まで|から|"
    r"ここ|この|過去|最近|直近|間|中|重要な?|もの|ください|くれ|です|ます|ました|のか|か|は|が|を|に|の|で|と|て|た|よ|ね|い|り"
)


def stretch(query: str, asked: Asked | None, today: dt.date) -> Asked | None:
    """The days that were asked for; all until ``today`` for "so far", これまで."""
    if asked is None and _EVERYTHING.search(query[:LONGEST].lower()):
        return Asked(dt.date(1, 1, 1), today)
    return asked


def kinds_asked(query: str, asked: Asked | None) -> tuple[str, ...] | None:
    """Categories that a question about a stretch of time wants (empty: any); None when it asks for something else
    too."""
    if asked is None or len(query) > LONGEST:
        return None
    text = query.lower()
    wanted = tuple(kind for kind, words in KINDS.items() if any(_holds(text, word) for word in words))
    for word in (word for words in KINDS.values() for word in words):
        text = re.sub(rf"\b{word}\b" if word.isascii() else word, " ", text)
    left = [word for word in _WORD.findall(text) if word not in _GENERIC]
    written = "".join(char for char in text if "\u3040" <= char <= "\u9fff" or char.isdigit())
    rest = _GENERIC_JA.sub("", _DATES_JA.sub("", written)).strip("0123456789")
    return None if left or rest else wanted


def _holds(text: str, word: str) -> bool:
    return bool(re.search(rf"\b{word}\b", text)) if word.isascii() else word in text


def spread(asked: Asked, kinds: tuple[str, ...], days: np.ndarray, category: np.ndarray, arousal: np.ndarray,
           visible: np.ndarray) -> np.ndarray:  # fmt: skip
    """(n,) order in (0, 1) of the entries asked for, 0 for all others. ``days`` ordinals, ``arousal`` [0, 1].

    The most important entry of each day comes first, then the second of each, and so on.
    """
    inside = visible & _within(asked, days)
    if kinds and np.isin(category[inside].astype(str), kinds).any():
        inside &= np.isin(category.astype(str), kinds)
    places = np.flatnonzero(inside)
    out = np.zeros(len(days))
    if not len(places):
        return out
    weights = np.array([WEIGHT.get(str(one), USUAL) for one in category[places]])
    value = 0.6 * weights + 0.4 * arousal[places]
    order = np.lexsort((places, -value, days[places]))
    sorted_days = days[places][order]
    starts = np.flatnonzero(np.r_[True, sorted_days[1:] != sorted_days[:-1]])
    nth = np.arange(len(order)) - np.repeat(starts, np.diff(np.r_[starts, len(order)]))
    out[places[order]] = 0.05 + 0.9 * np.maximum(0.0, 1.0 - SPREAD * nth) ** 2 * (0.5 + 0.5 * value[order])
    return out


def _within(asked: Asked, days: np.ndarray) -> np.ndarray:
    """(n,) which days were asked for: exactly those, of every year when none was said."""
    dated = days[days > 0]
    if asked.known or not len(dated):
        return np.asarray((days >= asked.first.toordinal()) & (days <= asked.last.toordinal()))
    out = np.zeros(len(days), bool)
    for year in range(dt.date.fromordinal(int(dated.min())).year - 1, dt.date.fromordinal(int(dated.max())).year + 1):
        first = _in_year(asked.first, year)
        last = _in_year(asked.last, year + asked.last.year - asked.first.year)
        out |= (days >= first) & (days <= last)
    return out


def _in_year(day: dt.date, year: int) -> int:
    """The ordinal of that day in another year; 29 February is the last of its month."""
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    number = 28 if (day.month, day.day) == (2, 29) and not leap else day.day
    return dt.date(max(1, year), day.month, number).toordinal()
