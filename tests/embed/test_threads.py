"""One BLAS thread, whenever it is asked for."""

from __future__ import annotations

import subprocess
import sys

import pytest

from cogmem.embed import threads

COUNT = """
import ctypes, glob, os, numpy
path = glob.glob(os.path.join(os.path.dirname(numpy.__file__), "..", "numpy.libs", "*openblas*"))[0]
library = ctypes.CDLL(path)
names = ("scipy_openblas_get_num_threads64_", "openblas_get_num_threads64_", "openblas_get_num_threads")
print(next(getattr(library, name) for name in names if hasattr(library, name))())
"""
LIMIT = "from cogmem.embed import threads; threads.limit()\n"


def count(code: str, **environ: str) -> int:
    import os

    env = {name: value for name, value in os.environ.items() if not name.endswith("_NUM_THREADS")} | environ
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env, check=True)
    return int(done.stdout)


@pytest.mark.parametrize("first", [LIMIT, "import numpy\n" + LIMIT, "from cogmem.embed import base\n"],
                         ids=["before", "after", "by importing"])
def test_numpy_uses_one_thread(first):
    assert count(first + COUNT) == 1


def test_what_the_user_chose_stays():
    assert count("import numpy\n" + LIMIT + COUNT, OPENBLAS_NUM_THREADS="2") == count(COUNT, OPENBLAS_NUM_THREADS="2")


def test_the_module_does_not_load_numpy():
    code = "import sys; from cogmem.embed import threads; threads.limit(); print(int('numpy' in sys.modules))"
    assert count(code) == 0


def test_workers_are_at_least_one_and_at_most_eight():
    assert threads.workers(1) == 1 and threads.workers(100) == 8 and 1 <= threads.workers() <= 8
