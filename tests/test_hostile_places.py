"""A stranger's repository says where things lie: no file of the user's is written over, moved or removed for it."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from cogmem.config import CogMemConfig
from cogmem.errors import ConfigError, NotOursError
from cogmem.index.ours import index_may_go
from cogmem.index.sqlite import Index
from cogmem.ledger.sqlite import Ledger
from cogmem.messages import speaking
from cogmem.project import Project, open_project
from cogmem.scaffold.removal import carry_out, plan_removal
from cogmem.settings import BY_NAME, PATHS, convert
from commandline import PROGRAM, Said

LOG = "# 2026-11-30\n\n### [DECISION] Bill by usage\n*Arousal: 0.7*\n\nSeats are gone.\n"
WORDS = '[cogmem.embedding]\nprovider = "none"\n'
REFUSED = [
    ".git/config", ".git/x.db", ".GIT/x.db", "sub/.git/x.db", ".git./x.db", "git~1/x.db", ".g\u200cit/x.db",
    "CLAUDE.md", "main.py", "cogmem.toml", "memory/logs/2026-11-30.md", "memory/logs/x.db", "memory/logs/ada/x.db",
    "memory/contexts/x.db", "memory/knowledge/x.db", "identity/x.db", ".vscode/x.db", "memory/.run/x.db",
    "memory/ledger.db", "data/LEDGER.DB", ".db", "data/.db", "../x.db", "/tmp/x.db", "~/x.db",
]


def run(root: Path, *arguments: str, stdin: str = "") -> Said:
    done = subprocess.run([*PROGRAM, *arguments], cwd=root, capture_output=True, text=True, input=stdin, timeout=120)
    return Said(done.returncode, done.stdout, done.stderr)


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A clone in which nobody ran ``init``."""
    root = tmp_path / "clone"
    root.mkdir()
    subprocess.run(["git", "init", "-q", root], check=True)
    for name, text in {"main.py": "print('mine')\n", "CLAUDE.md": "# Mine\n", "memory/logs/2026-11-30.md": LOG}.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, "utf-8")
    return root


def says(root: Path, line: str) -> None:
    (root / "cogmem.toml").write_text(f"[cogmem]\n{line}\n{WORDS}", "utf-8")


def tree(root: Path) -> dict[str, bytes]:
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def database(path: Path, *statements: str) -> bytes:
    path.parent.mkdir(parents=True, exist_ok=True)
    with sqlite3.connect(path) as db:
        for statement in statements:
            db.execute(statement)
    db.close()
    return path.read_bytes()


@pytest.mark.parametrize("place", REFUSED)
def test_a_database_may_not_lie_there(clone: Path, place: str) -> None:
    says(clone, f"db_path = '{place}'")
    for lang, words in (("en", "db_path must"), ("ja", "db_path は")):
        with speaking(lang), pytest.raises(ConfigError) as caught:
            CogMemConfig.from_toml(clone / "cogmem.toml")
        assert f"cogmem.toml:2: {words}" in str(caught.value), str(caught.value)
        assert caught.value.line == 2 and caught.value.hint


@pytest.mark.parametrize("place", ["memory/vectors.db", "memory/index.db", "data/x.db", "x.db", "a.b/x.db", "./m/x.db"])
def test_a_database_may_lie_there(clone: Path, place: str) -> None:
    says(clone, f"db_path = '{place}'")
    assert CogMemConfig.from_toml(clone / "cogmem.toml").db_path == place


@pytest.mark.parametrize("lines", [
    "logs_dir = '.notes/logs'\ndb_path = '.notes/vectors.db'",
    "logs_dir = 'memory'",
    "db_path = 'memory/index.db'\nknowledge.summary = 'memory/summary.md'\nidentity.user = 'memory/user.md'",
])
def test_a_memory_folder_of_ones_own_is_fine(clone: Path, lines: str) -> None:
    says(clone, lines)
    assert CogMemConfig.from_toml(clone / "cogmem.toml")


@pytest.mark.parametrize("line", [
    "logs_dir = '.git'", "logs_dir = '.git/hooks'", "contexts_dir = 'x/.Git'", "knowledge.summary = '.git/x.md'",
    "identity.soul = '.git/config'", "logs_dir = '.git::$INDEX_ALLOCATION'", "logs_dir = 'memory/contexts'",
    "contexts_dir = 'memory/./logs/'", "identity.soul = 'identity/USER.md'", "logs_dir = 'linked'",
    "identity.user = 'linked/config'",
])
def test_no_place_is_in_git_nor_twice_the_same(clone: Path, line: str) -> None:
    (clone / "linked").symlink_to(".git")
    says(clone, line)
    with pytest.raises(ConfigError, match=r"cogmem\.toml:2: ") as caught:
        open_project(clone)
    assert caught.value.line == 2
    before = tree(clone)
    assert run(clone, "log", "a note").code == 2
    assert tree(clone) == before


