"""The wheel built from the sdist carries exactly the tracked content, and nothing else; templates lead nowhere dead."""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from cogmem.cli.table import ALIASES, BY_NAME
from cogmem.settings import BY_NAME as SETTINGS
from cogmem.settings import TRIGGERS

ROOT = Path(__file__).parents[1]
CONTENT = ("templates", "skills", "hooks", "dashboard", "identity_templates", ".claude-plugin")


def tracked(*folders: str) -> set[str]:
    """What git has or would take: in a clean clone, what is tracked."""
    out = subprocess.run(
        ["git", "ls-files", "-coz", "--exclude-standard", *folders],
        cwd=ROOT,
        capture_output=True,
        check=True,
        text=True,
    ).stdout
    return {name for name in out.split("\0") if name and (ROOT / name).exists()}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[zipfile.ZipFile]:
    out = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "-o", str(out), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    with zipfile.ZipFile(next(out.glob("*.whl"))) as file:
        yield file


def test_the_wheel_ships_all_tracked_content(wheel: zipfile.ZipFile) -> None:
    names = [name for name in wheel.namelist() if name.startswith("cogmem/_assets/")]
    assert {name.removeprefix("cogmem/_assets/") for name in names} == tracked(*CONTENT)


def test_the_wheel_ships_all_code_and_data(wheel: zipfile.ZipFile) -> None:
    shipped = {name for name in wheel.namelist() if name.startswith("cogmem/") and "/_assets/" not in name}
    assert shipped == tracked("cogmem")


def test_content_folders_hold_no_code() -> None:
    assert [name for name in tracked(*CONTENT) if name.endswith(".py")] == []


def test_nothing_lands_outside_the_package(wheel: zipfile.ZipFile) -> None:
    assert {name.split("/")[0] for name in wheel.namelist() if ".dist-info" not in name} <= {
        "cogmem",
        "cognitive_memory",
    }


def test_licence_and_notice_are_in_it(wheel: zipfile.ZipFile) -> None:
    names = {name.rsplit("/", 1)[-1] for name in wheel.namelist() if ".dist-info/licenses/" in name}
    assert names == {"LICENSE", "NOTICE"}


def texts() -> dict[str, str]:
    names = [
        name
        for name in tracked(
            "templates", "identity_templates", "README.md", "README.ja.md", "AGENTS.md", "CHANGELOG.md", "docs"
        )
        if name.endswith((".md", ".toml")) and not name.startswith("templates/demo/")
    ]
    return {name: (ROOT / name).read_text("utf-8") for name in names}


def test_every_command_that_is_named_exists() -> None:
    named = {
        (name, found)
        for name, text in texts().items()
        for found in re.findall(r"[`\s(]cogmem ([a-z][a-z-]+)", text)
        if name != "CHANGELOG.md"
    }
    prose = {
        "is",
        "acts",
        "writes",
        "has",
        "and",
        "keeps",
        "cannot",
        "gives",
        "in",
        "with",
        "for",
        "said",
        "does",
        "import",
        "without",
        "away",
    }
    prose |= {"project"}
    assert not {pair for pair in named if pair[1] not in {*BY_NAME, *ALIASES, *prose}}


def test_every_setting_that_is_named_exists() -> None:
    for lang in ("en", "ja"):
        text = texts()[f"templates/{lang}/cogmem.toml"]
        section = ""
        for line in text.splitlines():
            line = line.removeprefix("# ")
            if re.match(r"\[+cogmem", line):
                section = line.split("]")[0].strip("[").removeprefix("cogmem").removeprefix(".")
            elif (found := re.match(r"(\w+) = ", line)) and section != TRIGGERS:
                assert f"{section}.{found[1]}".strip(".") in SETTINGS


def test_links_between_pages_lead_somewhere() -> None:
    for name, text in texts().items():
        for target in re.findall(r"\]\((?!https?:)([^)#]+)", text):
            assert ((ROOT / name).parent / target).exists(), f"{name}: {target}"


def test_both_languages_have_the_same_templates() -> None:
    for folder in ("templates", "identity_templates"):
        assert {path.name for path in (ROOT / folder / "en").iterdir()} == {
            path.name for path in (ROOT / folder / "ja").iterdir()
        }
