"""Reads turns and says what of them is worth remembering: hard signals with their evidence, no language model
asked.

``Capture`` is fed one turn after the other and keeps what has to outlive a call (open failures, the last proposal,
themes, what was written already) in a JSON-able ``memory``. It reads and writes no file; the lifecycle does.
"""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass, field
from typing import Any

from cogmem.claude import choices, exchange, opinion, phrases, proposals, signals, themes, weighing
from cogmem.claude.agentlog import AgentLog
from cogmem.claude.digest import next_steps
from cogmem.claude.paths import Ignored
from cogmem.claude.phrases import EMOTIONS
from cogmem.claude.remembering import KEPT, clean, first_statement, keep, mark_of
from cogmem.claude.selection import select
from cogmem.claude.sentences import clip, language, sentences, squeeze, words
from cogmem.claude.signals import AROUSAL, CATEGORY, Signal
from cogmem.claude.toolwatch import ToolWatch
from cogmem.claude.transcript import ToolCall, Turn
from cogmem.claude.wording import Moment, body, evidence, reason, title
from cogmem.claude.worktalk import about_work
from cogmem.model import Draft

_TEXT = 2400
_MERGE_SENTENCES = 3
_PAUSE = 600
_IDLE = 5
_COMMAND = re.compile(r"/[a-z][\w:-]*(?:\s|$)")


@dataclass(slots=True)
class Options:
    """``root`` is the project's folder, ``session`` its short name for the log, ``ignored`` the user's globs."""

    root: str = ""
    session: str = ""
    ignored: Ignored = field(default_factory=Ignored)


