"""Each way in which Claude Code and cogmem can lose each other is found, with a way out that works."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from string import Formatter

import pytest

from cogmem.claude import install, plugin
from cogmem.doctor.client import CHECKS as CLIENT
from cogmem.doctor.client_settings import CHECKS as SETTINGS
from cogmem.doctor.client_texts import TEXTS
from cogmem.doctor.registry import examine

CHECKS = (*CLIENT, *SETTINGS)


def serious(root: Path) -> dict:
    return {one.code: one for one in examine(root, CHECKS) if one.level in ("warning", "error")}


def claude(tmp_path: Path, version: str, monkeypatch) -> None:
    """A client of some version on PATH."""
    program = tmp_path / "bin/claude"
    program.parent.mkdir(exist_ok=True)
    program.write_text(f"#!/bin/sh\necho '{version}'\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:/usr/bin:/bin")


@pytest.fixture
def ready(project, tmp_path, monkeypatch) -> Path:
    claude(tmp_path, "2.1.332 (Claude Code)", monkeypatch)
    install.plan_install(project.root).apply()
    return project.root


def test_a_healthy_installation(ready, hook_log):
    findings = examine(ready, CHECKS)
    assert serious(ready) == {}
    assert {"client", "hooks"} <= {one.code for one in findings if one.level == "ok"}
    assert not hook_log.exists(), "looking leaves no trace"


@pytest.fixture
def hook_log(home) -> Path:
    return home / ".local/state/cogmem/log/hooks.log"


def edit(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


SEEDED = {
    "hooks_gone": lambda root: edit_state(root, sys.executable, "/gone/python"),
    "hooks_edited": lambda root: edit(plugin.folder() / "hooks/hooks.json", "{}"),
    "hooks_none": lambda root: shutil.rmtree(plugin.folder()),
    "hooks_twice": lambda root: edit(root / ".claude/settings.json", json.dumps(
        {"hooks": {"Stop": [{"_cogmem": "1", "hooks": []}]}})),
    "hooks_off": lambda root: edit(root / ".claude/settings.local.json", '{"disableAllHooks": true}'),
    "settings_dropped": lambda root: edit(root / ".claude/settings.json", '{"a": 1, // mine\n}'),
}


def edit_state(root: Path, old: str, new: str) -> None:
    from cogmem.claude import installed

    installed.path().write_text(installed.path().read_text().replace(old, new))


@pytest.mark.parametrize("code", SEEDED)
def test_a_seeded_fault_is_found(ready, code):
    SEEDED[code](ready)
    found = serious(ready)
    assert code in found and found[code].hint, found


def test_a_wrong_type_in_the_users_settings(ready, home):
    edit(home / ".claude/settings.json", '{"cleanupPeriodDays": "x"}')
    assert "cleanupPeriodDays" in serious(ready)["settings_dropped"].message


def test_a_second_plugin_from_a_marketplace(ready, home):
    edit(home / ".claude/settings.json", '{"enabledPlugins": {"cogmem@cogmem": true}}')
    assert "hooks_twice" in serious(ready)


def test_an_old_client(ready, tmp_path, monkeypatch):
    claude(tmp_path, "2.1.50 (Claude Code)", monkeypatch)
    assert "client_old" in serious(ready)


def test_no_client(ready, monkeypatch):
    monkeypatch.setenv("PATH", "/usr/bin/none")
    assert {one.code: one.level for one in examine(ready, CHECKS)}["client"] == "note"


def test_an_edited_plugin_is_mended(ready):
    (plugin.folder() / ".mcp.json").write_text("{}")
    fix = serious(ready)["hooks_edited"].fix
    assert fix and fix()
    assert serious(ready) == {}


def test_hooks_in_the_projects_settings(project, tmp_path, monkeypatch):
    claude(tmp_path, "2.0.0", monkeypatch)
    install.plan_install(project.root, way="project").apply()
    below = project.root / "src"
    below.mkdir()
    assert {"hooks_path", "hooks_below"} <= set(serious(below))
    (tmp_path / "bin/cogmem-hook").write_text("#!/bin/sh\n")
    (tmp_path / "bin/cogmem-hook").chmod(0o755)
    assert serious(project.root) == {}
    settings = project.root / ".claude/settings.json"
    settings.write_text('{"hooks": {}}')
    assert "hooks_lost" in serious(project.root)


def test_a_hook_that_fails_again_and_again(ready, hook_log):
    hook_log.parent.mkdir(parents=True)
    hook_log.write_text("".join(f"{n}.0\tStop\t1.0\tOSError: x\t{ready}\n" for n in range(5)))
    assert "hooks_failing" in serious(ready)


def test_both_languages_say_the_same():
    for key, (en, ja) in TEXTS.items():
        assert en and ja and names(en) == names(ja), key


def names(text: str) -> set[str | None]:
    """The values that a text shows."""
    return {name for _, name, _, _ in Formatter().parse(text) if name}
