"""Columns and line breaks where characters are two cells wide."""

from __future__ import annotations

import pytest

from cogmem.cli.tables import aligned, described, folded, width


def test_columns_line_up_in_cells() -> None:
    assert aligned([["記憶", "1"], ["days", "2"]]) == ["記憶  1", "days  2"]


@pytest.mark.parametrize("cells", [20, 21, 40])
def test_a_line_keeps_within_its_cells_and_no_line_begins_with_punctuation(cells: int) -> None:
    text = "DIR、またはその上のフォルダーにあるプロジェクトで実行します（繰り返し可）。"
    lines = folded(text, cells)
    assert "".join(lines) == text and len(lines) > 1
    assert all(width(line) <= cells + 4 for line in lines) and not any(line[0] in "、。）ーょっ" for line in lines)
    assert not any(line.endswith("（") for line in lines)


def test_english_breaks_at_spaces() -> None:
    assert folded("what needs an answer is left undone", 20) == ["what needs an answer", "is left undone"]
    assert folded("", 20) == []


def test_a_long_name_has_a_line_of_its_own() -> None:
    rows = [("--all", "all"), ("--mode [hybrid|lexical|semantic]", "one of them")]
    assert described(rows, 78) == [
        "  --all" + " " * 27 + "all",
        "  --mode [hybrid|lexical|semantic]",
        " " * 34 + "one of them",
    ]
