"""What must outlive a compaction: saved before it, asked of its summary, and given back where the summary lost it.

Pure functions on values. A checkpoint is a JSON-able dict: ``goal``, ``topic`` and lists of texts under ``decisions``,
``rules``, ``open``, ``done``, ``failing``, ``files``.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from typing import Any

from cogmem.claude.sentences import clip, language, words
from cogmem.recall.fence import tokens, within

SUMMARY_LIMIT = 20_000
COVERED = 0.6
TEXT_LIMIT = 2_400
BUDGET = 600.0
"""Tokens, by the estimate of ``recall.fence``."""
_LISTS = {"decisions": 8, "rules": 8, "open": 6, "done": 6, "failing": 5, "files": 12}
_RULE_CATEGORIES = ("NOTE", "PREFERENCE", "OBSERVATION", "FACT")
_HARD = re.compile(r"[\w./-]*[A-Za-z][\w./-]*[._/][\w./-]*\w|\b\w*\d\w*\b|\b[a-z]+[A-Z]\w+")
_WORDING = {
    "en": {
        "ask": "The summary must keep the following, with names, numbers and file paths exactly as written:",
        "block": "Saved before the conversation was compacted:",
        "lost": "The summary of the conversation left this out; it still holds:",
        "goal": "Goal",
        "topic": "Now at",
        "decisions": "Decided",
        "rules": "The user asked for",
        "open": "Open",
        "done": "Done",
        "failing": "Failing",
        "files": "Files touched",
    },
    "ja": {
        "ask": "要約には次の内容を、名前・数値・ファイルパスをそのままの形で必ず残してください:",
        "block": "会話の圧縮前に保存した内容:",
        "lost": "会話の要約から抜け落ちた内容（今も有効）:",
        "goal": "目的",
        "topic": "現在の作業",
        "decisions": "決定",
        "rules": "ユーザーの指示",
        "open": "未解決",
        "done": "完了",
        "failing": "失敗中",
        "files": "変更したファイル",
    },
}


def make(memory: dict[str, Any], now: dt.datetime) -> dict[str, Any]:
    """The checkpoint of a session from capture's memory."""
    rules = [row[2] for row in memory.get("written", []) if row[1] in _RULE_CATEGORIES]
    touched = memory.get("files", {})
    lists = {
        "decisions": memory.get("decisions", []),
        "rules": rules,
        "open": memory.get("open", []),
        "done": memory.get("done", []),
        "failing": [failing(row) for row in memory.get("reds", []) if not row.get("expected")],
        "files": sorted(touched, key=lambda name: touched[name])[-_LISTS["files"] :],
    }
    saved: dict[str, Any] = {
        "time": now.isoformat(timespec="seconds"),
        "goal": memory.get("goal", ""),
        "topic": memory.get("topic", ""),
    }
    for name, values in lists.items():
        saved[name] = list(values)[-_LISTS[name] :]
    return saved


def failing(row: dict[str, Any]) -> str:
    """One open failure in words."""
    what = ", ".join(row.get("tests", [])[:3]) or str(row.get("command", ""))
    return clip(f"{what}: {row['error']}" if row.get("error") else what, 200)


def lines(saved: dict[str, Any]) -> list[tuple[str, str]]:
    """The checkpoint as (name, text), one per thing; the goal first."""
    found = [("goal", str(saved.get("goal", "")))]
    if saved.get("topic") != saved.get("goal"):
        found.append(("topic", str(saved.get("topic", ""))))
    for name in _LISTS:
        found += [(name, str(value)) for value in saved.get(name, [])]
    return [(name, text) for name, text in found if text]


def instructions(saved: dict[str, Any]) -> str:
    """What the compaction is asked to keep, as plain text; "" when there is nothing to keep."""
    return _fitting("ask", lines(saved), TEXT_LIMIT, len)[0]


def block(saved: dict[str, Any], budget: float = BUDGET) -> str | None:
    """The checkpoint as text for the session that goes on, its first lines that fit ``budget`` tokens; None when it is
    empty."""
    return _fitting("block", lines(saved), budget)[0] or None


def lost_text(lost: list[list[str]], budget: float = BUDGET) -> tuple[str, int]:
    """What the summary lost, as text within ``budget`` tokens, and how many of the lines are in it: the rest comes
    later."""
    return _fitting("lost", [(name, text) for name, text in lost], budget)


def lost(saved: dict[str, Any], summary: str) -> list[list[str]]:
    """[name, text] of every line of the checkpoint that the summary does not hold: too few of its words, or none of
    its hard tokens (paths, numbers, identifiers)."""
    known = words_of(summary)
    plain = summary.lower()
    return [[name, text] for name, text in lines(saved) if not _held(name, text, known, plain)]


def _held(name: str, text: str, known: set[str], plain: str) -> bool:
    if name == "files":
        return text.rsplit("/", 1)[-1].lower() in plain
    hard = {token.lower() for token in _HARD.findall(text)}
    if hard and sum(token in plain for token in hard) * 2 < len(hard):
        return False
    wanted = words(text)
    return not wanted or len(wanted & known) >= COVERED * len(wanted)


def words_of(text: str) -> set[str]:
    """The words of a long text, taken piece by piece."""
    found: set[str] = set()
    for start in range(0, min(len(text), SUMMARY_LIMIT * 4), 7000):
        found |= words(text[start : start + 7400])
    return found


def summary_text(raw: str) -> str:
    """The summary of a compaction without its analysis part and tags."""
    inner = re.search(r"<summary>(.*)</summary>", raw, re.S)
    text = inner[1] if inner else re.sub(r"</?(?:summary|analysis)>", "", raw)
    return text.strip()


def _fitting(
    title: str, found: list[tuple[str, str]], room: float, size: Callable[[str], float] = tokens
) -> tuple[str, int]:
    """(text, lines in it): as many of the first lines as fit; the first one is cut rather than left out."""
    if not found or room <= 0:
        return "", 0
    wording = _WORDING[language(" ".join(text for _, text in found))]
    out, left = [wording[title]], room - size(wording[title])
    for name, text in found:
        line = f"- {wording[name]}: {text.replace('<', '‹').replace('>', '›')}"
        if size(line) + 1 > left:
            part = within(line, left - 2, size) if len(out) == 1 else ""
            out += [part + "…"] if part else []
            break
        left -= size(line) + 1
        out.append(line)
    return ("\n".join(out), len(out) - 1) if len(out) > 1 else ("", 0)
