"""Where a project's things lie, whose they are, and whether this user invited cogmem.

A project is the nearest folder upwards with a ``cogmem.toml``, not above HOME. In *private* mode (``/memory/`` in the
repository's ``info/exclude``) a git worktree uses the main checkout's memory. All stored paths are relative to the
root, and a project is known by a random id, never by its name or place: it can be moved and renamed.
"""

from __future__ import annotations

import datetime as dt
import os
import re
from collections.abc import Iterator
from pathlib import Path

from cogmem import clock
from cogmem.config import CONFIG_NAME, LOCAL_NAME, CogMemConfig
from cogmem.errors import NotInitialisedError, ReadOnlyError, UsageError
from cogmem.files import append_bytes, lock, private_folder, write_atomic
from cogmem.messages import say
from cogmem.places import cache_dir, hook_log_dir, runtime_dir, state_dir
from cogmem.settings import BY_NAME, convert
from cogmem.worktree import exclude_path, first_line, git_prefix, is_private, main_checkout

__all__ = [
    "LOG_NAME", "Project", "cache_dir", "checked_user", "exclude_path", "find_root", "forget_project", "git_prefix",
    "hook_log_dir", "invite", "invited", "is_private", "known_projects", "living_projects", "open_project",
    "project_id", "runtime_dir", "state_dir",
]
LOG_NAME = re.compile(r"\d{4}-\d{2}-\d{2}[^/\\]*\.md")
PAUSED = "paused"
PAUSES = "pauses"
_COMPACT = ".compact.md"
_ID = re.compile(r"[0-9a-f]{32}")


class Project:
    """One project: ``root`` (absolute), ``config``, ``user`` (empty: none). ``checkout`` is the folder the user works
    in, which differs from ``root`` in a worktree of a private project."""

    def __init__(self, root: Path, config: CogMemConfig, user: str | None = None, checkout: Path | None = None) -> None:
        self.root = root
        self.config = config
        self.checkout = checkout or root
        self.user = checked_user(user) or config.user_id or self._only_user()

    @property
    def logs_dir(self) -> Path:
        return self.root / self.config.logs_dir

    @property
    def contexts_dir(self) -> Path:
        return self.root / self.config.contexts_dir

    @property
    def knowledge_dir(self) -> Path:
        return (self.root / self.config.knowledge.summary).parent

    @property
    def memory_dir(self) -> Path:
        """The folder of everything that is ours: where the index lies."""
        return self.index_path.parent

    @property
    def index_path(self) -> Path:
        return self.root / self.config.db_path

    @property
    def ledger_path(self) -> Path:
        return self.memory_dir / "ledger.db"

    @property
    def run_dir(self) -> Path:
        """Scratch and the id: at one place whatever the settings say, because the hooks' guard is a shell line."""
        return self.root / "memory" / ".run"

    @property
    def id_path(self) -> Path:
        return self.run_dir / "id"

    @property
    def paused(self) -> bool:
        """Whether the user stopped recording and reminding here: hooks, capture and the server look at this."""
        return (self.run_dir / PAUSED).exists()

    def pause(self) -> bool:
        """Stop; returns whether that changed anything."""
        if self.paused:
            return False
        private_folder(self.run_dir)
        write_atomic(self.run_dir / PAUSED, _utc_now().encode(), mode=0o600)
        return True

    def resume(self) -> bool:
        """Go on; returns whether that changed anything."""
        try:
            since = (self.run_dir / PAUSED).read_text("ascii", "replace").strip()
        except FileNotFoundError:
            return False
        append_bytes(self.run_dir / PAUSES, f"{since}\t{_utc_now()}\n".encode())
        (self.run_dir / PAUSED).unlink(missing_ok=True)
        return True

    def pauses(self) -> list[tuple[str, str]]:
        """The times of all pauses, (from, to) as ``2026-03-08T14:32:07.000Z``; "" as ``to`` while one lasts. What was
        said in them is never recorded, also not when it is read later."""
        try:
            past = (self.run_dir / PAUSES).read_text("ascii", "replace").splitlines()
        except FileNotFoundError:
            past = []
        found = [(start, end) for start, tab, end in (line.partition("\t") for line in past) if tab]
        if self.paused:
            found.append(((self.run_dir / PAUSED).read_text("ascii", "replace").strip(), ""))
        return found

    def log_path(self, date: object) -> Path:
        """The log of a date (``datetime.date`` or ``YYYY-MM-DD``): in the user's folder when there is a user."""
        folder = self.logs_dir / self.user if self.user else self.logs_dir
        return folder / f"{date}.md"

    def relative(self, path: Path) -> str:
        """A path of the project as it is stored and shown: posix, relative to the root."""
        return path.relative_to(self.root).as_posix()

    def scan_logs(self) -> Iterator[tuple[str, os.DirEntry[str]]]:
        """Every log, flat and per user, as (path in the project, directory entry): one scandir per folder, no stat.

        A ``.compact.md`` counts only where its full log is absent or empty; a link that leads out of the logs
        folder is passed over (``skipped_links``)."""
        yield from self._scan(skipped=None)

    def log_files(self) -> list[Path]:
        """The same as paths, sorted by their place in the project."""
        return [self.root / source for source, _ in sorted(self.scan_logs(), key=lambda pair: pair[0])]

    def skipped_links(self) -> list[str]:
        """Links in the logs folder that lead out of it and are not followed."""
        skipped: list[str] = []
        for _ in self._scan(skipped):
            continue
        return skipped

    def check_writable(self) -> None:
        """Raises ReadOnlyError for a project that a newer cogmem made."""
        if self.config.read_only:
            raise ReadOnlyError(say(None, "notice.newer_format", place=self.root / CONFIG_NAME),
                                hint=say(None, "error.newer_hint"), file=str(self.root / CONFIG_NAME))

    def users(self) -> list[str]:
        """The users that have a folder with logs."""
        with _scandir(self.logs_dir) as entries:
            names = [entry.name for entry in entries if _is_folder(entry) and _has_logs(entry.path)]
        return sorted(names)

    def _only_user(self) -> str:
        """Whose folder is the only one with logs. Logs beside it are nobody's: then so is the next entry."""
        users = self.users()
        return users[0] if len(users) == 1 and not _has_logs(str(self.logs_dir)) else ""

    def _scan(self, skipped: list[str] | None) -> Iterator[tuple[str, os.DirEntry[str]]]:
        top = str(self.logs_dir)
        prefix = str(self.config.logs_dir).rstrip("/") + "/"
        folders = [(top, prefix)]
        inside = os.path.realpath(top)
        while folders:
            folder, place = folders.pop()
            with _scandir(folder) as entries:
                found = {entry.name: entry for entry in entries}
            for name, entry in found.items():
                if entry.is_symlink() and not _leads_inside(entry.path, inside):
                    if skipped is not None:
                        skipped.append(place + name)
                elif LOG_NAME.fullmatch(name):
                    if _counts(name, found):
                        yield place + name, entry
                elif folder == top and _is_folder(entry):
                    folders.append((entry.path, f"{place}{name}/"))


