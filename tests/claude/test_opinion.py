"""The second opinion: probabilities, what it adds to the cues and what it takes off, and that its weights are whole."""

from __future__ import annotations

import pytest

from cogmem.claude import opinion
from cogmem.claude.capture import Capture, Options
from cogmem.claude.sentences import sentences
from cogmem.claude.transcript import Turn


@pytest.mark.parametrize("name", ["u_en", "u_ja", "a_en", "a_ja"])
def test_weights_ship_and_each_feature_has_one_for_each_kind(name: str) -> None:
    found = opinion.weights(name)
    assert "" in found.kinds
    assert len(found.bias) == len(found.kinds) > 5
    assert found.scale > 0
    assert {len(row) for row in found.rows.values()} == {len(found.kinds)}
    assert all(abs(ord(mark) - opinion.ZERO) <= opinion.STEPS for row in found.rows.values() for mark in row)


@pytest.mark.parametrize("text", ["", "?", "¤", "😀" * 50, "a" * 5000, "let's use it", "それでお願いします"])
@pytest.mark.parametrize("move", ["", "choice", opinion.START, "unknown"])
def test_chances_are_chances(text: str, move: str) -> None:
    verdict = opinion.verdict(text, move, 0)
    assert all(0 <= chance <= 1 for chance in verdict.chances.values())
    assert 0 <= verdict.signal <= 1 + 1e-9
    assert verdict.kind in verdict.chances


@pytest.mark.parametrize(
    ("said", "quiet"),
    [
        ("From now on every migration gets a rollback script.", "Thanks, that was quick."),
        ("今後はマイグレーションごとに必ず戻し用のSQLを付けてください。", "ありがとうございます、助かりました。"),
    ],
)
def test_a_rule_is_likelier_a_signal_than_thanks(said: str, quiet: str) -> None:
    assert opinion.verdict(said, "report", 0).signal > 0.8
    assert opinion.verdict(quiet, "report", 0).signal < 0.2


def test_a_signal_without_any_cue_is_found() -> None:
    capture = Capture(Options("/home/dev/project", "s"), {})
    for turn in (
        Turn("user", "Please look at the importer."),
        Turn("assistant", "DeepDerivative would be the smaller diff, server-side apply the cleaner one."),
        Turn("user", "DeepDerivative is the smaller diff, take that"),
    ):
        capture.feed(turn)
    assert [moment.kind for moment in capture.moments] == ["decision"]


def test_every_sentence_gets_a_verdict_of_its_own_place() -> None:
    parts = sentences("Thanks. From now on we squash before merging.")
    first, second = opinion.judge(parts, "report")
    assert first.signal < 0.2 < 0.5 < second.signal