def test_no_setting_alone_leads_into_git(tmp_path: Path) -> None:
    for name in PATHS:
        file = "x.db" if name == "db_path" else "x"
        assert convert(BY_NAME[name], f".git/{file}")[1] and not convert(BY_NAME[name], f"git/{file}")[1], name
        with pytest.raises(ConfigError):
            CogMemConfig.default(tmp_path, **{name.replace(".", "__"): f"a/.git/{file}"})


@pytest.mark.parametrize("place", [".git/config", "CLAUDE.md", "main.py", "cogmem.toml", "memory/logs/2026-11-30.md"])
def test_no_command_touches_the_file_that_a_stranger_named(clone: Path, place: str) -> None:
    says(clone, f"db_path = '{place}'")
    before = tree(clone)
    for arguments in (["status"], ["search", "billing"], ["context"], ["index"], ["doctor", "--fix"],
                      ["uninstall", "--yes"]):
        said = run(clone, *arguments)
        assert "db_path" in said.out + said.err, arguments
        assert tree(clone) == before, arguments


FOREIGN = {
    "one byte": lambda path: path.write_bytes(b"4"),
    "text": lambda path: path.write_bytes(b"customers\n"),
    "other bytes": lambda path: path.write_bytes(b"\x00\x06\x15\x61" * 4000),
    "an application's": lambda path: database(path, "PRAGMA application_id=252006674", "CREATE TABLE a(b)"),
    "an application's, still empty": lambda path: database(
        path, "PRAGMA application_id=252006674", "PRAGMA user_version=3"
    ),
    "tables without a number": lambda path: database(path, "CREATE TABLE customers(name)"),
    "tables with nouns like ours": lambda path: database(path, "CREATE TABLE session(id)", "CREATE TABLE entry(id)"),
    "memories of another program": lambda path: database(path, "CREATE TABLE memories(id)"),
}


@pytest.mark.parametrize("make", FOREIGN.values(), ids=list(FOREIGN))
def test_somebody_elses_database_is_refused_and_left(clone: Path, make) -> None:
    says(clone, "db_path = 'data/app.db'")
    (clone / "data").mkdir()
    path = clone / "data/app.db"
    make(path)
    before = path.read_bytes()
    for lang, words in (("en", "not a database of cogmem"), ("ja", "cogmem のデータベースではない")):
        with speaking(lang), pytest.raises(NotOursError, match=words) as caught:
            Index.open(path)
        assert caught.value.hint and "db_path" in caught.value.hint and caught.value.file == str(path)
    for arguments in (["search", "billing"], ["status"], ["index"], ["index", "--rebuild"]):
        said = run(clone, *arguments)
        assert said.code == 1 and "not a database of cogmem" in said.err, arguments
    run(clone, "context")
    run(clone, "doctor", "--fix")
    assert path.read_bytes() == before
    assert {one.name for one in path.parent.glob("app.db*")} <= {"app.db", "app.db.lock"}


def test_an_applications_database_at_the_usual_place_is_left_too(clone: Path) -> None:
    says(clone, "")
    before = database(clone / "memory/vectors.db", "CREATE TABLE customers(name)")
    assert "not a database of cogmem" in run(clone, "search", "billing").err
    assert (clone / "memory/vectors.db").read_bytes() == before


@pytest.mark.parametrize("make", FOREIGN.values(), ids=list(FOREIGN))
def test_somebody_elses_ledger_is_refused_and_left(clone: Path, make) -> None:
    path = clone / "data/ledger.db"
    path.parent.mkdir()
    make(path)
    before = path.read_bytes()
    with pytest.raises(NotOursError):
        Ledger.open(path)
    assert path.read_bytes() == before and set(os.listdir(path.parent)) <= {"ledger.db", "ledger.db.lock"}


@pytest.mark.parametrize("opened", [Index, Ledger])
def test_a_link_beside_a_database_is_not_written_through(clone: Path, opened) -> None:
    name = "vectors.db" if opened is Index else "ledger.db"
    config = clone / ".git/config"
    before = config.read_bytes()
    (clone / f"memory/{name}-wal").symlink_to("../.git/config")
    with pytest.raises(NotOursError):
        opened.open(clone / "memory" / name)
    assert config.read_bytes() == before


