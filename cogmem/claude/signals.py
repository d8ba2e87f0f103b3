"""Which hard signals a message carries: sentences matched against the cues of its language. Pure, stdlib only."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from types import ModuleType

from cogmem.claude.sentences import language, masked, sentences

# What each signal becomes in the log, and how strongly it is felt (0 to 1), unless the words say more.
CATEGORY = {
    "premise": "INSIGHT",
    "change": "DECISION",
    "rejection": "DECISION",
    "decision": "DECISION",
    "remember": "NOTE",
    "preference": "PREFERENCE",
    "correction": "OBSERVATION",
    "revert": "ERROR",
    "breakthrough": "INSIGHT",
    "theme": "PATTERN",
    "milestone": "MILESTONE",
    "question": "QUESTION",
    "fix": "ERROR",
}
AROUSAL = {
    "premise": 0.9,
    "change": 0.9,
    "breakthrough": 0.8,
    "rejection": 0.7,
    "theme": 0.7,
    "remember": 0.7,
    "revert": 0.7,
    "correction": 0.6,
    "preference": 0.6,
    "decision": 0.6,
    "milestone": 0.6,
    "fix": 0.6,
    "question": 0.4,
}
# When one sentence carries several, the first of these names it.
RANK = (
    "premise",
    "change",
    "revert",
    "rejection",
    "remember",
    "correction",
    "preference",
    "decision",
    "breakthrough",
    "theme",
    "milestone",
    "question",
)
# A question mark that only asks for a nod.
_TAG = re.compile(
    r",? (?:ok|okay|right|alright|please|yeah|yes|got it|deal|agreed)\s*\?+$|(?<=ね)[？?]+$"
    r"|(?:いい|よろしい)(?:です)?(?:か|よね)?[？?]+$",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Signal:
    """One signal in one sentence. ``index`` is the sentence's place in its message."""

    kind: str
    sentence: str
    index: int
    cue: str = ""


@dataclass(frozen=True, slots=True)
class Rule:
    """One cue. ``near``: the veto is looked for up to the end of the cue only, not in what follows it."""

    kind: str
    who: str
    pattern: re.Pattern[str]
    veto: re.Pattern[str] | None
    near: bool


def cues(lang: str) -> ModuleType:
    """The cue module of a language (``en`` or ``ja``), imported when first needed."""
    if lang == "ja":
        from cogmem.claude.cues import ja

        return ja
    from cogmem.claude.cues import en

    return en


@lru_cache(maxsize=2)
def rules(lang: str) -> tuple[Rule, ...]:
    """The compiled rules of a language."""
    return tuple(
        Rule(
            kind,
            who,
            _compiled(lang, pattern),
            _compiled(lang, veto) if veto else None,
            bool(veto) and veto[0].startswith("(?#pre)"),
        )
        for kind, who, pattern, veto in cues(lang).RULES
    )


@lru_cache(maxsize=128)
def cue(lang: str, name: str) -> re.Pattern[str]:
    """One of the single cues of a language: AGREE, RECOMMEND, REASON, HEDGE, FILLER …"""
    return _compiled(lang, cues(lang).CUES[name])


def _compiled(lang: str, alternatives: tuple[str, ...]) -> re.Pattern[str]:
    pattern = "|".join(alternatives)
    for name, part in cues(lang).PARTS.items():
        pattern = pattern.replace(f"<{name}>", part)
    return re.compile(pattern, re.I)


