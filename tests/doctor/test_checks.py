"""Doctor finds each seeded fault and a way out of it, nothing on a healthy project, and changes nothing by looking."""

from __future__ import annotations

import hashlib
import shutil
import sqlite3
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from cogmem.doctor.finding import Finding
from cogmem.doctor.registry import CHECKS, examine, worst
from cogmem.doctor.texts import TEXTS
from cogmem.messages import speak
from cogmem.project import forget_project, open_project, project_id
from cogmem.scaffold.plan import plan
from cogmem.scaffold.setup import set_up
from cogmem.store import MemoryStore
from patient import OF_THE_MACHINE

WORDS = '\n[cogmem.embedding]\nprovider = "none"\n'


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A healthy shared project in a repository, lexical, with one log, indexed."""
    root = tmp_path / "p"
    root.mkdir()
    subprocess.run(["git", "init", "-q"], cwd=root, check=True)
    set_up(plan(root))
    with open(root / "cogmem.toml", "a", encoding="utf-8") as stream:
        stream.write(WORDS)
    (root / "memory/logs/2026-03-01.md").write_text("# d\n\n### [NOTE] x\nbody\n", "utf-8")
    with MemoryStore(open_project(root)) as store:
        store.index_dir()
        assert store.ledger.writable
    return root


def serious(root: Path) -> dict[str, Finding]:
    return {one.code: one for one in about_us(examine(root)) if one.level in ("warning", "error")}


def about_us(findings: list[Finding]) -> list[Finding]:
    """Without what may well be true of the machine that runs the tests."""
    return [one for one in findings if one.code not in OF_THE_MACHINE]


def snapshot(*folders: Path) -> dict[str, str]:
    """Contents, but for what SQLite itself puts beside a database that is only read."""
    files = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    files = [path for path in files if not path.name.endswith(("-shm", "-wal"))]
    return {str(path): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def test_a_healthy_project(root: Path, home: Path) -> None:
    before = snapshot(root, home)
    findings = about_us(examine(root))
    assert worst(findings) in ("ok", "note"), [one for one in findings if one.level not in ("ok", "note")]
    assert {"python", "sqlite", "assets", "config", "invitation", "index"} <= {one.code for one in findings}
    assert snapshot(root, home) == before


def test_a_private_project_is_healthy_too(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path / "q")], check=True)
    set_up(plan(tmp_path / "q", mode="private"))
    assert not serious(tmp_path / "q")


def append(root: Path, name: str, text: str) -> None:
    with open(root / name, "a", encoding="utf-8") as stream:
        stream.write(text)


def damage(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()
    data = bytearray(path.read_bytes())
    data[4096:12288] = b"\x5a" * (min(12288, len(data)) - 4096)
    path.write_bytes(data)


def outside_link(root: Path) -> None:
    target = root.parent / "2026-03-02.md"
    target.write_text("### [NOTE] elsewhere\n", "utf-8")
    (root / "memory/logs/2026-03-02.md").symlink_to(target)


def copied(root: Path) -> None:
    twin = root.parent / "twin"
    shutil.copytree(root, twin)
    state = root.parent.parent  # the copy is listed, as if the original had been initialised there
    assert state.exists()
    from cogmem.project import registries

    registries()[0].write_text(f"{project_id(open_project(root))}\t{twin}\n", "utf-8")


FAULTS: dict[str, tuple[str, Callable[[Path], object]]] = {
    "not toml": ("config", lambda root: append(root, "cogmem.toml", "[[[\n")),
    "bad value": ("config", lambda root: append(root, "cogmem.local.toml", "[cogmem.recall]\ntop_k = 'x'\n")),
    "unknown key": ("config_unknown_key", lambda root: append(root, "cogmem.toml", "[cogmem.recal]\ntop_k = 3\n")),
    "key in the committed file": (
        "config_not_from_project",
        lambda root: append(root, "cogmem.toml", "api_key = 'k'\n"),
    ),
    "newer format": ("config_newer_format", lambda root: append(root, "cogmem.local.toml", "[cogmem]\nformat = 7\n")),
    "not invited": ("invitation", lambda root: forget_project(project_id(open_project(root)))),
    "copied": ("invite_copy", copied),
    "no logs folder": ("folder", lambda root: shutil.rmtree(root / "memory/logs")),
    "no knowledge folder": ("folder", lambda root: shutil.rmtree(root / "memory/knowledge")),
    "open id": ("permissions", lambda root: (root / "memory/.run/id").chmod(0o644)),
    "open scratch": ("permissions", lambda root: (root / "memory/.run").chmod(0o755)),
    "link out of the logs": ("links", outside_link),
    "no ignore lines": ("ignored", lambda root: (root / ".gitignore").write_text("*.pyc\n")),
    "dead reference": ("references", lambda root: (root / "identity/soul.md").unlink()),
    "index overwritten": ("index", lambda root: (root / "memory/vectors.db").write_bytes(b"x" * 9000)),
    "index damaged": ("index", lambda root: damage(root / "memory/vectors.db")),
    "another database": ("index", lambda root: shutil.copy(root / "memory/ledger.db", root / "memory/vectors.db")),
    "ledger damaged": ("ledger", lambda root: damage(root / "memory/ledger.db")),
    "server down": (
        "model",
        lambda root: append(
            root,
            "cogmem.local.toml",
            '[cogmem.embedding]\nprovider = "ollama"\nurl = "http://127.0.0.1:9"\ntimeout = 0.5\n',
        ),
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_is_found_with_a_way_out(root: Path, fault: str) -> None:
    code, seed = FAULTS[fault]
    seed(root)
    found = serious(root)
    assert code in found, found
    assert found[code].hint


def test_what_is_worth_knowing_is_a_note(root: Path) -> None:
    (root / "memory/logs/2026-03-02.md").write_text("### [NOTE] y\n", "utf-8")
    open_project(root).pause()
    append(root, "cogmem.toml", "[cogmem.session]\ntoken_budget = 6000\n")
    notes = {one.code for one in examine(root) if one.level == "note"}
    assert {"index_stale", "paused", "config_retired_key", "model"} <= notes
    (root / "memory/vectors.db").unlink()
    assert "index" in {one.code for one in examine(root) if one.level == "note"}


def test_vectors_that_are_missing_are_counted(root: Path) -> None:
    text = (root / "cogmem.toml").read_text("utf-8").replace('"none"', '"embedded"')
    (root / "cogmem.toml").write_text(text, "utf-8")
    notes = {one.code: one for one in examine(root)}
    assert "1" in notes["index_pending"].message and notes["model"].level == "ok"


def test_a_log_that_cannot_be_read_as_meant_is_named(root: Path) -> None:
    (root / "memory/logs/2026-03-03.md").write_text("# d\n\n### [NOTE] x\n*Arousal: 9*\nb\n", "utf-8")
    with MemoryStore(open_project(root)) as store:
        store.index_dir()
    found = serious(root)["log"]
    assert found.file == "memory/logs/2026-03-03.md" and found.line


def test_fix_closes_what_is_open(root: Path) -> None:
    (root / "memory/.run/id").chmod(0o644)
    fix = serious(root)["permissions"].fix
    assert fix is not None and "id" in fix()
    assert not serious(root)


def test_outside_a_project(tmp_path: Path) -> None:
    findings = about_us(examine(tmp_path))
    assert worst(findings) == "note" and {one.code for one in findings} >= {"python", "config", "model"}


def test_a_moved_project_is_told_gently(root: Path, tmp_path: Path) -> None:
    moved = tmp_path / "moved"
    root.rename(moved)
    assert {one.code: one.level for one in examine(moved)}["invite_moved"] == "note"


def test_a_check_that_breaks_stops_no_other(root: Path) -> None:
    def broken(_: object) -> list[Finding]:
        raise OSError("no disk")

    findings = examine(root, (broken, *CHECKS))  # type: ignore[arg-type]
    assert findings[0].code == "check_failed" and len(findings) > 5


def test_it_speaks_japanese(root: Path) -> None:
    speak("ja")
    try:
        assert any("登録した" in one.message for one in examine(root))
    finally:
        speak("")
    assert all(en and ja for en, ja in TEXTS.values())


def test_each_fault_of_the_configuration_has_its_own_place(root: Path) -> None:
    append(root, "cogmem.local.toml", "[cogmem.recall]\ntop_k = 'x'\nthreshold = 3\n")
    wrong = [one for one in examine(root) if one.code == "config" and one.level == "error"]
    assert [one.line for one in wrong] == [2, 3]
    assert all("cogmem.local.toml" not in one.message and str(one.file).endswith(".local.toml") for one in wrong)
