"""What an answer does to the agent's last words: a choice made, an offer declined, a claim set right, or nothing.

The agent's last words are a choice (which …?), a question (shall we …?), an offer, a step (its own next move), a fact
asked for, or a report. Each of them gives an answer of a certain form its meaning: "REST is enough" declines an offer,
and answers a choice. Only the opening of an answer is read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from cogmem.claude import choices, proposals
from cogmem.claude.sentences import language, masked, sentences, squeeze, words
from cogmem.claude.signals import asked_to, cue, for_good, jokes, spelled_out

NOTHING, CHOICE, QUESTION, OFFER, STEP, FACT, REPORT = "", "choice", "question", "offer", "step", "fact", "report"
ANSWERABLE = (CHOICE, QUESTION, OFFER)
_TAIL = 4
_OPENING = 3
_HUH = 5
_PASSING = 8
_STOPS = "。．.!！、,~〜ー…wｗ "
_ASKING = ("?", "？", "か", "か。", "でしょう", "でしょう。")
_NO_THANKS = re.compile(r"^no,? thank", re.I)
_PONDERS = ("?", "？", "か", "かな", "かね", "かなあ", "かなぁ")
_WH = re.compile(r"\b(?:what|which|how|where|who|when)\b", re.I)
_KANA = re.compile(r"[\u3041-\u3096]+")
_CLAUSE = re.compile(r"[,、]")
# "by mail or by phone": two ways of one step are a choice.
_SAME_WAY = re.compile(
    r"\b(by|as|via|with|in|on|to|from|at) (?:[^,.?]{2,40}\bor \1 |(?:the |an? )?[\w.+-]+ or (?:the |an? )?"
    r"[\w.+-]+\W*$)",
    re.I,
)
_DIGITS = re.compile(r"\d+")
_COUNT = re.compile(r"(\d+) ?([a-z]{2,}|%|[\u30a1-\u30fa\u30fc]+|[回個件分秒日行列台人名枚本つ度倍点円年月週])", re.I)


@dataclass(frozen=True, slots=True)
class Heard:
    """The agent's last move, and the sentence that makes it."""

    move: str
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """What an answer comes to: ``kind`` is a signal, ``consent``, or "" for nothing; ``sentence`` says it, ``index`` is
    its place."""

    kind: str
    sentence: str = ""
    index: int = 0


def heard(said: str) -> Heard:
    """The move that the end of the agent's message makes."""
    found = sentences(said)
    if not found:
        return Heard(NOTHING)
    if choices.asks_fact(said):
        return Heard(FACT, found[-1])
    rest = REPORT
    before = proposals.put(said)
    if before:
        return Heard(OFFER, before)
    for sentence in reversed(found[-_TAIL:]):
        lang = language(sentence)
        if cue(lang, "TELL_ME").search(sentence):
            return Heard(CHOICE, sentence)
        if cue(lang, "GO_AHEAD").search(sentence):
            rest = STEP
        elif not cue(lang, "APPROVAL").search(sentence):
            move = _move(sentence)
            if move:
                return Heard(move, sentence)
    return Heard(rest, " ".join(found[-_TAIL:]))


def _move(sentence: str) -> str:
    lang, plain = language(sentence), spelled_out(masked(sentence))
    asks = plain.rstrip("。 ").endswith(_ASKING)
    if not asks and _SAME_WAY.search(plain) and choices.lays_out(sentence):
        return CHOICE
    if cue(lang, "STEP").search(plain):
        return STEP
    if choices.lays_out(sentence):
        return CHOICE
    if asks:
        if cue(lang, "SUGGESTS").search(plain):
            return OFFER
        open_ended = cue("ja", "INTERROGATIVE").search(plain) if lang == "ja" else _WH.search(plain)
        return CHOICE if open_ended else QUESTION
    return OFFER if cue(lang, "PROPOSAL").search(plain) else ""


def sets_task(text: str) -> bool:
    """Whether a session's first prompt ends by asking: for help, for a look, how something is."""
    found = [(cue(language(s), "ASKS"), cue(language(s), "HELP"), s) for s in sentences(text)[-2:]]
    return any(asks.search(s.rstrip(_STOPS)) or wants.search(s) for asks, wants, s in found)


