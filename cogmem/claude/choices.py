"""What the agent's message ends with: alternatives to choose from, or a question of fact."""

from __future__ import annotations

import re

from cogmem.claude.sentences import language, masked, sentences
from cogmem.claude.signals import cue

_EITHER = re.compile(
    r"\bboth\b[^.]{1,60}\band\b[^.]{1,60}\b(?:work|do|fit|possible|fine|viable)|でも[^。]{1,24}でも|案[1１Aa].{1,60}案[2２Bb]|"
    r"[\wー]か[^。、]{1,24}(?:が|を|も|で)(?:使え|選べ|でき|考えられ|書け|作れ)|"
    r"\beither\b|\bor\b|\bversus\b|\bvs\b|それとも|または|もしくは|(?:方法|案|手|やり方|選択肢)と.{1,60}(?:方法|案|手|やり方|選択肢)|か[^。、]{1,30}が候補|"
    r"か、|か(?![らが]).{1,30}か(?:です|が|で|、|。|$)|(?:どちら|どっち)(?!も)",
    re.I,
)
_TAIL = 4


def laid_out(text: str) -> str:
    """The last sentence of the agent's message that lays out alternatives to choose from, or ""."""
    return next((sentence for sentence in reversed(sentences(text)[-_TAIL:]) if lays_out(sentence)), "")


def lays_out(sentence: str) -> bool:
    """Whether one sentence lays out alternatives to choose from."""
    plain = masked(sentence)
    asked = sentence.rstrip("。 ").endswith(("?", "？", "か", "かな"))
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
