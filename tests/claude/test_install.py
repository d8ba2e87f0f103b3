"""Into Claude Code and out again: nothing of anybody else's changes, and what is shown is what is done."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from cogmem import __version__
from cogmem.claude import install, installed, plugin
from cogmem.claude.settings import MARK, SettingsError, is_own
from cogmem.errors import ChangedMeanwhileError, CogmemError
from cogmem.messages import speaking
from cogmem.places import state_dir
from cogmem.project import project_id
from conftest import make_project


def tree(*tops: Path) -> dict[str, str]:
    """Every file, folder and link below, with mode and content: the fingerprint of a HOME and a repository."""
    found = {}
    for top in tops:
        for path in sorted([top, *top.rglob("*")]):
            mode = oct(path.lstat().st_mode)
            if path.is_symlink():
                found[str(path)] = f"{mode} -> {os.readlink(path)}"
            elif path.is_file():
                found[str(path)] = f"{mode} {hashlib.sha256(path.read_bytes()).hexdigest()}"
            else:
                found[str(path)] = mode
    return found


def installs(root: Path, **more) -> install.Plan:
    plan = install.plan_install(root, **more)
    plan.apply()
    return plan


def uninstalls(project) -> install.Plan:
    plan = install.plan_uninstall(project.root, project_id(project))
    plan.apply()
    return plan


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """A repository without cogmem."""
    root = tmp_path / "project"
    root.mkdir()
    return root


@pytest.fixture(autouse=True)
def own_cache(fresh_cache):
    """The last uninstall removes the caches: not those of the other tests."""


def test_the_plugin_is_complete_and_its_hooks_are_the_listed_ones(project):
    installs(project.root)
    folder = plugin.folder()
    hooks = json.loads((folder / "hooks/hooks.json").read_text())["hooks"]
    assert list(hooks) == list(plugin.listed())
    commands = [hook["command"] for groups in hooks.values() for group in groups for hook in group["hooks"]]
    assert all(sys.executable in command and "-I -S" in command for command in commands)
    assert all(0 < hook["timeout"] <= 10 for groups in hooks.values() for group in groups for hook in group["hooks"])
    assert json.loads((folder / ".mcp.json").read_text())["mcpServers"]["memory"]["alwaysLoad"] is True
    assert json.loads((folder / ".claude-plugin/plugin.json").read_text())["name"] == "cogmem"
    assert stat.S_IMODE((folder / "bin/cogmem").stat().st_mode) == 0o755
    done = subprocess.run([folder / "bin/cogmem", "--version"], capture_output=True, text=True, cwd=project.root)
    assert done.stdout.startswith("cogmem "), done.stderr


def test_nothing_is_left_of_it(bare, home):
    before = tree(home, bare)
    installs(bare)
    project = make_project(bare)
    uninstalls(project)
    shutil.rmtree(bare)
    bare.mkdir()
    assert tree(home, bare) == before


def test_a_second_run_changes_nothing(project):
    installs(project.root)
    before = tree(plugin.folder(), state_dir())
    plan = installs(project.root)
    assert not plan.changes and tree(plugin.folder(), state_dir()) == before


def test_the_dry_run_tells_the_truth(project, home):
    plan = install.plan_install(project.root)
    before = tree(home)
    shown = plan.diff()
    assert tree(home) == before
    plan.apply()
    for change in plan.changes:
        assert str(change.path) in shown and change.path.read_bytes() == change.after
    written = {str(p) for p in home.rglob("*") if p.is_file()} - set(before)
    assert written == {str(change.path) for change in plan.changes}


def test_the_config_folder_may_lie_elsewhere(project, home, tmp_path, monkeypatch):
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "cfg é"))
    installs(project.root)
    assert (tmp_path / "cfg é/skills/cogmem/hooks/hooks.json").is_file()
    assert not (home / ".claude").exists()
    monkeypatch.delenv("CLAUDE_CONFIG_DIR")
    uninstalls(project)
    assert not (tmp_path / "cfg é").exists()


def test_a_linked_skills_folder_stays_a_link(project, home, tmp_path):
    dotfiles = tmp_path / "dotfiles"
    dotfiles.mkdir()
    (home / ".claude").mkdir()
    (home / ".claude/skills").symlink_to(dotfiles)
    installs(project.root)
    assert (home / ".claude/skills").is_symlink() and (dotfiles / "cogmem/.mcp.json").is_file()
    uninstalls(project)
    assert (home / ".claude/skills").is_symlink() and list(dotfiles.iterdir()) == []


def test_one_plugin_serves_all_projects_until_the_last_goes(tmp_path):
    one, two = (make_project(tmp_path / name) for name in ("one", "two"))
    installs(one.root)
    installs(two.root)
    assert uninstalls(one).notes
    assert plugin.folder().is_dir()
    uninstalls(two)
    assert not plugin.folder().exists() and not state_dir().exists()


def as_if_written_by(version: str) -> None:
    """The state file of another version of cogmem."""
    installed.path().write_text(installed.path().read_text().replace(f'"{__version__}"', f'"{version}"'))


def test_a_deleted_project_uses_no_plugin(tmp_path):
    """A folder that went without ``cogmem uninstall``, and one made anew in its place, which has another id."""
    kept, gone = (make_project(tmp_path / name) for name in ("kept", "gone"))
    installs(kept.root)
    assert str(gone.root) in install.plan_uninstall(kept.root, project_id(kept)).notes[0]
    shutil.rmtree(gone.root)
    again = make_project(tmp_path / "gone")
    notes = install.plan_uninstall(kept.root, project_id(kept)).notes
    assert len(notes) == 1 and notes[0].count(str(again.root)) == 1
    shutil.rmtree(again.root)
    plan = uninstalls(kept)
    assert not plugin.folder().exists() and str(again.root) in plan.notes[0]


def test_the_newest_version_wins(project):
    installs(project.root)
    as_if_written_by("9.10.0")
    plan = installs(project.root)
    assert not plan.changes and "9.10.0" in plan.notes[0]
    as_if_written_by("0.9.9")


def test_a_working_plugin_of_another_environment_stays_and_a_dead_one_is_replaced(project, tmp_path):
    other = tmp_path / "venv/bin/python"
    other.parent.mkdir(parents=True)
    other.symlink_to(sys.executable)
    installs(project.root, python=str(other))
    plan = installs(project.root)
    assert not plan.changes and str(other) in plan.notes[0]
    shutil.rmtree(tmp_path / "venv")
    assert installs(project.root).changes
    assert sys.executable in (plugin.folder() / ".mcp.json").read_text()


@pytest.mark.parametrize("python", ["/home/u/.cache/uv/archive-v0/x/bin/python", "/x/uv/environments-v2/c/bin/python",
                                    "/home/u/.local/pipx/.cache/ab/bin/python"])
def test_an_interpreter_that_will_vanish_is_refused(bare, home, python):
    before = tree(home, bare)
    with pytest.raises(install.InstallError) as caught:
        install.plan_install(bare, python=python)
    assert "uv tool install" in caught.value.hint
    assert tree(home, bare) == before


def test_a_folder_of_somebody_else_is_not_touched(bare):
    plugin.folder().mkdir(parents=True)
    (plugin.folder() / "SKILL.md").write_text("mine")
    with pytest.raises(install.InstallError):
        install.plan_install(bare)
    assert (plugin.folder() / "SKILL.md").read_text() == "mine"


def test_an_edited_skill_is_kept_and_the_new_text_offered(tmp_path):
    skill, written = tmp_path / "skills/wrap/SKILL.md", {}

    def puts(text: bytes) -> install.Plan:
        plan = install.Plan()
        install.plan_file(plan, tmp_path, "skills/wrap/SKILL.md", text, written)
        plan.apply()
        return plan

    assert puts(b"one\n").changes and not puts(b"one\n").changes
    skill.write_bytes(b"mine\n")
    assert not puts(b"one\n").changes
    assert puts(b"two\n").notes and skill.read_bytes() == b"mine\n"
    assert skill.with_name("SKILL.md.new").read_bytes() == b"two\n" and not puts(b"two\n").changes


def test_an_edited_file_that_is_no_longer_ours_is_left(project):
    installs(project.root)
    skill = plugin.folder() / "skills/old/SKILL.md"
    skill.parent.mkdir(parents=True)
    skill.write_bytes(b"mine\n")
    state = json.loads(installed.path().read_text())
    state["plugins"][str(plugin.folder())]["files"]["skills/old/SKILL.md"] = hashlib.sha256(b"ours\n").hexdigest()
    installed.path().write_text(json.dumps(state))
    plan = uninstalls(project)
    assert [path for path in plugin.folder().rglob("*") if path.is_file()] == [skill] and str(skill) in plan.notes[0]


def test_the_state_file_is_private_and_a_broken_one_is_said(project):
    installs(project.root)
    assert stat.S_IMODE(installed.path().stat().st_mode) == 0o600
    installed.path().write_text("{")
    with pytest.raises(CogmemError) as caught:
        install.plan_install(project.root)
    assert caught.value.hint


def test_a_change_between_plan_and_apply_stops_everything(project):
    plan = install.plan_install(project.root)
    plugin.folder().mkdir(parents=True)
    (plugin.folder() / ".mcp.json").write_text("{}")
    with pytest.raises(ChangedMeanwhileError):
        plan.apply()
    assert [path.name for path in plugin.folder().rglob("*")] == [".mcp.json"]


FOREIGN = {"model": "x", "permissions": {"deny": ["Bash(rm -rf *)"]}, "hooks": {
    "PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "guard.sh"}]},
                   {"hooks": [{"type": "http", "url": "http://127.0.0.1:1/x"}]}],
    "SessionStart": [{"hooks": [{"type": "prompt", "prompt": "é 日"}]}, {"hooks": [{"type": "agent", "prompt": "x"}]}],
    "Stop": [{"hooks": [{"type": "mcp_tool", "server": "s", "tool": "t"}]}], "UserPromptSubmit": []}, "env": {"A": "1"}}
TEXT = json.dumps(FOREIGN, indent=2, ensure_ascii=False)
MERGED = {
    "plain": TEXT.encode() + b"\n", "no newline at the end": TEXT.encode(),
    "tabs": json.dumps(FOREIGN, indent="\t").encode(),
    "four": json.dumps(FOREIGN, indent=4).encode(), "one line": json.dumps(FOREIGN).encode(), "empty object": b"{}",
    "crlf": TEXT.replace("\n", "\r\n").encode(), "bom": b"\xef\xbb\xbf" + TEXT.encode(), "empty": b"", "blank": b"\n\n",
    "no hooks": b'{"model": "x"}', "escapes": json.dumps(FOREIGN, indent=2).encode(),
    "numbers": b'{"n": 1.50, "big": 1e3}',
    "odd spacing": b'{ "hooks" :\n\n { } ,"z":1 }', "emoji": '{"note": "🎉 \\u2028 \\ud83d\\ude00"}'.encode(),
    "one space": json.dumps(FOREIGN, indent=1).encode(), "deep": b'{"a":' + b"[" * 80 + b"]" * 80 + b"}",
    "large": json.dumps({"env": {f"KEY_{n}": "x" * 50 for n in range(5000)}}, indent=2).encode(),
    "trailing blanks": TEXT.encode() + b"  \n\n \n", "cr only": TEXT.replace("\n", "\r").encode(),
    "empty key": b'{"": {"": []}, "hooks": {"Stop": [{"": 1}]}}',
    "empty event": b'{"hooks": {"PreToolUse": [], "X": []}}',
    "unknown events": b'{"hooks": {"FutureEvent": [{"hooks": [{"type": "future"}]}]}}',
    "odd groups": b'{"hooks": {"PreToolUse": [1, null, "x", [], {"hooks": null}]}}',
    "crlf bom": b"\xef\xbb\xbf{\r\n}\r\n",
}
REFUSED = {
    "comment": b'{ // mine\n "model": "x"}', "block comment": b'/* a */ {"model": "x"}',
    "trailing comma": b'{"a": [1,],}',
    "single quotes": b"{'a': 1}", "doubled key": b'{"hooks": {}, "hooks": {}}', "nan": b'{"a": NaN}', "list": b"[]",
    "hooks is a list": b'{"hooks": []}', "an event is an object": b'{"hooks": {"Stop": {}}}',
    "hooks is null": b'{"hooks": null}',
    "latin-1": '{"a": "é"}'.encode("latin-1"), "utf-16": '{"a": 1}'.encode("utf-16"),
    "cut off": b'{"a": ', "words": b"hello",
    "deep": b'{"a":' + b"[" * 100_000, "infinity": b'{"a": Infinity}', "doubled inside": b'{"env": {"A": 1, "A": 2}}',
    "two values": b"{} {}", "nul": b'{"a": "\x00"}', "hash comment": b'# mine\n{"a": 1}', "bare text": b"null",
}


@pytest.mark.parametrize("name", MERGED)
def test_settings_are_merged_and_come_back_byte_for_byte(name, bare, home):
    settings = bare / ".claude/settings.json"
    settings.parent.mkdir()
    settings.write_bytes(MERGED[name])
    settings.chmod(0o640)
    before = tree(bare, home)
    plan = installs(bare, way="project")
    merged = json.loads(settings.read_bytes().decode("utf-8-sig"))
    theirs = json.loads(MERGED[name].decode("utf-8-sig")) if MERGED[name].strip() else {}
    hooks, their_hooks = merged.pop("hooks"), theirs.pop("hooks", {})
    assert merged == theirs
    for event, groups in their_hooks.items():
        assert [group for group in hooks[event] if not is_own(group)] == groups
    ours = {event for event, groups in hooks.items() if any(map(is_own, groups))}
    assert ours and ours <= set(plugin.CLASSIC)
    assert plan.diff() and not install.plan_install(bare, way="project").changes
    project = make_project(bare)
    uninstalls(project)
    for top in ("memory", "identity"):
        shutil.rmtree(bare / top)
    (bare / "cogmem.toml").unlink()
    assert tree(bare, home) == before


@pytest.mark.parametrize("name", REFUSED)
def test_settings_that_do_not_parse_strictly_are_refused_untouched(name, bare, home):
    settings = bare / ".claude/settings.json"
    settings.parent.mkdir()
    settings.write_bytes(REFUSED[name])
    before = tree(bare, home)
    with pytest.raises(SettingsError) as caught:
        install.plan_install(bare, way="project")
    assert str(settings) in caught.value.message and caught.value.hint
    assert tree(bare, home) == before


def test_a_refusal_is_told_in_japanese(bare, home):
    settings = bare / ".claude/settings.json"
    settings.parent.mkdir()
    settings.write_bytes(b'{\n"a": 1,\n"a": 2}')
    with speaking("ja"), pytest.raises(SettingsError) as caught:
        install.plan_install(bare, way="project")
    assert "キー 'a' が重複しています" in caught.value.message and "実行し直す" in str(caught.value.hint)


@pytest.mark.parametrize("written", ["1e400", "1.10", "-0", "1E5", '"\\ud800"', '"\\ud83d\\ude00 x"'],
                         ids=["infinite", "a zero at its end", "minus zero", "capital", "half a pair",
                              "a pair"])
@pytest.mark.parametrize("form", ['{"a":%s,"b":{"c":[%s]}}', '{\n  "a": %s,\n  "b": [\n    %s\n  ]\n}\n'])
def test_values_that_only_json_can_say_are_written_as_they_were(written, form, bare):
    """``Infinity`` or a raw half of a surrogate pair: the client drops the whole file."""
    path = bare / ".claude/settings.json"
    path.parent.mkdir()
    before = (form % (written, written)).encode()
    path.write_bytes(before)
    installs(bare, way="project")
    after = path.read_bytes()
    value = json.loads(after.decode("utf-8"), parse_int=str, parse_float=str, parse_constant=pytest.fail)
    assert value.pop("hooks") and value == json.loads(before, parse_int=str, parse_float=str)
    if "ude00" not in written:
        assert after.count(written.encode()) == 2
    path.write_bytes(after.replace(b'"b"', b'"z"'))
    uninstalls(make_project(bare))
    left = json.loads(path.read_bytes().decode("utf-8"), parse_int=str, parse_float=str, parse_constant=pytest.fail)
    assert left == {"a": value["a"], "z": value["b"]}


def test_without_settings_the_file_and_its_folder_go_again(bare, home):
    before = tree(bare, home)
    installs(bare, way="project")
    project = make_project(bare)
    uninstalls(project)
    assert not (bare / ".claude").exists()
    assert tree(home) == {name: value for name, value in before.items() if name.startswith(str(home))}


def test_after_an_edit_only_our_groups_go(bare):
    settings = bare / ".claude/settings.json"
    settings.parent.mkdir()
    settings.write_bytes(MERGED["plain"])
    installs(bare, way="project")
    value = json.loads(settings.read_text())
    value["hooks"]["Stop"].append({"hooks": [{"type": "command", "command": "later.sh"}]})
    value["new"] = 1
    settings.write_text(json.dumps(value, indent=2))
    uninstalls(make_project(bare))
    left = json.loads(settings.read_text())
    assert left["hooks"]["Stop"][-1] == {"hooks": [{"type": "command", "command": "later.sh"}]} and left["new"] == 1
    assert MARK not in settings.read_text() and left["hooks"]["UserPromptSubmit"] == []
    assert left["hooks"]["PreToolUse"] == FOREIGN["hooks"]["PreToolUse"]


def test_linked_settings_stay_a_link(bare, tmp_path):
    real = tmp_path / "dot.json"
    real.write_bytes(MERGED["plain"])
    (bare / ".claude").mkdir()
    (bare / ".claude/settings.json").symlink_to(real)
    installs(bare, way="project")
    assert (bare / ".claude/settings.json").is_symlink() and MARK in real.read_text()
    uninstalls(make_project(bare))
    assert real.read_bytes() == MERGED["plain"] and (bare / ".claude/settings.json").is_symlink()


def test_a_moved_project_finds_its_settings_again(bare, tmp_path):
    settings = bare / ".claude/settings.json"
    settings.parent.mkdir()
    settings.write_bytes(MERGED["crlf"])
    installs(bare, way="project")
    project = make_project(bare)
    one = project_id(project)
    bare.rename(tmp_path / "moved")
    install.plan_uninstall(tmp_path / "moved", one).apply()
    assert (tmp_path / "moved/.claude/settings.json").read_bytes() == MERGED["crlf"]


def test_never_both_ways(bare):
    installs(bare)
    with pytest.raises(install.InstallError):
        install.plan_install(bare, way="project")


def test_from_settings_to_the_plugin(bare):
    settings = bare / ".claude/settings.json"
    settings.parent.mkdir()
    settings.write_bytes(MERGED["plain"])
    installs(bare, way="project")
    installs(bare)
    assert settings.read_bytes() == MERGED["plain"] and plugin.folder().is_dir()


def test_a_teams_settings_need_no_plugin(bare, home):
    installs(bare, way="project")
    shutil.rmtree(state_dir())
    plan = installs(bare)
    assert not plan.changes and plan.notes and not plugin.folder().exists()
    uninstalls(make_project(bare))
    assert MARK in (bare / ".claude/settings.json").read_text()


def test_groups_of_another_version_are_replaced_where_they_stand(bare):
    settings = bare / ".claude/settings.json"
    installs(bare, way="project")
    value = json.loads(settings.read_text())
    value["hooks"]["SessionStart"].append({"hooks": [{"type": "command", "command": "x"}]})
    settings.write_text(json.dumps(value, indent=2).replace(f'"{__version__}"', '"0.1"'))
    installs(bare, way="project")
    groups = json.loads(settings.read_text())["hooks"]["SessionStart"]
    assert [group.get(MARK) for group in groups] == [__version__, None]


def test_the_hint_for_settings_beside_the_plugin_can_be_followed(bare, tmp_path):
    """Another project uses the plugin: taking this one out changes nothing, so the hint names what does."""
    other = make_project(tmp_path / "other")
    installs(other.root)
    with pytest.raises(install.InstallError) as caught:
        install.plan_install(bare, way="project")
    assert str(other.root) in caught.value.hint and "without --project" in caught.value.hint
    install.plan_uninstall(other.root, project_id(other)).apply()
    assert install.plan_install(bare, way="project").changes
