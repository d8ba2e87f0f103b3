"""What an explanation adds up is what it shows, and it says which number decides."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from cogmem.config import CogMemConfig
from cogmem.model import Hit
from cogmem.recall.explain import explain
from cogmem.store import MemoryStore

NUMBER = r"[-+]?\d+\.\d+"


@pytest.fixture
def hits(tmp_path: Path) -> list[Hit]:
    logs = tmp_path / "memory" / "logs"
    logs.mkdir(parents=True)
    body = "\n\n".join(
        f"### [NOTE] {text}\n*Arousal: 0.8*"
        for text in ("Lanterns burn whale oil in the harbour", "A harbour for small boats?", "Nothing of that kind")
    )
    (logs / "2026-03-08.md").write_text(f"# 2026-03-08\n\n## Log Entries\n\n{body}\n", "utf-8")
    (tmp_path / "cogmem.toml").write_text("[cogmem]\n", "utf-8")
    with MemoryStore(CogMemConfig.default(tmp_path)) as store:
        store.index_dir()
        return list(store.search("which oil do the lanterns burn in the harbour", reinforce=False).results)


def numbers(text: str) -> list[float]:
    return [float(one) for one in re.findall(NUMBER, re.sub(r"[（(].*?[)）]", "", text))]


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_parts_add_up_as_they_are_shown(hits: list[Hit], lang: str) -> None:
    assert hits[0].grade == "strong" and len(hits) == 3
    for hit in hits:
        first, evidence, head, added, order = explain(hit, lang)
        assert f"{hit.relevance:.3f}" in first and f"{hit.score:.4f}" in head
        left, right = evidence.split(" = ")
        assert sum(numbers(left)) == pytest.approx(numbers(right)[0], abs=1e-9)
        assert sum(numbers(added)[:2]) == pytest.approx(round(hit.score, 4), abs=1e-9)
        left, right = order.split(" = ")
        assert sum(numbers(left)) == pytest.approx(numbers(right)[0], abs=1e-9)


def test_it_says_which_number_decides_and_why_the_prior_is_what_it_is(hits: list[Hit]) -> None:
    strong, weak = explain(hits[0]), explain(replace(hits[0], grade="weak"))
    assert "decides: it answers" in strong[0] and "only orders" in strong[2] and "arousal 0.80" in strong[3]
    assert "weak" in weak[0] and "below the bar arousal and age move nothing" in weak[3]


def test_a_published_mix_is_not_shown_as_a_sum(hits: list[Hit]) -> None:
    classic = replace(hits[0], explanation={**hits[0].explanation, "mode": "classic"})
    assert explain(classic)[-1].strip().startswith("classic mix of relevance") and len(explain(classic)) == 4
    assert explain(replace(hits[0], explanation={})) == [
        f"score {hits[0].score:.3f}, relevance {hits[0].relevance:.3f}"
    ]