class Capture:
    """Feed turns, then call ``drafts``. ``memory`` is the state to keep for the session's next call."""

    def __init__(self, options: Options, memory: dict[str, Any] | None = None) -> None:
        self.options = options
        self.memory = memory if memory is not None else {}
        self.tools = ToolWatch(self.memory, options.root, options.ignored, self._moment)
        self.log = AgentLog(self.memory.setdefault("logged", []))
        self.moments: list[Moment] = []
        self.turn = int(self.memory.get("turn", 0))
        self._interrupted = bool(self.memory.get("interrupted"))
        self._waiting: list[Moment] = []
        self._mending: list[Moment] = []

    # -- feeding ---------------------------------------------------------------------------------------------------

    def feed(self, turn: Turn) -> None:
        """Take the next turn, in the order of the transcript."""
        self.turn += 1
        self._tick(turn.time)
        if turn.tokens and not turn.sidechain:
            self.memory["tokens"], self.memory["model"] = turn.tokens, turn.model
        if turn.role == "user" and not turn.sidechain:
            self._person(turn)
        elif turn.role == "assistant":
            self._agent(turn)
        elif turn.role == "boundary":
            self.memory["compactions"] = int(self.memory.get("compactions", 0)) + 1

    def _tick(self, time: str) -> None:
        """Move the session's clock on; pauses of more than ten minutes are no work."""
        try:
            now = dt.datetime.fromisoformat(time.replace("Z", "+00:00"))
            last = dt.datetime.fromisoformat(str(self.memory.get("last") or time).replace("Z", "+00:00"))
            gap = (now - last).total_seconds()
        except (ValueError, TypeError):
            return
        self.memory.setdefault("started", time)
        self.memory["last"] = max(time, str(self.memory.get("last", "")))
        self.memory["active_s"] = float(self.memory.get("active_s", 0.0)) + (gap if 0 < gap <= _PAUSE else 0.0)

    def _person(self, turn: Turn) -> None:
        text = clean(turn.text)
        interrupted = self._interrupted
        self._interrupted = turn.interrupt and not text
        if not text or _COMMAND.match(text):
            return
        self.memory["prompts_seen"] = int(self.memory.get("prompts_seen", 0)) + 1
        self._listen(text)
        self.memory["asked"] = clip(text, 240)
        proposal = str(self.memory.pop("said", ""))
        last = exchange.recalled(exchange.heard(proposal), str(self.memory.pop("weighed", "")), text)
        first = self.memory["prompts_seen"] == 1
        deaf = exchange.DEAF.get(last.move, frozenset()) if last.move or first else frozenset()
        if first and not last.move and exchange.sets_task(text):
            deaf = exchange.TASK
        found = signals.find(text, "u", answering=last.move in exchange.ANSWERABLE, deaf=deaf)
        asked = last.move != exchange.FACT and proposals.asks(proposal)
        answer = exchange.read(text, proposal, last)
        if exchange.outweighs(answer, last, [signal.kind for signal in found]):
            moments = self._answered(answer, last, text, proposal, turn)
        else:
            moments = self._merged(found, text, turn)
        if asked and not weighing.takes_back(answer, found, text, proposal):
            moments = self._agreed(text, proposal, turn, moments)
        if not moments or (not found and answer.index and answer.kind in weighing.AGAINST):
            moments = [*moments, *self._answered(answer, last, text, proposal, turn)]
        moments = self._weighed(moments, text, turn, last, proposal)
        if not moments and (interrupted or turn.interrupt) and _is_correction_after_stop(text):
            moments = [self._moment("correction", (sentences(text) or [text])[0], text, turn)]
        moments += self._themes(text, turn, moments)
        if self._is_small_talk():
            moments = [moment for moment in moments if moment.kind == "remember"]
        for moment in moments:
            moment.before = moment.before or self._before(moment, proposal)
        self.moments += moments
        self._waiting = moments
        self._note_prompt(text, moments)
        self.memory["weighed"] = exchange.weighs(text)
        self._mending = []

    def _listen(self, text: str) -> None:
        """Count the texts since one was about work."""
        self.memory["idle"] = 0 if about_work(text) else int(self.memory.get("idle", 0)) + 1

    def _is_small_talk(self) -> bool:
        """Whether no tool was ever called and neither this prompt nor the two exchanges before it were about work. What
        the person asks to remember counts all the same."""
        return not self.memory.get("worked") and int(self.memory.get("idle", 0)) >= _IDLE

    def _agent(self, turn: Turn) -> None:
        text = clean(turn.text)
        if text and self.memory.get("early") == mark_of(text):
            self.memory.pop("early")
            text = ""
        if text:
            self._listen(text)
            for moment in self._waiting:
                moment.then = moment.then or clip(next(iter(sentences(text)), ""), 240)
            self._waiting = []
            for signal in signals.find(text, "a") or weighing.surmised(text):
                self._said(signal, text, turn)
            self._explained(text)
            if not turn.sidechain:
                before = str(self.memory.get("said", "")) if self.memory.get("rested") else ""
                self.memory["said"] = f"{before}\n{text}".strip()[-_TEXT:]
                self.memory["reply"] = clip(text, 600)
                self.memory["steps"] = next_steps(text) or self.memory.get("steps", [])
            self._expect_red(text)
        if not turn.sidechain:
            self.memory["rested"] = not turn.calls
        if turn.calls:
            self.memory["worked"] = True
        for call in turn.calls:
            self._call(call, turn)

    def _call(self, call: ToolCall, turn: Turn) -> None:
        self.memory["tools"] = int(self.memory.get("tools", 0)) + 1
        if self.log.took(call, self.turn):
            self.memory.update(self.log.flags)
            return
        found = self.tools.take(call, turn, self.turn)
        self.moments += found
        self._mending += [moment for moment in found if moment.kind == "fix"]
        self._interrupted = self._interrupted or call.refused

    def _said(self, signal: Signal, text: str, turn: Turn) -> None:
        sentence = signal.sentence
        if signal.kind == "question" and len(sentence) < 60 and sentence.rstrip().endswith((":", "：")):
            found = sentences(text)
            for item in found[signal.index + 1 : signal.index + 4]:
                self.moments.append(self._moment("question", item, "", turn, who="a"))
            return
        if signal.kind == "question" and text.rstrip().endswith(("?", "？")):
            return
        if signal.kind == "breakthrough" and signals.cue(language(sentence), "ANNOUNCE").search(sentence):
            sentence = " ".join(sentences(text)[signal.index + 1 : signal.index + 2]) or sentence
        self.moments.append(self._moment(signal.kind, sentence, "", turn, who="a", why=reason(sentence)))

    def _explained(self, text: str) -> None:
        """Keep what is said about causes: with an open failure it may become the fix's title."""
        for sentence in sentences(text):
            lang = language(sentence)
            if len(words(sentence)) >= 4 and not signals.cue(lang, "HEDGE").search(sentence):
                self.tools.tracker.explained(sentence)
                for moment in self._mending:
                    moment.notes.append(sentence)
                    if not signals.cue(lang, "REPORTS").search(sentence):
                        moment.closing.append(sentence)

    def _expect_red(self, text: str) -> None:
        self.memory["tdd"] = any(signals.cue(language(s), "TDD").search(s) for s in sentences(text)[-6:])

    def hasten(self, text: str) -> None:
        """Take the agent's closing words from the hook's payload when the transcript does not hold them yet."""
        text = clean(text)
        if text and self.memory.get("reply") != clip(text, 600):
            self.feed(Turn("assistant", text, time=str(self.memory.get("last", ""))))
            self.memory["early"] = mark_of(text)

    # -- a person's words --------------------------------------------------------------------------------------------

    def _merged(self, found: list[Signal], text: str, turn: Turn) -> list[Moment]:
        """One moment per message when it is short, one per kind when it is long."""
        if not found:
            return []
        short = len(sentences(text)) <= _MERGE_SENTENCES
        kept: dict[str, Signal] = {}
        for signal in found:
            kept.setdefault(signal.kind, signal)
        names = [kind for kind in signals.RANK if kind in kept]
        if short:
            names = names[:1]
        elif {"rejection", "decision"} <= set(names) and abs(kept["rejection"].index - kept["decision"].index) <= 1:
            names.remove("decision")
        return [
            self._moment(
                kind, kept[kind].sentence, text if short else _around(text, kept[kind]), turn, why=reason(text)
            )
            for kind in names
        ]

    def _agreed(self, text: str, proposal: str, turn: Turn, moments: list[Moment]) -> list[Moment]:
        """The decision that lies in consenting to what the agent offered."""
        own = next((m for m in moments if m.kind == "decision"), None)
        picked = proposals.chosen(text, proposal)
        willing = proposals.agrees(text) and (proposals.ends_asking(proposal) or proposals.consents(text))
        offer = picked or (proposals.offered(proposal) if willing else "")
        if not offer:
            return moments
        if own is not None and not picked:
            own.before = own.before or clip(offer, 240)
            return moments
        kept = [m for m in moments if m is not own]
        moment = self._moment("decision", offer, text, turn, why=reason(proposal))
        moment.title = proposals.as_decided(offer)
        moment.facts = [("agent", offer)]
        return [*kept, moment]

    def _answered(
        self, answer: exchange.Answer, last: exchange.Heard, text: str, proposal: str, turn: Turn
    ) -> list[Moment]:
        """What a message comes to only by what the agent had said before it."""
        if not answer.kind:
            return []
        kind = "decision" if answer.kind == "consent" else answer.kind
        moment = self._moment(kind, answer.sentence, text, turn, why=reason(text))
        moment.before = clip(last.sentence, 240)
        if answer.kind == "consent":
            moment.title = proposals.as_decided(proposals.offered(proposal) or last.sentence)
        elif kind == "decision" and last.move in (exchange.CHOICE, exchange.QUESTION):
            moment.title = f"{squeeze(answer.sentence).rstrip('.。')} ({last.sentence})"
        return [moment]

    def _weighed(
        self, moments: list[Moment], text: str, turn: Turn, last: exchange.Heard, proposal: str
    ) -> list[Moment]:
        """What cues found, as far as the second opinion does not think it nothing; and what only that finds."""
        parts = sentences(text)
        idle = not self.memory.get("worked")
        verdicts = heard = opinion.judge(parts, last.move)
        if self.memory["prompts_seen"] == 1 and not last.move:
            verdicts = opinion.judge(parts, opinion.START)
        picked = bool(proposals.marked(text, proposal))
        kept = [m for m in moments if picked or weighing.holds(m, heard, idle=idle)]
        for moment in kept:
            weighing.renamed(moment, parts, heard)
        for kind, index in weighing.missed(kept, parts, verdicts, idle=idle):
            answer = exchange.Answer(kind, parts[index], index)
            around = text if len(parts) <= _MERGE_SENTENCES else " ".join(parts[index : index + 3])
            kept += self._answered(answer, last, around, proposal, turn)
        return kept

    def _themes(self, text: str, turn: Turn, moments: list[Moment]) -> list[Moment]:
        state = self.memory.setdefault("themes", {})
        returned = themes.third_return(state, text, int(self.memory.get("prompts_seen", 0)))
        if not returned or any(m.kind == "theme" for m in moments):
            return []
        moment = self._moment("theme", (sentences(text) or [text])[0], text, turn)
        moment.facts = [("seen", ", ".join(returned))]
        return [moment] if not moments else []

    def _before(self, moment: Moment, proposal: str) -> str:
        """What stood before this: an earlier decision about the same thing, else what the agent had said last."""
        if moment.kind == "question" and moment.who == "u":
            return self._left_open(moment)
        if moment.kind not in ("premise", "change", "rejection", "correction", "revert", "decision"):
            return ""
        earlier = [d for d in self.memory.get("decisions", []) if len(words(d) & words(moment.message)) >= 2]
        if earlier:
            return str(earlier[-1])
        said = proposals.offered(proposal) or first_statement(proposal) or choices.laid_out(proposal)
        return clip(said, 240)

    def _left_open(self, moment: Moment) -> str:
        """What a person had asked last, when they only say that it stays open."""
        points = phrases.POINTING[moment.lang].search(moment.sentence) and len(sentences(moment.message)) == 1
        return str(next(reversed(self.memory.get("prompts", [])), "")) if points else ""

    def _note_prompt(self, text: str, moments: list[Moment]) -> None:
        """Keep what the session is about; a rule for the future is no task."""
        if len(words(text)) >= 3:
            line = clip(text, 240)
            self.memory.setdefault("goal", line)
            if not any(moment.kind in ("remember", "preference") for moment in moments):
                self.memory["topic"] = line
            keep(self.memory, "prompts", line)

    # -- results -----------------------------------------------------------------------------------------------------

    def drafts(self) -> list[tuple[Draft, str]]:
        """The entries of what was fed since the last call, with the time each belongs to; ``memory`` moves on."""
        written = self.memory.setdefault("written", [])
        seen = {row[0] for row in written}
        found: list[tuple[Draft, str]] = []
        for moment in select(self.moments, self.log):
            mark = moment.fingerprint or _mark(moment)
            if mark in seen:
                continue
            seen.add(mark)
            draft = to_draft(moment, self.options.session)
            written.append([mark, draft.category, draft.title, draft.arousal])
            kinds = self.memory.setdefault("kinds", {})
            kinds[moment.kind] = kinds.get(moment.kind, 0) + 1
            if moment.kind in ("decision", "change", "rejection"):
                keep(self.memory, "decisions", draft.title)
            elif moment.kind == "question":
                keep(self.memory, "open", draft.title)
            found.append((draft, moment.time))
        del written[: -KEPT["written"]]
        self.moments = []
        self._store()
        return found

    def _store(self) -> None:
        self.memory["reds"] = self.tools.tracker.stored()
        self.memory["turn"] = self.turn
        self.memory["interrupted"] = self._interrupted

    def _moment(self, kind: str, sentence: str, message: str, turn: Turn, *, who: str = "u", why: str = "") -> Moment:
        return Moment(
            kind,
            sentence,
            message=message,
            who=who,
            time=turn.time,
            uuid=turn.uuid,
            turn=self.turn,
            arousal=AROUSAL[kind],
            why=why,
            topic=str(self.memory.get("topic", "")),
            sidechain=turn.sidechain,
            files=tuple(list(self.memory.get("files", {}))[-4:]),
        )


