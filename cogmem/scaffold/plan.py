"""The files of a project's memory: planned as a list of changes, shown as a diff, written whole or not at all.

A plan is made from what is there; it never replaces a line of the user's.
"""

from __future__ import annotations

import difflib
import os
import re
import tomllib
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path

from cogmem import assets
from cogmem.config import CONFIG_NAME, LOCAL_NAME, CogMemConfig
from cogmem.errors import UsageError
from cogmem.files import ABSENT, digest, read_bytes, write_atomic
from cogmem.messages import say
from cogmem.worktree import exclude_path, git_prefix, is_private

KNOWLEDGE = ("summary", "error-patterns", "insights")
IDENTITY = ("agents", "soul", "user")
FOLDERS = ("memory/logs", "memory/contexts", "memory/knowledge", "identity")


class Change:
    """One file: ``before`` (None: absent) becomes ``after``. ``added`` are the bytes that were put at its end."""

    __slots__ = ("added", "after", "before", "path")

    def __init__(self, path: Path, before: bytes | None, after: bytes | None, added: bytes = b"") -> None:
        self.path, self.before, self.after, self.added = path, before, after, added

    def diff(self, root: Path) -> str:
        """The change as a unified diff, paths relative to ``root`` where they lie in it."""
        name = self.path.relative_to(root).as_posix() if self.path.is_relative_to(root) else str(self.path)
        old = "/dev/null" if self.before is None else f"a/{name}"
        new = "/dev/null" if self.after is None else f"b/{name}"
        lines = difflib.unified_diff(_lines(self.before), _lines(self.after), old, new)
        return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def _lines(data: bytes | None) -> list[str]:
    return (data or b"").decode("utf-8", "replace").splitlines(keepends=True)


class Plan:
    """What ``init`` would do: ``changes``, new ``folders`` (relative), and the mode (private, shared or plain)."""

    def __init__(self, root: Path, mode: str, changes: list[Change], folders: list[str]) -> None:
        self.root, self.mode, self.changes, self.folders = root, mode, changes, folders

    def __bool__(self) -> bool:
        return bool(self.changes or self.folders)

    def diff(self) -> str:
        return "".join(change.diff(self.root) for change in self.changes)


def plan(root: Path, *, lang: str = "en", user: str = "", mode: str | None = None) -> Plan:
    """The changes that give ``root`` a memory. ``mode`` is private, shared or None (as it is; else by the remote)."""
    mode = settle_mode(root, mode)
    config = _config(root)
    folders = [config.logs_dir, config.contexts_dir, *([f"{config.logs_dir}/{user}"] if user else [])]
    changes = [_created(root / CONFIG_NAME, assets.path("templates", lang, CONFIG_NAME))]
    identity = (config.identity.agents, config.identity.soul, config.identity.user)
    changes += [_created(root / place, assets.path("identity_templates", lang, f"{name}.md"))
                for name, place in zip(IDENTITY, identity, strict=True)]
    knowledge = (config.knowledge.summary, config.knowledge.error_patterns, config.knowledge.insights)
    changes += [_created(root / place, assets.path("templates", lang, f"{name}.md"))
                for name, place in zip(KNOWLEDGE, knowledge, strict=True)]
    changes += [_extended(root / "CLAUDE.md", _references((*identity, knowledge[0])))]
    changes += _ignores(root, mode, config)
    folders += sorted({os.path.dirname(place) for place in (*identity, *knowledge)} - {""})
    changes += [_local(root / LOCAL_NAME, user)] if user else []
    return Plan(root, mode, [change for change in changes if change is not None],
                [folder for folder in folders if not (root / folder).is_dir()])


def _config(root: Path) -> CogMemConfig:
    """The project's settings, which say where its things lie; the defaults for a new one."""
    path = root / CONFIG_NAME
    return CogMemConfig.from_toml(path) if path.is_file() else CogMemConfig.default(root)


def _references(places: Iterable[str]) -> bytes:
    """The lines of CLAUDE.md: a comment and one ``@`` reference each, and nothing else."""
    head = read_bytes(assets.path("templates", "claude.md"))
    return head + "".join(f"@{place}\n" for place in places).encode("utf-8")


def settle_mode(root: Path, mode: str | None) -> str:
    """``private``, ``shared``, or ``plain`` outside git. Unasked: as it is, else private where there is a remote."""
    exclude = exclude_path(root)
    if exclude is None:
        if mode == "private":
            raise UsageError(say(None, "init.private_no_git"))
        return "shared" if mode == "shared" else "plain"
    if mode is not None:
        return mode
    if is_private(root):
        return "private"
    return "private" if not (root / CONFIG_NAME).exists() and remotes(root) else "shared"


def remotes(root: Path) -> list[str]:
    """The addresses of the repository's remotes, as ``.git/config`` has them."""
    exclude = exclude_path(root)
    try:
        text = (exclude.parent.parent / "config").read_text("utf-8", "replace") if exclude else ""
    except OSError:
        return []
    pairs = (line.strip().partition("=") for line in text.splitlines())
    return [value.strip() for name, _, value in pairs if name.strip() == "url"]


def _private_lines(root: Path, config: CogMemConfig) -> bytes:
    """What ``info/exclude`` says of a private memory."""
    template = read_bytes(assets.path("templates", "gitexclude"))
    elsewhere = {_folder(config.logs_dir), _folder(config.contexts_dir), _folder(config.db_path)}
    template += b"".join(f"/{top}/\n".encode() for top in sorted(elsewhere - {"memory", "identity", ""}))
    return template.replace(b"\n/", b"\n" + git_prefix(root).encode())


