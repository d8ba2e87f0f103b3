"""The quick look for a handover says yes wherever parsing finds one."""

from __future__ import annotations

import pytest

from cogmem.journal.entries import parse
from cogmem.journal.grammar import has_handover

HEADINGS = [
    "Handover",
    "Handoff (2)",
    "引き継ぎ",
    "📦 Hand-over:",
    "Next steps",
    "Summary",
    "Handoverish",
    "引継ぎ事項",
]
SHAPES = [
    "## {}\n- a\n",
    "# 2026-03-08\r\n\r\n## {}\r\ntext\r\n",
    "### [NOTE] a\n\n## {}\n\n### [NOTE] b\n",
    "\ufeff## {}\nx",
    "##\u3000{}\nx",
    "text ## {}\n",
    "### {}\n",
    "#### {}\n",
    "```\n## {}\n```\n",
]


@pytest.mark.parametrize("heading", HEADINGS)
@pytest.mark.parametrize("shape", SHAPES)
def test_it_never_misses_one(heading, shape):
    text = shape.format(heading)
    if parse(text, "memory/logs/2026-03-08.md", handover_headings=("Next steps",)).handovers:
        assert has_handover(text, ("Next steps",))


@pytest.mark.parametrize(
    "text", ["", "## Summary\n", "## Handoverish\n", "### Handover\n", "text ## Handover\n", "## \n"]
)
def test_and_is_seldom_wrong(text):
    assert not has_handover(text)