_CASUAL = (
    (re.compile(r"(?<!this )(?<!that )(?<!which )(?<!it )\blets\b", re.I), "let's"),
    (re.compile(r"\b(that|what|who|there)s\b(?! of)", re.I), r"\1's"),
    (re.compile(r"\b(do|does|did|is|are|was|wo|ca|should|would|could|have|has)nt\b", re.I), r"\1n't"),
    (re.compile(r"\bgonna\b", re.I), "going to"),
    (re.compile(r"\bwanna\b", re.I), "want to"),
    (re.compile(r"(?<!\w)w/(?=\s)"), "with"),
    (re.compile(r"\b(?:pls|plz|kindly)\b", re.I), "please"),
    (re.compile(r"\bu\b(?=\s(?!\.))", re.I), "you"),
    (re.compile(r"\bur\b", re.I), "your"),
    (re.compile(r"\bthx\b", re.I), "thanks"),
    (re.compile(r"\bwhy'd\b", re.I), "why did"),
    (re.compile(r"\bnvm\b", re.I), "never mind"),
    (re.compile(r"\b(?:tmrw|tmr|2morrow)\b", re.I), "tomorrow"),
    (re.compile(r"\babt\b", re.I), "about"),
    (re.compile(r"\b(?:rn)\b", re.I), "right now"),
    (re.compile(r"\bcant\b", re.I), "can't"),
    (re.compile(r"\b(i) am\b", re.I), r"\1'm"),
    (re.compile(r"\b(i|we|you|they)(ve|re)\b(?<!\bwere)", re.I), r"\1'\2"),
)


# The Japanese of Osaka and Kyoto as the cues expect it.
_KANSAI = (
    (re.compile(r"(?<!たい)(?<!ここら)(?<!そこら)(?<=[てらかさたなまがばえけせねべめれげ])へん"
                r"(?=かった|で|ねん|わ|から|けど|し|[。、！!？?]|$)"), "ない"),
    (re.compile(r"やな(?=くて|く[、。]|い[。、！!？?よでわ])"), "じゃな"),
    (re.compile(r"ちゃう(?=で|ねん|わ|ちゃう|[、。！!？?]|$)"), "違う"),
    (re.compile(r"あかん"), "だめ"),
    (re.compile(r"(?<![てねへ])ねん(?=[。、！!？?けな]|$)"), ""),
    (re.compile(r"(?<=[でに])(いこ|行こ|しよ|しとこ)(?=[。、！!？?かやな]|$)"), r"\1う"),
    (re.compile(r"(?:おおきに)"), "ありがとう"),
    (re.compile(r"どない"), "どう"),
    (re.compile(r"(?<=て)な(?=[。、！!]|$)"), "ね"),
    (re.compile(r"^(?:ほな|ほんなら)(?=[、。]|\S)"), "じゃあ、"),
    (re.compile(r"やった(?=わ|で|んや|[。！!]|$)"), "だった"),
    (re.compile(r"(?<=[てで])おり(?=ま(?:す|せん|した))"), "い"),
    (re.compile(r"(?<=[^\s、。])(?:いたし|致し)(?=ま(?:す|した|しょう)|たい)"), "し"),
    (re.compile(r"[❗‼💦😊😅🙇🙏😂✨]+"), "！"),
    (re.compile(r"(?<=[\u3041-\u3096])ネ(?=[。、！!]|$)"), "ね"),
    (re.compile(r"(?<=[\u3041-\u3096])カナ(?=[。、！!]|$)"), "かな"),
    (re.compile(r"(?<=[\u3041-\u3096])ヨ(?=[。、！!]|$)"), "よ"),
    (re.compile(r"(?<![\u3041-\u3096])ええ(?=で|ねん|わ|や|と思|んちゃ|[。、！!]|$)"), "いい"),
    (re.compile(r"(?<=[でがはも])ええ"), "いい"),
)


_REQUEST = re.compile(
    r"(?<=[てで])(?:もら(?:え|って(?:も)?(?:いい|よい))|くれ|いただけ|頂け)(?:る|ます|ません|ない|ると)?(?:です)?"
    r"(?:か(?:ね|な)?)?[？?。！!]*$"
)


def asked_to(sentence: str) -> str:
    """A Japanese request ("…てもらえますか?") as the plain order it is ("…て。")."""
    return _REQUEST.sub("。", sentence)


