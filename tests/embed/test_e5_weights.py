"""The cache of unpacked weights: made once, made again when harmed, done without when it cannot be written."""

from __future__ import annotations

import os

import numpy as np
import pytest

from cogmem.embed import e5_weights, model_file
from cogmem.embed.e5 import E5Embedder
from cogmem.embed.e5_file import ModelFile
from cogmem.errors import EmbedderUnavailableError


@pytest.fixture
def cut_cache(e5, shared_cache, tmp_path):
    """A cache whose bundle is half a bundle."""
    e5.load()
    folder = tmp_path / "models"
    folder.mkdir()
    (found,) = (shared_cache / "cogmem" / "models").glob("*.arrays")
    (folder / found.name).write_bytes(found.read_bytes()[:40 << 20])
    return tmp_path


def test_a_harmed_bundle_is_made_anew(e5, cut_cache):
    again = E5Embedder(cut_cache)
    assert np.array_equal(again.embed_queries(["x"]), e5.embed_queries(["x"]))
    (made,) = (cut_cache / "models").glob("*.arrays")
    assert made.stat().st_size > 80 << 20


def test_a_cache_that_cannot_be_written_is_done_without(e5, tmp_path, shared_cache):
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    model = ModelFile(model_file.find(shared_cache / "cogmem"))
    made = e5_weights.bundle(model, model_file.SHA256, blocked / "models")
    found = e5_weights.bundle(model, model_file.SHA256, shared_cache / "cogmem" / "models")
    assert made.keys() == found.keys() and all(np.array_equal(made[name], found[name]) for name in made)


@pytest.mark.parametrize("content", [b"", b"E5S1", b"E5S1" + os.urandom(4096), b"PK\3\4" + bytes(4096)])
def test_a_file_that_is_no_model_is_said_to_be_none(tmp_path, content):
    (tmp_path / "x.bin").write_bytes(content)
    with pytest.raises(EmbedderUnavailableError):
        ModelFile(tmp_path / "x.bin")
