"""How a moment is put into words: titles a person would write, and bodies as long as the moment deserves.

Vivid encoding: from an arousal of 0.7 on an entry has five to ten lines (the user's words in quotes, what stood before,
cause and effect, what followed); below 0.4 one or two. Everything is in the language of the conversation.
"""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass, field

from cogmem.claude import signals
from cogmem.claude.sentences import clip, language, sentences, squeeze, words

VIVID, FAINT = 0.7, 0.4
TITLE_LIMIT = {"en": 96, "ja": 60}
QUOTE_LIMIT = 280
LABELS = {
    "en": {
        "user": "User",
        "agent": "Agent",
        "before": "Before",
        "why": "Cause → effect",
        "then": "Then",
        "topic": "Context",
        "error": "Error",
        "fix": "Fix",
        "failing": "Failing",
        "tries": "Failed runs",
        "commit": "Commit",
        "command": "Command",
        "evidence": "Evidence",
        "rejected": "Rejected",
        "files": "Files",
        "seen": "Seen before",
    },
    "ja": {
        "user": "ユーザー",
        "agent": "エージェント",
        "before": "以前",
        "why": "原因 → 結果",
        "then": "その後",
        "topic": "背景",
        "error": "エラー",
        "fix": "修正",
        "failing": "失敗したテスト",
        "tries": "失敗回数",
        "commit": "コミット",
        "command": "コマンド",
        "evidence": "根拠",
        "rejected": "却下",
        "files": "ファイル",
        "seen": "前回",
    },
}
EMOTIONS = {
    "en": {
        "premise": "Surprise",
        "change": "Reversal",
        "breakthrough": "Insight",
        "rejection": "Resolve",
        "theme": "Recognition",
        "decision": "Determination",
        "correction": "Friction",
        "fix": "Relief",
        "milestone": "Achievement",
        "question": "Uncertainty",
        "revert": "Regret",
    },
    "ja": {
        "premise": "驚き",
        "change": "転換",
        "breakthrough": "ひらめき",
        "rejection": "決断",
        "theme": "気づき",
        "decision": "決意",
        "correction": "違和感",
        "fix": "安堵",
        "milestone": "達成感",
        "question": "迷い",
        "revert": "後悔",
    },
}
_EN_CUTS: dict[str, tuple[str, ...]] = {
    "decision": (
        r"^(?:let'?s|lets|we(?:'ll| will| should|'d better| must| can just| could just)|we(?:'re| are) going to|"
        r"i(?:'ll| will)|i want (?:us |you )?to|i'd like (?:us )?to|we (?:want|need) to) (?:just |rather |"
        r"instead |simply |then |definitely |all |now |please |actually |both |always )?",
        r"^(?:i|we)(?:'ve| have)?(?: \w+)? (?:decided|agreed|concluded)(?: (?:that|to|on|in favou?r of))?:? ",
        r"^(?:final )?(?:decision|verdict|final call|final answer|resolution|decided)\s*(?:is|:|-|—|,)\s*(?:that |"
        r"to )?",
        r"^(?:the (?:plan|decision|approach|way forward|choice) (?:is|will be)(?: now)?(?: to|:)? )",
        r"^(?:i'm |we're |we are |i am )(?=going with)",
    ),
    "remember": (
        r"^(?:do )?(?:remember|note|keep in mind|bear in mind|make (?:a |sure (?:you|to) )?(?:note|remember)|take "
        r"note|write (?:this|that|it) down|memori[sz]e|save (?:this|that|it)(?: (?:to|in|for) (?:memory|later|"
        r"future reference|your memory))?)\b[,:]?\s*(?:of this|this|of)?\s*(?:for (?:the future|later|future "
        r"reference|next time))?\s*[:,—-]?\s*(?:that |of )?",
        r"^(?:can|could|would|will) you (?:please )?(?:remember|note|keep in mind|make a note|save)\b[,:]?\s*(?:of "
        r"this|this)?\s*[:,—-]?\s*(?:that )?",
        r"^(?:i (?:want|need|would like|'d like) you to (?:remember|note|keep in mind)\b\s*(?:that )?)",
        r"^(?:for (?:future reference|the record|next time))[,:]\s*",
    ),
    "breakthrough": (
        r"^(?:(?:i|we)(?:'ve| have)? )?(?:(?:finally|just) )?(?:found|identified|pinpointed|tracked down|discovered|"
        r"located|isolated|figured out|uncovered|confirmed|spotted) (?:it|the (?:\w+ ){0,2}(?:cause|culprit|bug|"
        r"problem|issue|leak|reason|race|bottleneck|regression|source))\b\s*(?:of \w[^:,—]{0,50})?[:,—!.-]+\s*",
        r"^(?:and )?the (?:root cause|culprit|real (?:cause|problem|reason|issue|bug)|underlying (?:cause|problem|"
        r"issue|reason)|actual (?:cause|problem|bug|issue|reason)|smoking gun)\b[^.:]{0,30}? (?:is|was) (?:that "
        r")?",
        r"^(?:root cause|the cause|cause)\s*[:—-]\s*",
        r"^(?:it |this )?(?:turns|turned) out (?:that )?",
    ),
    "question": (
        r"^(?:(?:one |an? |the )?(?:(?:remaining|still[- ]open|outstanding|open|unresolved|unanswered) "
        r")+(?:question|issue|point|item|decision)s?\s*(?:is|:|—|-|,)\s*)",
        r"^(?:tbd|tbc|todo)\s*[:—-]\s*",
    ),
}
_EN_CUTS["change"] = (
    r"^(?:actually|wait|on second thoughts?|scratch that|change of plans?|new plan|never ?mind(?: that)?|hold on|"
    r"(?:i|we)(?:'ve| have)? changed (?:my|our) minds?|i take that back|forget what i said)\b[,:.!\s—-]*",
    *_EN_CUTS["decision"],
)
_EN_CUTS["preference"] = (
    r"^(?:from now on|going forward|(?:in|for) (?:the )?future|as a (?:general )?rule|next time|henceforth)[,:]?\s*",
    *_EN_CUTS["remember"],
)
_EN_CUTS["correction"] = (
    r"^(?:that(?:'s| is) (?:wrong|incorrect|not (?:right|correct|true|it))|wrong|incorrect|not quite|correction|to "
    r"be clear|to clarify)\b[,:.!\s—-]*",
)
_EN_REWRITES = (
    (re.compile(r"^let'?s not\b", re.I), "Don't"),
    (
        re.compile(
            r"^let'?s (stop|drop|scrap|ditch|abandon|kill|avoid|skip|leave|hold off|rule out|pass on|never|forget)\b",
            re.I,
        ),
        r"\1",
    ),
    (
        re.compile(
            r"^(?:i|we) (?:won't|will not|are not going to|'re not going to|aren't going to|don't want to)\b", re.I
        ),
        "Don't",
    ),
    (re.compile(r"^going with\b", re.I), "Go with"),
)
_POINTING = {
    "en": re.compile(r"\b(?:that|this|it|them|those|these)\b", re.I),
    "ja": re.compile(r"(?:それ|これ|その(?:案|方針|件)?|この(?:案|件|方法))"),
}
_JA_CUTS = (
    r"(?:と|って)?(?:いうこと)?(?:を|は)?[、,]?\s*(?:覚え(?:て(?:おいて)?|といて)|忘れないで|メモ(?:して)?(?:おいて|"
    r"しといて)?|記録して(?:おいて)?|記憶して)(?:ください|下さい|くれ|ね|ほしい)?[。！!]?$",
    r"^(?:覚え(?:て(?:おいて)?|といて)|忘れないで|メモ(?:して)?(?:おいて)?)(?:ください|下さい|ほしい|くれ|"
    r"ね)?(?:のですが|んだけど|こと)?[、。:：\s]+",
    r"(?:で|て)?(?:お願い(?:します)?|ください|下さい)[。！!]?$",
    r"[。！!]+$",
)
_JA_REWRITES = (
    (re.compile(r"に(?:しよう|しましょう|します)$"), "にする"),
    (re.compile(r"で(?:行こう|いこう|行きましょう|いきましょう|行きます|いきます)$"), "でいく"),
    (re.compile(r"を採用(?:しよう|しましょう|します)$"), "を採用"),
    (re.compile(r"を使(?:おう|いましょう)$"), "を使う"),
    (re.compile(r"やめ(?:よう|ましょう|とこう|ておこう|ておきましょう)$"), "やめる"),
    (re.compile(r"ことに(?:した|しました|します|しよう|しましょう)$"), ""),
    (re.compile(r"(?:しよう|しましょう)$"), "する"),
    (re.compile(r"^(?:原因|真因|根本原因)[:：]\s*"), ""),
)


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


