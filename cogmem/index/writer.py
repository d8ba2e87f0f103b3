"""Writing a batch of logs into the index: entries, vocabulary, full text and totals, all in one transaction.

The full-text table wants ascending row numbers, so a batch is gathered first and written sorted.
"""

from __future__ import annotations

import sqlite3
import struct
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any
from zlib import crc32

from cogmem.index.analysis import Analysed, first_pos, packed, row, unpacked
from cogmem.index.near import repairable
from cogmem.index.places import USUAL, columns, window_lengths
from cogmem.index.schema import PLACE

_COLUMNS = 24
_CHUNK = 500


class Old:
    """What the index holds of an entry that is compared with the files."""

    __slots__ = ("chars", "id", "length", "pos", "row_hash")

    def __init__(self, pos: int, id: str, row_hash: bytes, chars: int, length: int) -> None:
        self.pos, self.id, self.row_hash, self.chars, self.length = pos, id, row_hash, chars, length


class Writer:
    """One write transaction's worth of changes. ``vocabulary`` (stem -> term id) is kept by the caller between
    batches and cleared when a transaction is rolled back."""

    def __init__(self, db: sqlite3.Connection, vocabulary: dict[str, int]) -> None:
        self.db = db
        self.vocabulary = vocabulary
        generation, self.words = db.execute("SELECT generation, words FROM total").fetchone()
        self.change = generation + 1
        self._gone: set[int] = set()
        self._new: list[tuple[int, Analysed, int]] = []
        self._moved_vectors: list[tuple[int, int]] = []
        self._unembedded: list[int] = []
        self._taken: set[int] = set()
        self._totals = [0, 0, 0]
        self._dirty = False
        self._embedders = [n for (n,) in db.execute("SELECT n FROM embedder")]

    def old_entries(self, places: bytes) -> list[Old]:
        """The entries of one log as they are stored, in file order."""
        order = columns(places)[0]
        rows: dict[int, Old] = {}
        for chunk in _chunks(order):
            marks = ",".join("?" * len(chunk))
            for values in self.db.execute(
                f"SELECT pos, id, hash, chars, length FROM entry WHERE pos IN ({marks})", chunk
            ):
                rows[values[0]] = Old(*values)
        return [rows[pos] for pos in order if pos in rows]

    def add(self, analysed: Analysed, file: int) -> int:
        """A new entry; returns its pos."""
        pos = first_pos(analysed.entry)
        while pos in self._taken or (pos not in self._gone and self._exists(pos)):
            pos += 1
        self._taken.add(pos)
        self._new.append((pos, analysed, file))
        return pos

    def replace(self, old: Old, analysed: Analysed, file: int, *, same_text: bool) -> int:
        """New values for an entry that keeps its pos."""
        self._gone.add(old.pos)
        self._taken.add(old.pos)
        self._new.append((old.pos, analysed, file))
        if not same_text:
            self._unembedded.append(old.pos)
        return old.pos

    def remove(self, old: Old) -> None:
        """An entry that is no more."""
        self._gone.add(old.pos)
        self._unembedded.append(old.pos)

    def move(self, old: Old, pos: int, new_id: str, *, same_text: bool) -> None:
        """``remove`` for an entry that lives on at ``pos`` under another id; its vectors go with it."""
        self._gone.add(old.pos)
        if same_text:
            self._moved_vectors.append((old.pos, pos))
        else:
            self._unembedded.append(old.pos)
        self.note_move(old.id, new_id)

    def note_move(self, old_id: str, new_id: str) -> None:
        """Remember for the ledger that an entry has another id now."""
        if old_id != new_id:
            self.db.execute("INSERT INTO moved(old, new) VALUES(?, ?)", (old_id, new_id))

    def put_file(
        self,
        file: int | None,
        values: Sequence[object],
        places: list[tuple[int, int, int, int, int]],
        entries: list[tuple[str, int, int]],
        before: tuple[int, int, int],
    ) -> int:
        """Write a log's row: ``values`` = (source, stamp, digest, day, user, problems); ``entries``: (id, chars,
        length) of each place; ``before`` = its entries, length and window until now. Returns its id."""
        ids = [id for id, _, _ in entries]
        chars, lengths = [size for _, size, _ in entries], [min(length, USUAL) for _, _, length in entries]
        window = sum(window_lengths([place[4] for place in places], chars, lengths))
        after = (len(places), sum(lengths), window)
        self._totals = [total + new - old for total, new, old in zip(self._totals, after, before, strict=True)]
        self._dirty = True
        blob = b"".join(struct.pack(PLACE, *place) for place in places)
        source, stamp, digest, day, user, problems = values
        sealed = seal(source, digest, day, user, *after, problems, blob, ids)
        row_values = (source, stamp, self.change, digest, day, user, *after, problems, blob, sealed)
        if file is None:
            marks = ",".join("?" * len(row_values))
            cursor = self.db.execute(
                "INSERT INTO file(source, stamp, change, digest, day, user, entries, length, window, problems, places, "
                f"seal) VALUES({marks})",
                row_values,
            )
            return int(cursor.lastrowid or 0)
        self.db.execute(
            "UPDATE file SET source=?, stamp=?, change=?, digest=?, day=?, user=?, entries=?, length=?, "
            "window=?, problems=?, places=?, seal=? WHERE id=?",
            (*row_values, file),
        )
        return file

    def new_file(self, source: str) -> int:
        """An empty row for a log that is not known yet, so that its entries can point to it."""
        return self.put_file(None, (source, 0, "", 0, None, None), [], [], (0, 0, 0))

    def drop_file(self, file: int, before: tuple[int, int, int]) -> None:
        """Take out a log's row; its entries are removed one by one."""
        self.db.execute("DELETE FROM file WHERE id=?", (file,))
        self._totals = [total - old for total, old in zip(self._totals, before, strict=True)]
        self._dirty = True

    def flush(self) -> None:
        """Write everything that was gathered. Call once, inside the transaction."""
        if not (self._dirty or self._gone or self._new):
            return
        counts: Counter[int] = Counter()
        old_words = self._take_out(counts)
        rows, new_words = self._rows(counts)
        self.db.executemany(f"INSERT INTO entry VALUES({','.join('?' * _COLUMNS)})", rows)
        if self.words:
            self._write_words(old_words, new_words)
        self.db.executemany("UPDATE term SET df = df + ? WHERE id = ?", [(n, term) for term, n in counts.items() if n])
        self._vectors()
        self.db.execute(
            "UPDATE total SET generation=?, entries=entries+?, length=length+?, window=window+?",
            (self.change, *self._totals),
        )

    def _exists(self, pos: int) -> bool:
        return self.db.execute("SELECT 1 FROM entry WHERE pos=?", (pos,)).fetchone() is not None

    def _take_out(self, counts: Counter[int]) -> dict[int, str]:
        """Delete the rows of what is gone; returns pos -> what the full-text table holds of it."""
        words: dict[int, str] = {}
        for chunk in _chunks(sorted(self._gone)):
            marks = ",".join("?" * len(chunk))
            for pos, blob in self.db.execute(f"SELECT pos, terms FROM entry WHERE pos IN ({marks})", chunk):
                ids = unpacked(blob)
                counts.subtract(ids)
                words[pos] = " ".join(map(str, ids))
            self.db.execute(f"DELETE FROM entry WHERE pos IN ({marks})", chunk)
        return words

    def _rows(self, counts: Counter[int]) -> tuple[list[tuple[object, ...]], dict[int, str]]:
        known = self._ids(set().union(*[analysed.terms for _, analysed, _ in self._new]))
        rows, words = [], {}
        for pos, analysed, file in self._new:
            ids = list(map(known.__getitem__, analysed.terms))
            counts.update(ids)
            rows.append(row(analysed, pos, self.change, file, packed(ids, analysed.terms.values())))
            words[pos] = " ".join(map(str, ids))
        return rows, words

    def _write_words(self, old: dict[int, str], new: dict[int, str]) -> None:
        insert = "INSERT INTO word(rowid, ids) VALUES(?, ?)"
        if not old:
            self.db.executemany(insert, sorted(new.items()))
            return
        for pos in sorted(old.keys() | new.keys()):
            if pos in old:
                self.db.execute("INSERT INTO word(word, rowid, ids) VALUES('delete', ?, ?)", (pos, old[pos]))
            if pos in new:
                self.db.execute(insert, (pos, new[pos]))

    def _ids(self, stems: set[str]) -> dict[str, int]:
        """Term ids of all stems; unknown ones are added to the vocabulary."""
        known = self.vocabulary
        unknown = sorted(stems - known.keys())
        for chunk in _chunks(unknown):
            marks = ",".join("?" * len(chunk))
            known.update(self.db.execute(f"SELECT stem, id FROM term WHERE stem IN ({marks})", chunk).fetchall())
        fresh = [stem for stem in unknown if stem not in known]
        if fresh:
            start = (self.db.execute("SELECT max(id) FROM term").fetchone()[0] or 0) + 1
            rows = list(enumerate(fresh, start))
            self.db.executemany("INSERT INTO term(id, stem, df) VALUES(?, ?, 0)", rows)
            if self.words:
                self.db.executemany(
                    "INSERT INTO near(rowid, stem) VALUES(?, ?)",
                    [(n, f"^{stem}$") for n, stem in rows if repairable(stem)],
                )
            known.update((stem, n) for n, stem in rows)
        return known

    def _vectors(self) -> None:
        """Vectors follow their entries; those of changed or removed entries free their slots."""
        for n in self._embedders:
            moves = [(new, self.change, slot) for old, new in self._moved_vectors for slot in self._slots(n, old)]
            frees = [(self.change, slot) for pos in self._unembedded for slot in self._slots(n, pos)]
            self.db.executemany(f"UPDATE slot_{n} SET pos=NULL, change=? WHERE slot=?", frees)
            self.db.executemany(f"UPDATE slot_{n} SET pos=?, change=? WHERE slot=?", moves)
            self.db.executemany(f"DELETE FROM refused_{n} WHERE pos=?", [(pos,) for pos in self._unembedded])

    def _slots(self, n: int, pos: int) -> list[int]:
        return [slot for (slot,) in self.db.execute(f"SELECT slot FROM slot_{n} WHERE pos=?", (pos,))]


def seal(*values: object) -> int:
    """A checksum over the values of a log's row and its entries' ids (``file.seal``)."""
    return crc32(repr(values).encode("utf-8", "surrogatepass"))


def _chunks(values: Sequence[Any]) -> Iterable[list[Any]]:
    for start in range(0, len(values), _CHUNK):
        yield list(values[start : start + _CHUNK])
