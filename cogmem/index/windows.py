"""Neighbour windows of all entries at once, in NumPy; ``places.neighbours`` says the same for one entry."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from cogmem.index.places import BUDGET, LONGEST, MOST

Ints = npt.NDArray[np.int64]


class Windows:
    """The order of entries in their logs, and each entry's neighbours.

    ``near`` (N + 1, 4): positions of neighbours, N for none (row N is all N, so that one may look up what is not
    there). ``repeat`` (N,): 2 for entries with neighbours, else 1: how often own text counts in the window.
    ``holders`` (N + 1, 9): each entry and all whose window holds it, N for none. ``beside`` (N, 2): the entries right
    before and after in the same group, whatever their size, N for none."""

    def __init__(self, order: Ints, groups: Ints, chars: Ints) -> None:
        """``order``: positions in the order of the logs; ``groups``: their groups, in that order; ``chars``: by
        position."""
        n = len(chars)
        self.order = order
        self.groups = groups
        self.place = np.full(n, 0, np.int64)
        self.place[order] = np.arange(len(order))
        self.near = np.full((n + 1, MOST), n, np.int32)
        if len(order):
            taken = _taken(groups, chars[order])
            positions = np.append(order, n)
            self.near[order] = positions[taken]
        self.repeat: Ints = np.where((self.near[:n] < n).any(1), 2, 1)
        self.holders = self._holders()
        self.beside = np.full((n, 2), n, np.int64)
        one = np.flatnonzero(groups[1:] == groups[:-1])
        self.beside[order[one + 1], 0] = order[one]
        self.beside[order[one], 1] = order[one + 1]
        self._table = np.zeros(n + 1, np.float32)

    def _holders(self) -> npt.NDArray[np.int32]:
        """A window reaches at most MOST places either way, so whoever holds an entry has its own column."""
        n = len(self.place)
        out = np.full((n + 1, 2 * MOST + 1), n, np.int32)
        out[:n, MOST] = np.arange(n)
        for column in self.near[:n].T:
            holder = np.flatnonzero(column < n)
            held = column[holder]
            out[held, MOST + self.place[holder] - self.place[held]] = holder
        return out

    def around(self, positions: Ints) -> Ints:
        """The given positions and all whose window holds one of them, ascending."""
        n = len(self.place)
        wanted = np.zeros(n + 1, bool)
        wanted[self.holders[positions]] = True
        return np.flatnonzero(wanted[:n])

    def spread(self, positions: Ints, frequency: npt.NDArray[np.float32]) -> tuple[Ints, npt.NDArray[np.float32]]:
        """((k,) positions whose window holds a word, (k,) how often), given where it occurs (ascending, each once) and
        how often there: own occurrences count ``repeat`` times. A position may come several times, with one value."""
        held = self.holders[positions].ravel()
        counts = np.repeat(frequency, 2 * MOST + 1)
        counts[MOST :: 2 * MOST + 1] *= self.repeat[positions]
        table = self._table
        np.add.at(table, held, counts)
        table[-1] = 0.0
        around = held[held < len(self.place)].astype(np.int64)
        inside = table[around]
        table[around] = 0.0
        return around, inside


def _taken(groups: Ints, chars: Ints) -> Ints:
    """(N, 4) places in the order of the logs, N for none: ``places.neighbours`` for every place."""
    n = len(groups)
    out = np.full((n, MOST), n, np.int64)
    edge = np.append(groups, -1)
    weight = np.append(chars, 0)
    here = np.arange(n)
    before, after = here - 1, here + 1
    size = chars.astype(np.int64).copy()
    turn = np.zeros(n, bool)
    for step in range(MOST):
        can_before = (edge[before] == groups) & (weight[before] <= LONGEST)
        can_after = (edge[after] == groups) & (weight[after] <= LONGEST)
        go = (size < BUDGET) & (can_before | can_after)
        forward = (turn & can_after) | ~can_before
        place = np.where(forward, after, before)
        out[go, step] = place[go]
        size = size + np.where(go, weight[np.where(go, place, n)], 0)
        after = np.minimum(after + (go & forward), n)
        before = np.where(go & ~forward, before - 1, before)
        before = np.where(before < 0, -1, before)
        turn = turn ^ go
    return out
