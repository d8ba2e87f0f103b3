"""Reading the blocks of a log: what an entry, a summary or a handover says, and the id it is known by."""

from __future__ import annotations

import re
from hashlib import sha256

from cogmem.journal import escapes, grammar, headline, metadata
from cogmem.journal.blocks import ENTRY, HANDOVER, LINE, SECTION, SUMMARY, Block
from cogmem.journal.texts import say
from cogmem.model import DEFAULT_AROUSAL, Entry, Handover, Problem

ID_LENGTH = 12
_PROSE = re.compile(r"[ \t]*(?![-*+][ \t]|\d+[.)][ \t]|\||>|#|<!--|[-*_][-*_ \t]*\Z)\S")
_BULLET = re.compile(r"[ \t]*[-*+][ \t]+")


def make_id(source: str, heading: str, ordinal: int) -> str:
    """The id of the ``ordinal``-th (from 0) entry with this heading in a log: 12 hex digits from its place."""
    place = f"{source}\0{' '.join(heading.split())}\0{ordinal}"
    return sha256(place.encode("utf-8", "replace")).hexdigest()[:ID_LENGTH]


class Reader:
    """Turns blocks into values. ``problems`` collects what could not be read as meant."""

    def __init__(self, source: str, date: str, user: str | None, lines: list[str], opaque: list[bool] | None) -> None:
        self.source, self.date, self.user, self.lines, self.opaque = source, date, user, lines, opaque
        self.problems: list[Problem] = []
        self._count: dict[str, int] = {}
        self._ids: set[str] = set()
        self._entries: list[Entry] = []

    def read(self, blocks: tuple[Block, ...]) -> tuple[tuple[Entry, ...], tuple[Handover, ...]]:
        """The entries and handovers of the blocks, in order."""
        handovers = []
        for block in blocks:
            if block.kind == ENTRY:
                self._entry(block)
            elif block.kind == LINE:
                self._line(block)
            elif block.kind in (SUMMARY, SECTION):
                self._section(block)
            elif block.kind == HANDOVER:
                _, start, end = self._body(block)
                text = self._text(start, end)
                if _without_comments(text):
                    handovers.append(Handover(self.source, block.start + 1, self.date, text, self.user))
        return tuple(self._entries), tuple(handovers)

    def _entry(self, block: Block) -> None:
        heading = grammar.heading_text(self.lines[block.start])
        pairs, start, end = self._body(block)
        body = self._text(start, end)
        if not pairs and "Arousal" in body:
            pairs, body = self._late_metadata(body)
        timed = any(key.lower() == "time" for key, _ in pairs)
        head = headline.read(heading, timed=timed)
        if head.title or body:
            self._add(block, "entry", "### " + heading, head, body, pairs, end)

    def _line(self, block: Block) -> None:
        line = self.lines[block.start].lstrip("\ufeff\x0b\x0c")
        text = line[1:].strip()
        pairs, start, end = self._body(block)
        head = headline.read(text)
        body = "\n".join(line.strip() for line in self._text(start, end).split("\n"))
        self._add(block, "line", "- " + text, head, body, pairs, end)

    def _section(self, block: Block) -> None:
        heading = grammar.heading_text(self.lines[block.start])
        pairs, start, end = self._body(block)
        body = self._text(start, end)
        if block.kind == SUMMARY:
            if not _without_comments(body):
                return
            title, _, rest = body.partition("\n")
            head = headline.Headline("SUMMARY", (), _BULLET.sub("", title, count=1).strip(), None, None)
            self._add(block, "summary", "## " + heading, head, rest.strip("\n"), pairs, end)
        elif any(_PROSE.match(line) for line in _without_comments(body).split("\n")):
            self._add(block, "entry", "## " + heading, headline.read(heading, timed=True), body, pairs, end)

    def _body(self, block: Block) -> tuple[metadata.Pairs, int, int]:
        """The metadata, and the lines (half open) of the body without blank lines and rules around it."""
        lines, start, end = self.lines, block.start + 1, block.end
        while end > start and not lines[end - 1].strip():
            end -= 1
        while start < end and not lines[start].strip():
            start += 1
        pairs = metadata.read_pairs(lines[start]) if start < end and not (self.opaque and self.opaque[start]) else None
        if pairs is not None:
            start += 1
            while start < end and not lines[start].strip():
                start += 1
        return pairs or (), start, end

    def _text(self, start: int, end: int) -> str:
        lines = self.lines[start:end]
        if any("\\" in line for line in lines):
            opaque = self.opaque[start:end] if self.opaque else None
            lines = [line if opaque and opaque[place] else escapes.unescape(line) for place, line in enumerate(lines)]
        return "\n".join(lines)

    def _late_metadata(self, body: str) -> tuple[metadata.Pairs, str]:
        """A metadata line that does not come first, as older tools wrote it: taken out of the body."""
        lines = body.split("\n")
        for number, line in enumerate(lines):
            pairs = metadata.read_pairs(line) if metadata.is_late(line) else None
            if pairs:
                return pairs, "\n".join(lines[:number] + lines[number + 1:]).strip("\n")
        return (), body

    def _add(self, block: Block, kind: str, heading: str, head: headline.Headline, body: str,
             pairs: metadata.Pairs, last: int) -> None:
        ordinal = self._count.get(heading, 0)
        self._count[heading] = ordinal + 1
        fields = self._fields(pairs, block.start + 2)
        given = fields.pop("id")
        one = self._identity(given, heading, ordinal, block.start + 1)
        self._entries.append(Entry(
            id=one, source=self.source, line=block.start + 1, end_line=last,
            ordinal=len(self._entries), date=self.date, kind=kind, category=head.category, title=head.title, body=body,
            domains=head.domains, section=block.section, speaker=head.speaker, user=self.user,
            explicit_id=one == given, time=fields.pop("time") or head.time, **fields))

    def _identity(self, given: str | None, heading: str, ordinal: int, line: int) -> str:
        if given:
            if metadata.valid_id(given) and given not in self._ids:
                self._ids.add(given)
                return given
            what = say("id.taken" if given in self._ids else "id.none", id=given)
            self.problems.append(Problem(self.source, line, what))
        one = make_id(self.source, heading, ordinal)
        while one in self._ids:
            one = sha256(one.encode()).hexdigest()[:ID_LENGTH]
        self._ids.add(one)
        return one

    def _fields(self, pairs: metadata.Pairs, line: int) -> dict:
        """Entry fields from metadata; keys that are not ours stay together in ``meta``."""
        fields: dict = {"id": None, "time": None, "meta": ()}
        other = []
        for key, raw in pairs:
            name = key.lower()
            if name == "arousal":
                fields["arousal"], problem = metadata.read_arousal(raw)
                if problem:
                    self.problems.append(Problem(self.source, line, problem))
            elif name in ("pinned", "forgotten"):
                fields[name] = metadata.read_flag(raw)
            elif name == "files":
                fields["files"] = metadata.read_list(raw)
            elif name == "source":
                fields["origin"] = raw.lower() or "user"
            elif name in metadata.ENTRY_KEYS:
                fields[name] = metadata.unescape(raw) or None
            else:
                other.append((key, metadata.unescape(raw)))
        if other:
            fields["meta"] = tuple(other)
        return fields


def _without_comments(body: str) -> str:
    """The body without HTML comments, stripped: a template's hints are not content."""
    pieces = []
    place = 0
    while (start := body.find("<!--", place)) >= 0:
        end = body.find("-->", start)
        if end < 0:
            break
        pieces.append(body[place:start])
        place = end + 3
    return ("".join(pieces) + body[place:]).strip()


__all__ = ["DEFAULT_AROUSAL", "Reader", "make_id"]
