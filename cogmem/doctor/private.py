"""Checks of who can read or replace what is the user's alone: state, scratch, databases, keys, the server's sockets."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

from cogmem.config import LOCAL_NAME
from cogmem.doctor.finding import Check, Finding, Patient
from cogmem.doctor.texts import say
from cogmem.files import lives
from cogmem.places import cache_dir, runtime_dir, state_dir, user_config_path
from cogmem.project import registries


def private_files(patient: Patient) -> Iterator[Finding]:
    """State, scratch, databases and keys are the user's alone."""
    if os.name == "nt":
        return
    places = [state_dir(), *registries()[:1], state_dir() / "install.json", cache_dir() / "embeddings.db"]
    places += [path for path in (user_config_path(),) if _holds_key(path)]
    if patient.project:
        local = patient.project.root / LOCAL_NAME
        places += [patient.project.run_dir, patient.project.id_path, patient.project.ledger_path]
        places += [local] if _holds_key(local) else []
    for path in places:
        if path.exists() and path.stat().st_mode & 0o077:
            mode = oct(stat.S_IMODE(path.stat().st_mode))[2:]
            yield Finding("warning", "permissions", say("private.open", path=path, mode=mode), say("private.hint"),
                          str(path), fix=_closer(path))


def _holds_key(path: Path) -> bool:
    """Whether a file of settings holds a provider's key."""
    try:
        return re.search(rb"^\s*api_key\s*=\s*[\"'][^\"']", path.read_bytes(), re.M) is not None
    except OSError:
        return False


def open_parents(_: Patient) -> Iterator[Finding]:
    """Folders above ours that anybody may write to (made under ``umask 0``): whoever can rename ours can replace it."""
    if os.name == "nt":
        return
    home = Path.home()
    own = {folder for place in (state_dir(), cache_dir(), user_config_path()) for folder in place.parents}
    for folder in sorted(folder for folder in own if home in folder.parents and folder.is_dir()):
        mode = folder.stat().st_mode
        if mode & 0o002 and not mode & stat.S_ISVTX:
            message = say("private.parent", path=folder, mode=oct(stat.S_IMODE(mode))[2:])
            yield Finding("warning", "permissions", message, say("private.hint"), str(folder),
                          fix=_closer(folder, keep=0o755))


def runtime(_: Patient) -> Iterator[Finding]:
    """The folder of the warm server's sockets is ours alone; sockets of clients that are gone are left-overs."""
    folder = runtime_dir() / "cogmem"
    if os.name == "nt" or not os.path.lexists(folder):
        return
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid():
        yield Finding("error", "runtime", say("runtime.foreign", path=folder), say("runtime.foreign_hint"), str(folder))
        return
    if found.st_mode & 0o077:
        message = say("private.open", path=folder, mode=oct(stat.S_IMODE(found.st_mode))[2:])
        yield Finding("warning", "runtime", message, say("private.hint"), str(folder), fix=_closer(folder))
    dead = [path for path in folder.glob("*.sock") if path.stem.isdigit() and not lives(int(path.stem))]
    if dead:
        yield Finding("note", "sockets", say("runtime.dead", count=len(dead)), say("runtime.dead_hint"), str(folder),
                      fix=remover(dead))


def remover(paths: list[Path]) -> Callable[[], str]:
    def remove() -> str:
        for path in paths:
            path.unlink(missing_ok=True)
        return say("runtime.removed", count=len(paths))

    return remove


def _closer(path: Path, keep: int = 0o700) -> Callable[[], str]:
    def close() -> str:
        path.chmod(path.stat().st_mode & keep if path.is_dir() else 0o600)
        return say("private.fixed", path=path)

    return close


CHECKS: tuple[Check, ...] = (private_files, open_parents, runtime)
