"""What the agent proposed and whether the person's answer takes it: decisions that nobody states in one sentence."""

from __future__ import annotations

import re

from cogmem.claude import choices
from cogmem.claude.sentences import language, masked, prose, sentences, squeeze, words
from cogmem.claude.signals import cue

_OPTION = re.compile(
    r"^\s*(?:[-*•]\s*)?(?:\*\*)?\s*(?:(?:option|approach|plan|variant|alternative|案|プラン|方式)\s*)?"
    r"([1-9A-Ea-e①②③④１-９Ａ-Ｅ])(?:案)?\s*(?:\*\*)?\s*[.):：—–-]\s*(?:\*\*)?\s*(\S.{3,300})$",
    re.I,
)
_ORDINALS = {
    "first": 0,
    "second": 1,
    "third": 2,
    "fourth": 3,
    "former": 0,
    "latter": -1,
    "last": -1,
    "前者": 0,
    "後者": -1,
    "最初": 0,
    "1つ目": 0,
    "一つ目": 0,
    "2つ目": 1,
    "二つ目": 1,
    "3つ目": 2,
    "三つ目": 2,
}
_CHOSEN = re.compile(
    r"^\W*(?:(?:ok|okay|o+h+|wow|hm+|nice|great|cool|then|yes|yeah|sure|let'?s|i'?d|i'?ll|we'?ll|go|going|with|take|"
    r"do|use|pick|choose|prefer|for|"
    r"うん|はい|では?|じゃあ?)[,、\s]+){0,6}"
    r"(?:(?:option|approach|plan|variant|alternative|number|#|案|プラン)\s*)?([1-9A-Ea-e①②③④１-９Ａ-Ｅ])(?:案|"
    r"番)?(?:の(?:ほう|方))?(?=[\s.,、。!)でにがを]|$)",
    re.I,
)
_NTH = re.compile(
    r"\b(first|second|third|fourth|former|latter|last)\b(?:\s+(?:one|option|approach|idea|plan))?|(前者|後者|最初|"
    r"[123一二三]つ目)",
    re.I,
)
_ANSWERS = re.compile(r"\"([^\"]{4,300})\"=\"([^\"]{1,300})\"")
_FULLWIDTH = str.maketrans("①②③④１２３４５６７８９ＡＢＣＤＥ", "1234123456789ABCDE")


def asks(text: str) -> bool:
    """Whether the agent's message ends by asking or proposing something."""
    tail = sentences(text)[-4:]
    return len(options(text)) > 1 or bool(choices.laid_out(text)) or any(
        s.rstrip().endswith(("?", "？"))
        or cue(language(s), "PROPOSE").search(masked(s))
        or cue(language(s), "RECOMMEND").search(masked(s))
        for s in tail
    )


def ends_asking(text: str) -> bool:
    """Whether the agent's message ends with a question."""
    return any(
        s.rstrip().endswith(("?", "？")) or s.rstrip("。").endswith(("でしょうか", "ますか", "ですか"))
        for s in sentences(text)[-2:]
    )


def agrees(answer: str) -> bool:
    """Whether an answer begins by consenting, with nothing in its first two sentences that takes it back."""
    found = sentences(answer)
    if not found:
        return False
    if not any(cue(language(s), "AGREE").search(s) for s in found[:2]):
        return False
    return not any(cue(language(s), "DISAGREE").search(s) for s in found[:2])


def consents(answer: str) -> bool:
    """Whether an answer agrees in more than a bare word ("right."), so that it takes up a remark, not only a
    question."""
    found = [(language(s), s) for s in sentences(answer)[:2]]
    return any(cue(lang, "AGREE").search(s) and not cue(lang, "ACK").search(s) for lang, s in found)


def options(text: str) -> list[tuple[str, str]]:
    """The lettered or numbered options that a message lists: (mark, text)."""
    found = [m for line in prose(text).split("\n") if (m := _OPTION.match(line))]
    return [(m[1].translate(_FULLWIDTH).upper(), squeeze(m[2].replace("**", ""))) for m in found]


