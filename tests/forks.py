"""Work in another process of the same program: a fork, whose exit status says how it went."""

from __future__ import annotations

import os
import traceback
import warnings
from collections.abc import Callable, Iterable


def fork(work: Callable[[], object]) -> int:
    """Run ``work`` in a fork and return its process id; it exits with 0, or with 1 and a traceback on stderr."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # from 3.12 on, for a process that had threads
        pid = os.fork()
    if pid:
        return pid
    status = 1
    try:
        work()
        status = 0
    except BaseException:  # noqa: BLE001
        traceback.print_exc()
    finally:
        os._exit(status)


def all_well(pids: Iterable[int]) -> bool:
    """Wait for forks; whether all of them exited with 0."""
    states = [os.waitpid(pid, 0)[1] for pid in pids]
    return not any(states)
