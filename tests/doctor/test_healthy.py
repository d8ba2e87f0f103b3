"""No false alarm: on each of these healthy set-ups doctor has nothing to complain about and exits with 0 (R28)."""

from __future__ import annotations

import datetime as dt
import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from cogmem.claude import install, plugin
from cogmem.project import invite, open_project
from commandline import PROGRAM
from patient import LOG, OF_THE_MACHINE, Room
from provider_stub import running

FOREIGN = {"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "other"}]}]}, "permissions": {"deny": ["Bash"]}}


def shared(room: Room) -> Path:
    return room.make(mode="shared").root


def japanese(room: Room) -> Path:
    room.make(lang="ja", log=False)
    text = "# 2026-03-01 セッションログ\n\n## ログエントリ\n\n### [DECISION] 席単位をやめる\n本文\n"
    room.write("memory/logs/2026-03-01.md", text)
    room.index()
    return room.root


def private(room: Room) -> Path:
    room.root.mkdir()
    room.git("init", "-q")
    room.git("remote", "add", "origin", "git@example.com:a/b.git")
    return room.make(mode="private").root


def commit(room: Room) -> None:
    room.git("add", "-A")
    room.git("commit", "-q", "--allow-empty", "-m", "x")


def private_worktree(room: Room) -> Path:
    room.make(mode="private")
    commit(room)
    room.git("worktree", "add", "-q", str(room.tmp / "wt"))
    return room.tmp / "wt"


def shared_worktree(room: Room) -> Path:
    room.make(mode="shared")
    commit(room)
    room.git("worktree", "add", "-q", str(room.tmp / "wt"))
    return room.tmp / "wt"


def sub_folder(room: Room) -> Path:
    below = room.make().root / "src" / "deep"
    below.mkdir(parents=True)
    return below


def part_of_a_repository(room: Room) -> Path:
    room.root.mkdir()
    room.git("init", "-q")
    return room.make(room.root / "packages" / "one").root


def no_repository(room: Room) -> Path:
    return room.make(git=False).root


def dotfiles(room: Room) -> Path:
    """The client's folder and its settings are links into a folder of dotfiles."""
    real = room.home / "dotfiles" / "claude"
    real.mkdir(parents=True)
    (real / "settings.real.json").write_text(json.dumps(FOREIGN))
    (real / "settings.json").symlink_to("settings.real.json")
    (room.home / ".claude").symlink_to(real)
    return room.make().root


def another_configuration(room: Room) -> Path:
    room.monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(room.tmp / "claude"))
    return room.make().root


def two_configurations(room: Room) -> Path:
    room.make()
    room.monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(room.tmp / "claude"))
    install.plan_install(room.root).apply()
    return room.root


def words_only(room: Room) -> Path:
    return room.make(provider="none").root


def embedded(room: Room) -> Path:
    return room.make(provider="embedded").root


def by_project(room: Room) -> Path:
    (room.tmp / "bin/cogmem-hook").write_text("#!/bin/sh\n")
    (room.tmp / "bin/cogmem-hook").chmod(0o755)
    room.make(way="project")
    trust = {"projects": {str(room.root): {"hasTrustDialogAccepted": True}}}
    room.write(str(room.home / ".claude.json"), json.dumps(trust))
    return room.root


def marketplace(room: Room) -> Path:
    room.make(way="")
    room.settings({"enabledPlugins": {"cogmem@cogmem": True}}, user=True)
    return room.root


def old_but_fine(room: Room) -> Path:
    room.client("2.1.157 (Claude Code)")
    return room.make().root


def windows_logs(room: Room) -> Path:
    room.make(log=False)
    room.write("memory/logs/2026-03-01.md", b"\xef\xbb\xbf" + LOG.replace("\n", "\r\n").encode())
    room.index()
    return room.root


def just_begun(room: Room) -> Path:
    return room.make(log=False).root


def no_client(room: Room) -> Path:
    """A machine without Claude Code: only the memory is used."""
    (room.tmp / "bin/claude").unlink()
    for name in ("git", "sh"):
        (room.tmp / "bin" / name).symlink_to(str(shutil.which(name)))
    room.monkeypatch.setenv("PATH", str(room.tmp / "bin"))
    return room.make(way="").root


def ten_thousand_files(room: Room) -> Path:
    room.make(log=False)
    first = dt.date(1998, 1, 1)
    for n in range(10_000):
        day = first + dt.timedelta(days=n)
        (room.root / f"memory/logs/{day}.md").write_text(f"### [NOTE] Day {n}\nWhat was done.\n")
    room.index()
    return room.root


def others_hooks(room: Room) -> Path:
    room.make()
    for user in (True, False):
        room.settings(FOREIGN, user=user)
    return room.root


def several_people(room: Room) -> Path:
    room.make(user="mika")
    room.write("memory/logs/ben/2026-03-02.md", LOG)
    room.index()
    return room.root


def odd_path(room: Room) -> Path:
    return room.make(room.tmp / "My Repo é 記憶 & $x").root


def moved_and_told(room: Room) -> Path:
    room.make()
    room.root = room.root.rename(room.tmp / "elsewhere")
    invite(open_project(room.root))
    return room.root


