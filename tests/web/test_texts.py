"""Two languages, one set of texts."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest

import cogmem.web
from cogmem import assets
from cogmem.web.texts import TEXTS, count, say


def fields(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("key", TEXTS)
def test_both_languages_say_the_same_things(key):
    english, japanese = TEXTS[key]
    assert english and japanese
    assert fields(english) == fields(japanese)


BUILT = (
    "figure.",
    "origin.",
    "error.",
    "search.found",
    "search.strong",
    "search.weak",
    "list.count.",
    "recency.value.",
    "curve.end.",
)


def test_every_text_that_is_used_exists_and_every_text_is_used():
    package = Path(cogmem.web.__file__).parent
    paths = [path for path in package.glob("*.py") if path.name != "texts.py"]
    paths += assets.path("dashboard", "templates").glob("*.html")
    code = "\n".join(path.read_text("utf-8") for path in paths)
    assert not [key for key in TEXTS if f'"{key}"' not in code and f"'{key}'" not in code and not key.startswith(BUILT)]
    said = re.findall(r"""(?:\bt\(|say\(\w+, )["']([a-z_.]+)["'] ?[,)]""", code)
    assert len(said) > 50 and set(said) <= TEXTS.keys()


def test_numbers():
    assert (count("en", "list.count", 1), count("en", "list.count", 1200)) == ("1 memory", "1,200 memories")
    assert count("ja", "list.count", 1200) == "1,200 件"
    assert say("xx", "skip") == say("en", "skip")