def _ignores(root: Path, mode: str, config: CogMemConfig) -> list[Change | None]:
    """The lines that keep derived or private things out of git, also where the settings put them elsewhere."""
    exclude = exclude_path(root)
    if mode == "private" and exclude is not None:
        return [_extended(exclude, _private_lines(root, config))]
    databases = os.path.dirname(str(config.db_path))
    more = b"" if databases == "memory" else f"/{databases}/*.db*\n".replace("//", "/").encode()
    changes = [_extended(root / ".gitignore", read_bytes(assets.path("templates", "gitignore")) + more)]
    if mode == "shared" and exclude is not None:
        union = read_bytes(assets.path("templates", "gitattributes"))
        union = union.replace(b"/memory/logs/", f"/{config.logs_dir}/".encode())
        changes += [_extended(root / ".gitattributes", union), _unhidden(exclude, _private_lines(root, config))]
    return changes


def _unhidden(path: Path, lines: bytes) -> Change | None:
    """``info/exclude`` without the lines that made the memory private: from now on it is shared."""
    before = read_bytes(path) if path.exists() else b""
    ours = {line for line in lines.splitlines() if line}
    kept: list[bytes] = []
    for line in before.splitlines(keepends=True):
        if line.strip() not in ours:
            kept.append(line)
        elif kept and not kept[-1].strip():
            kept.pop()  # the blank line that we put before them
    after = b"".join(kept)
    return None if after == before else Change(path, before, after)


def _folder(place: object) -> str:
    """The first folder of a path in the project."""
    return str(place).split("/", 1)[0] if "/" in str(place) else ""


def _created(path: Path, template: Path) -> Change | None:
    """A file from its template, unless something is there."""
    if path.exists() or path.is_symlink():
        return None
    data = read_bytes(template)
    return Change(path, None, data, data)


def _extended(path: Path, block: bytes) -> Change | None:
    """The lines of ``block`` that a file lacks, at its end, in its newline style; comments come with their lines."""
    before = read_bytes(path) if path.exists() else None
    if before and b"\0" in before:
        raise UsageError(say(None, "init.not_utf8", place=path), hint=say(None, "config.not_utf8_hint"))
    have = {line.strip() for line in (before or b"").splitlines()}
    wanted = [line for line in block.splitlines() if line.strip() not in have]
    if not any(line.strip() and not line.startswith((b"#", b"<!--")) for line in wanted):
        return None
    newline = b"\r\n" if before and b"\r\n" in before else b"\n"
    gap = b"" if not before else newline if before.endswith(b"\n") else newline * 2
    added = gap + b"".join(line + newline for line in wanted)
    return Change(path, before, (before or b"") + added, added)


def _local(path: Path, user: str) -> Change | None:
    """``user_id`` in ``cogmem.local.toml``; a file that names a user already keeps its own."""
    line = f'user_id = "{user}"\n'.encode()
    if not path.exists():
        return Change(path, None, b"[cogmem]\n" + line, b"[cogmem]\n" + line)
    before = read_bytes(path)
    if re.search(rb"^\s*user_id\s*=", before, re.M):
        return None
    head = re.search(rb"^[ \t]*\[[ \t]*cogmem[ \t]*\][^\n]*\n", before, re.M)
    place = head.end() if head else len(before)
    added = line if head else (b"" if not before or before.endswith(b"\n") else b"\n") + b"[cogmem]\n" + line
    after = before[:place] + added + before[place:]
    if not _only_names(before, after, user):
        raise UsageError(say(None, "init.local_by_hand", place=path, line=line.decode().strip()))
    return Change(path, before, after, added)


def _only_names(before: bytes, after: bytes, user: str) -> bool:
    """Whether the one difference between two TOML texts is ``cogmem.user_id = user``."""
    try:
        old, new = (tomllib.loads(text.decode("utf-8-sig")) for text in (before, after))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError):
        return False
    table = old.setdefault("cogmem", {})
    if not isinstance(table, dict):
        return False
    table["user_id"] = user
    return old == new


def apply(work: Plan) -> list[str]:
    """Write the plan and return the folders that were made for it (relative).

    When one write fails the earlier ones are taken back, and the error goes on to the caller."""
    done: list[Change] = []
    made = _make_folders(work)
    with ExitStack() as undo:
        undo.callback(take_back, work.root, done, made)
        for change in work.changes:
            _write(change.path, change.before, change.after)
            done.append(change)
        undo.pop_all()
    return made


def take_back(root: Path, done: list[Change], made: list[str]) -> None:
    """Undo changes and folders; new files go first, so that a full disk has room for the old bytes."""
    for change in sorted(done, key=lambda change: change.before is not None):
        _write(change.path, change.after, change.before)
    remove_empty(root, made)


def _make_folders(work: Plan) -> list[str]:
    made: list[str] = []
    wanted = {Path(folder) for folder in work.folders}
    wanted |= {parent for folder in wanted for parent in folder.parents if parent != Path(".")}
    for folder in sorted(path.as_posix() for path in wanted):
        if not (work.root / folder).is_dir():
            (work.root / folder).mkdir(parents=True)
            made.append(folder)
    return made


def _write(path: Path, before: bytes | None, after: bytes | None) -> None:
    if after is None:
        path.unlink(missing_ok=True)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomic(path, after, expect=ABSENT if before is None else digest(before))


def remove_empty(root: Path, folders: list[str]) -> None:
    """Remove those of ``folders`` that are empty, the inner ones first."""
    for folder in sorted(folders, reverse=True):
        here = root / folder
        if here.is_dir() and not any(here.iterdir()):
            here.rmdir()
