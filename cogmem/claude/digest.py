"""A finished session in words, without a model: summary, handover and briefing, cut out of what capture kept.

Pure functions on capture's memory. Nothing is invented: every line is a title, a prompt or a sentence of the session.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from cogmem.claude.checkpoint import failing
from cogmem.claude.sentences import STOP, clip, language, overlap, sentences

TOPICS = 4
BRIEFING_LINES = 18
_SAYS_THE_SAME = 0.8
# Lists that a second wrap of a session takes up where the first one ended, and what begins anew with it.
_TOLD = ("decisions", "done")
_OF_A_PART = (
    "goal", "prompts", "kinds", "active_s", "steps", "tools", "files",
    "agent_summary", "agent_handover", "agent_context",
)
_JA_TERM = re.compile(r"[\u30a0-\u30ff]{3,}|[\u4e00-\u9fff]{2,6}|[A-Za-z][A-Za-z0-9_.-]{2,}")
_EN_TERM = re.compile(r"[A-Za-z][A-Za-z0-9_-]{3,}")
_DULL_WORDS = """
    please make fix add test tests file files code look check thing things work works working update change changes run
    write read show help sure still need needs should instead remember always never start done great good thanks think
    find give tell same line lines name names with about after before first last next only that's it's don't let's we're
    redacted private
    確認 修正 追加 変更 実行 作成 対応 お願 今回 以下 必要 場合 方法 問題 内容
