"""The words of a text: stems as FTS5 makes them, folding, identifiers, scripts without spaces."""

from __future__ import annotations

import random
import re
import sqlite3
import string
import unicodedata
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cogmem.index.analysis import names_a_time
from cogmem.index.porter import stem
from cogmem.index.terms import Analyzer, query_terms, script

ENGLISH = [
    "caresses",
    "ponies",
    "ties",
    "caress",
    "cats",
    "feed",
    "agreed",
    "plastered",
    "bled",
    "motoring",
    "sing",
    "conflated",
    "troubled",
    "sized",
    "hopping",
    "tanned",
    "falling",
    "hissing",
    "fizzed",
    "failing",
    "filing",
    "happy",
    "sky",
    "relational",
    "conditional",
    "rational",
    "valenci",
    "hesitanci",
    "digitizer",
    "conformabli",
    "radicalli",
    "differentli",
    "vileli",
    "analogousli",
    "vietnamization",
    "predication",
    "operator",
    "feudalism",
    "decisiveness",
    "hopefulness",
    "callousness",
    "formaliti",
    "sensitiviti",
    "sensibiliti",
    "triplicate",
    "formative",
    "formalize",
    "electriciti",
    "electrical",
    "hopeful",
    "goodness",
    "revival",
    "allowance",
    "inference",
    "airliner",
    "gyroscopic",
    "adjustable",
    "defensible",
    "irritant",
    "replacement",
    "adjustment",
    "dependent",
    "adoption",
    "homologou",
    "communism",
    "activate",
    "angulariti",
    "homologous",
    "effective",
    "bowdlerize",
    "probate",
    "rate",
    "cease",
    "controll",
    "roll",
    "generalizations",
    "oscillators",
    "is",
    "as",
    "be",
    "by",
    "a",
]


def words_of_our_own() -> list[str]:
    text = " ".join(path.read_text("utf-8") for path in (Path(__file__).parents[2] / "cogmem").rglob("*.py"))
    rng = random.Random(1)
    made = ["".join(rng.choices(string.ascii_lowercase, k=rng.randint(3, 12))) for _ in range(2000)]
    endings = [
        "ing",
        "ed",
        "s",
        "es",
        "ies",
        "ly",
        "ness",
        "ment",
        "tion",
        "ational",
        "izer",
        "ful",
        "y",
        "e",
        "ll",
        "eed",
    ]
    return sorted(
        {
            *re.findall("[a-z]{3,40}", text.lower()),
            *made,
            *[word + end for word in made[:800] for end in endings],
            *ENGLISH,
        }
    )


def test_stems_are_those_of_fts5():
    words = [
        word for word in words_of_our_own() if word != "eed"
    ]  # FTS5 takes its vowelless stem apart, Porter's paper does not
    with closing(sqlite3.connect(":memory:")) as db:
        db.execute("CREATE VIRTUAL TABLE w USING fts5(t, tokenize='porter ascii')")
        db.execute("CREATE VIRTUAL TABLE v USING fts5vocab(w, 'instance')")
        db.executemany("INSERT INTO w(rowid, t) VALUES(?, ?)", enumerate(words, 1))
        theirs = dict(db.execute("SELECT doc, term FROM v"))
    assert {word: stem(word) for word in words} == {word: theirs[n] for n, word in enumerate(words, 1)}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Café naïve ﬁne", "cafe naiv fine"),
        ("ＡＢＣ １２", "abc 12"),
        ("fooBar HTTPServer", "foo bar foobar http server httpserver"),
        ("foo_bar __init__", "foo bar foo_bar init"),
        ("日本語", "日本 本語 語"),
        ("ひらがな", "ひら らが がな"),
        ("猫", "猫"),
        ("ﾊﾞｸﾞ", "バグ"),
        ("gen認証key", "gen 認証 証 kei"),
        ("a・b", "a b"),
        ("サーバー", "サー ーバ バー"),
        ("don't", "don t"),
        ("", ""),
        ("  \n", ""),
        ("re\u0301sume\u0301", "resum"),
        ("soft\u00adhyphen zero\u200bwidth", "softhyphen zerowidth"),
        ("한국어", "한국 국어"),
        ("👍", ""),
        ("ÅNGSTRÖM", "angstrom"),
    ],
)
def test_terms(text, expected):
    assert " ".join(Analyzer()(text)) == expected


def test_a_query_asks_for_what_a_document_carries():
    for text in ("日本語の認証", "猫", "fooBar baz", "서버가", "ระบบ"):
        carried = set(Analyzer()(f"before {text} after"))
        assert set(query_terms(text)) <= carried


def test_what_an_apostrophe_leaves_is_no_word():
    assert query_terms("I don't know, it\u2019s Ann's robot, they'll see") == ["know", "ann", "robot", "see"]
    assert query_terms("tar -t, ls -s and Don") == ["tar", "t", "ls", "s", "don"]


def test_stop_words_are_left_out_unless_there_is_nothing_else():
    assert query_terms("What did we do about the cache?") == ["cach"]
    assert query_terms("what was that") == ["what", "wa", "that"]
    assert query_terms("認証はどこですか") == ["認証", "証は", "はど", "こで", "すか"]


@given(st.text(max_size=300))
@example("\ud800 \udfff")
@example("\x00\u0300\u0301")
@example("İıẞΣς")
def test_any_text_has_plain_terms(text):
    analyse = Analyzer()
    found = analyse(text)
    assert found == Analyzer()(text) == analyse(text), "the same with a warm memory"
    for term in found:
        assert term and not any(char.isspace() for char in term) and len(term) <= 64
    composed = unicodedata.normalize("NFC", text)
    assert Analyzer()(composed) == Analyzer()(unicodedata.normalize("NFD", composed))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "latin"),
        ("plain", "latin"),
        ("日本語です", "cjk"),
        ("中文", "cjk"),
        ("한국어 서버", "hangul"),
        ("Привет мир", "cyrillic"),
        ("a long English sentence with 一 word", "latin"),
        ("API の認証が失敗する", "cjk"),
        ("Café", "latin"),
        ("ﾊﾝｶｸ", "cjk"),
        ("👍", "latin"),
        ("\ud800", "latin"),
    ],
)
def test_script(text, expected):
    assert script(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We met yesterday", True),
        ("in March", True),
        ("last week we moved", True),
        ("2024 was good", True),
        ("先週の会議", True),
        ("3月に", True),
        ("No time at all", False),
        ("認証の障害", False),
        ("12345", False),
        ("ago", True),
        ("", False),
    ],
)
def test_a_time_is_named(text, expected):
    from collections import Counter

    assert names_a_time(text, Counter(Analyzer()(text))) is expected