@pytest.mark.parametrize("name", ["vectors.db", "ledger.db"])
def test_a_link_into_git_is_no_database(clone: Path, name: str) -> None:
    says(clone, "")
    (clone / "memory" / name).symlink_to("../.git/new")
    for arguments in (["search", "billing"], ["status"], ["log", "a note"]):
        run(clone, *arguments)
    assert not (clone / ".git/new").exists()


def stocked(root: Path, place: str) -> Project:
    says(root, f"db_path = '{place}'")
    assert run(root, "index").code == 0 and run(root, "status").code == 0
    return open_project(root)


@pytest.mark.parametrize("place", ["data/x.db", "memory/vectors.db"])
def test_our_own_damaged_index_is_still_made_anew(clone: Path, place: str) -> None:
    project = stocked(clone, place)
    with sqlite3.connect(project.index_path) as db:
        db.execute("DROP TABLE entry")
    db.close()
    said = run(clone, "search", "billing usage")
    assert "set aside" in said.err and "Bill by usage" in said.out
    fixed = run(clone, "doctor", "--fix")
    assert not list(project.index_path.parent.glob("*.corrupt-*")), fixed.out


def test_doctor_removes_only_what_was_set_aside_of_ours(clone: Path) -> None:
    project = stocked(clone, "data/x.db")
    data = clone / "data"
    shutil.copy(project.index_path, data / "x.db.corrupt-1")
    names = {"x.db.corrupt-2": b"my notes on it", "x.db.corrupt-mine": b"a", "x.db.corrupt-1.txt": b"b"}
    for name, text in names.items():
        (data / name).write_bytes(text)
    (data / "x.db.corrupt-3").mkdir()
    database(data / "x.db.corrupt-4", "CREATE TABLE customers(name)")
    run(clone, "doctor", "--fix")
    assert not (data / "x.db.corrupt-1").exists()
    assert {name: (data / name).read_bytes() for name in names} == names
    assert (data / "x.db.corrupt-3").is_dir() and (data / "x.db.corrupt-4").exists()


def test_uninstall_keeps_what_is_not_proved_to_be_ours(clone: Path) -> None:
    stocked(clone, "app.db")
    theirs = {"app.db.txt": b"1", "app.dbx": b"2", "ledger.dbase": b"3", "app.db.corrupt-2": b"4"}
    for name, text in theirs.items():
        (clone / name).write_bytes(text)
    project = open_project(clone)
    removal = plan_removal(project)
    assert "app.db.corrupt-2" in removal.kept
    carry_out(project, removal)
    left = tree(clone)
    assert theirs.items() <= left.items() and "app.db" not in left and "ledger.db" not in left
    assert not [name for name in left if re.match(r"(app|ledger)\.db(-wal|-shm|\.lock)$", name)]


@pytest.mark.parametrize("make", FOREIGN.values(), ids=list(FOREIGN))
def test_uninstall_keeps_databases_of_others_and_says_so(clone: Path, make) -> None:
    says(clone, "db_path = 'data/app.db'")
    (clone / "data").mkdir()
    make(clone / "data/app.db")
    make(clone / "data/ledger.db")
    before = tree(clone / "data")
    said = run(clone, "uninstall", "--yes")
    assert said.code == 0 and "to keep" in said.out and "data/app.db" in said.out and "data/ledger.db" in said.out
    assert tree(clone / "data") == before


def test_uninstall_keeps_an_empty_file_that_was_never_written_to(clone: Path) -> None:
    says(clone, "db_path = 'data/app.db'")
    (clone / "data").mkdir()
    (clone / "data/app.db").write_bytes(b"")
    assert run(clone, "uninstall", "--yes").code == 0
    assert (clone / "data/app.db").exists()


def test_what_may_go(tmp_path: Path) -> None:
    (tmp_path / "memory").mkdir()
    for name, goes in {"memory/vectors.db": True, "memory/vectors.db.corrupt-12": True, "memory/notes.db": False,
                       "vectors.db": False, "memory/vectors.db.bak": False}.items():
        (tmp_path / name).write_bytes(b"no database at all" * 99)
        assert index_may_go(str(tmp_path / name)) is goes, name
    assert not index_may_go(str(tmp_path / "memory"))
    assert sys.platform == "win32" or not index_may_go("/dev/null")
