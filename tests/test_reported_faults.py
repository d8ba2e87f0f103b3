"""The tables of faults and promises name tests that exist, and leave nothing without a test or a reason."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from reported_faults import FAULTS, PROMISES, Row

HERE = Path(__file__).parent
SOURCE = re.compile(r"[\w.-]+/[\w.-]+#\d+")


@cache
def defined(path: Path) -> frozenset[str]:
    """The tests of a file, those of a class as ``Class::test``; read, not run."""
    found = set()
    for node in ast.parse(path.read_text("utf-8")).body:
        inner = node.body if isinstance(node, ast.ClassDef) and node.name.startswith("Test") else [node]
        prefix = f"{node.name}::" if isinstance(node, ast.ClassDef) else ""
        found |= {f"{prefix}{one.name}" for one in inner if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)}
    return frozenset(name for name in found if name.rpartition("::")[2].startswith("test_"))


def missing(name: str) -> bool:
    file, _, test = name.partition("::")
    path = HERE.parent / file
    return not path.is_relative_to(HERE) or not path.is_file() or test not in defined(path)


@pytest.mark.parametrize("row", [*FAULTS, *PROMISES], ids=lambda row: row.source or row.about)
def test_every_row_names_tests_that_exist_or_says_why_there_are_none(row: Row) -> None:
    assert row.about and (row.tests or row.why)
    assert not [name for name in row.tests if missing(name)]
    assert len(set(row.tests)) == len(row.tests)


def test_each_report_is_listed_once_with_its_place() -> None:
    sources = [row.source for row in FAULTS]
    assert all(SOURCE.fullmatch(source) for source in sources)
    assert len(set(sources)) == len(sources) >= 90


def test_a_name_that_does_not_exist_is_noticed() -> None:
    assert missing("tests/test_files.py::test_no_such_thing")
    assert missing("tests/no_such_file.py::test_x")
    assert missing("cogmem/clock.py::test_x")
    assert not missing(f"tests/{Path(__file__).name}::test_a_name_that_does_not_exist_is_noticed")
