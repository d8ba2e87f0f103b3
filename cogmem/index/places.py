"""Where entries stand in their log, and which neighbours belong to an entry's window.

Part of the fast set. A window: up to four entries of the same log, section and session around an entry, taken in turn
before and after it until the window holds 900 characters (alone worth 12 points of R@10 on conversations). It is formed
when a question is asked, so that editing an entry re-indexes one row.
"""

from __future__ import annotations

BUDGET = 900
"""Characters of a window, the entry's own text included."""
MOST = 4
"""Neighbours of an entry at most."""
LONGEST = 4 * BUDGET
"""Characters of a neighbour: a pasted page is no context of the entries beside it, it would drown their words."""
USUAL = 1000
"""Terms that count of one entry in the mean length: one page among short entries must not make them all look short."""


def neighbours(k: int, groups: list[int], chars: list[int]) -> list[int]:
    """Places of the neighbours of place ``k``, in the order they were taken. ``groups`` and ``chars`` are those of one
    log in file order; entries of one group stand together."""
    mine, n = groups[k], len(groups)
    taken: list[int] = []
    size, before, after, turn = chars[k], k - 1, k + 1, False
    while size < BUDGET and len(taken) < MOST:
        can_before = before >= 0 and groups[before] == mine and chars[before] <= LONGEST
        can_after = after < n and groups[after] == mine and chars[after] <= LONGEST
        if not (can_before or can_after):
            break
        if (turn and can_after) or not can_before:
            place, after = after, after + 1
        else:
            place, before = before, before - 1
        taken.append(place)
        size += chars[place]
        turn = not turn
    return taken


def window_lengths(groups: list[int], chars: list[int], lengths: list[int]) -> list[int]:
    """Terms in each entry's window: its own twice when it has neighbours, and theirs."""
    total: list[int] = []
    for k, length in enumerate(lengths):
        near = neighbours(k, groups, chars)
        total.append(length * 2 + sum(lengths[j] for j in near) if near else length)
    return total


def place_of(blob: bytes, pos: int) -> tuple[int, int, int, int]:
    """(first line, last line, section, ordinal in the log) of one entry in ``file.places``, zeros when it is not there.

    What a log of thousands of entries costs is a search for eight bytes."""
    from struct import calcsize, unpack_from

    from cogmem.index.schema import PLACE

    wanted, size = pos.to_bytes(8, "little", signed=True), calcsize(PLACE)
    at = blob.find(wanted)
    while at >= 0 and at % size:
        at = blob.find(wanted, at + 1)
    if at < 0:
        return 0, 0, 0, 0
    _, first, last, section, _ = unpack_from(PLACE, blob, at)
    return first, last, section, at // size


def columns(blob: bytes) -> tuple[list[int], list[int], list[int], list[int], list[int]]:
    """(pos, first line, last line, section, group) of ``file.places``, each as a list in file order."""
    from struct import iter_unpack

    from cogmem.index.schema import PLACE

    records = list(iter_unpack(PLACE, blob))
    if not records:
        return [], [], [], [], []
    pos, first, last, section, group = map(list, zip(*records, strict=True))
    return pos, first, last, section, group