def weighs(text: str) -> str:
    """The question with which a person lays out alternatives for the agent to judge, or ""."""
    found = sentences(text)[-_TAIL:]
    torn = any(cue(language(s), "PUTS_OFF").search(spelled_out(s)) for s in found)
    return next((s for s in found if (torn or s.rstrip("。 ").endswith(_PONDERS)) and choices.lays_out(s)), "")


def recalled(last: Heard, weighed: str, answer: str) -> Heard:
    """The choice that the person had laid out (``weighed``), when the agent only judged it and they name a side."""
    opening = " ".join(sentences(answer)[:_OPENING])
    if last.move == REPORT and weighed and shares(opening, weighed):
        return Heard(CHOICE, weighed)
    return last


def read(answer: str, said: str, last: Heard) -> Answer:
    """What ``answer`` does to ``said``, the agent's last message, whose move is ``last``."""
    if last.move in (NOTHING, FACT):
        return Answer("")
    asked_back = agreed = echoed = False
    parts = sentences(answer)
    if jokes(parts) or any(cue(language(part), "OPINION").search(part) for part in parts):
        return Answer("")
    if proposals.marked(answer, said):
        return Answer("decision", sentences(answer)[0])
    for index, sentence in enumerate(parts[:_OPENING]):
        lang = "ja" if language(answer) == "ja" else language(sentence)
        text = cue(lang, "OPENING").sub("", squeeze(spelled_out(masked(asked_to(sentence)))), count=1)
        if cue(lang, "SUPPOSES").search(text):
            continue
        if last.move == REPORT and cue(lang, "ECHOES").search(text.rstrip()):
            echoed = True
            continue
        if cue(lang, "ASKS").search(text.rstrip(_STOPS)):
            asked_back = asked_back or len(sentence) > _HUH
            continue
        text = cue("ja", "SOFT_END").sub("", text) if lang == "ja" else text
        rest = cue(lang, "CONSENT_HEAD").sub("", text, count=1)
        agreed = agreed or rest != text
        if not rest:
            continue
        marks = _marks(rest, lang)
        kind = _meaning(last, rest, marks, agreed, sentence)
        if echoed and kind in ("", None, "decision") and not marks & {"DOES", "LIKES", "CHATS"}:
            kind = "correction"
        if kind is not None:
            return Answer(kind if not asked_back or kind in _FIRM else "", sentence, index)
        if "CHATS" not in marks and len(words(sentence)) > (2 if lang == "ja" else 1) * _PASSING:
            return Answer("")
    return Answer("")


# What an answer may still say that began by asking back.
_FIRM = ("correction", "rejection")
# The cues that the first sentence of an answer cannot carry: who says how things are takes no stand, and a "no" to the
# agent's next step declines no idea.
_STANCES = ("no", "correction", "rejection", "decision", "decline", "needless", "prohibit", "preference")
DEAF = {FACT: frozenset(_STANCES), STEP: frozenset(("no", "open")), NOTHING: frozenset(("no", "correction"))}
# The first prompt of a session that asks for something describes what is wrong: no words in it reject or correct.
TASK = frozenset((*_STANCES, "task", "revert", "theme")) - {"decision", "preference"}
# What a sentence says by its own words, and is said again, or otherwise, by what it answers.
_OVERRULED = {"decision", "rejection", "correction"}


def outweighs(answer: Answer, last: Heard, kinds: list[str]) -> bool:
    """Whether an answer is to be read by what it answers rather than by the cues of its own words."""
    if kinds == ["preference"] and answer.kind in ("rejection", "decision") and not for_good(answer.sentence):
        return last.move in ANSWERABLE and answer.index == 0
    if kinds == ["breakthrough"] and answer.kind in _FIRM:
        return True
    if not answer.kind or not set(kinds) <= _OVERRULED:
        return False
    return set(kinds) == {"decision"} or (last.move in ANSWERABLE and answer.index == 0)


_NAMES = (
    "PUTS_OFF", "SHRUGS", "CHATS", "STATUS", "DOES", "LIKES", "ENOUGH", "SETS_RIGHT", "TAKES", "SPECIFIES",
)


