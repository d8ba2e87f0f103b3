"""Init's files: as planned, once, atomic, on top of what is there; and the way back to the byte."""

from __future__ import annotations

import datetime as dt
import hashlib
import os
import subprocess
from pathlib import Path

import pytest

from cogmem import assets
from cogmem.errors import CogmemError, ReadOnlyError, UsageError
from cogmem.journal.entries import parse
from cogmem.places import cache_dir, state_dir
from cogmem.project import invited, is_private, known_projects, open_project, project_id
from cogmem.scaffold.demo import build, logs
from cogmem.scaffold.plan import apply, plan, remotes
from cogmem.scaffold.removal import carry_out, plan_removal
from cogmem.scaffold.setup import is_home_or_root, set_up

LANGUAGES = ("en", "ja")


def tree(folder: Path) -> dict[str, str]:
    """Every file and folder below, with what it holds; git's own folder but for the exclude file is left out."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if name.startswith(".git/") and name != ".git/info/exclude":
            continue
        if path.is_symlink():
            found[name] = f"-> {os.readlink(path)}"
        else:
            found[name] = "" if path.is_dir() else hashlib.sha256(path.read_bytes()).hexdigest()
    return found


def repository(folder: Path, remote: str = "") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run(["git", "init", "-q", str(folder)], check=True)
    if remote:
        subprocess.run(["git", "remote", "add", "origin", remote], cwd=folder, check=True)
    return folder


def ignored(root: Path, *names: str) -> bool:
    return all(subprocess.run(["git", "check-ignore", "-q", name], cwd=root).returncode == 0 for name in names)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_written(tmp_path: Path, lang: str) -> None:
    project, changed = set_up(plan(tmp_path, lang=lang))
    assert changed and invited(project) and project.config.lang == lang
    assert set(tree(tmp_path)) == {
        "cogmem.toml",
        "CLAUDE.md",
        ".gitignore",
        "identity",
        "identity/agents.md",
        "identity/soul.md",
        "identity/user.md",
        "memory",
        "memory/logs",
        "memory/contexts",
        "memory/knowledge",
        "memory/knowledge/summary.md",
        "memory/knowledge/error-patterns.md",
        "memory/knowledge/insights.md",
        "memory/.run",
        "memory/.run/id",
    }
    lines = [line for line in (tmp_path / "CLAUDE.md").read_text("utf-8").splitlines() if not line.startswith("<!--")]
    assert lines == ["@identity/agents.md", "@identity/soul.md", "@identity/user.md", "@memory/knowledge/summary.md"]
    assert all((tmp_path / line[1:]).is_file() for line in lines)
    assert not project.config.notices


def test_the_second_time_nothing_changes(tmp_path: Path) -> None:
    set_up(plan(tmp_path, user="mika"))
    before = {**tree(tmp_path), **tree(state_dir())}
    again = plan(tmp_path, user="mika")
    assert not again and set_up(again)[1] is False
    assert {**tree(tmp_path), **tree(state_dir())} == before


def test_what_is_imported_at_every_start_is_short() -> None:
    for lang in LANGUAGES:
        files = [assets.path("identity_templates", lang, f"{name}.md") for name in ("agents", "soul", "user")]
        assert sum(path.stat().st_size for path in [*files, assets.path("templates", lang, "summary.md")]) < 4000


@pytest.mark.parametrize(
    "before", [b"# Mine\n", b"# Mine", b"# Mine\r\nrules\r\n", b"\xef\xbb\xbf# BOM\n", b"# \xff latin\n", b""]
)
def test_claude_md_is_only_appended_to(tmp_path: Path, before: bytes) -> None:
    path = tmp_path / "CLAUDE.md"
    path.write_bytes(before)
    project, _ = set_up(plan(tmp_path))
    after = path.read_bytes()
    assert after.startswith(before) and b"@identity/soul.md" in after
    assert (b"\r\n" in before) == (b"@identity/soul.md\r\n" in after)
    assert not plan(tmp_path)
    carry_out(project, plan_removal(project))
    assert path.read_bytes() == before


def test_a_reference_that_is_there_is_not_repeated(tmp_path: Path) -> None:
    (tmp_path / "CLAUDE.md").write_text("x\n@identity/soul.md\n", "utf-8")
    set_up(plan(tmp_path))
    assert (tmp_path / "CLAUDE.md").read_text("utf-8").count("@identity/soul.md") == 1


def test_utf16_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "CLAUDE.md").write_bytes("# Mine".encode("utf-16"))
    before = tree(tmp_path)
    with pytest.raises(UsageError, match="UTF-8"):
        plan(tmp_path)
    assert tree(tmp_path) == before


def test_existing_files_are_never_replaced(tmp_path: Path) -> None:
    mine = {
        "cogmem.toml": '[cogmem]\nlang = "ja"\n',
        "identity/soul.md": "mine\n",
        "memory/knowledge/summary.md": "mine\n",
    }
    for name, text in mine.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    set_up(plan(tmp_path))
    assert {name: (tmp_path / name).read_text("utf-8") for name in mine} == mine


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    root, other = tmp_path / "p", tmp_path / "dotfiles"
    root.mkdir()
    other.mkdir()
    (other / "CLAUDE.md").write_text("shared\n", "utf-8")
    (root / "CLAUDE.md").symlink_to("../dotfiles/CLAUDE.md")
    project, _ = set_up(plan(root))
    assert (root / "CLAUDE.md").is_symlink() and "@identity" in (other / "CLAUDE.md").read_text("utf-8")
    carry_out(project, plan_removal(project))
    assert (other / "CLAUDE.md").read_text("utf-8") == "shared\n"


def test_private_with_a_remote_shared_without(tmp_path: Path) -> None:
    private = repository(tmp_path / "a", "git@example.invalid:x/y.git")
    assert remotes(private) == ["git@example.invalid:x/y.git"]
    set_up(plan(private))
    assert ignored(private, "memory/logs/2026-03-01.md", "identity/soul.md", "memory/vectors.db", "cogmem.local.toml")
    assert not (private / ".gitignore").exists() and not plan(private)
    shared = repository(tmp_path / "b")
    work = plan(shared, user="mika")
    set_up(work)
    assert work.mode == "shared" and not ignored(shared, "memory/logs/mika/2026-03-01.md")
    assert ignored(
        shared, "memory/vectors.db", "memory/vectors.db-wal", "memory/ledger.db", "memory/.run/id", "cogmem.local.toml"
    )
    assert "merge=union" in (shared / ".gitattributes").read_text("utf-8")
    assert open_project(shared).user == "mika" and not plan(shared)


def test_private_in_a_folder_of_a_repository(tmp_path: Path) -> None:
    top = repository(tmp_path / "r", "x")
    root = top / "apps/one"
    root.mkdir(parents=True)
    set_up(plan(root))
    assert ignored(root, "memory/logs/2026-03-01.md") and not ignored(top, "memory/logs/2026-03-01.md")


def test_private_needs_git(tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        plan(tmp_path, mode="private")


def test_a_joined_clone_keeps_its_mode(tmp_path: Path) -> None:
    root = repository(tmp_path / "clone", "x")
    (root / "cogmem.toml").write_text("[cogmem]\n", "utf-8")
    assert plan(root).mode == "shared"


LOCALS = [
    b"[cogmem.embedding]\nurl = 'http://h.example'\n",
    b"[ cogmem ] # me\nlang = 'ja'\n",
    b"# only words\n",
    b"[cogmem]\r\nlang = 'ja'\r\n",
]


@pytest.mark.parametrize("before", LOCALS)
def test_the_local_file_keeps_what_it_has(tmp_path: Path, before: bytes) -> None:
    path = tmp_path / "cogmem.local.toml"
    path.write_bytes(before)
    project, _ = set_up(plan(tmp_path, user="mika"))
    assert open_project(tmp_path).config.user_id == "mika"
    assert all(line in path.read_bytes().splitlines() for line in before.splitlines())
    carry_out(project, plan_removal(project))
    assert path.read_bytes() == before


def test_a_named_user_stays(tmp_path: Path) -> None:
    (tmp_path / "cogmem.local.toml").write_text('[cogmem]\nuser_id = "ren"\n', "utf-8")
    set_up(plan(tmp_path, user="mika"))
    assert open_project(tmp_path).config.user_id == "ren"


def test_a_local_file_that_cannot_be_extended_is_refused(tmp_path: Path) -> None:
    (tmp_path / "cogmem.local.toml").write_text("cogmem = 1\n", "utf-8")
    with pytest.raises(UsageError, match="user_id"):
        plan(tmp_path, user="mika")


def test_the_diff_is_what_happens(tmp_path: Path) -> None:
    root, copy = tmp_path / "a", tmp_path / "b"
    for folder in (root, copy):
        folder.mkdir()
        (folder / "CLAUDE.md").write_text("# Mine\nno newline at the end", "utf-8")
        (folder / ".gitignore").write_text("*.pyc\n", "utf-8")
    before = tree(root)
    diff = plan(root, user="mika").diff()
    assert tree(root) == before
    subprocess.run(
        ["patch", "-p1", "--no-backup-if-mismatch"], input=diff, text=True, cwd=copy, check=True, capture_output=True
    )
    set_up(plan(root, user="mika"))
    files = {name: text for name, text in tree(root).items() if text and not name.startswith("memory/.run")}
    assert {name: text for name, text in tree(copy).items() if text} == files


@pytest.mark.parametrize("place", range(11))
def test_a_failing_write_takes_the_others_back(tmp_path: Path, place: int) -> None:
    """The file whose turn it is turns out to be a folder: what was written before it goes again."""
    (tmp_path / "CLAUDE.md").write_text("# Mine\n", "utf-8")
    work = plan(tmp_path, user="mika")
    blocked = work.changes[place % len(work.changes)].path
    before = tree(tmp_path)
    if blocked.exists():
        blocked.write_text("changed meanwhile\n", "utf-8")
        before = tree(tmp_path)
    else:
        blocked.parent.mkdir(parents=True, exist_ok=True)
        blocked.write_text("somebody was faster\n", "utf-8")
        before = tree(tmp_path)
    with pytest.raises(CogmemError):
        apply(work)
    assert tree(tmp_path) == before


def test_a_read_only_folder_is_an_error_of_ours(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("x", "utf-8")
    with pytest.raises((ReadOnlyError, OSError)):
        apply(plan(blocked / "inner"))


def test_the_way_back_is_complete(tmp_path: Path, home: Path) -> None:
    root = repository(tmp_path / "r")
    (root / ".gitignore").write_text("*.pyc", "utf-8")
    before, home_before = tree(root), tree(home)
    project, _ = set_up(plan(root, user="mika"))
    for name in (
        "vectors.db",
        "vectors.db-wal",
        "vectors.db.corrupt-1",
        "vectors.db.lock",
        "ledger.db",
        "ledger.db.lock",
    ):
        (project.memory_dir / name).write_bytes(b"derived")
    (project.run_dir / "spool").write_bytes(b"x")
    removal = plan_removal(project)
    assert not removal.kept
    carry_out(project, removal)
    assert tree(root) == before
    state_dir().rmdir()
    assert {name for name in tree(home) if "cogmem" in name} == {name for name in home_before if "cogmem" in name}


def test_what_a_person_wrote_stays(tmp_path: Path) -> None:
    project, _ = set_up(plan(tmp_path))
    (tmp_path / "identity/user.md").write_text("I am Mika.\n", "utf-8")
    (project.logs_dir / "2026-03-01.md").write_text("### [NOTE] x\n", "utf-8")
    removal = plan_removal(project)
    assert removal.kept == ["identity/user.md"]
    carry_out(project, removal)
    assert set(tree(tmp_path)) == {"identity", "identity/user.md", "memory", "memory/logs", "memory/logs/2026-03-01.md"}
    assert not known_projects()


def test_text_after_ours_stays(tmp_path: Path) -> None:
    project, _ = set_up(plan(tmp_path))
    with open(tmp_path / "CLAUDE.md", "a", encoding="utf-8") as stream:
        stream.write("\n# Later\n")
    carry_out(project, plan_removal(project))
    assert (tmp_path / "CLAUDE.md").read_text("utf-8") == "\n# Later\n"


def test_purge_erases_the_memory_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src/main.py").write_text("x", "utf-8")
    before = tree(tmp_path)
    project, _ = set_up(plan(tmp_path, user="mika"))
    (project.logs_dir / "mika/2026-03-01.md").write_text("### [NOTE] x\n", "utf-8")
    (tmp_path / "identity/user.md").write_text("I am Mika.\n", "utf-8")
    carry_out(project, plan_removal(project, purge=True))
    assert tree(tmp_path) == before


def test_without_a_record_what_equals_a_template_is_ours(tmp_path: Path) -> None:
    (tmp_path / "CLAUDE.md").write_text("# Mine\n", "utf-8")
    project, _ = set_up(plan(tmp_path, lang="ja"))
    for path in (state_dir() / "scaffold").iterdir():
        path.unlink()
    carry_out(project, plan_removal(project))
    assert set(tree(tmp_path)) == {"CLAUDE.md"} and (tmp_path / "CLAUDE.md").read_text("utf-8") == "# Mine\n"


def test_home_and_root_are_recognised(home: Path) -> None:
    assert is_home_or_root(home) and is_home_or_root(Path("/")) and not is_home_or_root(home / "work")


TODAY = dt.date(2026, 3, 31)


def test_the_demo_is_a_month_of_readable_logs() -> None:
    entries, japanese, problems = 0, 0, []
    for name, content in logs(TODAY).items():
        log = parse(content.decode("utf-8"), f"memory/logs/{name}")
        problems += log.problems
        assert log.date == name.removesuffix(".md") and log.handovers and log.render().encode("utf-8") == content
        entries += len(log.entries)
        japanese += sum(any("\u3040" <= char <= "\u9fff" for char in entry.content) for entry in log.entries)
    days = sorted(logs(TODAY))
    assert not problems and 110 <= entries <= 180 and japanese >= 25
    assert (days[0], days[-1]) == ("2026-03-02.md", "2026-03-30.md")
    assert b"{" not in b"".join(logs(TODAY).values())


def test_the_demo_moves_with_the_days_and_leaves_edits_alone(tmp_path: Path, fresh_cache: Path) -> None:
    project = build(tmp_path / "d", "en", TODAY)
    assert invited(project, demos=True) and not known_projects() and not state_dir().exists()
    assert {path.name for path in project.log_files()} == set(logs(TODAY))
    edited = project.logs_dir / "2026-03-30.md"
    edited.write_text("mine\n", "utf-8")
    before = tree(tmp_path)
    build(tmp_path / "d", "en", TODAY)
    assert tree(tmp_path) == before
    later = TODAY + dt.timedelta(days=3)
    build(tmp_path / "d", "en", later)
    assert edited.read_text("utf-8") == "mine\n"
    assert {path.name for path in project.log_files()} == {*logs(later), "2026-03-30.md"}
    assert {path.parent for path in cache_dir().iterdir()} == {fresh_cache}


def test_the_demo_refuses_a_folder_with_other_things(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("x", "utf-8")
    with pytest.raises(UsageError):
        build(tmp_path, "en", TODAY)
    assert set(tree(tmp_path)) == {"thesis.txt"}


def test_the_demo_in_a_repository_touches_only_its_folder(tmp_path: Path, fresh_cache: Path) -> None:
    root = repository(tmp_path / "r", "x")
    before = tree(root)
    project = build(root / "cogmem-demo", "ja", TODAY)
    assert {name: text for name, text in tree(root).items() if not name.startswith("cogmem-demo")} == before
    assert project_id(project) and project.config.lang == "ja"


ELSEWHERE = """[cogmem]
logs_dir = "notes/days"
contexts_dir = "notes/briefings"
db_path = "data/index.db"
[cogmem.identity]
soul = "who/soul.md"
[cogmem.knowledge]
summary = "notes/known.md"
"""


def test_the_settings_say_where_things_lie(tmp_path: Path) -> None:
    root = repository(tmp_path / "r")
    (root / "cogmem.toml").write_text(ELSEWHERE, "utf-8")
    project, _ = set_up(plan(root))
    for name in ("notes/days", "notes/briefings", "who/soul.md", "notes/known.md", "identity/user.md"):
        assert (root / name).exists(), name
    lines = (root / "CLAUDE.md").read_text("utf-8").splitlines()
    assert {"@who/soul.md", "@notes/known.md", "@identity/agents.md"} <= set(lines)
    assert all((root / line[1:]).is_file() for line in lines if line.startswith("@"))
    assert ignored(root, "data/index.db", "memory/.run/id") and not ignored(root, "notes/days/2026-03-01.md")
    assert "/notes/days/** merge=union" in (root / ".gitattributes").read_text("utf-8") and not plan(root)
    carry_out(project, plan_removal(project))
    assert {name for name in tree(root) if not name.startswith(".git")} == {"cogmem.toml"}
    set_up(plan(root, mode="private"))
    assert ignored(root, "notes/days/2026-03-01.md", "data/index.db", "identity/user.md")


@pytest.mark.parametrize("name", ["cogmem.toml", "cogmem.local.toml"])
def test_purge_leaves_settings_that_were_there_before(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text('[cogmem]\nlang = "en"\n', "utf-8")
    before = tree(tmp_path)
    project, _ = set_up(plan(tmp_path))
    (project.logs_dir / "2026-03-01.md").write_text("### [NOTE] x\n", "utf-8")
    removal = plan_removal(project, purge=True)
    assert name in removal.kept
    carry_out(project, removal)
    assert tree(tmp_path) == before


@pytest.mark.parametrize("below", ["", "sub folder"])
def test_a_private_memory_can_be_shared_later(tmp_path: Path, below: str) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    exclude = tmp_path / ".git/info/exclude"
    exclude.parent.mkdir(exist_ok=True)
    exclude.write_bytes(b"# mine\n*.log\n")
    root = tmp_path / below
    root.mkdir(exist_ok=True)
    before = tree(tmp_path)
    set_up(plan(root, mode="private"))
    assert is_private(root)
    project, changed = set_up(plan(root, mode="shared"))
    assert changed and not is_private(root) and b"*.log" in exclude.read_bytes()
    seen = subprocess.run(["git", "check-ignore", "-q", str(root / "memory/logs/2026-03-01.md")], cwd=root)
    assert seen.returncode == 1, "git sees the logs"
    assert (root / ".gitattributes").is_file() and not plan(root)
    carry_out(project, plan_removal(project))
    assert tree(tmp_path) == before
