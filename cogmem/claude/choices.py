"""Elliptical choices: the agent lays out alternatives, and the answer names one of them in a word or two."""

from __future__ import annotations

import re

from cogmem.claude.sentences import language, masked, sentences, squeeze, words
from cogmem.claude.signals import cue

_EITHER = re.compile(
    r"\beither\b|\bor\b|\bversus\b|\bvs\b|それとも|または|もしくは|か、|か(?![らが]).{1,30}か(?:です|が|で|、|。|$)|(?:どちら|どっち)(?!も)",
    re.I,
)
_SIDES = re.compile(
    r"\bor\b|\bversus\b|\bvs\b|それとも|または|もしくは|か、|"
    r"(?<=[\w\u30a0-\u30ff])と(?=[\w\u30a0-\u30ff])",
    re.I,
)
_CLAUSE = re.compile(
    r"[,;:.!、。！]\s*|\s[–—-]\s|\s+(?:because|since|cause|cuz|so)\s+|"
    r"(?:だし|なので|だから|なんで)(?=.)",
    re.I,
)
_RUN = re.compile(r"[A-Za-z0-9_][\w.+#-]*|[\u30a1-\u30fa\u30fc]{2,}|[\u4e00-\u9fff]+", re.ASCII)
_TAIL = 4
_LONGEST = 60


def laid_out(text: str) -> str:
    """The last sentence of the agent's message that lays out alternatives to choose from, or ""."""
    return next((sentence for sentence in reversed(sentences(text)[-_TAIL:]) if lays_out(sentence)), "")


def lays_out(sentence: str) -> bool:
    """Whether one sentence lays out alternatives to choose from."""
    plain = masked(sentence)
    asked = sentence.rstrip().endswith(("?", "？"))
    if not _EITHER.search(plain):
        return False
    lang = language(sentence)
    return asked or bool(cue(lang, "LAYS_OUT").search(plain) and not cue(lang, "GUESSES").search(plain))


def asks_fact(text: str) -> bool:
    """Whether the message ends by asking how things are, not what to do: an answer to that decides nothing."""
    asked = [s for s in sentences(text)[-2:] if s.rstrip("。 ").endswith(("?", "？", "か"))]
    if not asked:
        return False
    lang, plain = language(asked[-1]), masked(asked[-1])
    if cue(lang, "TASTE").search(plain):
        return True
    return bool(cue(lang, "FACT").search(plain)) and not cue(lang, "WISH").search(plain)


def named(answer: str, proposal: str) -> str:
    """The choice that a short answer makes by naming one side of the agent's alternatives, with the words it was
    laid out in ("path (in the path or a header?)"), or ""."""
    first = sentences(answer)[:1]
    if not first or asks_fact(proposal) or first[0].rstrip().endswith(("?", "？")):
        return ""
    lang = language(first[0]) if language(answer) == "en" else "ja"
    clauses = [c for part in _CLAUSE.split(first[0]) if (c := _bare(part, lang)) and len(c) <= _LONGEST][:2]
    return next((taken for c in clauses if (taken := _taken(c, lang, proposal))), "")


def _taken(picked: str, lang: str, proposal: str) -> str:
    """What ``picked`` takes of the agent's message: a side of its alternatives, its recommendation, or the place that
    its "which …?" left open."""
    if cue(lang, "ORDERLY").search(picked):
        return ""
    for sentence in sentences(proposal):
        if cue(language(sentence), "ORDERLY").search(sentence):
            continue
        if _EITHER.search(sentence):
            if _takes_one(picked, sentence):
                return f"{picked} ({sentence})"
            continue
        if cue(language(sentence), "RECOMMEND").search(masked(sentence)) and _echoes(picked, lang, sentence):
            return sentence
        if cue(language(sentence), "WHICH").search(masked(sentence)) and _answers(picked, lang):
            return f"{picked} ({sentence})"
    return ""


def _echoes(picked: str, lang: str, sentence: str) -> bool:
    """Whether a few words only say the core of a recommendation again ("same, monorepo")."""
    return _answers(picked, lang) and _runs(picked) <= _runs(sentence)


def _answers(picked: str, lang: str) -> bool:
    """Whether a few words can be the answer to "which should we use?": a name, no doubt and no counter-question."""
    few = len(picked) <= 14 if lang == "ja" else len(picked.split()) <= 4
    doubtful = any(cue(lang, name).search(picked) for name in ("NO_CHOICE", "DEFER", "ACK"))
    return few and bool(_runs(picked)) and not doubtful


def _bare(clause: str, lang: str) -> str:
    """A clause without the words that only say that it is a choice ("let's just go with … then")."""
    text = squeeze(clause)
    for name in ("CHOICE_HEAD", "CHOICE_TAIL"):
        text = cue(lang, name).sub("", text)
    return text.strip(" ,.!、。")


def _takes_one(picked: str, sentence: str) -> bool:
    """Whether all that ``picked`` says stands in the sentence, and not on both sides of its "or"."""
    wanted = _runs(picked)
    if not wanted or not wanted <= _runs(sentence):
        return False
    if language(picked) == "ja" and any(c > "\u3040" and c < "\u30a0" for c in picked) and len(picked) > 20:
        return False
    sides = [_runs(side) for side in _SIDES.split(sentence)]
    own = [wanted & side for side in sides if wanted & side]
    return any(wanted <= side for side in own) and not all(wanted <= side for side in sides)


def _runs(text: str) -> set[str]:
    """The content of a short text: English stems, and the Latin, katakana and kanji runs of Japanese."""
    if not re.search(r"[\u3040-\u9fff]", text):
        return words(text)
    return {run.lower() for run in _RUN.findall(text)}
