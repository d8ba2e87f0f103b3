"""Cues and the second opinion brought together: what is dropped, what is renamed, what is added."""

from __future__ import annotations

from cogmem.claude import exchange, opinion, proposals
from cogmem.claude.opinion import Verdict
from cogmem.claude.sentences import language, sentences
from cogmem.claude.signals import AROUSAL, Signal, cue
from cogmem.claude.wording import Moment

# Below DOUBT nothing in a message is thought to be a signal; from SURE on a sentence is one without any cue.
DOUBT, SURE, FURTHER, IDLE_DOUBT = 0.12, 0.65, 0.8, 0.3
# What says itself what it is.
_PLAIN = ("remember", "revert", "fix")
# What has cues that seldom err.
_NAMED = (*_PLAIN, "question", "theme")
# How much a correction that was read into an answer is worth against the shares of the other kinds.
TRUST = 0.55
_SPAN = 3
# The agent's words must be plainer: it explains all the time.
AGENT = 0.6
_SURMISED = ("breakthrough", "premise", "question")
AGAINST = frozenset(("rejection", "correction", "change", "premise", "revert", "question"))


def holds(moment: Moment, verdicts: list[Verdict], *, idle: bool = False) -> bool:
    """Whether a moment stands: it says itself what it is, was consented to, or some sentence is thought a signal.
    ``idle`` says that no tool was called yet: the talk may be about anything."""
    least = DOUBT / 4 if moment.kind in _NAMED else IDLE_DOUBT if idle else DOUBT
    return moment.kind in _PLAIN or bool(moment.facts) or not verdicts or max(one.signal for one in verdicts) >= least


def renamed(moment: Moment, parts: list[str], verdicts: list[Verdict]) -> None:
    """Give a correction the kind that its sentence is thought to have, when its own is far less
    likely: "class names are English with us" sets nothing right, it is a rule."""
    if moment.kind != "correction" or moment.facts or moment.sentence not in parts:
        return
    verdict = verdicts[parts.index(moment.sentence)]
    kind = max(verdict.chances, key=lambda one: verdict.chances[one] + TRUST * verdict.signal * (one == moment.kind))
    if kind != moment.kind:
        moment.kind, moment.arousal = kind, AROUSAL[kind]


def missed(
    moments: list[Moment], parts: list[str], verdicts: list[Verdict], *, idle: bool = False
) -> list[tuple[str, int]]:
    """(kind, index) of the sentences that are signals by the second opinion alone: the likeliest of a short message
    that has none yet, and in a long one those of further kinds."""
    taken = {parts.index(m.sentence) for m in moments if m.sentence in parts}
    kinds = {m.kind for m in moments}
    found: list[tuple[str, int]] = []
    for index in sorted(range(len(parts)), key=lambda at: -verdicts[at].signal):
        verdict = verdicts[index]
        least = FURTHER if kinds or idle else SURE
        if verdict.signal < least or index in taken or verdict.kind in kinds or _shrugs(parts[index]):
            continue
        if kinds and len(parts) <= _SPAN:
            break
        found.append((verdict.kind, index))
        kinds.add(verdict.kind)
        taken.add(index)
    return found


def surmised(text: str) -> list[Signal]:
    """What the agent's own words are thought to carry, where no cue says so: the likeliest sentence."""
    parts = sentences(text)
    verdicts = opinion.judge(parts, "", "a")
    best = max(range(len(parts)), key=lambda at: verdicts[at].signal, default=None)
    if best is None or verdicts[best].signal < AGENT or verdicts[best].kind not in _SURMISED:
        return []
    return [Signal(verdicts[best].kind, parts[best], best)]


def _shrugs(sentence: str) -> bool:
    """Whether a person says that they do not care."""
    return bool(cue(language(sentence), "SHRUGS").search(sentence))


def takes_back(answer: exchange.Answer, found: list[Signal], text: str, proposal: str) -> bool:
    """Whether a message says no, or not yet, to what it might have consented to. What it says after a clear yes, about
    something else than what was offered, does not take that back."""
    against = [(signal.index, signal.sentence) for signal in found if signal.kind in AGAINST]
    against += [(answer.index, answer.sentence)] if answer.kind in AGAINST else []
    if not against:
        return False
    index, sentence = min(against)
    return not index or not proposals.agrees(sentences(text)[0]) or exchange.shares(
        sentence, proposals.offered(proposal)
    )
