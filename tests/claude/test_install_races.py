"""Somebody else writes the client's settings while we are about to: theirs wins, and nothing of ours is half there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cogmem.claude import install, installed
from cogmem.claude.settings import MARK
from cogmem.errors import ChangedMeanwhileError
from cogmem.project import project_id
from conftest import make_project

THEIRS = {"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "theirs.sh"}]}]}, "env": {"A": "1"}}


def settings_of(root: Path, value: dict[str, object]) -> Path:
    path = root / ".claude/settings.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, indent=2), "utf-8")
    return path


def test_a_key_that_was_added_meanwhile_survives_the_merge(tmp_path: Path) -> None:
    path = settings_of(tmp_path, THEIRS)
    plan = install.plan_install(tmp_path, way="project")
    settings_of(tmp_path, {**THEIRS, "permissions": {"deny": ["Bash"]}})
    with pytest.raises(ChangedMeanwhileError) as caught:
        plan.apply()
    assert caught.value.hint and MARK not in path.read_text("utf-8")
    assert json.loads(path.read_text("utf-8"))["permissions"] and not installed.path().exists()
    install.plan_install(tmp_path, way="project").apply()
    merged = json.loads(path.read_text("utf-8"))
    assert merged["permissions"] == {"deny": ["Bash"]} and merged["hooks"]["Stop"][0] == THEIRS["hooks"]["Stop"][0]


def test_a_key_that_was_added_meanwhile_survives_the_uninstall(tmp_path: Path) -> None:
    path = settings_of(tmp_path, THEIRS)
    install.plan_install(tmp_path, way="project").apply()
    project = make_project(tmp_path)
    plan = install.plan_uninstall(tmp_path, project_id(project))
    settings_of(tmp_path, {**json.loads(path.read_text("utf-8")), "late": True})
    with pytest.raises(ChangedMeanwhileError):
        plan.apply()
    install.plan_uninstall(tmp_path, project_id(project)).apply()
    assert json.loads(path.read_text("utf-8")) == {**THEIRS, "late": True}


def test_what_stood_there_before_is_kept_until_the_way_back(tmp_path: Path) -> None:
    path = settings_of(tmp_path, THEIRS)
    before = path.read_bytes()
    install.plan_install(tmp_path, way="project").apply()
    assert [merge.before for merge in installed.load().merges.values()] == [before]
    settings_of(tmp_path, {"hooks": {}})  # another tool replaced the file by its own idea of it
    install.plan_uninstall(tmp_path, project_id(make_project(tmp_path))).apply()
    assert json.loads(path.read_text("utf-8")) == {"hooks": {}}