def chosen(answer: str, proposal: str) -> str:
    """The option of ``proposal`` that ``answer`` picks by its mark or its place, or ""."""
    picked = marked(answer, proposal)
    if picked:
        return picked
    listed = options(proposal)
    first = _first_line(answer)
    nth = _NTH.search(first)
    place = _ORDINALS.get((nth[1] or nth[2]).lower(), len(listed)) if nth else len(listed)
    return listed[place][1] if listed and place < len(listed) else ""


def marked(answer: str, proposal: str) -> str:
    """The option of ``proposal`` that ``answer`` picks by its mark ("2", "Aで"), or ""."""
    listed = options(proposal)
    mark = _CHOSEN.match(_first_line(answer)) if len(listed) > 1 else None
    wanted = mark[1].translate(_FULLWIDTH).upper() if mark else ""
    return next((text for name, text in listed if name == wanted), "")


def _first_line(text: str) -> str:
    return squeeze(prose(text).strip().split("\n")[0])[:200]


def put(proposal: str) -> str:
    """The statement that a bare "shall I?" at the end of the message asks about, when it is about a choice; else ""."""
    found = sentences(proposal)[-2:]
    if len(found) < 2 or not cue(language(found[1]), "GO_AHEAD").search(found[1]):
        return ""
    lang, plain = language(found[0]), masked(found[0])
    told = cue(lang, "WORKED").search(plain) or found[0].rstrip().endswith(("?", "？"))
    return found[0] if cue(lang, "WOULD").search(plain) and cue(lang, "CHOICE").search(plain) and not told else ""


def offered(proposal: str) -> str:
    """The one sentence of the agent's message that says what it proposes to choose, or "" when it asks for leave to
    go on, or for nothing that would be worth a decision."""
    best, best_score = "", 0.0
    found = sentences(proposal)
    for index, sentence in enumerate(found):
        lang = language(sentence)
        plain = masked(sentence)
        recommended = bool(cue(lang, "RECOMMEND").search(plain))
        if not recommended and not cue(lang, "PROPOSE").search(plain):
            continue
        asks_leave = sentence.rstrip().endswith(("?", "？", "か。", "か"))
        procedural = (asks_leave or not recommended) and bool(cue(lang, "PROCEDURE").search(plain))
        choice = len(cue(lang, "CHOICE").findall(plain))
        if procedural or not (choice or recommended) or len(words(sentence)) < 2:
            continue
        score = 3 * recommended + min(choice, 3) + bool(cue(lang, "REASON").search(plain)) + (index + 1) / len(found)
        if score > best_score:
            best, best_score = sentence, score
    return best or put(proposal)


def answers(result: str) -> list[tuple[str, str]]:
    """(question, answer) pairs of the client's own question dialogue, read from its tool result."""
    return [(squeeze(q), squeeze(a)) for q, a in _ANSWERS.findall(result[:8000])]


_ASKING_EN = re.compile(
    r"^(?:so,? |then,? )?(?:"
    r"i(?:'d| would| strongly)? (?:recommend|suggest|propose|advise|lean towards?|favou?r|go with|prefer|opt "
    r"for)(?:ing)?"
    r"(?: that)?(?: we| you| to)?|"
    r"my (?:recommendation|suggestion|proposal|preference|pick)(?: is| would be)?:?(?: that| to)?(?: we)?|"
    r"recommendation:|proposal:|should (?:i|we)|shall (?:i|we)|do you want me to|would you like me to|want me to|"
    r"are you (?:ok|okay|fine|happy) with|we (?:could|should|can)|you (?:could|should)|how about|what if we|let'?s|"
    r"option [a-d1-4][:.) ]|better to|i(?:'d| would)(?: first| probably| simply| also| definitely| rather)?) ",
    re.I,
)
_ASKING_JA = re.compile(
    r"(?:をおすすめし|をお勧めし|を推奨し|を提案し)ます。?$|(?:のは|では|が)?(?:いかがでしょうか|"
    r"どうでしょうか)[？?。]?$|"
    r"(?:のが|方が|ほうが)(?:良い|よい|いい)と(?:思い|考え)ます。?$|(?:し)?ましょうか[？?]?$|(?:にし|し)?ますか[？?]?$"
)


def as_decided(offer: str) -> str:
    """What was offered, as what was decided: the asking words cut off."""
    text = _ASKING_JA.sub("", _ASKING_EN.sub("", offer)).rstrip(" ?？.。")
    return text[:1].upper() + text[1:]
