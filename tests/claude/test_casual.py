"""Casual one-line talk in a short dialogue: what capture makes of it, as precision and recall."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from claude import casual_en, casual_fourth_en, casual_fourth_ja, casual_ja, casual_third_en, casual_third_ja
from claude.scoring import kind
from claude.scribe import Scribe
from cogmem.claude.capture import Capture, Options
from cogmem.claude.transcript import TranscriptReader

Row = tuple[str, str, str]


def kinds(folder: Path, number: int, before: str, said: str, who: str = "u") -> list[str]:
    """The kinds of entry that a line yields after what the other side said before it."""
    scribe = Scribe(folder / f"{number}.jsonl")
    scribe.user("Please have a look at the service with me.")
    if before:
        scribe.says(before)
    if who == "u":
        scribe.user(said)
        scribe.says("Okay." if said.isascii() else "わかりました。")
    else:
        scribe.says(said)
    capture = Capture(Options("/home/dev/project", "casual"), {})
    for turn in TranscriptReader(scribe.path, final=True):
        capture.feed(turn)
    return [kind(draft) for draft, _ in capture.drafts()]


def measure(
    folder: Path, rows: Sequence[Row], agent: Sequence[tuple[str, str]] = (), *, loud: bool = False
) -> tuple[float, float]:
    """(precision, recall) over labelled lines; an entry of another kind counts as wrong and as a miss."""
    right = wrong = missed = 0
    lines = [("u", *row) for row in rows] + [("a", label, "", said) for label, said in agent]
    for number, (who, label, before, said) in enumerate(lines):
        found = kinds(folder, number, before, said, who)
        fits = [one for one in found if one in label.split()]
        right += bool(fits)
        wrong += len(found) - bool(fits)
        missed += bool(label) and not fits
        if loud and (len(found) != bool(fits) or (label and not fits)):
            print(f"{label or '-':28} {found} {before!r} -> {said!r}")
    print(f"right {right} wrong {wrong} missed {missed}")
    return right / max(1, right + wrong), right / max(1, right + missed)


BANKS = {"en": casual_en, "ja": casual_ja}


# What the halves that were only measured had (precision, recall), each before and after its own bank's other half was
# used: HELD en .82 .56, then .89 .68; ja .92 .50, then 1.00 .62. SECOND_HELD, after DEV had mended the rules,
# en .71 .45, then .78 .64; ja .80 .36, then .83 .45. Of unseen casual signals, half to two thirds are found.
FLOORS = {
    ("en", "DEV"): (0.95, 0.95),
    ("ja", "DEV"): (0.95, 0.95),
    ("en", "HELD"): (0.85, 0.6),
    ("ja", "HELD"): (0.9, 0.6),
    ("en", "SECOND_DEV"): (0.95, 0.9),
    ("ja", "SECOND_DEV"): (0.95, 0.9),
    ("en", "SECOND_HELD"): (0.7, 0.6),
    ("ja", "SECOND_HELD"): (0.8, 0.45),
}


# The third bank. When first measured, before answers were read against what they answer: DEV en .85 .48, ja .88 .33;
# HELD en .71 .38, ja .89 .38. After DEV: HELD en .88 .80, ja .94 .73. First figures of what was then looked at:
# EXCHANGES en .66 .48, ja .66 .52; MORE en .77 .61, ja .82 .55; LATEST en .81 .66, ja .78 .66. HELD was never looked
# at; it ended at en .90 .84, ja .95 .80. QUIET holds nothing to remember (en 19, ja 12 of 98 lines gave an entry at
# first).
THIRD = {"en": casual_third_en, "ja": casual_third_ja}
THIRD_FLOORS = {
    "DEV": (0.9, 0.9),
    "EXCHANGES": (0.85, 0.85),
    "MORE": (0.8, 0.85),
    "LATEST": (0.85, 0.85),
    "HELD": (0.85, 0.75),
}


@pytest.mark.parametrize("lang", list(THIRD))
@pytest.mark.parametrize("part", list(THIRD_FLOORS))
def test_exchanges(tmp_path: Path, lang: str, part: str, capsys: pytest.CaptureFixture[str]) -> None:
    bank = THIRD[lang]
    loud = part != "HELD"
    precision, recall = measure(tmp_path, getattr(bank, part), getattr(bank, f"AGENT_{part}", ()), loud=loud)
    least_precision, least_recall = THIRD_FLOORS[part]
    assert precision >= least_precision, capsys.readouterr().out
    assert recall >= least_recall, capsys.readouterr().out


# The fourth bank, when first measured: OPENED en .86 .83, ja .93 .78; NEW en .75 .45, ja .88 .75; AGAIN, after NEW had
# mended the rules, en .64 .50, ja .78 .50; THIRD, with hardly a cue word in it, en .40 .25, ja .50 .31; FOURTH
# en 1.00 .60, ja .80 .40. STILL holds nothing to remember (three of 40 lines gave an entry at first).
FOURTH = {"en": casual_fourth_en, "ja": casual_fourth_ja}


@pytest.mark.parametrize("lang", list(FOURTH))
@pytest.mark.parametrize("part", ["OPENED", "NEW", "AGAIN", "THIRD", "FOURTH"])
def test_further_manners(tmp_path: Path, lang: str, part: str, capsys: pytest.CaptureFixture[str]) -> None:
    precision, recall = measure(tmp_path, getattr(FOURTH[lang], part), loud=True)
    assert precision >= 0.85, capsys.readouterr().out
    assert recall >= 0.85, capsys.readouterr().out


@pytest.mark.parametrize("lang", list(FOURTH))
def test_further_quiet_talk_yields_next_to_nothing(tmp_path: Path, lang: str) -> None:
    found = [kinds(tmp_path, number, *row[1:]) for number, row in enumerate(FOURTH[lang].STILL)]
    assert sum(len(one) for one in found) <= 1


@pytest.mark.parametrize("lang", list(THIRD))
def test_quiet_talk_yields_next_to_nothing(tmp_path: Path, lang: str) -> None:
    found = [kinds(tmp_path, number, *row[1:]) for number, row in enumerate(THIRD[lang].QUIET)]
    assert sum(len(one) for one in found) <= 2


@pytest.mark.parametrize(("lang", "half"), list(FLOORS))
def test_casual_talk(tmp_path: Path, lang: str, half: str, capsys: pytest.CaptureFixture[str]) -> None:
    bank = BANKS[lang]
    precision, recall = measure(tmp_path, getattr(bank, half), getattr(bank, f"AGENT_{half}", ()), loud="DEV" in half)
    least_precision, least_recall = FLOORS[lang, half]
    assert precision >= least_precision, capsys.readouterr().out
    assert recall >= least_recall, capsys.readouterr().out


@pytest.mark.parametrize(
    ("before", "said"),
    [
        ("Is it on staging or on production?", "staging"),
        ("Should I look at the parser or the lexer?", "the parser"),
        ("Should we use Redis or Memcached?", "redis or memcached, don't care"),
        ("MySQLとPostgresのどちらですか?", "Postgres"),
        ("ログとコード、どちらから見ますか?", "ログからで"),
        ("今コミットしますか、後にしますか?", "後で"),
    ],
)
def test_an_answer_about_facts_or_the_next_step_decides_nothing(tmp_path: Path, before: str, said: str) -> None:
    assert kinds(tmp_path, 0, before, said) == []


@pytest.mark.parametrize(
    ("before", "said"),
    [
        ("Should the config be YAML or TOML?", "toml, python reads that out of the box"),
        ("Which database should we use?", "sqlite, no server needed"),
        ("SQLiteとPostgresのどちらにしますか?", "うーん、じゃあSQLiteで行こうか"),
        ("DBはどれにしましょうか?", "SQLiteで"),
    ],
)
def test_one_named_alternative_is_a_decision(tmp_path: Path, before: str, said: str) -> None:
    assert kinds(tmp_path, 0, before, said) == ["decision"]