def _marks(text: str, lang: str) -> set[str]:
    marks = {name for name in _NAMES if cue(lang, name).search(text)}
    if not cue(lang, "STATUS").search(_CLAUSE.split(text, maxsplit=1)[0]):
        marks.discard("STATUS")
    return marks | {"REFUSES"} if cue(lang, "REFUSES").search(cue(lang, "NOT_NEGATIVE").sub("¤", text)) else marks


def _meaning(last: Heard, text: str, marks: set[str], consented: bool, sentence: str) -> str | None:
    """The meaning of one sentence of an answer; "" when it means nothing, None when the next one may tell."""
    if "CHATS" in marks and not (last.move in ANSWERABLE and _NO_THANKS.search(text)):
        return None
    if last.move in (CHOICE, QUESTION):
        return _chosen(last, marks, consented)
    if last.move == OFFER:
        return _taken(last, text, marks, consented)
    if last.move == STEP and "REFUSES" in marks and _CLAUSE.search(sentence) and shares(text, last.sentence):
        return "rejection"
    if "SPECIFIES" in marks and not marks & {"DOES", "STATUS", "PUTS_OFF"}:
        return "decision" if "SETS_RIGHT" not in marks else "correction"
    if marks & {"DOES", "LIKES", "PUTS_OFF"} or ("STATUS" in marks and "SETS_RIGHT" not in marks):
        return ""
    if _recounts(last.sentence, text):
        return "correction"
    if consented:
        return "decision" if "SPECIFIES" in marks else ""
    if _sets_right(last, sentence, text, marks):
        return "correction"
    return "decision" if "SPECIFIES" in marks else None


def _chosen(last: Heard, marks: set[str], consented: bool) -> str:
    """What an answer to a question about what to do comes to."""
    if "PUTS_OFF" in marks:
        return "question"
    if "SHRUGS" in marks or ("DOES" in marks and last.move == QUESTION):
        return ""
    if last.move == QUESTION and not consented and marks & {"REFUSES", "ENOUGH"}:
        return "rejection"
    return "decision"


def _taken(last: Heard, text: str, marks: set[str], consented: bool) -> str | None:
    """What an answer to an offer comes to; an alternative that is enough declines what was offered."""
    echoes = shares(text, last.sentence) or bool(_DIGITS.search(text) and _DIGITS.search(last.sentence))
    if "PUTS_OFF" in marks:
        return "question" if echoes or len(words(text)) <= 2 * _PASSING else None
    if "REFUSES" in marks:
        return None if consented and not shares(text, last.sentence) else "rejection"
    if "ENOUGH" in marks:
        return "decision" if echoes else "rejection"
    if "LIKES" in marks:
        return "consent"
    if "DOES" in marks:
        return ""
    return "decision" if (echoes and consented) or ("TAKES" in marks and (echoes or consented)) else None


def _sets_right(last: Heard, sentence: str, text: str, marks: set[str]) -> bool:
    """Whether a statement after a report says that something in it is otherwise."""
    if "SETS_RIGHT" in marks:
        return True
    lang, sentence = language(sentence), sentence.rstrip(_STOPS)
    if last.move == REPORT and cue(lang, "DENIES").search(sentence):
        return True
    objects = cue(lang, "OBJECTS").search(sentence) or cue(lang, "OBJECTS").search(text)
    if objects and (cue(language(last.sentence), "WORKED").search(last.sentence) or shares(sentence, last.sentence)):
        return True
    if not cue(lang, "STATES").search(sentence):
        return False
    said, reported = set(_DIGITS.findall(sentence)), set(_DIGITS.findall(last.sentence))
    if said and reported:
        return said != reported
    return shares(sentence, last.sentence) and bool(cue(lang, "INSISTS").search(sentence))


def _recounts(reported: str, text: str) -> bool:
    """Whether an answer is nothing but another count of what the report counted: "three tries" – "five"."""
    said = _COUNT.fullmatch(text.strip(_STOPS))
    return said is not None and any(
        count[2].lower() == said[2].lower() and count[1] != said[1] for count in _COUNT.finditer(reported)
    )


def shares(one: str, other: str) -> bool:
    """Whether two sentences share a word that carries content."""
    return any(not _KANA.fullmatch(word) for word in words(one) & words(other))