def spelled_out(sentence: str) -> str:
    """``sentence`` with the spellings of hasty typing ("lets", "dont", "gonna", "w/") as the cues expect them,
    and of Kansai speech ("ちゃう", "決まってへん")."""
    for pattern, full in _KANSAI if language(sentence) == "ja" else _CASUAL:
        sentence = pattern.sub(full, sentence)
    return sentence


def find(text: str, who: str, *, answering: bool = False, deaf: frozenset[str] = frozenset()) -> list[Signal]:
    """The signals of one message, at most one kind per sentence.

    ``who`` is ``u`` for a person's words and ``a`` for the agent's. ``answering`` says that the agent had asked or
    proposed something: a bare "no" then declines it instead of correcting it. ``deaf`` are the cues that the first
    sentence cannot carry: an answer about facts takes no stand.
    """
    found: list[Signal] = []
    parts = sentences(text)
    asks_back = any(cue(language(s), "OPINION").search(s) for s in parts)
    put_off = any(cue(language(s), "DEFER").search(s) for s in parts)
    if who == "u" and jokes(parts):
        return []
    for index, sentence in enumerate(parts):
        kinds = _kinds(asked_to(_TAG.sub(".", sentence)), who)
        if asks_back or ("task" in deaf and kinds.get("decision", "").lower().startswith(("we're", "we are"))):
            kinds.pop("decision", None)
        if kinds.pop("unsure", None) is not None and put_off:
            kinds.setdefault("question", "")
        if index == 0 or "task" in deaf:
            kinds = {kind: words for kind, words in kinds.items() if kind not in deaf}
        kind = _resolve(kinds, answering and index == 0)
        if kind:
            found.append(Signal(kind, sentence, index, kinds.get(kind, "")))
    return found


def jokes(parts: list[str]) -> bool:
    """Whether a person says that they do not mean it."""
    return any(cue(language(s), "JOKES").search(masked(s)) for s in parts)


def _kinds(sentence: str, who: str) -> dict[str, str]:
    if len(sentence) < 4:
        return {}
    plain = spelled_out(masked(sentence))
    found: dict[str, str] = {}
    for rule in rules(language(sentence)):
        if who in rule.who and rule.kind not in found:
            match = rule.pattern.search(plain)
            if match and not (rule.veto and rule.veto.search(plain[: match.end()] if rule.near else plain)):
                found[rule.kind] = match[0]
    return found


# Words that make a preference a rule, whatever it also sets right.
_FOR_GOOD = re.compile(
    r"\b(?:always|never|every|everywhere|future|in (?:this|our)|how we)\b|いつも|必ず|常に|毎回|今後",
    re.I,
)


def for_good(sentence: str) -> bool:
    """Whether a sentence says that something is to hold always."""
    return bool(_FOR_GOOD.search(sentence))


# What one sentence may be besides leaving something open.
_OVER_OPEN = ("premise", "change", "revert", "remember", "preference")


def _resolve(kinds: dict[str, str], answering: bool) -> str:
    """The one kind a sentence stands for, from the raw cues it holds; "" when they do not carry alone."""
    found = set(kinds)
    if "open" in found:
        found.discard("open")
        standing = next((kind for kind in _OVER_OPEN if kind in found), "")
        return standing or "question"
    if "no" in found:
        found.discard("no")
        declines = bool(found & {"rejection", "needless"}) or (answering and "prohibit" not in found)
        if "correction" not in found:
            found.add("rejection" if declines else "correction")
    if "needless" in found:
        found.discard("needless")
        found.add("rejection" if answering else "correction")
    if "decline" in found:
        found.discard("decline")
        if answering and not found & {"remember", "preference", "decision"}:
            found.add("rejection")
    if "prohibit" in found:
        found.discard("prohibit")
        if not found & {"remember", "preference", "rejection"}:
            found.add("rejection" if answering else "correction")
    if for_good(kinds.get("preference", "")):
        found -= {"correction"} if answering else {"correction", "rejection"}
    if "overkill" in found:
        found.discard("overkill")
        if not found:
            return ""
    return next((kind for kind in RANK if kind in found), "")