def _headline(moment: Moment, lang: str) -> str:
    """The sentence that carries the signal; when it only points ("leave that open"), what it points at comes along."""
    found = sentences(moment.message) if moment.message else []
    at = found.index(moment.sentence) if moment.sentence in found else -1
    text = _cut(moment.sentence, moment.kind, lang)
    thin = len(words(text)) < (2 if lang == "en" else 5)
    if not thin and not (_POINTING[lang].search(text) and len(words(text)) <= (4 if lang == "en" else 8)):
        return text
    before = _cut(found[at - 1], moment.kind, lang) if at > 0 else ""
    after = _cut(found[at + 1], moment.kind, lang) if 0 <= at < len(found) - 1 else ""
    if thin:
        choice = moment.kind in ("decision", "change", "rejection")
        stood = "" if moment.before.endswith(("?", "？")) else moment.before
        best = next(
            (other for other in ((stood, after, before) if choice else (after, before)) if len(words(other)) >= 2), ""
        )
        if not best:
            return text or squeeze(moment.sentence)
        return f"{text} ({clip(best, 60)})" if choice and words(text) else best
    if before and len(words(before)) >= 2:
        return before if moment.kind == "question" else f"{before} — {text[:1].lower()}{text[1:]}"
    return f"{text} ({clip(moment.before, 60)})" if moment.before else text


