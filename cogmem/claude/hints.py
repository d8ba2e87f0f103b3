"""Three small questions that hooks ask: was this done before, which core facts changed, is the context nearly full.

Pure functions; what they return is text for the model or the user in the project's language, or None.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False  # a hook imports this module: neither ``typing`` nor the nouns' dataclasses are loaded for it
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Protocol

    class Found(Protocol):
        """What is read of a hit."""

        id: str
        relevance: float
        date: str
        category: str
        title: str
        content: str


DEJA_VU = 0.8
DONE_CATEGORIES = frozenset({"MILESTONE", "DECISION", "SUMMARY"})
MOST_FILES, LONGEST_FILES = 4, 160
NO_RESULT = (
    "User:", "Context:", "Why it stays:", "Files:", "Evidence:", "When:",
    "ユーザー:", "背景:", "記録の理由:", "ファイル:", "根拠:", "日時:",
)  # fmt: skip
"""Lines of a captured entry that tell what it is about or where it comes from, not what came of it."""
NOTICE_AT = 0.6
DEFAULT_WINDOW = 200_000
LARGE_WINDOW = 1_000_000
LARGE_MODELS = ("[1m]", "claude-opus-5-5")  # as the client's own status line was seen to say
_ASKS_FOR_WORK = re.compile(
    r"^\W*(?:(?:please|can you|could you|let's|lets|now|ok|okay|so|also|i want (?:you )?to|i'd like (?:you )?to|we "
    r"(?:need|should|have) to|help me|go ahead and)\b[,\s]*)*"
    r"(?:add|build|create|implement|write|make|set ?up|fix|migrate|move|switch|convert|refactor|rename|remove|"
    r"deploy|design|analy[sz]e|"
    r"investigate|research|compare|draft|prepare|integrate|port|upgrade|configure|introduce|replace|document|test|"
    r"benchmark|optimi[sz]e|review|plan|decide|choose|evaluate|generate|improve|clean up)\b"
    r"|(?:して(?:ください|下さい|ほしい|くれ|もらえ)?|作って|作成|実装|追加|修正|移行|変更|設計|調査|調べて|分析|"
    r"検討|書いて|直して|導入|整備|準備|比較|決め(?:て|よう|たい)|しよう|しましょう|したい)",
    re.I,
)
_WORDING = {
    "en": {
        "deja": "Done before on {date}: [{category}] {title}{result}{files}",
        "files": " (files: {files})",
        "result": " → {result}",
        "facts": "Core facts changed since this session last saw them:",
        "gone": "- {key}: (removed; it was: {old})",
        "new": "- {key}: {value}",
        "changed": "- {key}: {value} (was: {old})",
        "window": "cogmem: the context window is about {percent} % full. A good moment for /compact: what matters "
                  "is saved first.",
    },
    "ja": {
        "deja": "以前に実施済み（{date}）: [{category}] {title}{result}{files}",
        "files": "（ファイル: {files}）",
        "result": " → {result}",
        "facts": "このセッションが最後に見た後に変わった基本の事実:",
        "gone": "- {key}: （削除。以前: {old}）",
        "new": "- {key}: {value}",
        "changed": "- {key}: {value}（以前: {old}）",
        "window": "cogmem: コンテキストウィンドウの約 {percent}% を使用しています。"
                  "/compact の頃合いです（大事な内容は先に保存します）。",
    },
}


def asks_for_work(prompt: str) -> bool:
    """Whether a prompt asks for something to be made or decided, and not for an explanation."""
    return bool(_ASKS_FOR_WORK.search(prompt.strip()[:300]))


def deja_vu(
    prompt: str, hits: Iterable[Found], lang: str, files: Mapping[str, Iterable[str]] | None = None
) -> str | None:
    """One line for a prompt that asks for work already done: when, with which result, in which files.

    ``hits`` are what recall found for the prompt; it takes a relevance of ``DEJA_VU`` and a category that tells of
    something done. ``files`` maps entry ids to their files.
    """
    if not asks_for_work(prompt):
        return None
    done = [hit for hit in hits if hit.relevance >= DEJA_VU and hit.category in DONE_CATEGORIES]
    if not done:
        return None
    best = max(done, key=lambda hit: (hit.relevance, hit.date))
    wording = _WORDING[lang]
    named = _named((files or {}).get(best.id, ()))
    rest = [line.strip() for line in best.content.split("\n")[1:] if line.strip() and not line.startswith(NO_RESULT)]
    result = wording["result"].format(result=_cut(rest[0], 120)) if rest else ""
    return wording["deja"].format(
        date=best.date,
        category=best.category,
        title=_cut(best.title, 120),
        result=result,
        files=wording["files"].format(files=named) if named else "",
    )


def core_facts_changed(seen: Mapping[str, str], now: Mapping[str, str], lang: str) -> str | None:
    """The core facts that differ from what a session was last told, as lines; None when none does."""
    wording = _WORDING[lang]
    lines = []
    for key, value in now.items():
        if key not in seen:
            lines.append(wording["new"].format(key=key, value=value))
        elif seen[key] != value:
            lines.append(wording["changed"].format(key=key, value=value, old=seen[key]))
    lines += [wording["gone"].format(key=key, old=old) for key, old in seen.items() if key not in now]
    return "\n".join([wording["facts"], *lines]) if lines else None


def window_size(model: str, given: str = "") -> int:
    """The context window in tokens: ``given`` (the client's own setting) if it is a number, else by the model's
    name."""
    if given.isascii() and given.isdigit() and int(given) > 0:
        return int(given)
    return LARGE_WINDOW if any(name in model.lower() for name in LARGE_MODELS) else DEFAULT_WINDOW


def window_notice(tokens: int, window: int, lang: str) -> str | None:
    """The once-per-session suggestion to compact, from 60 % of the window on; the caller remembers that it was
    shown."""
    if window <= 0 or tokens < NOTICE_AT * window:
        return None
    return _WORDING[lang]["window"].format(percent=min(100, round(100 * tokens / window)))


def _named(files: Iterable[str]) -> str:
    """The first of the files, as many as fit a line."""
    names: list[str] = []
    for name in list(files)[:MOST_FILES]:
        if names and sum(map(len, names)) + len(name) > LONGEST_FILES:
            break
        names.append(_cut(name, LONGEST_FILES))
    return ", ".join(names)


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"
