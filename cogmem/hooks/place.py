"""Which project a hook stands in, and whether this user invited it: ``cogmem.project`` again, without ``pathlib``.

Both must give the same answers; a test holds them against each other.
"""

from __future__ import annotations

import os
import sys

CONFIG = "cogmem.toml"
_SAFE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")


def find(start: str) -> str:
    """The root of the project at or above ``start``, not above HOME; in a private worktree the main one's. Or ""."""
    try:
        folder = os.path.realpath(start)
    except ValueError:
        return ""
    home, here, top = os.path.realpath(os.path.expanduser("~")), folder, ""
    while True:
        if os.path.isfile(f"{here}/{CONFIG}"):
            return _private_twin(here, _checkout(here)) or here
        top = top or (here if os.path.exists(f"{here}/.git") else "")
        above = os.path.dirname(here)
        if here == home or above == here:
            break
        here = above
    here = folder
    while top and (here == top or here.startswith(top + "/")):
        if twin := _private_twin(here, top):
            return twin
        here = os.path.dirname(here)
    return ""


def invited(root: str) -> bool:
    """Whether the id of the project (or of the main checkout of this worktree) is in the user's own list."""
    known = read(f"{state_dir()}/projects")
    main = "" if not known else _main_checkout(_checkout(root))
    for place in (root, main):
        one = read(f"{place}/memory/.run/id").strip() if place else ""
        if len(one) == 32 and ("\n" + known).find(f"\n{one}\t") >= 0:
            return True
    return False


def session_folder(root: str, session: str) -> str:
    """Where the hooks of one session keep their notes."""
    return f"{root}/memory/.run/hooks/{safe(session)}"


def safe(name: str) -> str:
    """A name from outside as a file name: as it is when plain and short, else its plain part and a checksum."""
    if name and len(name) <= 64 and _SAFE.issuperset(name):
        return name
    from binascii import crc32

    plain = "".join(char for char in name[:40] if char in _SAFE)
    return f"{plain}.{crc32(name.encode('utf-8', 'replace')):08x}"


def read(path: str) -> str:
    """A small text file, or an empty text when it cannot be read. ``open`` would cost three times as much."""
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0))
    except (OSError, ValueError):
        return ""
    parts = []
    try:
        while part := os.read(handle, 65536):
            parts.append(part)
    except OSError:
        return ""
    finally:
        os.close(handle)
    return b"".join(parts).decode("utf-8", "replace").replace("\r\n", "\n")


def state_dir() -> str:
    """The user's state folder."""
    home = os.path.expanduser("~")
    if sys.platform == "darwin":
        return f"{home}/Library/Application Support/cogmem"
    if os.name == "nt":
        return os.path.join(os.environ.get("LOCALAPPDATA") or os.path.join(home, "AppData", "Local"), "cogmem", "State")
    given = os.environ.get("XDG_STATE_HOME", "")
    return (given if os.path.isabs(given) else f"{home}/.local/state") + "/cogmem"


def user_config() -> str:
    """The user's own configuration file."""
    home = os.path.expanduser("~")
    if sys.platform == "darwin":
        return f"{home}/Library/Application Support/cogmem/config.toml"
    if os.name == "nt":
        roaming = os.environ.get("APPDATA") or os.path.join(home, "AppData", "Roaming")
        return os.path.join(roaming, "cogmem", "config.toml")
    return f"{os.environ.get('XDG_CONFIG_HOME') or home + '/.config'}/cogmem/config.toml"


def hook_log() -> str:
    """The file in which every hook notes that it ran."""
    home = os.path.expanduser("~")
    folder = f"{home}/Library/Logs/cogmem" if sys.platform == "darwin" else f"{state_dir()}/log"
    return f"{folder}/hooks.log"


def socket_path(client: str) -> str:
    """Where the warm server of the client with this process id listens."""
    given = os.environ.get("XDG_RUNTIME_DIR", "")
    base = given if given and os.path.isdir(given) else f"{state_dir()}/run"
    return f"{base}/cogmem/{safe(client)}.sock"


def _checkout(folder: str) -> str:
    """The top of the git checkout that ``folder`` is in, or ""."""
    while not os.path.exists(f"{folder}/.git"):
        above = os.path.dirname(folder)
        if above == folder:
            return ""
        folder = above
    return folder


def _main_checkout(top: str) -> str:
    """The main checkout of the worktree ``top``; "" for anything else."""
    if not top or os.path.isdir(f"{top}/.git"):
        return ""
    pointer = read(f"{top}/.git").partition("\n")[0].strip().removeprefix("gitdir:").strip()
    if not pointer:
        return ""
    own = os.path.normpath(os.path.join(top, pointer))
    shared = read(f"{own}/commondir").partition("\n")[0].strip()
    common = os.path.normpath(os.path.join(own, shared)) if shared else own
    main = os.path.dirname(common)
    if os.path.basename(common) != ".git" or not os.path.isdir(common) or main == top:
        return ""
    back = read(f"{own}/gitdir").partition("\n")[0].strip()
    known = os.path.dirname(own) == f"{common}/worktrees" and back
    return main if known and os.path.realpath(os.path.join(own, back)) == os.path.realpath(f"{top}/.git") else ""


def _private_twin(folder: str, top: str) -> str:
    """The same folder in the main checkout, when it is a project whose memory is kept out of git. Or ""."""
    main = _main_checkout(top)
    if not main:
        return ""
    inner = folder[len(top):].strip("/")
    twin = f"{main}/{inner}".rstrip("/")
    line = f"/{inner}/memory/" if inner else "/memory/"
    private = line in read(f"{main}/.git/info/exclude").splitlines()
    return twin if private and os.path.isfile(f"{twin}/{CONFIG}") else ""
