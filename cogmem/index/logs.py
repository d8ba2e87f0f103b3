"""The order of entries in their logs, in memory: ``file.places`` of every log, kept per file."""

from __future__ import annotations

import sqlite3

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
_WORDS = 6
"""Halves of pos, first line, last line, section and group: ``schema.PLACE`` as int32."""


class Logs:
    """Places, paths and users of all logs."""

    def __init__(self) -> None:
        self._files: dict[int, tuple[str, str | None, npt.NDArray[np.int32]]] = {}

    def update(self, db: sqlite3.Connection, since: int) -> None:
        """Take over the logs that changed after generation ``since`` (-1: all), and forget those that are gone."""
        for file, source, user, places in db.execute(
            "SELECT id, source, user, places FROM file WHERE change > ?", (since,)
        ):
            self._files[file] = (source, user, np.frombuffer(places, "<i4").reshape(-1, _WORDS))
        if db.execute("SELECT count(*) FROM file").fetchone()[0] != len(self._files):
            alive = {file for (file,) in db.execute("SELECT id FROM file")}
            self._files = {file: value for file, value in self._files.items() if file in alive}

    def order(self, pos: Ints) -> tuple[Ints, Ints]:
        """(positions in the order of the logs, a group number for each: equal within a log's section and session)."""
        tables = [table for _, _, table in self._files.values() if len(table)]
        if not tables or not len(pos):
            return np.zeros(0, np.int64), np.zeros(0, np.int64)
        whole = np.concatenate(tables)
        file = np.repeat(np.arange(len(tables)), [len(table) for table in tables])
        group = whole[:, 5].astype(np.int64)
        here = np.ascontiguousarray(whole[:, :2]).view("<i8").ravel()
        starts = np.r_[True, (file[1:] != file[:-1]) | (group[1:] != group[:-1])]
        places = np.minimum(np.searchsorted(pos, here), len(pos) - 1)
        known = pos[places] == here
        return places[known], np.cumsum(starts)[known]

    def users(self, files: Ints) -> npt.NDArray[np.object_]:
        """Whose log each is."""
        return np.fromiter(
            (self._files[file][1] if file in self._files else None for file in files.tolist()), object, len(files)
        )
