"""Whose a database file is, before anything is written to it, moved or removed.

``db_path`` comes from a committed file: in a stranger's repository it may name any file. So nothing is a database of
ours because of its place alone, except the one place that cogmem has by itself: ``memory/<name>.db``.
"""

from __future__ import annotations

import os
import re
import sqlite3
import stat
import struct
from collections.abc import Callable
from urllib.parse import quote

from cogmem.errors import NotOursError
from cogmem.messages import say

DEFAULT_FOLDER = "memory"
LEDGER_NAMES = frozenset({"migration", "injection", "retrieved"})
"""Tables that only a ledger of ours has together."""
_LEDGER_ALL = frozenset({
    "migration", "session", "retrieval", "retrieved", "injection", "injected", "boost", "used", "skill_event",
    "transcript", "event", "merged",
})
_MAGIC = b"SQLite format 3\0"
_ID_AT = 68  # application_id: four bytes, big endian (https://www.sqlite.org/fileformat.html, 1.3)
_LEAST = 512  # bytes: the smallest page
_COMPANIONS = ("-wal", "-shm", "-journal")
_KIN = re.compile(r"(?P<owner>(\.corrupt-\d+)?)(-wal|-shm|-journal|\.lock)?")

NAME = "ledger.db"
Mine = Callable[[int, frozenset[str], bool], bool]
"""(application_id, names of the tables, whether it lies at the default place) → whether such a database is ours."""


def ledger_is_mine(application: int, tables: frozenset[str], default: bool) -> bool:
    """Whether these are the tables of a ledger."""
    return tables >= LEDGER_NAMES or (application == 0 and tables <= _LEDGER_ALL)


def require_mine(db: sqlite3.Connection, path: str, mine: Mine, default: str) -> None:
    """Raise NotOursError when the open database is another program's. Reads only; raises sqlite3.DatabaseError for
    damage. A link in the place of what SQLite writes beside a database would be written through: it is refused."""
    for suffix in _COMPANIONS:
        if os.path.islink(path + suffix):
            raise not_ours(path + suffix)
    usual = at_default(path, default)
    if not mine(*_looks(db), usual) or (_a_scrap(path) and not usual):
        raise not_ours(path)


def may_replace(path: str, mine: Mine, default: str) -> bool:
    """Whether the file at ``path`` is ours to move or remove: empty, a database of ours, or damage at the default
    place (``memory/<default>``, or what was set aside there)."""
    try:
        found = os.stat(path)
    except OSError:
        return os.path.islink(path)  # a link to nothing: only the link goes
    if not stat.S_ISREG(found.st_mode):
        return False
    if not found.st_size:
        return True
    usual = at_default(path, default)
    if _a_scrap(path):
        return usual
    try:
        # SQLite looks before we do: to close a handle of our own would take away the locks of open connections.
        db = sqlite3.connect(f"file:{quote(path)}?mode=ro", uri=True, timeout=1.0, isolation_level=None)
        try:
            return mine(*_looks(db), usual)
        finally:
            db.close()
    except (sqlite3.Error, struct.error, TypeError, ValueError, OverflowError):
        return usual or _claims(path, mine)


def at_default(path: str, default: str) -> bool:
    """Whether ``path`` is ``…/memory/<default>``, or one of its companions or of what was set aside there."""
    folder, name = os.path.split(os.path.abspath(path))
    kin = _KIN.fullmatch(name.removeprefix(default)) if name.startswith(default) else None
    return os.path.basename(folder) == DEFAULT_FOLDER and kin is not None


def family(path: str, mine: Mine, default: str, *, aside: bool = False) -> tuple[list[str], list[str]]:
    """The files of the database at ``path`` — itself, what SQLite and the lock put beside it, what was set aside — as
    (those that are proved to be ours, the others). ``aside``: only what was set aside."""
    proved = {owner: _proved(owner, mine, default) for _, owner in _kin(path)}
    found: tuple[list[str], list[str]] = [], []
    for one, owner in _kin(path):  # once more: to look into a database may put files beside it
        if owner != path or not aside:
            certain = proved.get(owner)
            ours = not os.path.isdir(one) and (at_default(one, default) if certain is None else certain)
            found[0 if ours else 1].append(one)
    return found


def _kin(path: str) -> list[tuple[str, str]]:
    """[(file, the database it belongs to)] of the files beside ``path`` whose names are made from its name."""
    folder, base = os.path.split(path)
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        return []
    fits = [(name, _KIN.fullmatch(name[len(base) :])) for name in names if name.startswith(base)]
    return [(os.path.join(folder, name), path + fit["owner"]) for name, fit in fits if fit]


def _proved(owner: str, mine: Mine, default: str) -> bool | None:
    """Whether a database is ours by what it holds; None when it is empty or not there: then only its place tells."""
    if not os.path.exists(owner) or (os.path.isfile(owner) and not os.path.getsize(owner)):
        return None
    return may_replace(owner, mine, default)


def not_ours(path: str) -> NotOursError:
    """The error for a file that stays as it is."""
    return NotOursError(say(None, "ours.not", path=path), hint=say(None, "ours.not_hint"), file=path)


def _a_scrap(path: str) -> bool:
    """Whether a file is too short for a database and not empty: SQLite takes one byte for an empty database."""
    try:
        return 0 < os.path.getsize(path) < _LEAST
    except OSError:
        return False


def _looks(db: sqlite3.Connection) -> tuple[int, frozenset[str]]:
    application = int(db.execute("PRAGMA application_id").fetchone()[0])
    rows = db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    return application & 0xFFFFFFFF, frozenset(str(name) for (name,) in rows if not str(name).startswith("sqlite_"))


def _claims(path: str, mine: Mine) -> bool:
    """Whether the header of a database that cannot be read any more says that it is ours."""
    try:
        with open(path, "rb") as stream:
            head = stream.read(_ID_AT + 4)
    except OSError:
        return False
    if len(head) < _ID_AT + 4 or not head.startswith(_MAGIC):
        return False
    (application,) = struct.unpack(">I", head[_ID_AT:])
    return application != 0 and mine(application, frozenset(), False)
