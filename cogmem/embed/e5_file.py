"""Reads the model file of multilingual-e5-small (``E5S1``: 4-bit weights in blocks of 32, tokenizer, tensors).

Layout, little-endian: magic, version; seven int32 of sizes, float32 epsilon, int32 block; int32 pieces and the special
ids; uint64 length of the pieces' text; uint32 offsets; float32 scores; the text; the table of normalisations; the
tensors' directory. A weight block is a float16 scale and 16 bytes, whose low halves are the first 16 values, minus 8.
"""

from __future__ import annotations

import itertools
import mmap
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from cogmem.embed.texts import text
from cogmem.errors import EmbedderUnavailableError

Floats = npt.NDArray[np.float32]
_MAGIC = b"E5S1"
_BLOCK, _BLOCK_BYTES = 32, 18


@dataclass(frozen=True, slots=True)
class Shape:
    """Sizes of the network: ``hidden`` = ``heads`` * head size, ``inner`` = width of the feed-forward layer."""

    hidden: int
    layers: int
    heads: int
    inner: int
    vocabulary: int
    positions: int
    epsilon: float


@dataclass(frozen=True, slots=True)
class Special:
    """Token ids with a role of their own."""

    start: int
    end: int
    padding: int
    unknown: int


class ModelFile:
    """The mapped file: cheap to open, everything else is looked up when it is asked for."""

    def __init__(self, path: Path) -> None:
        try:
            with open(path, "rb") as file:
                self._bytes = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            self._read_header()
        except (OSError, ValueError, OverflowError, struct.error) as error:
            raise EmbedderUnavailableError(text("model_unreadable", path=path, why=error)) from None

    def _read_header(self) -> None:
        if self._bytes[:4] != _MAGIC:
            raise ValueError("not an E5S1 file")
        head = struct.Struct("<6i4xf4x5iQ")
        *sizes, epsilon, count, start, end, padding, unknown, text_size = head.unpack_from(self._bytes, 8)
        hidden, layers, heads, inner, vocabulary, positions = sizes
        self.shape = Shape(hidden, layers, heads, inner, vocabulary, positions, epsilon)
        self.special = Special(start, end, padding, unknown)
        self._pieces = 8 + head.size, count, text_size
        after = self._pieces[0] + 4 * (count + 1) + 4 * count + text_size
        replaced, size = struct.unpack_from("<iI", self._bytes, after)
        self._normal = after + 8, replaced
        self._tensors = dict(self._directory(after + 8 + size))

    def _directory(self, place: int) -> Any:
        (count,) = struct.unpack_from("<i", self._bytes, place)
        place += 4
        for _ in range(count):
            (length,) = struct.unpack_from("<H", self._bytes, place)
            name = self._bytes[place + 2:place + 2 + length].decode()
            place += 2 + length
            _, size, offset, _ = struct.unpack_from("<BIQQ", self._bytes, place)
            yield name, (size, offset)
            place += 21

    def pieces(self) -> tuple[list[str], Floats]:
        """The tokenizer's pieces by id, and their log probabilities."""
        place, count, size = self._pieces
        offsets = np.frombuffer(self._bytes, "<u4", count + 1, place).tolist()
        scores = np.frombuffer(self._bytes, "<f4", count, place + 4 * (count + 1))
        start = place + 4 * (2 * count + 1)
        line = self._bytes[start:start + size]
        return [line[a:b].decode("utf-8", "replace") for a, b in itertools.pairwise(offsets)], scores

    def replacements(self) -> dict[str, str]:
        """What the tokenizer puts for single characters before it looks for pieces."""
        place, count = self._normal
        found = {}
        for _ in range(count):
            code, length = struct.unpack_from("<IB", self._bytes, place)
            found[chr(code)] = "".join(map(chr, struct.unpack_from(f"<{length}I", self._bytes, place + 5)))
            place += 5 + 4 * length
        return found

    def floats(self, name: str) -> Floats:
        """A float32 tensor, flat."""
        size, offset = self._tensors[name]
        return np.frombuffer(self._bytes, "<f4", size, offset)

    def blocks(self, name: str, rows: int) -> npt.NDArray[np.uint8]:
        """A 4-bit tensor as it is stored: (rows, blocks, 18) bytes."""
        size, offset = self._tensors[name]
        count = size // _BLOCK
        return np.frombuffer(self._bytes, np.uint8, count * _BLOCK_BYTES, offset).reshape(rows, -1, _BLOCK_BYTES)

    def matrix(self, name: str, rows: int) -> Floats:
        """A 4-bit tensor unpacked: (rows, columns) float32."""
        return unpack(self.blocks(name, rows))


def unpack(blocks: npt.NDArray[np.uint8]) -> Floats:
    """(n, blocks, 18) bytes to (n, 32 * blocks) float32."""
    values = np.empty((*blocks.shape[:-1], _BLOCK), np.float32)
    packed = blocks[..., 2:]
    values[..., :16] = packed & 15
    values[..., 16:] = packed >> 4
    values -= 8
    values *= np.ascontiguousarray(blocks[..., :2]).view("<f2")
    return values.reshape(blocks.shape[0], -1)
