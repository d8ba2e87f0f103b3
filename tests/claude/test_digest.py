"""A session in words: summary, handover, briefing, topics, tone."""

from __future__ import annotations

from cogmem.claude import digest

MEMORY = {
    "goal": "Move billing from per-seat to usage-based pricing",
    "topic": "Write the migration for the pricing tables",
    "prompts": ["Move billing from per-seat to usage-based pricing", "Write the migration for the pricing tables"],
    "written": [
        ["a", "DECISION", "Usage-based pricing instead of per seat", 0.7],
        ["b", "ERROR", "The price column was an integer", 0.6],
        ["c", "PREFERENCE", "Never round before the sum", 0.6],
    ],
    "kinds": {"decision": 2, "fix": 1},
    "open": ["Does the EU entity need its own price list?"],
    "done": ["Add usage pricing"],
    "steps": ["migrate staging", "tell finance"],
    "since_commit": ["billing/price.py"],
    "reds": [{"command": "pytest", "tests": ["test_vat"], "error": "AssertionError"}],
}


def test_a_summary_tells_goal_decisions_fixes_and_what_is_open() -> None:
    lines = digest.summary(MEMORY, "en").split("\n")
    assert lines[0] == "Worked on: Move billing from per-seat to usage-based pricing"
    assert "Decided: Usage-based pricing instead of per seat" in lines
    assert "Fixed: The price column was an integer" in lines
    assert lines[-1].startswith("Open: Does the EU entity need its own price list?")
    assert "test_vat" in lines[-1]


def test_a_handover_has_its_three_parts() -> None:
    continuing, following, notes = digest.handover(MEMORY, "en").split("\n")
    assert continuing.startswith("- **Continuing**: Write the migration")
    assert following.startswith("- **Next actions**: 1. migrate staging 2. tell finance 3. answer: Does the EU")
    assert notes.startswith(
        "- **Notes**: keep to: Never round before the sum; changed and not committed: billing/price.py"
    )


def test_japanese_labels() -> None:
    memory = {
        "goal": "通知機能を作る",
        "written": [["a", "DECISION", "LISTEN/NOTIFYにする", 0.9]],
        "kinds": {"change": 1},
    }
    assert digest.summary(memory, "ja") == "作業: 通知機能を作る\n決定: LISTEN/NOTIFYにする"
    assert digest.handover(memory, "ja").startswith("- **継続中**: ")
    assert digest.tone(memory, "ja") == "転換"


def test_a_briefing_is_short() -> None:
    text = digest.briefing(MEMORY, "en", "cogmem:auto 7f3a", "14:32")
    assert len(text.split("\n")) < 20
    assert "<!-- cogmem:auto 7f3a -->" in text


def test_topics_are_the_words_that_came_up() -> None:
    assert digest.topics(MEMORY, "en")[:2] == ["pricing", "billing"] or "pricing" in digest.topics(MEMORY, "en")
    memory = {"prompts": ["料金プランの移行をしたい", "料金プランのテストを書いて"], "written": []}
    assert "料金" in digest.topics(memory, "ja") or "プラン" in digest.topics(memory, "ja")


def test_next_steps_are_read_from_the_agents_words() -> None:
    assert digest.next_steps("Done.\n\n## Next steps\n1. migrate staging\n2. tell finance\n\nBye") == [
        "migrate staging",
        "tell finance",
    ]
    assert digest.next_steps("完了しました。\n次のステップ:\n- 本番の移行") == ["本番の移行"]
    assert digest.next_steps("Done. Next, I'll write the docs.") == ["Next, I'll write the docs."]
    assert digest.next_steps("All good.") == []


def test_small_talk_has_no_substance() -> None:
    assert not digest.substance({"goal": "How was your weekend", "prompts_seen": 5})
    assert digest.substance({"tools": 1})