def to_draft(moment: Moment, session: str) -> Draft:
    """The journal's draft of a moment."""
    extra = (("Signal", moment.kind), ("Evidence", evidence(moment)))
    return Draft(
        title(moment),
        body(moment),
        CATEGORY[moment.kind],
        arousal=moment.arousal,
        emotion=EMOTIONS[moment.lang].get(moment.kind),
        origin="auto",
        session=session or None,
        files=moment.files[:6],
        extra=extra,
    )


def _around(text: str, signal: Signal) -> str:
    """The sentence with its neighbours: what a long message said at that place."""
    found = sentences(text)
    return " ".join(found[signal.index : signal.index + 3])


def _is_correction_after_stop(text: str) -> bool:
    first = (sentences(text) or [text])[0]
    return (
        len(words(text)) >= 3
        and not first.rstrip().endswith(("?", "？"))
        and not first.lower().startswith(("continue", "sorry", "go on", "続け"))
    )


def _mark(moment: Moment) -> str:
    """What makes a moment the same as one before: its sentence, and where that only points ("Remember this.",
    "Agreed.") what it points at."""
    parts = [moment.kind, squeeze(moment.sentence).lower()]
    if len(words(moment.sentence)) < (8 if moment.lang == "ja" else 3):
        parts += [title(moment).lower(), squeeze(moment.message).lower()]
    return mark_of(*parts)
