"""Projects do not leak into one another: same names, copies, worktrees, nested and foreign scripts, one cache."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from cogmem.project import Project, find_root, invited, open_project
from cogmem.recall import quick
from cogmem.recall.opening import opening
from cogmem.store import MemoryStore
from conftest import make_project

WORDS = '[cogmem.embedding]\nprovider = "none"\n'
NAMES = ["a/app", "b/app", "b/app/inner", "c/アプリ", "c/app ", "d/app$x", "e/app'q", "f/APP"]


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def projects(tmp_path: Path) -> list[Project]:
    """Eight projects; each knows a secret word of its own and all know the same sentence."""
    found = []
    for number, name in enumerate(NAMES):
        project = make_project(tmp_path / name, WORDS)
        text = f"### [DECISION] Treasure lies at marker{number}x\n*Arousal: 0.9 | Pinned: true*\nOnly here.\n\n"
        text += "### [NOTE] The same sentence is everywhere\n*Arousal: 0.6*\n\n"
        (project.logs_dir / "2026-03-08.md").write_text(f"# x\n\n## Log Entries\n\n{text}", "utf-8")
        found.append(project)
    return found


def test_no_question_finds_what_another_project_knows(projects: list[Project]) -> None:
    stores = [MemoryStore(project) for project in projects]
    for store in stores:
        store.index_dir()
    for mine, store in enumerate(stores):
        for theirs in range(len(projects)):
            found = [hit.content for hit in store.search(f"treasure marker{theirs}x", top_k=50).results]
            assert any(f"marker{mine}x" in text for text in found) or mine != theirs
            assert not [text for text in found for n in range(len(projects)) if n != mine and f"marker{n}x" in text]
        told = [hit["content"] for hit in quick.search(projects[mine], "treasure", 50, note=False)["results"]]
        assert [f"marker{mine}x" in text for text in told if "marker" in text] == [True]
        block = opening(projects[mine])[0]
        assert f"marker{mine}x" in block and block.count("marker") == 1
    for store in stores:
        store.close()


def test_projects_of_one_name_have_ids_of_their_own(projects: list[Project]) -> None:
    assert len({project.id_path.read_text("utf-8") for project in projects}) == len(projects)


@pytest.mark.parametrize("private", [True, False])
def test_a_worktree_inside_the_checkout_is_the_same_project(tmp_path: Path, private: bool) -> None:
    root = tmp_path / "main"
    root.mkdir()
    git(root, "init", "-q")
    project = make_project(root, WORDS)
    if private:
        (root / ".git/info").mkdir(exist_ok=True)
        (root / ".git/info/exclude").write_text("/memory/\n/identity/\n/cogmem.toml\n", "utf-8")
    else:
        git(root, "add", "cogmem.toml")
    git(root, "commit", "-q", "--allow-empty", "-m", "x")
    inner = root / ".claude/worktrees/x"
    git(root, "worktree", "add", "-q", str(inner))
    assert find_root(inner) == (root if private else inner)
    found = open_project(inner)
    assert invited(found) and found.root == (root if private else inner)
    assert project.root == root


def test_a_copy_is_not_taken_for_the_original(tmp_path: Path) -> None:
    import shutil

    one = make_project(tmp_path / "one", WORDS)
    shutil.copytree(one.root, tmp_path / "two")
    with MemoryStore(open_project(tmp_path / "two")) as store:
        (tmp_path / "two/memory/logs/2026-03-08.md").write_text("### [NOTE] only in the copy\n", "utf-8")
        assert store.search("copy").results
    with MemoryStore(one) as store:
        assert not store.search("copy").results
    assert not (one.logs_dir / "2026-03-08.md").exists()
