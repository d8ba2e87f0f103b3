"""Déjà vu, changed core facts, a filling window."""

from __future__ import annotations

import pytest

from cogmem.claude import hints
from cogmem.claude.phrases import LABELS
from cogmem.model import Hit


def hit(relevance: float, category: str, date: str = "2026-03-08") -> Hit:
    return Hit(
        "abc",
        relevance,
        relevance,
        0.8,
        0.5,
        0.6,
        0.0,
        1.0,
        date,
        category,
        "Moved billing to usage-based pricing",
        "Moved billing to usage-based pricing\nCommit: abc1234",
        "memory/logs/x.md",
        3,
        "strong",
    )


@pytest.mark.parametrize(
    "prompt",
    [
        "Please move billing to usage-based pricing",
        "Let's build the pricing migration",
        "料金を従量制に変更してください",
        "Can you write the migration?",
    ],
)
def test_work_already_done_is_named(prompt: str) -> None:
    line = hints.deja_vu(prompt, [hit(0.85, "MILESTONE")], "en", {"abc": ["billing/price.py"]})
    assert line == (
        "Done before on 2026-03-08: [MILESTONE] Moved billing to usage-based pricing → Commit: abc1234 "
        "(files: billing/price.py)"
    )


def test_few_of_many_files_are_named_and_what_is_no_result_is_none() -> None:
    names = [f"src/{'deeply/' * 6}module_{n}.py" for n in range(9)]
    line = hints.deja_vu("Build the pricing page", [hit(0.9, "MILESTONE")], "en", {"abc": names})
    assert line is not None and names[0] in line and names[2] not in line
    labels = [LABELS[lang][name] for lang in ("en", "ja") for name in ("user", "topic", "matters", "files", "evidence",
                                                                      "when")]  # fmt: skip
    assert {f"{label}:" for label in labels} == set(hints.NO_RESULT)


def test_a_question_or_a_weak_hit_is_no_deja_vu() -> None:
    assert hints.deja_vu("What is our pricing model?", [hit(0.9, "MILESTONE")], "en") is None
    assert hints.deja_vu("Build the pricing page", [hit(0.79, "MILESTONE")], "en") is None
    assert hints.deja_vu("Build the pricing page", [hit(0.9, "QUESTION")], "en") is None
    assert hints.deja_vu("Build the pricing page", [], "en") is None


def test_the_line_is_in_the_projects_language() -> None:
    line = hints.deja_vu("料金ページを作って", [hit(0.9, "DECISION")], "ja")
    assert line is not None
    assert line.startswith("以前に実施済み（2026-03-08）")


def test_changed_core_facts() -> None:
    text = hints.core_facts_changed({"name": "Ana", "port": "5432"}, {"port": "5433", "db": "pg"}, "en")
    assert text == (
        "Core facts changed since this session last saw them:\n- port: 5433 (was: 5432)\n- db: pg\n"
        "- name: (removed; it was: Ana)"
    )
    assert hints.core_facts_changed({"a": "1"}, {"a": "1"}, "ja") is None


def test_the_window_notice_comes_from_sixty_percent_on() -> None:
    assert hints.window_notice(119_999, 200_000, "en") is None
    assert "60 %" in str(hints.window_notice(120_000, 200_000, "en"))
    assert "/compact" in str(hints.window_notice(190_000, 200_000, "ja"))
    assert hints.window_size("claude-opus-4-8") == 200_000
    assert hints.window_size("claude-opus-4-8[1m]") == 1_000_000
    assert hints.window_size("claude-opus-4-8", "100000") == 100_000
