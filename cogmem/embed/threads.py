"""One BLAS thread for everybody: with more, OpenBLAS spins between small products and a query costs ten times its CPU.

``limit()`` may be called at any time, as often as one likes, before or after NumPy was imported. Work on many texts is
spread over threads of our own instead (``bulk.py``), since NumPy lets go of the interpreter while it multiplies.
"""

from __future__ import annotations

import os
import sys

_VARIABLES = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
_SETTERS = ("scipy_openblas_set_num_threads64_", "openblas_set_num_threads64_", "scipy_openblas_set_num_threads",
            "openblas_set_num_threads")
_FOLDERS = (("..", "numpy.libs"), (".dylibs",), (".libs",))


def limit() -> None:
    """Make NumPy's BLAS use one thread, unless the user chose a number in the environment."""
    chosen = any(os.environ.get(name, "1") != "1" for name in _VARIABLES[:2])
    for name in _VARIABLES:
        os.environ.setdefault(name, "1")
    if "numpy" in sys.modules and not chosen:
        _limit_loaded()


def _limit_loaded() -> None:
    """Tell an OpenBLAS that is already in the process; one that came by another way (Accelerate, MKL) does not spin."""
    import ctypes

    for path in _libraries():
        try:
            library = ctypes.CDLL(path)
        except OSError:
            continue
        for setter in _SETTERS:
            if hasattr(library, setter):
                getattr(library, setter)(1)
                break


def _libraries() -> list[str]:
    """The OpenBLAS files that NumPy's wheel brings along."""
    home = os.path.dirname(os.path.abspath(str(sys.modules["numpy"].__file__)))
    found = []
    for parts in _FOLDERS:
        folder = os.path.join(home, *parts)
        names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
        found += [os.path.join(folder, name) for name in names if "openblas" in name.lower()]
    return found


def workers(wanted: int | None = None) -> int:
    """How many threads to spread many texts over: the processors this process may use, at most eight."""
    count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(wanted or count, 8))
