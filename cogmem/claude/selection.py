"""From all moments of a stretch to those that are written: told once, told best, and not told by the agent already."""

from __future__ import annotations

from cogmem.claude import signals
from cogmem.claude.agentlog import AgentLog
from cogmem.claude.sentences import contradicts, language, overlap, words
from cogmem.claude.signals import CATEGORY
from cogmem.claude.toolwatch import SUITE
from cogmem.claude.wording import Moment, title

# A diagnosis belongs to the fix that follows it within so many turns.
_STRETCH = 40
_TELLING = 1.0
# What the agent says first once the check is green is the cause more often than not.
_AFTERWARDS = 0.8


def select(moments: list[Moment], log: AgentLog) -> list[Moment]:
    """The moments to write, in the order of the conversation."""
    kept = _folded([m for m in moments if m.title or _says_something(m)])
    kept = [m for m in kept if not _empty(m)]
    kept = _without_answered(kept)
    kept = _without_echoes(_without_suites(kept))
    found: list[Moment] = []
    for moment in kept:
        if log.covers(CATEGORY[moment.kind], f"{title(moment)} {moment.message}", moment.turn):
            continue
        if any(_same(moment, other) for other in found):
            continue
        found.append(moment)
    return found


def _folded(moments: list[Moment]) -> list[Moment]:
    """Fixes take over what the agent said about their cause."""
    used: set[int] = set()
    for fix in (m for m in moments if m.kind == "fix"):
        said = [
            m
            for m in moments
            if m.who == "a"
            and m.kind in ("breakthrough", "premise")
            and id(m) not in used
            and 0 <= m.turn - fix.turn <= _STRETCH
        ]
        causes = [*fix.notes, *(m.sentence for m in said)]
        after = next(iter(fix.closing), fix.meanwhile)
        worth = [_explains(cause, fix) + _AFTERWARDS * (cause == after) for cause in causes]
        best = max(enumerate(causes), key=lambda row: worth[row[0]] + row[0] / len(causes), default=None)
        if best is None or worth[best[0]] < _TELLING:
            fix.title = _plain_title(fix)
            continue
        fix.title = title(Moment("breakthrough", best[1]))
        fix.facts = [("why", best[1]), *fix.facts]
        fix.arousal = max(fix.arousal, 0.7)
        used.update(id(m) for m in said if m.kind == "breakthrough")
    return [m for m in moments if id(m) not in used]


def _explains(sentence: str, fix: Moment) -> float:
    """How well a sentence tells why a check failed: it names a cause, and shares words with the failure."""
    lang = language(sentence)
    shared = len(words(sentence) & words(" ".join(text for _, text in fix.facts)))
    cause = float(bool(signals.cue(lang, "CAUSE").search(sentence)))
    cause += 0.5 * bool(signals.cue(lang, "DIAGNOSIS").search(sentence))
    return 2.0 * cause + min(shared, 3) * 0.5 + min(len(words(sentence)), 12) / 12


def _says_something(moment: Moment) -> bool:
    """Whether a sentence has content; a choice of one word has that of what was proposed."""
    if moment.kind == "fix" or (moment.kind in ("decision", "rejection") and moment.before):
        return True
    return len(words(moment.message or moment.sentence)) >= 2 or (moment.kind == "decision" and _names(moment))


def _empty(moment: Moment) -> bool:
    """A decision of a word or two that nothing was proposed for decides nothing."""
    if moment.kind != "decision" or moment.who != "u" or moment.title:
        return False
    few = 3 if moment.lang == "en" else 6
    return len(words(moment.message)) < few and not moment.before and not _names(moment)


def _names(moment: Moment) -> bool:
    """Whether a person's few words name what they choose ("rust it is"), so that they decide by themselves."""
    return moment.who == "u" and bool(signals.cue(moment.lang, "NAMES").search(signals.spelled_out(moment.message)))


def _plain_title(fix: Moment) -> str:
    """A title for a fix that nobody explained: what failed, and where it was mended."""
    facts = dict(fix.facts)
    failing = facts.get("failing", "").split(", ")[0]
    what = failing or fix.key
    error = facts.get("error", "")
    where = ", ".join(path.rsplit("/", 1)[-1] for path in fix.files[:2]) or facts.get("fix", "")
    ja = language(fix.topic) == "ja"
    if ja:
        return f"{what} の失敗({error[:40]})を {where} で修正" if error else f"{what} の失敗を {where} で修正"
    return f"{what} failed ({error[:60]}); fixed in {where}" if error else f"{what} failed; fixed in {where}"


def _without_answered(moments: list[Moment]) -> list[Moment]:
    """Open questions that the same stretch answered are not open."""
    answers = [m for m in moments if m.kind in ("fix", "breakthrough", "decision", "premise")]
    return [
        m
        for m in moments
        if m.kind != "question"
        or not any(
            a.turn > m.turn and overlap(m.sentence, f"{a.sentence} {a.title} {a.message}") >= 0.5 for a in answers
        )
    ]


def _without_suites(moments: list[Moment]) -> list[Moment]:
    """A passing suite tells nothing beside the commit or the release that it was run for, nor a second time."""
    told = any(m.kind == "milestone" and m.key != SUITE and m.who == "a" for m in moments)
    last = next((m for m in reversed(moments) if m.key == SUITE), None)
    return [m for m in moments if m.key != SUITE or (m is last and not told)]


def _without_echoes(moments: list[Moment]) -> list[Moment]:
    """The agent repeating what the person said, and a revert both asked for and done, are told once."""
    kept: list[Moment] = []
    for moment in moments:
        if moment.who == "a" and moment.kind in ("premise", "breakthrough", "question", "milestone"):
            if any(_told(o, moment) for o in kept if o.who == "u"):
                continue
            limit = 3 if moment.kind == "question" else 2
            if sum(o.kind == moment.kind and o.who == "a" and not o.facts for o in kept) >= limit:
                continue
        if moment.kind == "revert" and moment.who == "a":
            asked = next(
                (
                    o
                    for o in kept
                    if o.kind in ("revert", "rejection", "correction") and o.who == "u" and moment.turn - o.turn <= 6
                ),
                None,
            )
            if asked is not None:
                asked.facts = [*asked.facts, *moment.facts]
                continue
            previous = next((o for o in kept if o.kind == "revert" and moment.turn - o.turn <= 3), None)
            if previous is not None:
                continue
        kept.append(moment)
    return kept


def _told(said: Moment, repeated: Moment) -> bool:
    """Whether the agent only takes up what the person had just told it."""
    if repeated.kind == "premise" and said.kind in ("correction", "change", "rejection", "revert"):
        return repeated.turn - said.turn <= 1
    return said.kind == repeated.kind and _echo(said, repeated)


def _echo(said: Moment, repeated: Moment) -> bool:
    """Whether the agent only says again, at once or in the same words, what the person said."""
    return repeated.turn - said.turn <= 1 or overlap(said.message or said.sentence, repeated.sentence) >= 0.5


def _same(one: Moment, other: Moment) -> bool:
    """Whether two moments tell the same; texts that differ in a number or a negation never do."""
    left, right = f"{title(one)}", f"{title(other)}"
    if one.kind == other.kind and one.uuid == other.uuid and one.sentence == other.sentence:
        return True
    if CATEGORY[one.kind] != CATEGORY[other.kind] or contradicts(left, right):
        return False
    return overlap(left, right) >= 0.8
