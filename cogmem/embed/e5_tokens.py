"""The tokenizer of multilingual-e5: NFKC, then the most probable way to write a text as pieces (unigram, Viterbi).

A text's substrings of up to 16 characters are hashed all at once and looked up in a sorted table that is mapped from
disk, so nothing of the 250,000 pieces has to be loaded. Time is linear in the text's length; one very long line is
taken in blocks. Any string goes through, lone surrogates too (they are unknown tokens).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from cogmem.embed.e5_file import ModelFile, Special
from cogmem.embed.pieces import groups, units_of
from cogmem.folding import nfkc

Array = npt.NDArray[Any]
_LONGEST = 16
_STRIDE = 4096
_STEP, _MIX = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD6E8FEB86659FD93)
_BUCKET_SHIFT = np.uint64(64 - 20)
_UNKNOWN_PENALTY = 10.0
_MARK = "▁"


def tables(model: ModelFile) -> dict[str, Array]:
    """The arrays that ``Tokens`` needs, made from the model file; they go into the bundle of unpacked weights."""
    pieces, scores = model.pieces()
    special = model.special
    control = {special.start, special.end, special.padding, special.unknown, len(pieces) - 1}
    first: dict[str, int] = {}
    for number, piece in enumerate(pieces):
        if piece and number not in control and len(piece) <= _LONGEST:
            first.setdefault(piece, number)
    ids = np.fromiter(first.values(), np.int32, len(first))
    hashes = _hash_all(list(first))
    order = np.argsort(hashes)
    hashes, ids = hashes[order], ids[order]
    present = np.zeros(1 << 20, np.bool_)
    present[hashes >> _BUCKET_SHIFT] = True
    replaced = model.replacements()
    codes = {kind: np.array([ord(c) for c, new in replaced.items() if new == kind], np.uint32) for kind in ("", " ")}
    return {"piece_hashes": hashes, "piece_ids": ids, "piece_scores": scores[ids], "piece_present": present,
            "dropped": codes[""], "blank": codes[" "], "unknown_score": scores.min(keepdims=True) - _UNKNOWN_PENALTY}


def _hash_all(pieces: list[str]) -> npt.NDArray[np.uint64]:
    codes = np.array(pieces, f"<U{_LONGEST}").view("<u4").reshape(len(pieces), _LONGEST)
    lengths = np.array([len(piece) for piece in pieces])
    running, out = np.zeros(len(pieces), np.uint64), np.zeros(len(pieces), np.uint64)
    for length in range(1, _LONGEST + 1):
        running = running * _STEP + codes[:, length - 1]
        out[lengths == length] = _mixed(running[lengths == length])
    return out


def _mixed(running: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    mixed = running * _MIX
    mixed ^= mixed >> np.uint64(32)
    mixed *= _STEP
    return mixed


class Tokens:
    """Text to token ids."""

    def __init__(self, arrays: Mapping[str, Array], special: Special) -> None:
        self._hashes, self._ids = arrays["piece_hashes"], arrays["piece_ids"]
        self._scores, self._present = arrays["piece_scores"], arrays["piece_present"]
        self._unknown, self._unknown_score = special.unknown, float(arrays["unknown_score"][0])
        self._table = dict.fromkeys(arrays["dropped"].tolist(), "") | dict.fromkeys(arrays["blank"].tolist(), " ")

    def normal(self, text: str) -> str:
        """The text as the model sees it: NFKC, no control characters, single spaces, none at the ends."""
        return " ".join(nfkc(text).translate(self._table).split())

    def encode(self, text: str) -> list[int]:
        """Token ids, without the special ones at start and end."""
        return self._path(self.normal(text))[0]

    def _path(self, normal: str) -> tuple[list[int], list[int]]:
        """Token ids of a text in its normal form, and where in it each token ends; unknown ones in a row are one."""
        if not normal:
            return [], []
        line = (_MARK + normal.replace(" ", _MARK)).encode("utf-32-le", "surrogatepass")
        codes = np.frombuffer(line, "<u4")
        size = len(codes)
        best, came, piece = [float("-inf")] * (size + 1), [0] * (size + 1), [0] * (size + 1)
        best[0] = 0.0
        for start in range(0, size, _STRIDE):
            for begin, end, score, number in zip(*self._matches(codes, start), strict=True):
                total = best[begin] + score
                if total > best[end]:
                    best[end], came[end], piece[end] = total, begin, number
        ids: list[int] = []
        ends: list[int] = []
        place = size
        while place:
            number = piece[place]
            if number != self._unknown or not ids or ids[-1] != number:
                ids.append(number)
                ends.append(place - 1)
            place = came[place]
        return ids[::-1], ends[::-1]

    def _matches(self, codes: Array, start: int) -> tuple[list[int], list[int], list[float], list[int]]:
        """Begin, end, score and id of every piece that begins in a block, in the order of begins."""
        stop = min(start + _STRIDE, len(codes))
        running = np.zeros(stop - start, np.uint64)
        begins, lengths, places = [], [], []
        for length in range(1, _LONGEST + 1):
            count = min(stop, len(codes) - length + 1) - start
            if count <= 0:
                break
            running = running[:count] * _STEP + codes[start + length - 1:start + length - 1 + count]
            at, place = self._look_up(_mixed(running))
            if length == 1:
                at, place = np.arange(count), self._or_unknown(count, at, place)
            begins.append(at)
            lengths.append(np.full(len(at), length))
            places.append(place)
        begin, place = np.concatenate(begins), np.concatenate(places)
        order = np.argsort(begin, kind="stable")
        begin, place = begin[order] + start, place[order]
        end = begin + np.concatenate(lengths)[order]
        known = place >= 0
        scores = np.where(known, self._scores[place], self._unknown_score)
        ids = np.where(known, self._ids[place], self._unknown)
        return begin.tolist(), end.tolist(), scores.tolist(), ids.tolist()

    def _look_up(self, hashes: npt.NDArray[np.uint64]) -> tuple[Array, Array]:
        """Which of the hashes are pieces: (their positions, their places in the table)."""
        at = np.flatnonzero(self._present[hashes >> _BUCKET_SHIFT])
        wanted = hashes[at]
        place = np.searchsorted(self._hashes, wanted)
        place[place == len(self._hashes)] = 0
        found = self._hashes[place] == wanted
        return at[found], place[found]

    @staticmethod
    def _or_unknown(count: int, at: Array, place: Array) -> Array:
        """A place for every single character; -1 where the model has no piece for it."""
        out = np.full(count, -1)
        out[at] = place
        return out

    def windows(self, text: str, room: int) -> list[str]:
        """Cut a text into pieces of at most ``room`` tokens, about equally long, at ends of sentences if may be."""
        if len(text) <= room and len(self.normal(text)) < room:
            return [text]
        units = units_of(text)
        out: list[str] = []
        for first, last in groups(units, self._counts(units), room):
            out += self._fitting("".join(units[first:last]), room)
        return out

    def _counts(self, units: list[str]) -> list[int]:
        """How many tokens end in each unit, when all are read in one line."""
        normal = [self.normal(unit) + " " * unit[-1:].isspace() for unit in units]
        _, ends = self._path("".join(normal))
        edges = np.cumsum([len(one) for one in normal])
        return np.diff(np.searchsorted(ends, edges, side="right"), prepend=0).tolist()

    def _fitting(self, piece: str, room: int) -> list[str]:
        """The piece, halved as long as it does not fit (one character may be many tokens; it is never cut)."""
        if len(piece) < 2 or len(self.encode(piece)) <= room:
            return [piece]
        middle = len(piece) // 2
        return self._fitting(piece[:middle], room) + self._fitting(piece[middle:], room)
