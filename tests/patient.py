"""A project that is wholly well, with the client and the plugin, for tests of ``doctor``: what they break is real."""

from __future__ import annotations

import contextlib
import io
import json
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from cogmem.claude import install, installed
from cogmem.cli.entry import run
from cogmem.doctor.finding import Finding
from cogmem.doctor.registry import examine, mend
from cogmem.messages import speak
from cogmem.project import Project, open_project
from cogmem.scaffold.plan import plan
from cogmem.scaffold.setup import set_up
from cogmem.store import MemoryStore

CLIENT = "2.1.332 (Claude Code)"
OF_THE_MACHINE = ("watches", "disk_full")
"""Findings about the machine that runs the tests, which may well be true."""
LOG = "# 2026-03-01 Session Log\n\n## Log Entries\n\n### [DECISION] Usage-based pricing\n*Arousal: 0.8*\nNot by seat.\n"


class Room:
    """A home with a client on PATH, and one project in a git repository. ``root`` is where things are broken."""

    def __init__(self, tmp: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.tmp, self.home, self.monkeypatch = tmp, home, monkeypatch
        self.root = tmp / "p"
        self.client(CLIENT)

    def client(self, version: str) -> None:
        """A client of some version, first on PATH."""
        program = self.tmp / "bin" / "claude"
        program.parent.mkdir(exist_ok=True)
        program.write_text(f"#!/bin/sh\necho '{version}'\n")
        program.chmod(0o755)
        self.monkeypatch.setenv("PATH", f"{program.parent}:/usr/bin:/bin")

    def make(
        self,
        root: Path | None = None,
        *,
        mode: str | None = None,
        lang: str = "en",
        way: str = "plugin",
        provider: str = "none",
        git: bool = True,
        user: str = "",
        log: bool = True,
    ) -> Room:
        """What ``cogmem init`` does, then one log, indexed."""
        self.root = root or self.root
        self.root.mkdir(parents=True, exist_ok=True)
        if git and not any((here / ".git").exists() for here in (self.root, *self.root.parents)):
            self.git("init", "-q")
        if way:
            install.plan_install(self.root, way=way, lang=lang).apply()
        set_up(plan(self.root, mode=mode, lang=lang, user=user))
        self.append("cogmem.toml", f'\n[cogmem.embedding]\nprovider = "{provider}"\n')
        if log:
            self.write(f"memory/logs/{user + '/' if user else ''}2026-03-01.md", LOG)
            self.index()
        return self

    @property
    def project(self) -> Project:
        return open_project(self.root)

    def git(self, *args: str) -> None:
        subprocess.run(["git", *args], cwd=self.root, check=True, capture_output=True)

    def index(self) -> None:
        with MemoryStore(self.project) as store:
            store.index_dir()
            assert store.ledger.writable

    def write(self, name: str, text: str | bytes) -> Path:
        """A file of the project, or one at an absolute place."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def append(self, name: str, text: str) -> None:
        with open(self.root / name, "a", encoding="utf-8") as stream:
            stream.write(text)

    def local(self, text: str) -> None:
        """Lines of the user's own ``cogmem.local.toml``, which only they can read."""
        self.append("cogmem.local.toml", text)
        (self.root / "cogmem.local.toml").chmod(0o600)

    def settings(self, value: object, name: str = "settings.json", *, user: bool = False) -> None:
        folder = self.home / ".claude" if user else self.root / ".claude"
        self.write(str(folder / name), value if isinstance(value, str) else json.dumps(value))

    def sql(self, path: Path, *statements: str) -> None:
        with closing(sqlite3.connect(path)) as db, db:
            for statement in statements:
                db.execute(statement)

    def state(self, old: str, new: str) -> None:
        """Alter what cogmem noted about its installation."""
        path = installed.path()
        assert old in path.read_text()
        path.write_text(path.read_text().replace(old, new))

    def program(self, name: str, text: str) -> str:
        """A program outside of PATH."""
        path = self.write(str(self.tmp / "programs" / name), f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)
        return str(path)

    def examine(self, folder: Path | None = None) -> list[Finding]:
        return examine(folder or self.root)

    def serious(self, folder: Path | None = None) -> list[tuple[str, str]]:
        found = [one for one in self.examine(folder) if one.level in ("warning", "error")]
        return [(one.code, one.message) for one in found if one.code not in OF_THE_MACHINE]

    def told(self, folder: Path | None = None) -> tuple[int, dict[str, Any]]:
        """What ``cogmem doctor --json`` exits with and says."""
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            code = self.run("doctor", "--json", folder=folder)
        return code, json.loads(said.getvalue())

    def run(self, *args: str, folder: Path | None = None) -> int:
        """A command line in the project; what it exits with."""
        hook = sys.excepthook
        try:
            return run([*args, "-C", str(folder or self.root)])
        finally:
            sys.excepthook = hook
            speak("")

    def mend(self) -> tuple[list[str], list[str]]:
        return mend(self.examine())


def damage(path: Path) -> None:
    """Overwrite two pages of a database."""
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    data = bytearray(path.read_bytes())
    data[4096:12288] = b"\x5a" * (min(12288, len(data)) - 4096)
    path.write_bytes(data)


def nothing_but(path: Path, text: Any) -> None:
    """Replace a folder or a file by another file."""
    shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
    path.write_text(text)