def _cut(sentence: str, kind: str, lang: str) -> str:
    text = signals.cue(lang, "FILLER").sub("", sentence, count=1).strip() or sentence
    if lang == "ja":
        for pattern in _JA_CUTS:
            text = re.sub(pattern, "", text).strip() or text
        for found, replacement in _JA_REWRITES:
            text = found.sub(replacement, text) or text
        return text
    for pattern in _EN_CUTS.get(kind, ()):
        text = re.sub(pattern, "", text, count=1, flags=re.I).strip() or text
    for found, replacement in _EN_REWRITES:
        text = found.sub(replacement, text, count=1)
    text = text.rstrip(".!")
    return text[:1].upper() + text[1:]


def body(moment: Moment) -> str:
    """The entry's text under its metadata line."""
    lang = moment.lang
    label = LABELS[lang]
    quote = (
        f"{label['user' if moment.who == 'u' else 'agent']}: “{clip(moment.message or moment.sentence, QUOTE_LIMIT)}”"
    )
    lines = [quote] if moment.who == "u" or moment.kind in ("premise", "breakthrough", "question") else []
    lines += [f"{label[name]}: {clip(text, QUOTE_LIMIT)}" for name, text in moment.facts if text]
    if moment.arousal < FAINT:
        return "\n".join(lines[:2])
    extra = [("before", moment.before), ("why", moment.why), ("then", moment.then)]
    if moment.arousal >= VIVID:
        extra.insert(0, ("topic", moment.topic))
        extra.append(("files", ", ".join(moment.files[:6])))
    lines += [f"{label[name]}: {clip(text, QUOTE_LIMIT)}" for name, text in extra if text]
    if moment.arousal >= VIVID:
        lines.append(f"{label['evidence']}: {evidence(moment)}")
    return "\n".join(lines[:10])


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
