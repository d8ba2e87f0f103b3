"""The other ways into the real client: a project's settings, a marketplace, and both ways at once."""

from __future__ import annotations

import datetime as dt
import os
import sys
from pathlib import Path

import pytest

from client.model_server import Script, tool
from client.sandbox import Sandbox
from client.test_spine import context, first_request
from client.test_story import entries

pytestmark = pytest.mark.client
YESTERDAY = (dt.date.today() - dt.timedelta(days=1)).isoformat()
BLUE = ("### [DECISION] Blue paint\n*Arousal: 0.8 | Source: user*\nSeen from afar.\n\n"
        "## Handover\n- **Continuing**: doors")
AGENT = tool("Agent", description="count", prompt="count all the files here", subagent_type="general-purpose",
             run_in_background=False)


@pytest.fixture(autouse=True)
def own_path(monkeypatch: pytest.MonkeyPatch) -> None:
    """``cogmem`` and ``cogmem-hook`` are on PATH, as the PATH form needs them."""
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")


def test_hooks_in_the_projects_settings(box: Sandbox):
    mine = box.write(".claude/settings.json", '{\n    "env": { "A": "1" } }\n')
    before = mine.read_bytes()
    box.init(None, "--project")
    box.log(YESTERDAY, BLUE)
    assert not (box.home / ".claude/skills").exists()
    file = box.project / f"memory/logs/{YESTERDAY}.md"
    edit = [tool("Edit", file_path=str(file), old_string="afar", new_string="far")]
    steps = [[tool("Read", file_path=str(file))], edit, [AGENT], "done"]
    result = box.claude("ok", "--allowedTools", "Edit,Read", script=Script(main=steps, agent=["4"]))
    assert "Blue paint" in context(first_request(result)) and "skill-gate" in result.seen_by_model()
    assert [entry.domains for entry in entries(box) if entry.domains] == [("DELEGATION",)]
    below = box.project / "src"
    below.mkdir()
    assert context(first_request(box.claude("ok", script=Script(main=["fine"]), cwd=below))) == "", "as init says"
    box.cogmem("uninstall", "--yes")
    assert mine.read_bytes() == before


def test_both_ways_at_once_are_one(box: Sandbox):
    box.init(None, "--project")
    elsewhere = box.root / "elsewhere"
    elsewhere.mkdir()
    box.init(elsewhere)
    box.log(YESTERDAY, BLUE)
    fails = [tool("Edit", file_path=str(box.write("a.txt", "x")), old_string="absent", new_string="y")]
    result = box.claude("ok", "--allowedTools", "Edit", script=Script(main=[fails, [AGENT], "done"], agent=["4"]))
    assert context(first_request(result)).count("<memory-context>") == 1
    assert "failure-breaker" not in result.seen_by_model()
    assert len([entry for entry in entries(box) if "DELEGATION" in entry.domains]) == 1


def test_from_the_marketplace(box: Sandbox):
    root = Path(__file__).parents[2]
    for target in (root, root / ".claude-plugin/plugin.json"):
        checked = box.command("plugin", "validate", str(target))
        assert checked.code == 0, checked.stdout
    box.command("plugin", "marketplace", "add", str(root))
    added = box.command("plugin", "install", "cogmem@cogmem")
    assert added.code == 0, (added.stdout, added.stderr)
    box.init(None, "--no-client")
    box.log(YESTERDAY, BLUE)
    below = box.project / "src"
    below.mkdir()
    result = box.claude("ok", script=Script(main=["fine"]), cwd=below)
    first = result.lane("main")[0]
    assert "Blue paint" in context(first.all_text())
    assert "mcp__plugin_cogmem_memory__search" in first.tool_names()
    assert not box.living()
