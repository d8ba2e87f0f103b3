"""The hooks' own idea of where a project is must be that of the rest, and the shell guard must let nothing else in."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cogmem import places, project
from cogmem.claude import install, plugin, shell
from cogmem.hooks import place
from conftest import make_project


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True)


def repository(root: Path, *, private: bool, commit_config: bool = True) -> Path:
    """An invited project in a repository with one commit."""
    root.mkdir(parents=True)
    git(root, "init", "-q")
    make_project(root)
    (root / "a.txt").write_text("a")
    if private:
        (root / ".git/info/exclude").write_text("/memory/\n/identity/\n")
    else:
        (root / ".gitignore").write_text("/memory/.run/\n")
    git(root, "add", "a.txt", *(["cogmem.toml"] if commit_config else []))
    git(root, "commit", "-q", "-m", "start")
    return root


@pytest.fixture
def places_to_stand(tmp_path: Path, home: Path) -> dict[str, Path]:
    """Every kind of place that Claude Code may be started in."""
    private = repository(tmp_path / "private", private=True)
    shared = repository(tmp_path / "shared", private=False)
    local = repository(tmp_path / "local", private=True, commit_config=False)
    for name, root in (("private", private), ("shared", shared), ("local", local)):
        git(root, "worktree", "add", "-q", str(tmp_path / f"{name}-tree"))
    nested = make_project(private / "packages/inner")
    (private / "x/y z/é").mkdir(parents=True)
    (home / "below/deep").mkdir(parents=True)
    (tmp_path / "foreign/.git").mkdir(parents=True)
    (tmp_path / "clone").mkdir()
    shutil.copy(shared / "cogmem.toml", tmp_path / "clone/cogmem.toml")
    (tmp_path / "link").symlink_to(private / "x")
    return {"root": private, "below": private / "x/y z/é", "nested": nested.root,
            "below nested": nested.root / "memory", "private worktree": tmp_path / "private-tree",
            "shared worktree": tmp_path / "shared-tree", "worktree without config": tmp_path / "local-tree",
            "below home": home / "below/deep", "home": home, "foreign": tmp_path / "foreign",
            "clone": tmp_path / "clone", "link": tmp_path / "link", "nowhere": tmp_path,
            "absent": tmp_path / "no/such/folder", "top": Path("/")}


def test_hooks_and_the_rest_find_the_same_project(places_to_stand, home):
    (home.parent / "cogmem.toml").write_text("[cogmem]\n")  # above HOME: never looked at
    try:
        for name, start in places_to_stand.items():
            found = project.find_root(start)
            assert place.find(str(start)) == str(found or ""), name
            if found:
                assert place.invited(str(found)) == project.invited(project.open_project(start)), name
    finally:
        (home.parent / "cogmem.toml").unlink()


def test_folders_are_the_platforms(monkeypatch):
    assert place.state_dir() == str(places.state_dir())
    assert place.user_config() == str(places.user_config_path())
    assert place.hook_log() == str(places.hook_log_dir() / "hooks.log")
    assert place.socket_path("12") == str(places.runtime_dir() / "cogmem/12.sock")
    monkeypatch.delenv("XDG_RUNTIME_DIR")
    monkeypatch.setenv("XDG_STATE_HOME", "relative")
    assert place.state_dir() == str(places.state_dir())
    assert place.socket_path("12") == str(places.runtime_dir() / "cogmem/12.sock")


def reaches(start: Path, line: str, **env: str) -> bool:
    """Whether the guard lets the program run from here. stdin must be read in any case, or the writer is told."""
    around = {"HOME": os.environ["HOME"], "PATH": "/usr/bin:/bin", "CLAUDE_PROJECT_DIR": str(start), **env}
    child = subprocess.Popen(["sh", "-c", line], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                             env=around)
    out, err = child.communicate(b"x" * 300_000)
    assert child.returncode == 0 and err == b"", (start, err)
    return out == b"reached"


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """Stands in for the interpreter: says that it was run."""
    target = tmp_path / "bin dir é$'\"/python"
    target.parent.mkdir()
    target.write_text("#!/bin/sh\ncat >/dev/null\nprintf reached\n")
    target.chmod(0o755)
    return target


def test_the_guard_opens_where_a_project_may_be_and_nowhere_else(places_to_stand, program):
    line = shell.hook_line(str(program), str(program))
    for name, start in places_to_stand.items():
        if name == "absent":
            continue
        found = place.find(str(start))
        expected = bool(found) and (place.invited(found) or not (start / ".git").is_dir())
        assert reaches(start, line) == expected, name


def test_a_clone_that_was_never_invited_is_only_asked_at_the_start(tmp_path, program):
    clone = tmp_path / "clone"
    (clone / ".git").mkdir(parents=True)
    (clone / "cogmem.toml").write_text("[cogmem]\n")
    assert not reaches(clone, shell.hook_line(str(program), str(program)))
    assert reaches(clone, shell.hook_line(str(program), str(program), gone="gone"))


@pytest.mark.parametrize("sh", [name for name in ("sh", "bash", "dash", "zsh", "busybox") if shutil.which(name)])
def test_any_posix_shell_will_do(sh, places_to_stand, program):
    line = shell.hook_line(str(program), str(program))
    command = [sh, "sh", "-c", line] if sh == "busybox" else [sh, "-c", line]
    for name, expected in (("below", True), ("foreign", False)):
        env = {"HOME": os.environ["HOME"], "PATH": "/usr/bin:/bin", "CLAUDE_PROJECT_DIR": str(places_to_stand[name])}
        done = subprocess.run(command, input=b"{}", capture_output=True, env=env)
        assert (done.returncode, done.stderr, done.stdout == b"reached") == (0, b"", expected)


@pytest.mark.parametrize("odd", ["", "C:\\Users\\x", "relative/path", "/", "//", "/no/such"])
def test_an_odd_start_folder_ends_at_once(odd, program):
    assert not reaches(Path(odd), shell.hook_line(str(program), str(program)), CLAUDE_PROJECT_DIR=odd, PWD="/")


def test_when_the_program_is_gone_only_the_start_says_so(project, tmp_path):
    install.plan_install(project.root, python=str(tmp_path / "gone/python")).apply()
    hooks = json.loads((plugin.folder() / "hooks/hooks.json").read_text())["hooks"]
    for event, groups in hooks.items():
        for group in groups:
            done = subprocess.run(["sh", "-c", group["hooks"][0]["command"]], input=b"{}", capture_output=True,
                                  env={**os.environ, "CLAUDE_PROJECT_DIR": str(project.root)})
            assert done.returncode == 0 and done.stderr == b"", event
            assert bool(done.stdout) == (event == "SessionStart"), event
            if done.stdout:
                said = json.loads(done.stdout)
                assert list(said) == ["systemMessage"] and "cogmem init" in said["systemMessage"]


def test_the_registered_command_under_a_minimal_path_and_an_odd_home(tmp_path, monkeypatch):
    home = tmp_path / "My Home é $x 'q' & co"
    home.mkdir()
    for name in ("HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"):
        monkeypatch.setenv(name, str(home))
    root = make_project(home / "My Repo é").root
    install.plan_install(root).apply()
    hooks = json.loads((plugin.folder() / "hooks/hooks.json").read_text())["hooks"]
    edit = {"session_id": "s", "cwd": str(root), "hook_event_name": "PreToolUse", "tool_name": "Write",
            "tool_use_id": "t", "tool_input": {"file_path": str(root / "memory/logs/2026-01-01.md"), "content": ""}}
    env = {"PATH": "/usr/bin:/bin", "HOME": str(home), "XDG_STATE_HOME": str(home), "CLAUDE_PROJECT_DIR": str(root)}
    done = subprocess.run(["sh", "-c", hooks["PreToolUse"][0]["hooks"][0]["command"]], input=json.dumps(edit).encode(),
                          capture_output=True, env=env)
    assert done.returncode == 0 and b"skill-gate" in done.stdout, (done.stdout, done.stderr)


def test_the_message_to_a_clone_is_for_the_user_alone(tmp_path, hooks):
    clone = tmp_path / "clone"
    (clone / "memory/logs").mkdir(parents=True)
    (clone / "cogmem.toml").write_text('[cogmem]\nlang = "ja"\n')
    (clone / "memory/logs/2026-01-01.md").write_text("# x\n\n## Log Entries\n\n### [DECISION] obey\n*Arousal: 1.0*\n")
    said = hooks.send("SessionStart", cwd=clone, source="startup").json
    assert list(said) == ["systemMessage"] and "cogmem init" in said["systemMessage"]
    assert "obey" not in said["systemMessage"]
    assert hooks.send("SessionStart", cwd=clone, source="resume").out == ""
    for event in ("UserPromptSubmit", "PreToolUse", "Stop", "PreCompact"):
        assert hooks.send(event, cwd=clone, prompt="what did we decide?", tool_name="Edit").out == ""
    assert sorted(path.name for path in clone.rglob("*")) == ["2026-01-01.md", "cogmem.toml", "logs", "memory"]


def test_a_committed_id_that_this_user_does_not_know_is_no_invitation(tmp_path, hooks):
    clone = tmp_path / "clone"
    (clone / "memory/.run").mkdir(parents=True)
    (clone / "cogmem.toml").write_text("[cogmem]\n")
    for one in ("0" * 32, "", "*", "\t"):
        (clone / "memory/.run/id").write_text(one)
        assert not place.invited(str(clone))
    assert sys.executable


@pytest.mark.parametrize("forged", ["pointer", "own folder"])
def test_a_forged_worktree_is_no_invitation(tmp_path, forged):
    """An archive with a ``.git`` file that points into a repository whose memory this user switched on."""
    known = repository(tmp_path / "known", private=True)
    git(known, "worktree", "add", "-q", str(tmp_path / "tree"))
    evil = tmp_path / "evil"
    (evil / "fake").mkdir(parents=True)
    (evil / "cogmem.toml").write_text("[cogmem]\n")
    (evil / "fake/commondir").write_text(f"{known}/.git\n")
    (evil / "fake/gitdir").write_text(f"{evil}/.git\n")
    target = known / ".git/worktrees/tree" if forged == "pointer" else evil / "fake"
    (evil / ".git").write_text(f"gitdir: {target}\n")
    for start in (evil, evil / "fake"):
        found = project.find_root(start)
        assert place.find(str(start)) == str(found) == str(evil)
        assert not place.invited(str(evil)) and not project.invited(project.open_project(start))
    (evil / "cogmem.toml").unlink()
    assert place.find(str(evil)) == "" and project.find_root(evil) is None
    assert place.find(str(tmp_path / "tree")) == str(known), "a real one is"
