"""Finished vectors in ``embeddings.db`` in the user's cache folder: shared by projects and processes, never the truth.

Rows are keyed by a hash of (embedder id, text), so that an index can be thrown away and rebuilt in seconds. Whatever
goes wrong here costs time and nothing else: a damaged file is set aside and a new one begun, a locked or full disk is a
cache that knows nothing.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from cogmem.embed.cache import key
from cogmem.errors import CogmemError
from cogmem.files import lock
from cogmem.index.connection import with_patience

_SCHEMA = "CREATE TABLE IF NOT EXISTS vectors (id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, vector BLOB NOT NULL)"
_BUSY_SECONDS = 5.0
_CHUNK = 500


class EmbeddingCache:
    """A ``cogmem.embed.cache.VectorCache``. May be shared by threads."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._open: sqlite3.Connection | None = None
        self._inode = 0

    def __enter__(self) -> EmbeddingCache:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        with self._lock:
            self._drop()

    def get_many(self, embedder_id: str, texts: Sequence[str]) -> dict[int, npt.NDArray[np.float32]]:
        """The vectors that are there, by position; a row that is not a unit vector counts as absent."""
        keys = [key(embedder_id, text) for text in texts]
        found: dict[bytes, bytes] = {}
        for start in range(0, len(keys), _CHUNK):
            found |= self._rows(keys[start:start + _CHUNK])
        read = {k: _vector(found[one]) for k, one in enumerate(keys) if one in found}
        return {k: vector for k, vector in read.items() if vector is not None}

    def put_many(self, embedder_id: str, texts: Sequence[str], vectors: npt.NDArray[Any]) -> None:
        """Keep (n, d) float32 unit vectors."""
        rows = [(key(embedder_id, text), np.ascontiguousarray(vector, "<f4").tobytes())
                for text, vector in zip(texts, vectors, strict=True)]

        def write(connection: sqlite3.Connection) -> None:
            with connection:
                connection.executemany("INSERT OR REPLACE INTO vectors (key, vector) VALUES (?, ?)", rows)

        if rows:
            self._run(write)

    def _rows(self, keys: list[bytes]) -> dict[bytes, bytes]:
        marks = ",".join("?" * len(keys))

        def read(connection: sqlite3.Connection) -> dict[bytes, bytes]:
            return dict(connection.execute(f"SELECT key, vector FROM vectors WHERE key IN ({marks})", keys).fetchall())

        return self._run(read) or {}

    def _run(self, action: Any) -> Any:
        """Do it, or give None: a file that is no database is set aside, and the next call begins a new one."""
        with self._lock:
            try:
                return action(self._connection())
            except sqlite3.OperationalError:
                self._drop()
            except sqlite3.DatabaseError:
                self._drop()
                self._set_aside()
            except OSError:
                self._drop()
        return None

    def _connection(self) -> sqlite3.Connection:
        if self._open is None:
            self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            with contextlib.suppress(FileExistsError):  # closing a file that is in use would let go of its locks
                os.close(os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
            self._inode = os.stat(self._path).st_ino
            connection = sqlite3.connect(self._path, timeout=_BUSY_SECONDS, check_same_thread=False)
            try:
                with_patience(lambda: connection.execute("PRAGMA journal_mode = WAL"), _BUSY_SECONDS)
                connection.execute("PRAGMA synchronous = NORMAL")
                connection.execute(_SCHEMA)
                connection.execute("SELECT key, vector FROM vectors LIMIT 1").fetchone()
            except sqlite3.Error:
                connection.close()
                raise
            self._open = connection
        return self._open

    def _drop(self) -> None:
        if self._open is not None:
            self._open.close()
        self._open = None

    def _set_aside(self) -> None:
        """Rename the damaged file (one is kept) with what belongs to it, unless another process did so meanwhile."""
        try:
            with lock(f"{self._path}.lock", _BUSY_SECONDS):
                if os.stat(self._path).st_ino != self._inode:
                    return
                for ending in ("-wal", "-shm"):
                    with contextlib.suppress(FileNotFoundError):
                        os.replace(f"{self._path}{ending}", f"{self._path}.damaged{ending}")
                os.replace(self._path, f"{self._path}.damaged")
        except (OSError, CogmemError):
            return


def _vector(data: object) -> npt.NDArray[np.float32] | None:
    """The row's vector, or None when it is not one of length 1 (a flipped bit)."""
    if not isinstance(data, bytes) or not data or len(data) % 4:
        return None
    vector = np.frombuffer(data, "<f4").astype(np.float32)
    return vector if abs(float(vector @ vector) - 1) < 1e-3 else None
