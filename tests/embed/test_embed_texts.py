"""Every message exists in both languages with the same gaps."""

from __future__ import annotations

import re

import pytest

from cogmem.embed import texts


@pytest.mark.parametrize("key", texts.keys())
def test_both_languages_have_the_same_gaps(key):
    english, japanese = texts._TEXTS[key]
    gaps = re.compile(r"\{(\w+)")
    assert sorted(gaps.findall(english)) == sorted(gaps.findall(japanese))
    assert re.search(r"[\u3040-\u30ff\u4e00-\u9fff]", japanese) and english.isascii()
