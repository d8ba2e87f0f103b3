"""The part of ``sync`` that reads logs and writes them, a batch of files in each transaction."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from random import getrandbits

from cogmem import clock
from cogmem.files import digest, read_bytes
from cogmem.index.analysis import Analysed, ordinal, row_hash
from cogmem.index.matching import comparable, pair_by_key, pair_by_likeness, pair_elsewhere
from cogmem.index.report import SyncReport
from cogmem.index.scan import settled, stamp_of
from cogmem.index.sqlite import Index
from cogmem.index.terms import Analyzer
from cogmem.index.writer import Old, Writer
from cogmem.journal.entries import parse
from cogmem.journal.text import decode
from cogmem.messages import say
from cogmem.model import Entry

BATCH_FILES = 100
BATCH_BYTES = 2_000_000
_ABSENT = -1
_UNKNOWN = (0, 0, 0)


class LogRead:
    """A log as it was just read, and what of it must be written."""

    __slots__ = (
        "before",
        "digest",
        "entries",
        "expected",
        "file",
        "hashes",
        "kept",
        "new",
        "old",
        "problems",
        "size",
        "source",
        "stamp",
        "unpaired",
        "user",
    )

    def __init__(self, source: str, expected: int) -> None:
        self.source, self.expected = source, expected
        self.stamp = self.size = 0
        self.digest = ""
        self.user: str | None = None
        self.entries: list[Entry] = []
        self.hashes: list[bytes] = []
        self.problems: list[tuple[int, str]] = []
        self.file: int | None = None
        self.before = _UNKNOWN
        self.old: list[Old] = []
        self.kept: list[tuple[int, int]] = []
        self.unpaired: list[int] = []
        self.new: list[int] = []


class Batches:
    """One pass over what changed, newest logs first."""

    def __init__(self, root: str, logs_dir: str, index: Index, report: SyncReport, delimiter: str) -> None:
        self.root, self.index, self.report = root, index, report
        self.prefix = logs_dir.replace(os.sep, "/").strip("/") + "/"
        self.delimiter = delimiter
        self.headings = (delimiter,) if delimiter else ()
        self.analyse = Analyzer()
        self.vocabulary: dict[str, int] = {}
        self.again = False
        self.lost: dict[bytes, list[tuple[str, str]]] = {}
        self.fresh: dict[bytes, list[str]] = {}

    def run(
        self,
        changed: list[str],
        gone: list[str],
        *,
        rebuild: bool = False,
        progress: Callable[[int, int], None] | None = None,
    ) -> bool:
        """Read ``changed``, take out ``gone``. Returns whether something changed meanwhile and must be looked at
        again."""
        order = sorted(changed, key=lambda source: (source.rpartition("/")[2], source), reverse=True)
        total, done = len(order), 0
        expected = {} if rebuild else self._changes(order)
        if rebuild:
            with self._transaction():
                _clear(self.index)
                for batch in self._read(order, expected):
                    self._write(batch, [])
                    done += len(batch)
                    _tell(progress, done, total)
            gone = []
        else:
            todo = list(gone)
            for batch in self._read(order, expected):
                with self._transaction():
                    self._write(batch, todo)
                todo = []
                done += len(batch)
                _tell(progress, done, total)
            if todo:
                with self._transaction():
                    self._write([], todo)
        self._settle_moves()
        return self.again

    def note_delimiter(self) -> None:
        """All logs were read with this handover heading."""
        row = self.index.db.execute("SELECT delimiter FROM total").fetchone()
        if row[0] != self.delimiter:
            with self.index.writing() as db:
                db.execute("UPDATE total SET delimiter = ?", (self.delimiter,))

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        done = False
        try:
            with self.index.writing():
                yield
            done = True
        finally:
            if not done:
                self.vocabulary.clear()

    def _changes(self, order: list[str]) -> dict[str, int]:
        """The change number that each log's row has now: another one later means that another process wrote it."""
        with self.index.errors():
            if len(order) > BATCH_FILES:
                return dict(self.index.db.execute("SELECT source, change FROM file").fetchall())
            marks = ",".join("?" * len(order))
            return dict(
                self.index.db.execute(f"SELECT source, change FROM file WHERE source IN ({marks})", order).fetchall()
            )

    def _read(self, order: list[str], expected: dict[str, int]) -> Iterator[list[LogRead]]:
        """Batches of logs, read and parsed outside of any transaction (but for a rebuild)."""
        batch: list[LogRead] = []
        size = 0
        for source in order:
            log = self._read_one(source, expected.get(source, _ABSENT))
            if log is None:
                continue
            batch.append(log)
            size += log.size
            if len(batch) >= BATCH_FILES or size >= BATCH_BYTES:
                yield batch
                batch, size = [], 0
        if batch:
            yield batch

    def _read_one(self, source: str, expected: int) -> LogRead | None:
        path = os.path.join(self.root, source)
        log = LogRead(source, expected)
        try:
            before = os.stat(path)
            now = int(clock.stamp() * 1e9)
            data = read_bytes(path)
            after = os.stat(path)
        except FileNotFoundError:
            self.again = True
            return None
        except OSError as error:
            self.report.unread.append((source, 0, say(None, "problem.unread", text=error.strerror)))
            return None
        same = stamp_of(before) == stamp_of(after)
        log.stamp = stamp_of(before) if same and settled(before, now) else 0
        log.size = len(data)
        log.digest = digest(data) + (f" {self.delimiter}" if self.delimiter else "")
        place = source[len(self.prefix) :]
        log.user = place.partition("/")[0] if "/" in place else None
        decoded = decode(data, source)
        parsed = parse(
            decoded.text, source, handover_headings=self.headings, user=log.user or "", problems=decoded.problems
        )
        log.entries = list(parsed.entries) if parsed.date else []
        log.problems = [(problem.line, problem.message) for problem in parsed.problems]
        log.hashes = [row_hash(entry) for entry in log.entries]
        return log

    def _write(self, batch: list[LogRead], gone: Iterable[str]) -> None:
        """One transaction: pair what was with what is, then write the difference."""
        writer = Writer(self.index.db, self.vocabulary)
        lost: list[tuple[str, Old]] = []
        for source in gone:
            lost += self._drop(writer, source)
        ready = [log for log in batch if self._pair(writer, log)]
        for log in ready:
            lost += [(log.source, log.old[i]) for i in log.unpaired]
        moved = self._pair_across(ready, lost)
        for log in ready:
            self._write_one(writer, log, moved)
        taken = {old.pos for old in moved.values()}
        for source, old in lost:
            if old.pos not in taken:
                writer.remove(old)
                self.report.removed += 1
                self.lost.setdefault(old.row_hash, []).append((old.id, source))
        writer.flush()

    def _drop(self, writer: Writer, source: str) -> list[tuple[str, Old]]:
        """Take out a log that is no more; one that came back meanwhile is left for the next look."""
        row = self.index.db.execute(
            "SELECT id, places, entries, length, window FROM file WHERE source = ?", (source,)
        ).fetchone()
        if row is None:
            return []
        writer.drop_file(row[0], row[2:])
        return [(source, old) for old in writer.old_entries(row[1])]

    def _pair(self, writer: Writer, log: LogRead) -> bool:
        """Pair a log's entries with those that the index holds. False when there is nothing to write, or when another
        process wrote this log meanwhile."""
        row = self.index.db.execute(
            "SELECT id, change, digest, places, entries, length, window FROM file WHERE source = ?", (log.source,)
        ).fetchone()
        if (row[1] if row else _ABSENT) != log.expected:
            self.again = True
            return False
        if row is None:
            log.new = list(range(len(log.entries)))
            return True
        log.file, log.before = row[0], row[4:]
        if row[2] == log.digest:
            self.index.db.execute("UPDATE file SET stamp=? WHERE id=?", (log.stamp, log.file))
            return False
        log.old = writer.old_entries(row[3])
        log.kept, log.unpaired, log.new = pair_by_key([old.id for old in log.old], [entry.id for entry in log.entries])
        return True

    def _pair_across(self, logs: list[LogRead], lost: list[tuple[str, Old]]) -> dict[tuple[str, int], Old]:
        """(path, place of a new entry) -> the entry it was: equal rows anywhere in the batch, else alike in its log,
        else alike in another."""
        moved: dict[tuple[str, int], Old] = {}
        fresh = [(log.source, j) for log in logs for j in log.new]
        if not lost or not fresh:
            return moved
        hashes = {log.source: log.hashes for log in logs}
        pairs, rest, _ = pair_by_key([old.row_hash for _, old in lost], [hashes[source][j] for source, j in fresh])
        for i, k in pairs:
            moved[fresh[k]] = lost[i][1]
        left = [lost[i][1] for i in rest]
        for log in logs:
            unpaired = {log.old[i].pos for i in log.unpaired}
            mine = [old for old in left if old.pos in unpaired]
            news = [j for j in log.new if (log.source, j) not in moved]
            for i, k in pair_by_likeness(
                [self._content(old) for old in mine] if news else [], [log.entries[j].content for j in news]
            ):
                moved[log.source, news[k]] = mine[i]
        taken = {old.pos for old in moved.values()}
        left = [old for old in left if old.pos not in taken]
        fresh = [key for key in fresh if key not in moved]
        if comparable(len(left), len(fresh)):
            entries = {log.source: log.entries for log in logs}
            old_texts = [self._content(old) for old in left]
            for i, k in pair_elsewhere(old_texts, [entries[source][j].content for source, j in fresh]):
                moved[fresh[k]] = left[i]
        return moved

    def _content(self, old: Old) -> str:
        title, body = self.index.db.execute("SELECT title, body FROM entry WHERE pos=?", (old.pos,)).fetchone()
        return f"{title}\n{body}".strip()

    def _write_one(self, writer: Writer, log: LogRead, moved: dict[tuple[str, int], Old]) -> None:
        file = log.file if log.file is not None else writer.new_file(log.source)
        kept = {j: log.old[i] for i, j in log.kept}
        pos: list[int] = []
        rows: list[tuple[str, int, int]] = []
        for j, entry in enumerate(log.entries):
            old = kept.get(j)
            if old is not None and old.row_hash == log.hashes[j]:
                pos.append(old.pos)
                rows.append((entry.id, old.chars, old.length))
                continue
            analysed = Analysed(entry, self.analyse, log.hashes[j])
            pos.append(self._put(writer, log, j, analysed, old, moved.get((log.source, j)), file))
            rows.append((entry.id, len(entry.content), analysed.length))
        places = _places(log.entries, pos)
        values = (
            log.source,
            log.stamp,
            log.digest,
            ordinal(log.entries[0].date) if log.entries else 0,
            log.user,
            json.dumps(log.problems, ensure_ascii=False) if log.problems else None,
        )
        writer.put_file(file, values, places, rows, log.before)

    def _put(
        self, writer: Writer, log: LogRead, j: int, analysed: Analysed, old: Old | None, was: Old | None, file: int
    ) -> int:
        """Write one entry that is new, changed or moved; returns its pos."""
        entry = analysed.entry
        if old is not None:
            self.report.changed += 1
            return writer.replace(old, analysed, file, same_text=self._content(old) == entry.content)
        pos = writer.add(analysed, file)
        if was is None:
            self.report.added += 1
            self.fresh.setdefault(log.hashes[j], []).append(entry.id)
        else:
            self.report.changed += 1
            writer.move(
                was, pos, entry.id, same_text=was.row_hash == log.hashes[j] or self._content(was) == entry.content
            )
        return pos

    def _settle_moves(self) -> None:
        """Equal rows that went in one batch and came in another are moves too; the rest vanished."""
        moves = []
        for key, olds in self.lost.items():
            news = self.fresh.get(key, [])
            while olds and news:
                moves.append((olds.pop(0)[0], news.pop(0)))
            self.report.vanished += olds
        if moves:
            with self.index.writing() as db:
                db.executemany(
                    "INSERT INTO moved(old, new) VALUES(?, ?)", [pair for pair in moves if pair[0] != pair[1]]
                )


