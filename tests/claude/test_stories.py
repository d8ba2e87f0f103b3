"""The stories that the real client wrote: precision and recall, and what must never be captured.

Each set was written after the rules had been mended on the one before; when it was scored for the first time, before
anything was changed for it, it had (precision, recall): ``held`` .89 .47, ``fresh`` .84 .75, ``last`` .84 .73,
``proof`` .77 .55, ``final`` .88 .63, ``blind`` 1.00 .68. What is asserted below is that nothing learnt is lost again.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from claude import stories_fourth, stories_played
from claude.scoring import Score, captured, kind, report, score
from claude.stories import ALL, BLIND, DEV, FINAL, FRESH, HELD, LAST, PROOF

NOTHING = (
    "en_small_talk",
    "ja_small_talk",
    "ja_wrap_chat",
    "en_review_talk",
    "ja_casual_help",
    "ja_tea_break",
    "en_chat_rust",
)
SETS = {"dev": DEV, "held": HELD, "fresh": FRESH, "last": LAST, "proof": PROOF, "final": FINAL, "blind": BLIND}


@pytest.mark.parametrize(("name", "stories"), list(SETS.items()))
def test_precision_and_recall(name: str, stories, capsys: pytest.CaptureFixture[str]) -> None:
    total = report(stories, loud=True)
    assert total.precision >= 0.85, capsys.readouterr().out  # sets of some 25 entries: one is 4 points
    assert total.recall >= 0.9, capsys.readouterr().out


def test_precision_and_recall_of_all_stories(capsys: pytest.CaptureFixture[str]) -> None:
    total = report([story for stories in SETS.values() for story in stories], loud=True)
    assert total.precision >= 0.95, capsys.readouterr().out
    assert total.recall >= 0.95, capsys.readouterr().out


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_played_stories(tmp_path: Path, lang: str) -> None:
    total = Score()
    for story in (one for one in stories_played.STORIES if one.name.startswith(lang)):
        stories_played.play(story, tmp_path)
        total.add(score(story, tmp_path))
    assert total.precision >= 0.9, [draft.title for draft in total.wrong]
    assert total.recall >= 0.9, total.missed


# First figures: STORIES en .86 .86, ja .92 .85; AGAIN en .91 .62, ja .79 .69; THIRD en 1.00 .40, ja .85 .69;
# LATEST en .80 .57, ja 1.00 .38.
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_stories_of_further_people(tmp_path: Path, lang: str) -> None:
    total = Score()
    for story in (*stories_fourth.STORIES, *stories_fourth.AGAIN, *stories_fourth.THIRD, *stories_fourth.LATEST):
        if story.name.startswith(lang):
            stories_played.play(story, tmp_path)
            total.add(score(story, tmp_path))
    assert total.precision >= 0.85, [draft.title for draft in total.wrong]
    assert total.recall >= 0.85, total.missed


@pytest.mark.parametrize("story", [s for s in ALL if s.name in NOTHING], ids=lambda s: s.name)
def test_small_talk_yields_nothing(story) -> None:
    assert captured(story) == []


@pytest.mark.parametrize("story", [s for s in ALL if s.recalled], ids=lambda s: s.name)
def test_a_recalled_memory_never_comes_back(story) -> None:
    text = "\n".join(f"{draft.title}\n{draft.body}" for draft in captured(story))
    assert "tenant" not in text
    assert "row level security" not in text


@pytest.mark.parametrize("story", ALL, ids=lambda s: s.name)
def test_every_entry_has_its_evidence_and_a_readable_title(story) -> None:
    for draft in captured(story):
        extra = dict(draft.extra)
        assert extra["Evidence"].split()[0] in ("user", "agent", "subagent")
        assert 3 <= len(draft.title) <= 100
        assert draft.body
        assert "\n" not in draft.title
        if draft.arousal >= 0.7:
            assert 5 <= len(draft.body.split("\n")) <= 10, (kind(draft), draft.body)


def test_labels_are_scored_one_to_one() -> None:
    (story,) = (s for s in DEV if s.name == "en_long_debugging")
    result = score(story)
    assert result.found == len([label for label in story.labels if not label.optional])