"""
_DULL = STOP | frozenset(_DULL_WORDS.split())
_NEXT_HEAD = re.compile(
    r"^\W*(?:next(?: steps?)?|remaining|to-?dos?|still to do|what'?s left|follow-?ups?|次(?:のステップ|にやること|"
    r"回)?|残(?:り|作業|タスク|っている)|今後).{0,20}[:：]?\W*$",
    re.I,
)
_NEXT_LINE = re.compile(
    r"\b(?:next(?: up| step)?,? (?:i(?:'ll| will)|we|is|would|up)|still (?:needs?|to do|missing|have to)|"
    r"remaining(?: work| step)? is|left to do|tomorrow|todo)\b|次(?:は|に|回は)|残って|残りは|明日",
    re.I,
)
_BULLET = re.compile(r"^\s*(?:[-*•・]|\d{1,2}[.)])\s+(.+)$")
_TONES = {
    "en": {
        "premise": "turning",
        "change": "turning",
        "fix": "persistent",
        "breakthrough": "curious",
        "correction": "exacting",
        "rejection": "resolute",
        "decision": "determined",
        "milestone": "productive",
        "": "calm",
    },
    "ja": {
        "premise": "転換",
        "change": "転換",
        "fix": "粘り強い",
        "breakthrough": "探究",
        "correction": "厳密",
        "rejection": "決断",
        "decision": "決意",
        "milestone": "順調",
        "": "落ち着き",
    },
}
_LABELS = {
    "en": {
        "worked": "Worked on",
        "decided": "Decided",
        "done": "Done",
        "fixed": "Fixed",
        "learnt": "Learnt",
        "open": "Open",
        "continuing": "Continuing",
        "next": "Next actions",
        "notes": "Notes",
        "none": "nothing was left open",
        "failing": "still failing",
        "uncommitted": "changed and not committed",
        "title": "Briefing",
        "asked": "keep to",
        "mend": "get this passing",
        "answer": "answer",
    },
    "ja": {
        "worked": "作業",
        "decided": "決定",
        "done": "完了",
        "fixed": "修正",
        "learnt": "分かったこと",
        "open": "未解決",
        "continuing": "継続中",
        "next": "次のアクション",
        "notes": "備考",
        "none": "持ち越しなし",
        "failing": "失敗したまま",
        "uncommitted": "未コミットの変更",
        "title": "申し送り",
        "asked": "守ること",
        "mend": "通るようにする",
        "answer": "決める",
    },
}


def substance(memory: dict[str, Any]) -> bool:
    """Whether a session did anything that a summary could tell: small talk alone did not."""
    return bool(memory.get("written") or memory.get("files") or memory.get("tools"))


def untold(memory: dict[str, Any]) -> dict[str, Any]:
    """The memory without what an earlier wrap of the same session has told."""
    told = memory.get("told")
    if not told:
        return memory
    marks = set(told["written"])
    fresh = {**memory, "written": [row for row in memory.get("written", []) if row[0] not in marks]}
    for name in _TOLD:
        fresh[name] = [value for value in memory.get(name, []) if value not in told[name]]
    return fresh


def without(memory: dict[str, Any], forgotten: list[str]) -> dict[str, Any]:
    """The memory without what says the same as one of these texts: what a person had forgotten is not told again."""
    if not forgotten:
        return memory

    def gone(text: object) -> bool:
        return any(overlap(str(text), one) >= _SAYS_THE_SAME for one in forgotten)

    kept = {**memory, "written": [row for row in memory.get("written", []) if not gone(row[2])]}
    for name in ("goal", "topic"):
        kept[name] = "" if gone(memory.get(name, "")) else memory.get(name, "")
    for name in ("prompts", "decisions", "open", "done", "steps"):
        kept[name] = [text for text in memory.get(name, []) if not gone(text)]
    return kept


def mark_told(memory: dict[str, Any]) -> None:
    """After a wrap: what it told is told, and a session that goes on begins a new part."""
    memory["told"] = {"written": [row[0] for row in memory.get("written", [])]}
    for name in _TOLD:
        memory["told"][name] = list(memory.get(name, []))
    for name in _OF_A_PART:
        memory.pop(name, None)


def spoken(memory: dict[str, Any], fallback: str) -> str:
    """The language of the conversation."""
    text = " ".join([str(memory.get("goal", "")), *memory.get("prompts", [])])
    return language(text) if text.strip() else fallback


def summary(memory: dict[str, Any], lang: str) -> str:
    """The session in one to six lines."""
    label = _LABELS[lang]
    rows = memory.get("written", [])
    found = [
        (label["worked"], [str(memory.get("goal", ""))]),
        (label["decided"], _titles(rows, "DECISION")),
        (label["fixed"], _titles(rows, "ERROR")),
        (label["learnt"], _titles(rows, "INSIGHT", "PATTERN")),
        (label["done"], list(memory.get("done", []))),
        (label["open"], [*memory.get("open", []), *_failing(memory)]),
    ]
    return "\n".join(f"{name}: {_joined(values, lang)}" for name, values in found if any(values))


def handover(memory: dict[str, Any], lang: str) -> str:
    """Continuing, next actions, notes: three Markdown list lines."""
    label = _LABELS[lang]
    red = _failing(memory)
    continuing = (
        [str(memory.get("topic") or memory.get("goal", ""))]
        if red or memory.get("since_commit") or memory.get("open")
        else []
    )
    continuing += [f"{label['failing']}: {text}" for text in red[:2]]
    steps = list(memory.get("steps", []))
    steps += [f"{label['answer']}: {text}" for text in memory.get("open", [])[-3:]]
    steps += [f"{label['mend']}: {text}" for text in red[:2]]
    rows = memory.get("written", [])
    notes = [f"{label['asked']}: {text}" for text in _titles(rows, "NOTE", "PREFERENCE", "OBSERVATION")[-4:]]
    if memory.get("since_commit"):
        notes.append(f"{label['uncommitted']}: {', '.join(memory['since_commit'][-6:])}")
    if not continuing:
        continuing = [str(memory.get("goal", "")) or label["none"]]
    numbered = " ".join(f"{n}. {clip(step, 160)}" for n, step in enumerate(list(dict.fromkeys(steps))[:5], 1))
    return "\n".join(
        (
            f"- **{label['continuing']}**: {_joined(continuing, lang)}",
            f"- **{label['next']}**: {numbered or '-'}",
            f"- **{label['notes']}**: {_joined(notes, lang) or '-'}",
        )
    )


def briefing(memory: dict[str, Any], lang: str, mark: str, time: str) -> str:
    """One session's part of a day's briefing, at most ``BRIEFING_LINES`` lines. ``mark`` says whose it is."""
    head = [f"## {time} {clip(str(memory.get('goal', '')), 100)}".rstrip(), f"<!-- {mark} -->"]
    text = [
        *head,
        *(f"- {line}" for line in summary(memory, lang).split("\n")[1:]),
        *handover(memory, lang).split("\n"),
    ]
    return "\n".join(text[:BRIEFING_LINES]) + "\n"


def briefing_title(date: str, lang: str) -> str:
    return f"# {date} {_LABELS[lang]['title']}\n"


def topics(memory: dict[str, Any], lang: str) -> list[str]:
    """What the session was about: the terms that came up most, in the words used."""
    texts = [*memory.get("prompts", []), *(row[2] for row in memory.get("written", []))]
    counts: Counter[str] = Counter()
    shown: dict[str, str] = {}
    for text in texts:
        terms = _JA_TERM.findall(text) if lang == "ja" else _EN_TERM.findall(text)
        for key in dict.fromkeys(term.lower().strip(".-") for term in terms):
            if key not in _DULL and len(key) > 1:
                counts[key] += 1
                shown.setdefault(key, key)
    best = sorted(counts, key=lambda key: (-counts[key], list(shown).index(key)))
    return [shown[key] for key in best[:TOPICS]]


def tone(memory: dict[str, Any], lang: str) -> str:
    """One word for how the session went, from the signals it gave."""
    kinds: Counter[str] = Counter(memory.get("kinds", {}))
    for kind in ("premise", "change"):
        if kinds[kind]:
            return _TONES[lang][kind]
    kind = max(kinds, key=lambda k: kinds[k]) if kinds else ""
    return _TONES[lang].get(kind, _TONES[lang][""])


def next_steps(closing: str) -> list[str]:
    """What the agent's last message named as next: the list under such a heading, or the sentences that say so."""
    found: list[str] = []
    collecting = False
    for line in closing.split("\n"):
        bullet = _BULLET.match(line)
        if collecting and bullet:
            found.append(clip(bullet[1], 160))
        elif _NEXT_HEAD.match(line.strip().strip("#* ")):
            collecting = True
        elif line.strip():
            collecting = False
    found = found or [clip(s, 160) for s in sentences(closing) if _NEXT_LINE.search(s)][:2]
    return found[:4]


def _titles(rows: list[list[Any]], *categories: str) -> list[str]:
    return [str(row[2]) for row in rows if row[1] in categories][-6:]


def _failing(memory: dict[str, Any]) -> list[str]:
    return [failing(row) for row in memory.get("reds", []) if not row.get("expected")][-3:]


def _joined(values: list[str], lang: str) -> str:
    texts = [clip(value, 160).rstrip(".。") for value in dict.fromkeys(values) if value]
    return ("。" if lang == "ja" else "; ").join(texts)
