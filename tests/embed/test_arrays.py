"""Bundles of arrays: what was written is read back, everything else is refused."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

from cogmem.embed import arrays

MADE = {"a": np.arange(12, dtype=np.float32).reshape(3, 4), "none": np.zeros(0, np.uint64), "b": np.array([True])}


@pytest.fixture
def path(tmp_path):
    place = tmp_path / "folder" / "x.arrays"
    arrays.save(place, MADE)
    return place


def test_arrays_come_back_read_only(path):
    found = arrays.load(path)
    assert found.keys() == MADE.keys()
    for name, array in MADE.items():
        assert np.array_equal(found[name], array) and found[name].dtype == array.dtype
        assert not found[name].flags.writeable
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("harm", ["cut", "grown", "touched", "header", "empty", "gone", "flipped"])
def test_what_is_not_as_it_was_written_is_refused(path, harm):
    data = path.read_bytes()
    if harm == "gone":
        path.unlink()
    elif harm == "touched":
        os.utime(path)
    else:
        flipped = data[:20000] + bytes([data[20000] ^ 1]) + data[20001:] if len(data) > 20000 else data[:-1] + b"\1"
        path.write_bytes({"cut": data[:-1], "grown": data + b"x", "header": b"{}" + data[2:], "empty": b"",
                          "flipped": flipped}[harm])
    assert arrays.load(path) is None


def test_an_open_bundle_survives_its_replacement(path):
    before = arrays.load(path)
    arrays.save(path, {"a": np.zeros(3)})
    assert np.array_equal(before["a"], MADE["a"])
    assert arrays.load(path)["a"].shape == (3,)


def test_many_processes_may_write_at_once(path):
    code = ("import sys, pathlib, numpy; from cogmem.embed import arrays; p = pathlib.Path(sys.argv[1]);"
            "[arrays.save(p, {'a': numpy.full(50000, 7.0)}) for _ in range(5)]")
    running = [subprocess.Popen([sys.executable, "-c", code, str(path)]) for _ in range(3)]
    while any(one.poll() is None for one in running):
        found = arrays.load(path)
        assert found is None or found["a"].size in (12, 50000)
    assert [one.returncode for one in running] == [0, 0, 0]
    assert (arrays.load(path)["a"] == 7).all() and len(list(path.parent.iterdir())) == 1


def test_too_many_arrays_are_a_mistake_and_leave_nothing(tmp_path):
    with pytest.raises(ValueError, match="header"):
        arrays.save(tmp_path / "x", {str(k): np.zeros(1) for k in range(2000)})
    assert not list(tmp_path.iterdir())
