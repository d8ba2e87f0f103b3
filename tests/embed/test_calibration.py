"""Constants of an embedder: shipped, measured, kept, or guessed."""

from __future__ import annotations

import json

import numpy as np
import pytest

from cogmem.config import CogMemConfig
from cogmem.embed import calibrate, calibration
from cogmem.embed.registry import create

E5 = "embedded/multilingual-e5-small-q4/384/1"


class Hashed:
    """Bags of letters: a poor embedder, but one."""

    name = "letters"

    def embed(self, text):
        out = np.full(32, 0.1)
        for one in text:
            out[ord(one) % 32] += 1
        return out


def test_the_shipped_constants_are_those_of_the_embedded_model(e5):
    found = calibration.for_embedder(e5.id)
    assert found.measured and found.sigma == 0.018 and found.theta == {"latin": 7.8, "cjk": 7.0}
    assert found.delta.shape == found.mean("latin").shape == (384,) and found.delta.dtype == np.float32
    assert np.array_equal(found.mean("hangul"), found.mean("latin"))
    assert 0.1 < np.linalg.norm(found.delta) < 0.3 and np.linalg.norm(found.mean("cjk")) > 0.8


@pytest.mark.parametrize(("script", "entries", "want"), [
    ("latin", 600, 7.8), ("cjk", 600, 7.0), ("hangul", 600, 7.8), ("latin", 1, 5.5), ("latin", 0, 5.5),
    ("latin", 11_000, 7.8 + 0.8 * np.log(11_000 / 600)),
])
def test_the_bar_grows_with_the_store(script, entries, want):
    assert calibration.for_embedder(E5).threshold(script, entries) == pytest.approx(want)


def test_measuring_the_embedded_model_gives_what_was_measured_on_whole_data_sets(e5):
    seen = []
    found = calibrate.measure(e5, lambda done, total: seen.append((done, total)))
    known = calibration.for_embedder(e5.id)
    assert found.sigma == pytest.approx(known.sigma, rel=0.02)
    assert found.theta == pytest.approx(known.theta, abs=0.1)
    for script in ("latin", "cjk"):
        one, other = found.mean(script), known.mean(script)
        assert one @ other / np.linalg.norm(one) / np.linalg.norm(other) > 0.9
    assert seen[-1] == (480, 480)


def test_the_general_texts_are_many_different_and_in_their_language():
    for script in ("latin", "cjk"):
        questions, passages = calibrate.general(script)
        assert len(questions) >= 120 and len(passages) >= 120
        assert len(set(questions + passages)) == len(questions) + len(passages)
        share = np.mean([any(ord(c) > 0x3000 for c in text) for text in questions + passages])
        assert share == (1 if script == "cjk" else 0)


def test_another_embedder_is_guessed_until_it_is_measured(tmp_path):
    embedder = create(CogMemConfig.default(tmp_path), Hashed())
    guessed = calibration.for_embedder(embedder.id, tmp_path)
    assert not guessed.measured and not guessed.delta.any() and guessed.mean("cjk").shape == (32,)
    made = calibrate.measure(embedder)
    calibration.save(made, embedder.id, tmp_path)
    kept = calibration.for_embedder(embedder.id, tmp_path)
    assert kept.measured and kept.sigma == made.sigma and kept.theta == made.theta
    assert np.array_equal(kept.delta, made.delta) and np.array_equal(kept.mean("cjk"), made.mean("cjk"))


@pytest.mark.parametrize("harm", [
    {"embedder": "other/x/32/1"}, {"sigma": 0}, {"sigma": "NaN"}, {"delta": [1.0]}, {"generic": {}}, {"theta": None},
])
def test_a_harmed_file_counts_as_absent(tmp_path, harm):
    embedder = create(CogMemConfig.default(tmp_path), Hashed())
    calibration.save(calibrate.measure(embedder), embedder.id, tmp_path)
    path = calibration.place(embedder.id, tmp_path)
    path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | harm), "utf-8")
    assert not calibration.for_embedder(embedder.id, tmp_path).measured
    path.write_text("{")
    assert not calibration.for_embedder(embedder.id, tmp_path).measured


def test_a_question_far_from_the_store_is_asked_for_more() -> None:
    shipped = calibration.for_embedder("embedded/multilingual-e5-small-q4/384/1")
    assert shipped.reach == 0.53 and shipped.far(0.5) == shipped.far(0.53) == 0.0
    assert shipped.far(0.57) == pytest.approx(1.0) and shipped.far(0.6) > shipped.far(0.57)
    assert calibration.guess(3).far(9.0) == 0.0
    again = calibration.from_json(json.loads(json.dumps(calibration.to_json(shipped, "e"))), "e")
    assert again.reach == shipped.reach and again.pairs == shipped.pairs
