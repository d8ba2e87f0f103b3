"""How a moment is put into words: titles a person would write, and bodies as long as the moment deserves.

Vivid encoding: from an arousal of 0.7 on an entry has five to ten lines (the user's words in quotes, what stood before,
cause and effect, what followed); below 0.4 one or two. Everything is in the language of the conversation.
"""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass, field

from cogmem.claude import phrases, signals
from cogmem.claude.sentences import clip, language, negative, sentences, squeeze, words

VIVID, FAINT = 0.7, 0.4
TITLE_LIMIT = {"en": 96, "ja": 60}
QUOTE_LIMIT = 280
VIVID_LINES, FAINT_LINES = 10, 2
@dataclass(slots=True)
class Moment:
    """One thing worth remembering, before it is put into words. Texts are redacted already."""

    kind: str
    sentence: str
    message: str = ""
    who: str = "u"
    time: str = ""
    uuid: str = ""
    turn: int = 0
    arousal: float = 0.5
    title: str = ""
    key: str = ""
    before: str = ""
    why: str = ""
    topic: str = ""
    then: str = ""
    facts: list[tuple[str, str]] = field(default_factory=list)
    files: tuple[str, ...] = ()
    notes: list[str] = field(default_factory=list)
    closing: list[str] = field(default_factory=list)
    meanwhile: str = ""
    sidechain: bool = False
    fingerprint: str = ""

    @property
    def lang(self) -> str:
        return language(self.sentence or self.title)


def title(moment: Moment) -> str:
    """A short clear sentence; never empty, never Markdown."""
    lang = moment.lang
    text = moment.title or _headline(moment, lang)
    text = text.lstrip("#-*>[ ").rstrip(" ,;:、") if text.lstrip("#-*>[ ") else moment.sentence
    return clip(text.replace("[", "(").replace("]", ")"), TITLE_LIMIT[lang]) or clip(moment.sentence, TITLE_LIMIT[lang])


# "Remember this." and nothing else.
_BARE_JA = re.compile(
    r"^(?:(?:これ|それ|次|以下|今後)(?:のこと)?[をはも]?)?(?:必ず|ちゃんと)?(?:覚え|おぼえ|メモし|記憶し|記録し|忘れない)[ぁ-ん]*(?:下さい)?[。.！!]*$"
)


def _headline(moment: Moment, lang: str) -> str:
    """The sentence that carries the signal; when it only points ("leave that open"), what it points at comes along."""
    found = sentences(moment.message) if moment.message else []
    at = found.index(moment.sentence) if moment.sentence in found else -1
    text = _cut(moment.sentence, moment.kind, lang)
    thin = len(words(text)) < (2 if lang == "en" else 5) or bool(_BARE_JA.match(text))
    if not thin and not (phrases.POINTING[lang].search(text) and len(words(text)) <= (4 if lang == "en" else 8)):
        return text
    before = _cut(found[at - 1], moment.kind, lang) if at > 0 else ""
    after = _cut(found[at + 1], moment.kind, lang) if 0 <= at < len(found) - 1 else ""
    if thin:
        choice = moment.kind in ("decision", "change", "rejection")
        stood = "" if moment.before.endswith(("?", "？")) else moment.before
        order = (stood, after, before) if choice and moment.kind != "rejection" else (after, before)
        best = next((other for other in order if len(words(other)) >= 2), "")
        if not best:
            text = text or squeeze(moment.sentence)
            return f"{text.rstrip('.。')} ({clip(moment.before, 60)})" if choice and moment.before else text
        return f"{text} ({clip(best, 60)})" if choice and words(text) else best
    if before and len(words(before)) >= 2:
        return before if moment.kind == "question" else f"{before} — {text[:1].lower()}{text[1:]}"
    return f"{text} ({clip(moment.before, 60)})" if moment.before else text


def _cut(sentence: str, kind: str, lang: str) -> str:
    text = signals.cue(lang, "FILLER").sub("", sentence, count=1).strip() or sentence
    if kind == "rejection" and negative(sentence) and not negative(text):
        text = sentence
    if lang == "ja":
        for pattern in phrases.CUTS_JA:
            text = re.sub(pattern, "", text).strip() or text
        for found, replacement in phrases.REWRITES_JA:
            text = found.sub(replacement, text) or text
        return text
    for pattern in phrases.CUTS_EN.get(kind, ()):
        text = re.sub(pattern, "", text, count=1, flags=re.I).strip() or text
    for found, replacement in phrases.REWRITES_EN:
        text = found.sub(replacement, text, count=1)
    text = text.rstrip(".!")
    return text[:1].upper() + text[1:]


def body(moment: Moment) -> str:
    """The entry's text under its metadata line."""
    label = phrases.LABELS[moment.lang]
    speaks = moment.who == "u" or moment.kind in ("premise", "breakthrough", "question")
    opened, closed = "「」" if moment.lang == "ja" else "“”"
    said = f"{opened}{clip(moment.message or moment.sentence, QUOTE_LIMIT)}{closed}"
    rows = [("user" if moment.who == "u" else "agent", said)] if speaks else []
    rows += moment.facts
    if moment.arousal >= FAINT:
        rows += [("before", moment.before), ("why", moment.why), ("then", moment.then)]
    rows = [row for row in rows if row[1]]
    if moment.arousal >= VIVID:
        rows = _vivid(moment, rows)
    lines = [f"{label[name]}: {clip(text, QUOTE_LIMIT + 2)}" for name, text in rows]
    return "\n".join(lines if moment.arousal >= FAINT else lines[:FAINT_LINES])


def _vivid(moment: Moment, rows: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Five to ten lines: what was going on, why it stays, the files and the evidence come along."""
    matters = phrases.MATTERS[moment.lang].get(moment.kind, "")
    around = [("topic", moment.topic), ("matters", matters), ("files", ", ".join(moment.files[:6]))]
    kept = [*rows[: VIVID_LINES - 2], *(row for row in around if row[1])][: VIVID_LINES - 1]
    kept.append(("evidence", evidence(moment)))
    return kept if len(kept) >= 5 else [*kept, ("when", local_minute(moment.time))]


def evidence(moment: Moment) -> str:
    """Where it was said: who, the message's id and its time."""
    who = ("subagent" if moment.sidechain else "agent") if moment.who == "a" else "user"
    return " ".join(part for part in (who, moment.uuid[:8], local_minute(moment.time)) if part)


def local_minute(time: str) -> str:
    """``2026-03-08 14:32`` in local time, from the client's timestamp; "" when it has none."""
    try:
        return dt.datetime.fromisoformat(time.replace("Z", "+00:00")).astimezone().strftime("%Y-%m-%d %H:%M")
    except ValueError:
        return ""


def reason(text: str) -> str:
    """The sentence of ``text`` that gives a reason, as "cause → effect" where it can be told apart, or ""."""
    for sentence in sentences(text):
        lang = language(sentence)
        if not signals.cue(lang, "REASON").search(sentence):
            continue
        if lang == "en":
            parts = re.split(r",?\s+(?:because|since|due to|given that)\s+", sentence, maxsplit=1, flags=re.I)
            if len(parts) == 2 and min(len(p) for p in parts) > 8:
                return f"{parts[1].rstrip('.')} → {_cut(parts[0], 'decision', lang)}"
        else:
            parts = re.split(r"(?:ので|から|ため)、", sentence, maxsplit=1)
            if len(parts) == 2 and min(len(p) for p in parts) > 3:
                return f"{parts[0]} → {parts[1].rstrip('。')}"
        return sentence
    return ""