def _places(entries: list[Entry], pos: list[int]) -> list[tuple[int, int, int, int, int]]:
    """PLACE records; a new group begins where section or session change, and around what a person forgot."""
    places = []
    group, before = -1, None
    for entry, one in zip(entries, pos, strict=True):
        key = (entry.section, entry.session, entry.forgotten)
        if key != before or entry.forgotten:
            group += 1
        before = key
        places.append((one, entry.line, entry.end_line, entry.section, group))
    return places


def _clear(index: Index) -> None:
    """Empty every table, vectors too: they come back from the cache."""
    db = index.db
    for (n,) in db.execute("SELECT n FROM embedder").fetchall():
        for kind in ("slot", "block", "refused"):
            db.execute(f"DROP TABLE {kind}_{n}")
    for table in ("embedder", "file", "entry", "term"):
        db.execute(f"DELETE FROM {table}")
    if db.execute("SELECT words FROM total").fetchone()[0]:
        for table in ("word", "near"):
            db.execute(f"INSERT INTO {table}({table}) VALUES('delete-all')")
    db.execute(
        "UPDATE total SET made = ?, generation = generation + 1, entries = 0, length = 0, window = 0",
        (getrandbits(62),),
    )


def _tell(progress: Callable[[int, int], None] | None, done: int, total: int) -> None:
    if progress is not None:
        progress(done, total)
