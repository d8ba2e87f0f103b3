"""Which logs lie in the logs folder, and which of them changed since they were read: one scandir and one stat per file.

No import that costs: on most runs nothing changed. A stamp is 64 bits of (mtime_ns, ctime_ns, size, inode); 0 stands
for a file that changed within two seconds of being read: its stamp proves nothing, so it is read again.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

RACE_NS = 2_000_000_000
COMPACT = ".compact.md"
_BACKUPS = frozenset({"tmp", "temp", "bak", "backup", "orig", "swp", "swo", "old", "rej", "part"})


class Found:
    """What a look at the logs folder showed. ``names``: all logs by path in the project; ``changed``: those whose stamp
    is not the known one; ``problems``: (path, message); ``unlisted``: folders (with a slash) that could not be listed,
    whose logs are not gone."""

    __slots__ = ("changed", "names", "problems", "unlisted")

    def __init__(self) -> None:
        self.names: list[str] = []
        self.changed: list[str] = []
        self.problems: list[tuple[str, str]] = []
        self.unlisted: list[str] = []


def scan(root: str, logs_dir: str, known: Mapping[str, int]) -> Found:
    """All logs, flat and one folder deep. ``known``: path -> stamp. Links that lead out of the logs folder, and links
    to folders, are reported and not followed; names of backups and swap files are none of ours."""
    found = Found()
    top = os.path.join(root, logs_dir)
    prefix = logs_dir.replace(os.sep, "/").strip("/") + "/"
    folders = [(top, prefix)]
    if not os.path.isdir(top):
        return found
    while folders:
        folder, place = folders.pop()
        try:
            entries = os.scandir(folder)
        except OSError as error:
            found.problems.append((place.rstrip("/"), _say("problem.unlisted", text=error.strerror)))
            found.unlisted.append(place)
            continue
        with entries:
            for name, path in _folder(entries, place, found, top, known):
                if place == prefix:
                    folders.append((path, f"{place}{name}/"))
    return found


def stamp_of(info: os.stat_result) -> int:
    """What is compared to see whether a file changed; never 0."""
    return hash((info.st_mtime_ns, info.st_ctime_ns, info.st_size, info.st_ino)) or 1


def settled(info: os.stat_result, read_ns: int) -> bool:
    """Whether a later change must show in the stamp: it was read two seconds or more after its last change."""
    return read_ns - max(info.st_mtime_ns, info.st_ctime_ns) >= RACE_NS


def is_log(name: str) -> bool:
    """Whether a file name is that of a log: ``YYYY-MM-DD`` … ``.md``, and no editor's or tool's copy."""
    if name[-3:] != ".md" or not name[:4].isdigit() or len(name) < 13 or name[4] != "-" or name[7] != "-":
        return False
    if not (name[5:7].isdigit() and name[8:10].isdigit() and name.isprintable()):
        return False
    return len(name) == 13 or _BACKUPS.isdisjoint(name[10:-3].lower().replace("-", ".").replace("_", ".").split("."))


def full_log(compact: str) -> str:
    """The log that a ``.compact.md`` stands for."""
    return compact[: -len(COMPACT)] + ".md"


def _folder(
    entries: Iterator[os.DirEntry[str]], place: str, found: Found, top: str, known: Mapping[str, int]
) -> Iterator[tuple[str, str]]:
    """Take the logs of one folder; yields (name, path) of the folders in it."""
    names, changed, get = found.names, found.changed, known.get
    for entry in entries:
        source = place + entry.name
        stamp = get(source)
        if stamp:
            try:
                info = entry.stat(follow_symlinks=False)
            except OSError:
                continue
            if hash((info.st_mtime_ns, info.st_ctime_ns, info.st_size, info.st_ino)) == stamp:
                names.append(source)
                continue
        name = entry.name
        if name[:1] == ".":
            continue
        if is_log(name):
            if entry.is_file(follow_symlinks=False):
                names.append(source)
                changed.append(source)
            else:
                _odd(entry, source, found, top, known)
        elif entry.is_symlink():
            if os.path.isdir(entry.path):
                found.problems.append((source, _say("problem.link_folder")))
        elif entry.is_dir(follow_symlinks=False):
            yield name, entry.path
        elif not name.isprintable() and name[:4].isdigit():
            found.problems.append((place.rstrip("/"), _say("problem.name")))


def _odd(entry: os.DirEntry[str], source: str, found: Found, top: str, known: Mapping[str, int]) -> None:
    """A log's name on something else: a link inside the logs folder is followed, the rest is reported."""
    if not entry.is_symlink():
        what = "problem.folder" if entry.is_dir(follow_symlinks=False) else "problem.no_file"
        found.problems.append((source, _say(what)))
        return
    real = os.path.realpath(entry.path)
    inside = os.path.realpath(top)
    if not real.startswith(inside + os.sep):
        found.problems.append((source, _say("problem.link_out")))
        return
    try:
        info = os.stat(entry.path)
    except OSError:
        found.problems.append((source, _say("problem.link_nowhere")))
        return
    if not os.path.isfile(entry.path):
        found.problems.append((source, _say("problem.link_folder")))
        return
    found.names.append(source)
    if stamp_of(info) != known.get(source):
        found.changed.append(source)


def _say(key: str, **values: object) -> str:
    from cogmem.messages import say

    return say(None, key, **values)
