"""A bundle of NumPy arrays in one file that is opened by mapping it into memory: nothing is read until it is used.

The file is a line of JSON (names, types, shapes, places, the file's own time of change), then the arrays, each at a
multiple of 64 bytes. It is derived data: written beside and renamed, so that several processes may write it at once,
and refused when its size or time is not what the header says, so that a changed or cut file is made anew.
"""

from __future__ import annotations

import json
import math
import mmap
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]
_HEADER = 16384
_ALIGN = 64


def save(path: Path, arrays: Mapping[str, Array]) -> None:
    """Write the arrays to ``path`` in one step. Raises OSError when the folder cannot be written."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, beside = tempfile.mkstemp(prefix=path.name, suffix=".part", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            _write(file, arrays)
        second = os.stat(beside).st_mtime_ns // 10**9
        with open(beside, "r+b") as file:
            file.write(_header(arrays, second))
            file.flush()
            os.fsync(file.fileno())
        os.utime(beside, ns=(second * 10**9, second * 10**9))
        os.replace(beside, path)
    finally:
        Path(beside).unlink(missing_ok=True)


def load(path: Path) -> dict[str, Array] | None:
    """The arrays as read-only views into the mapped file, or None when it is missing, cut, or not as it was written."""
    try:
        with open(path, "rb") as file:
            stat = os.fstat(file.fileno())
            header = json.loads(file.read(_HEADER))
            places, size = _places(header["arrays"])
            if (stat.st_size, stat.st_mtime_ns) != (size, header["second"] * 10**9):
                return None
            mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return {name: np.frombuffer(mapped, kind, math.prod(shape), place).reshape(shape)
            for name, (kind, shape, place) in places.items()}


def _write(file: Any, arrays: Mapping[str, Array]) -> None:
    places, size = _places(_description(arrays))
    for name, (_, _, place) in places.items():
        file.seek(place)
        file.write(np.ascontiguousarray(arrays[name]).data)
    file.truncate(size)


def _header(arrays: Mapping[str, Array], second: int) -> bytes:
    text = json.dumps({"second": second, "arrays": _description(arrays)}).encode()
    if len(text) >= _HEADER:
        raise ValueError("too many arrays for the header")
    return text.ljust(_HEADER - 1) + b"\n"


def _description(arrays: Mapping[str, Array]) -> list[list[Any]]:
    return [[name, array.dtype.str, list(array.shape)] for name, array in arrays.items()]


def _places(description: list[list[Any]]) -> tuple[dict[str, tuple[np.dtype[Any], tuple[int, ...], int]], int]:
    """``{name: (type, shape, offset)}`` and the size of the whole file, in bytes."""
    places, end = {}, _HEADER
    for name, kind, shape in description:
        start = -(-end // _ALIGN) * _ALIGN
        places[name] = (np.dtype(kind), tuple(shape), start)
        end = start + np.dtype(kind).itemsize * math.prod(shape)
    return places, end