def checked_user(name: str | None) -> str:
    """A user's name that can be a folder's name and lead nowhere else. Raises UsageError."""
    value, wrong = convert(BY_NAME["user_id"], name or "")
    if wrong:
        raise UsageError(f"--user {wrong}")
    return str(value)


class _scandir:
    """``os.scandir`` that is empty for a folder that is not there or may not be read."""

    def __init__(self, path: str | Path) -> None:
        self.path = path

    def __enter__(self) -> Iterator[os.DirEntry[str]]:
        try:
            self.entries = os.scandir(self.path)
        except OSError:
            return iter(())
        return self.entries

    def __exit__(self, *_: object) -> None:
        if hasattr(self, "entries"):
            self.entries.close()


def _utc_now() -> str:
    """The moment as the client writes it into its transcripts."""
    return clock.now().astimezone(dt.UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _is_folder(entry: os.DirEntry[str]) -> bool:
    return not entry.name.startswith(".") and entry.is_dir()


def _has_logs(folder: str) -> bool:
    with _scandir(folder) as entries:
        return any(LOG_NAME.fullmatch(entry.name) for entry in entries)


def _leads_inside(path: str, folder: str) -> bool:
    real = os.path.realpath(path)
    return real == folder or real.startswith(folder + os.sep)


def _counts(name: str, found: dict[str, os.DirEntry[str]]) -> bool:
    if not name.endswith(_COMPACT):
        return True
    full = found.get(name.removesuffix(_COMPACT) + ".md")
    if full is None:
        return True
    try:
        with open(full.path, "rb") as stream:
            text = b"\n" + stream.read()
    except OSError:
        return True
    return b"\n### " not in text and re.search(rb"\n- \[[A-Z]{2,}", text) is None


def find_root(start: str | os.PathLike[str]) -> Path | None:
    """The nearest folder at or above ``start`` with a ``cogmem.toml``, HOME being the last one looked at.

    In a worktree whose main checkout is a private project, that checkout."""
    folder = Path(os.path.realpath(start))
    home = os.path.realpath(Path.home())
    for here in (folder, *folder.parents):
        if (here / CONFIG_NAME).is_file():
            return private_main(here) or here
        if str(here) == home:
            break
    return _root_in_main_checkout(folder, home)


def _root_in_main_checkout(folder: Path, home: str) -> Path | None:
    """The private project of a worktree that has no ``cogmem.toml`` of its own, or None."""
    for here in (folder, *folder.parents):
        if (here / ".git").exists():
            main = main_checkout(here)
            for inner in (folder, *folder.parents) if main else ():
                twin = main / inner.relative_to(here) if main and inner.is_relative_to(here) else None
                if twin and (twin / CONFIG_NAME).is_file() and is_private(twin):
                    return twin
            return None
        if str(here) == home:
            break
    return None


def private_main(root: Path) -> Path | None:
    """The main checkout's copy of a worktree's project, if that project is private; None for everything else."""
    for here in (root, *root.parents):
        if (here / ".git").exists():
            main = main_checkout(here)
            twin = main / root.relative_to(here) if main else None
            return twin if twin and (twin / CONFIG_NAME).is_file() and is_private(twin) else None
    return None


def open_project(start: str | os.PathLike[str] | None = None, user: str | None = None) -> Project:
    """The project at or above ``start`` (default: the current folder). Raises NotInitialisedError, ConfigError."""
    here = Path(os.path.realpath(start or "."))
    root = find_root(here)
    if root is None:
        raise NotInitialisedError(say(None, "error.not_initialised", place=here),
                                  hint=say(None, "error.not_initialised_hint"))
    local = root / LOCAL_NAME
    main = None if local.is_file() else main_checkout(root)
    if main and (main / LOCAL_NAME).is_file():
        local = main / LOCAL_NAME
    return Project(root, CogMemConfig.from_toml(root / CONFIG_NAME, local=local), user, here)


def registries() -> tuple[Path, Path]:
    """The lists of invited projects: the user's own (hooks read only this one), and that of demos, in the cache."""
    return state_dir() / "projects", cache_dir() / "demos"


def known_projects(*, demos: bool = False) -> dict[str, str]:
    """``{id: root}`` of the projects this user invited."""
    known: dict[str, str] = {}
    for path in registries() if demos else registries()[:1]:
        try:
            lines = path.read_text("utf-8", "replace").splitlines()
        except OSError:
            continue
        pairs = (line.partition("\t") for line in lines)
        known |= {one: root for one, tab, root in pairs if tab and _ID.fullmatch(one)}
    return known


def living_projects() -> dict[str, str]:
    """``{id: root}`` of those that lie where the list says: a deleted folder, or one whose id is another now, does
    not count. (Nor does one that was moved, which hooks know by its id; that is why nothing is struck off here.)"""
    return {one: root for one, root in known_projects().items()
            if os.path.isfile(os.path.join(root, CONFIG_NAME))
            and first_line(Path(root) / "memory" / ".run" / "id") == one}


def project_id(project: Project) -> str:
    """The project's random id; empty when it has none."""
    one = first_line(project.id_path)
    return one if _ID.fullmatch(one) else ""


def invited(project: Project, *, demos: bool = False) -> bool:
    """Whether this user ran ``cogmem init`` here: the id is in the user's own list, wherever the project now lies.

    A worktree of an invited project is invited."""
    known = known_projects(demos=demos)
    if project_id(project) in known:
        return True
    main = main_checkout(project.root)
    return bool(main) and first_line(Path(str(main)) / project.relative(project.id_path)) in known


def invite(project: Project, *, demo: bool = False) -> str:
    """Give the project an id and list it as this user's (a demo: in the cache, where no hook looks). Returns the id."""
    from secrets import token_hex

    one = project_id(project) or token_hex(16)
    private_folder(project.run_dir)
    if project_id(project) != one:
        write_atomic(project.id_path, f"{one}\n".encode(), mode=0o600)
    path = registries()[1 if demo else 0]
    with _registry_lock(path):
        known = _lines_of(path)
        if known.get(one) != str(project.root):
            known[one] = str(project.root)
            write_atomic(path, _list_text(known), mode=0o600)
    return one


def forget_project(one: str) -> None:
    """Take an id out of the user's lists."""
    for path in registries():
        if one in _lines_of(path):
            with _registry_lock(path):
                known = _lines_of(path)
                known.pop(one, None)
                if known:
                    write_atomic(path, _list_text(known), mode=0o600)
                else:
                    path.unlink()
            if not known:
                path.with_name(f"{path.name}.lock").unlink(missing_ok=True)


def _registry_lock(path: Path) -> lock:
    return lock(path.with_name(f"{path.name}.lock"))


def _lines_of(path: Path) -> dict[str, str]:
    try:
        text = path.read_text("utf-8", "surrogateescape")
    except OSError:
        return {}
    return {one: root for one, tab, root in (line.partition("\t") for line in text.splitlines()) if tab}


def _list_text(known: dict[str, str]) -> bytes:
    return "".join(f"{key}\t{root}\n" for key, root in known.items()).encode("utf-8", "surrogateescape")
