"""Where a project is, whose it is, which logs count, and who was invited."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from cogmem.config import CogMemConfig
from cogmem.errors import NotInitialisedError, ReadOnlyError
from cogmem.project import (
    Project,
    cache_dir,
    find_root,
    forget_project,
    hook_log_dir,
    invite,
    invited,
    is_private,
    known_projects,
    open_project,
    project_id,
    runtime_dir,
    state_dir,
)


def git(folder: Path, *args: str) -> None:
    subprocess.run(["git", "-c", "protocol.file.allow=always", *args], cwd=folder, check=True, capture_output=True)


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_the_nearest_project_upwards(project: Project) -> None:
    inner = project.root / "src" / "deep er"
    inner.mkdir(parents=True)
    assert find_root(inner) == project.root
    (project.root / "src" / "cogmem.toml").write_text("[cogmem]\n", "utf-8")
    assert find_root(inner) == project.root / "src"
    assert open_project(inner).checkout == inner


def test_not_above_home(home: Path) -> None:
    (home.parent / "cogmem.toml").write_text("[cogmem]\n", "utf-8")
    inner = home / "work"
    inner.mkdir()
    assert find_root(inner) is None
    with pytest.raises(NotInitialisedError) as caught:
        open_project(inner)
    assert caught.value.exit_code == 4 and "cogmem init" in str(caught.value.hint)
    (home.parent / "cogmem.toml").unlink()


def test_paths_lie_where_the_settings_say(tmp_path: Path) -> None:
    (tmp_path / "cogmem.toml").write_text('[cogmem]\nlogs_dir = "notes/days"\ndb_path = "data/x.db"\n', "utf-8")
    project = open_project(tmp_path)
    assert project.log_path("2026-03-01") == tmp_path / "notes/days/2026-03-01.md"
    assert (project.index_path, project.ledger_path) == (tmp_path / "data/x.db", tmp_path / "data/ledger.db")
    assert project.run_dir == tmp_path / "memory/.run"
    assert open_project(tmp_path, user="mika").log_path("2026-03-01").parent.name == "mika"


def write_log(project: Project, name: str, text: str = "# d\n\n### [NOTE] x\n") -> None:
    path = project.logs_dir / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def test_which_logs_count(project: Project, tmp_path: Path) -> None:
    for name in (
        "2026-03-01.md",
        "2026-03-01-session2.md",
        "mika/2026-03-02.md",
        "notes.md",
        "mika/deep/2026-03-03.md",
        ".git/2026-03-04.md",
        "2026-03-01.compact.md",
        "2026-02-01.compact.md",
    ):
        write_log(project, name)
    write_log(project, "2026-02-02.md", "# only a title\n")
    write_log(project, "2026-02-02.compact.md")
    assert [project.relative(path).removeprefix("memory/logs/") for path in project.log_files()] == [
        "2026-02-01.compact.md",
        "2026-02-02.compact.md",
        "2026-02-02.md",
        "2026-03-01-session2.md",
        "2026-03-01.md",
        "mika/2026-03-02.md",
    ]


def test_links_out_of_the_logs_are_not_followed(project: Project, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "2026-03-01.md").write_text("### [NOTE] secret\n", "utf-8")
    (project.logs_dir / "2026-03-01.md").symlink_to(outside / "2026-03-01.md")
    (project.logs_dir / "eve").symlink_to(outside)
    write_log(project, "2026-03-02.md")
    (project.logs_dir / "2026-03-03.md").symlink_to("2026-03-02.md")
    assert [path.name for path in project.log_files()] == ["2026-03-02.md", "2026-03-03.md"]
    assert sorted(project.skipped_links()) == ["memory/logs/2026-03-01.md", "memory/logs/eve"]


def test_who_the_user_is(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    assert project.user == ""
    write_log(project, "mika/2026-03-02.md")
    assert open_project(project.root).user == "mika"
    write_log(project, "ren/2026-03-02.md")
    assert open_project(project.root).user == ""
    assert open_project(project.root).users() == ["mika", "ren"]
    (project.root / "cogmem.local.toml").write_text('[cogmem]\nuser_id = "ren"\n', "utf-8")
    assert open_project(project.root).user == "ren"
    monkeypatch.setenv("COGMEM_USER", "aiko")
    assert open_project(project.root).user == "aiko"
    assert open_project(project.root, user="jonas").user == "jonas"


def test_invitation(project: Project) -> None:
    assert invited(project) and known_projects() == {project_id(project): str(project.root)}
    assert [mode(path) for path in (state_dir() / "projects", project.id_path, project.run_dir)] == [
        0o600,
        0o600,
        0o700,
    ]
    assert invite(project) == project_id(project)
    forget_project(project_id(project))
    assert not invited(project) and not (state_dir() / "projects").exists()


def test_a_clone_is_not_invited(project: Project, tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    shutil.copytree(project.root, clone)
    (clone / "memory/.run/id").write_text("0" * 32 + "\n", "utf-8")
    assert not invited(open_project(clone))
    (clone / "memory/.run/id").unlink()
    assert not invited(open_project(clone))


def test_a_moved_project_stays_invited(project: Project, tmp_path: Path) -> None:
    moved = tmp_path / "elsewhere"
    project.root.rename(moved)
    again = open_project(moved)
    assert invited(again)
    invite(again)
    assert known_projects() == {project_id(again): str(moved)}


def test_a_demo_is_listed_where_no_hook_looks(tmp_path: Path, fresh_cache: Path) -> None:
    (tmp_path / "cogmem.toml").write_text("[cogmem]\n", "utf-8")
    demo = open_project(tmp_path)
    invite(demo, demo=True)
    assert invited(demo, demos=True) and not invited(demo)
    assert not state_dir().exists() and (fresh_cache / "demos").is_file()


def test_odd_lines_in_the_list_are_passed_over(project: Project) -> None:
    path = state_dir() / "projects"
    path.write_bytes(b"\xff\xfe\nno tab\nshort\t/x\n" + path.read_bytes())
    assert list(known_projects()) == [project_id(project)]


def test_pause(project: Project) -> None:
    assert not project.paused and project.pause() and not project.pause()
    assert open_project(project.root).paused and project.resume() and not project.resume()


def test_a_newer_format_is_not_written(tmp_path: Path) -> None:
    (tmp_path / "cogmem.toml").write_text("[cogmem]\nformat = 9\n", "utf-8")
    with pytest.raises(ReadOnlyError):
        open_project(tmp_path).check_writable()


@pytest.fixture
def repository(project: Project) -> Project:
    git(project.root, "init", "-q", "-b", "main")
    (project.root / "readme").write_text("x", "utf-8")
    git(project.root, "add", "readme")
    git(project.root, "commit", "-qm", "x")
    return project


def make_private(project: Project) -> None:
    (project.root / ".git/info").mkdir(exist_ok=True)
    (project.root / ".git/info/exclude").write_text("# mine\n/memory/\n/identity/\n", "utf-8")


@pytest.mark.parametrize("committed", [False, True])
def test_a_worktree_of_a_private_project_uses_the_main_checkout(
    repository: Project, tmp_path: Path, committed: bool
) -> None:
    make_private(repository)
    if committed:
        git(repository.root, "add", "cogmem.toml")
        git(repository.root, "commit", "-qm", "x")
    worktree = tmp_path / "wt"
    git(repository.root, "worktree", "add", "-q", str(worktree))
    (worktree / "src").mkdir()
    for start in (worktree, worktree / "src"):
        found = open_project(start)
        assert found.root == repository.root and found.checkout == start and invited(found)
    assert is_private(repository.root)


def test_a_worktree_of_a_shared_project_has_its_own_text_and_is_invited(repository: Project, tmp_path: Path) -> None:
    git(repository.root, "add", "cogmem.toml")
    git(repository.root, "commit", "-qm", "x")
    (repository.root / "cogmem.local.toml").write_text('[cogmem]\nuser_id = "ren"\n', "utf-8")
    worktree = tmp_path / "wt"
    git(repository.root, "worktree", "add", "-q", str(worktree))
    found = open_project(worktree)
    assert (found.root, found.user, invited(found)) == (worktree, "ren", True)


def test_a_submodule_finds_the_project_above_it(repository: Project, tmp_path: Path) -> None:
    library = tmp_path / "library"
    library.mkdir()
    git(library, "init", "-q")
    git(library, "commit", "-qm", "x", "--allow-empty")
    git(repository.root, "submodule", "add", "-q", str(library), "lib")
    assert find_root(repository.root / "lib") == repository.root
    (repository.root / "lib/cogmem.toml").write_text("[cogmem]\n", "utf-8")
    assert find_root(repository.root / "lib") == repository.root / "lib"


def test_two_projects_of_one_name_are_two(tmp_path: Path) -> None:
    ids = set()
    for parent in ("a", "b"):
        root = tmp_path / parent / "app"
        root.mkdir(parents=True)
        (root / "cogmem.toml").write_text("[cogmem]\n", "utf-8")
        ids.add(invite(open_project(root)))
    assert len(ids) == 2 and len(known_projects()) == 2


def test_platform_folders(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    assert state_dir() == home / ".local/state/cogmem"
    assert hook_log_dir() == state_dir() / "log"
    assert runtime_dir() == home / "run"
    monkeypatch.setenv("XDG_STATE_HOME", "relative")
    monkeypatch.setenv("XDG_CACHE_HOME", "")
    monkeypatch.setenv("XDG_RUNTIME_DIR", "/nowhere/at/all")
    assert state_dir() == home / ".local/state/cogmem"
    assert cache_dir() == home / ".cache/cogmem"
    assert runtime_dir() == state_dir() / "run"


def test_a_project_made_by_hand_from_the_defaults(tmp_path: Path) -> None:
    project = Project(tmp_path, CogMemConfig.default(tmp_path))
    assert project.log_files() == [] and project.user == ""
    assert os.fspath(project.knowledge_dir) == str(tmp_path / "memory/knowledge")