def a_merge_shown_as_an_example(room: Room) -> Path:
    room.make(log=False)
    example = "```\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> other\n```\n"
    room.write("memory/logs/2026-03-01.md", f"### [ERROR] A merge went wrong\nIt looked so:\n\n{example}")
    room.index()
    return room.root


def links_that_stay_inside(room: Room) -> Path:
    room.make()
    room.write("memory/logs/mika/2026-03-02.md", LOG)
    (room.root / "memory/logs/2026-03-02.md").symlink_to("mika/2026-03-02.md")
    room.index()
    return room.root


def a_strict_umask(room: Room) -> Path:
    old = os.umask(0o077)
    try:
        return room.make().root
    finally:
        os.umask(old)


def as_everybody(room: Room) -> Path:
    """Set up and asked where new files are everybody's: what is ours must not be."""
    room.monkeypatch.setenv("XDG_CACHE_HOME", str(room.home / ".cache"))
    room.root.mkdir()
    room.git("init", "-q")
    for args in (["init", "--yes"], ["log", "Pricing", "--tag", "DECISION"], ["search", "pricing of seats"]):
        line = ["sh", "-c", 'umask 000; exec "$@"', "sh", *PROGRAM, *args]
        subprocess.run(line, cwd=room.root, check=True, capture_output=True)
    open_to_all = [path for path in room.home.rglob("*") if not path.is_symlink() and path.stat().st_mode & 0o002]
    assert open_to_all == []
    return room.root


def an_identity_of_the_repository(room: Room) -> Path:
    """Its own code lies in a folder of the name that ours has too; only our files in it are private."""
    room.write("identity/service.py", "x = 1\n")
    room.git("init", "-q")
    commit(room)
    return room.make(mode="private").root


def a_clone_as_the_plugin(room: Room) -> Path:
    """The repository itself, cloned into the skills folder."""
    room.write(str(plugin.folder() / ".git/HEAD"), "ref: refs/heads/main\n")
    room.write(str(plugin.folder() / "hooks/hooks.json"), '{"hooks": {}}')
    return room.make(way="").root


def settings_that_the_client_tolerates(room: Room) -> Path:
    """Odd entries cost themselves only, and of a doubled key the last counts: the file is not dropped."""
    room.make()
    room.settings('\ufeff{"model": "a", "model": "b", "hooks": {"Stop": {}, "Nonsense": [1]}, "zzz": [], "env": {}}')
    return room.root


def a_trigger_with_its_skill(room: Room) -> Path:
    room.make()
    room.write(".claude/skills/tests/SKILL.md", "---\ndescription: x\n---\n")
    room.append("cogmem.toml", '[[cogmem.skill_triggers]]\npattern = "*.py"\nskills = ["tests", "other:thing"]\n')
    return room.root


SETUPS: tuple[Callable[[Room], Path], ...] = (
    shared, japanese, private, private_worktree, shared_worktree, sub_folder, part_of_a_repository, no_repository,
    dotfiles, another_configuration, two_configurations, words_only, embedded, by_project, marketplace, old_but_fine,
    windows_logs, just_begun, no_client, ten_thousand_files, others_hooks, several_people, odd_path, moved_and_told,
    a_merge_shown_as_an_example, links_that_stay_inside, a_strict_umask, as_everybody, a_trigger_with_its_skill,
    settings_that_the_client_tolerates, an_identity_of_the_repository, a_clone_as_the_plugin,
)  # fmt: skip


def check(room: Room, folder: Path) -> None:
    assert room.serious(folder) == []
    code, said = room.told(folder)
    assert code == 0 and said["ok"] and said["errors"] == 0
    warnings = [one["code"] for one in said["findings"] if one["level"] == "warning"]
    assert said["warnings"] == len(warnings) and set(warnings) <= set(OF_THE_MACHINE)


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: setup.__name__)
def test_a_healthy_set_up_raises_no_alarm(room: Room, setup: Callable[[Room], Path]) -> None:
    check(room, setup(room))


def test_a_server_that_runs(room: Room) -> None:
    with running() as stub:
        room.make()
        room.local(f'[cogmem.embedding]\nprovider = "ollama"\nurl = "{stub.url}"\nmodel = "a"\n')
        room.index()
        check(room, room.root)


def test_a_password_in_the_servers_address_is_not_told(room: Room) -> None:
    with running() as stub:
        room.make()
        place = stub.url.replace("//", "//mika:secret-2@")
        room.local(f'[cogmem.embedding]\nprovider = "ollama"\nurl = "{place}"\nmodel = "a"\n')
        _, said = room.told(room.root)
    assert stub.url in str(said) and "secret-2" not in str(said)


def test_a_repository_cloned_by_a_colleague(room: Room) -> None:
    """A clone of a shared project after ``cogmem init`` there."""
    room.make(mode="shared")
    commit(room)
    subprocess.run(["git", "clone", "-q", str(room.root), str(room.tmp / "clone")], check=True, capture_output=True)
    invite(open_project(room.tmp / "clone"))
    check(room, room.tmp / "clone")


def test_the_plugin_was_there_before_the_project(room: Room) -> None:
    install.plan_install(room.tmp / "other").apply()
    assert plugin.folder().is_dir()
    check(room, room.make(way="").root)


def test_there_are_at_least_twenty() -> None:
    assert len(SETUPS) >= 20
