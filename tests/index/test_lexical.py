"""Word search without an embedder: every script, every query, bounded work."""

from __future__ import annotations

import math
import os
import random
import sqlite3
import subprocess
import sys
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from cogmem.index import lexical, near, terms
from cogmem.index.places import columns, neighbours
from cogmem.index.porter import stem
from cogmem.index.sqlite import Index
from cogmem.index.sync import sync
from long_entries import KILOBYTES, write_logs

JA = "本番障害はキャッシュの期限切れ"
THAI = "ระบบล่มเพราะแคชหมดอายุ"
KOREAN = "서버가 죽었다 캐시 만료"


@pytest.fixture
def scripts(store):
    store.write(
        "2026-03-01",
        JA,
        THAI,
        KOREAN,
        "本番でgen-itgc認証が落ちる",
        "Café ｃｏｆｆｅｅ naïve",
        "parseLogFile fails in src/index/sync.py",
        "ECONNRESET with --no-verify on x86_64",
        "サーバーの設定 / 猫が鍵を持つ",
        "don't a/b pre-edit C++ foo(bar)",
        "Ελλάδα Größe Привет",
    )
    store.write("2026-03-02", *[f"other {n} / filler text number {n}" for n in range(30)])
    store.sync()
    return store


@pytest.mark.parametrize(
    ("query", "title"),
    [
        ("期限切れ", JA),
        ("障害", JA),
        ("キャッシュ", JA),
        ("期限", JA),
        ("番障", JA),
        ("gen-itgc", "本番でgen-itgc認証が落ちる"),
        ("認証", "本番でgen-itgc認証が落ちる"),
        ("itgc認証", "本番でgen-itgc認証が落ちる"),
        ("แคช", THAI),
        ("หมดอายุ", THAI),
        ("ล่ม", THAI),
        ("서버", KOREAN),
        ("만료", KOREAN),
        ("cafe", "Café ｃｏｆｆｅｅ naïve"),
        ("COFFEE", "Café ｃｏｆｆｅｅ naïve"),
        ("naive", "Café ｃｏｆｆｅｅ naïve"),
        ("parse", "parseLogFile fails in src/index/sync.py"),
        ("parselogfile", "parseLogFile fails in src/index/sync.py"),
        ("src/index/sync.py", "parseLogFile fails in src/index/sync.py"),
        ("failing", "parseLogFile fails in src/index/sync.py"),
        ("econnreset", "ECONNRESET with --no-verify on x86_64"),
        ("--no-verify", "ECONNRESET with --no-verify on x86_64"),
        ("x86", "ECONNRESET with --no-verify on x86_64"),
        ("猫", "サーバーの設定"),
        ("鍵", "サーバーの設定"),
        ("ｻｰﾊﾞｰ", "サーバーの設定"),
        ("don't", "don't a/b pre-edit C++ foo(bar)"),
        ("a/b", "don't a/b pre-edit C++ foo(bar)"),
        ("foo(bar", "don't a/b pre-edit C++ foo(bar)"),
        ("ελλαδα", "Ελλάδα Größe Привет"),
        ("grösse", "Ελλάδα Größe Привет"),
        ("привет", "Ελλάδα Größe Привет"),
        ("econreset", "ECONNRESET with --no-verify on x86_64"),
        ("verfiy", "ECONNRESET with --no-verify on x86_64"),
    ],
)
def test_found_in_every_script(scripts, query, title):
    hits = lexical.search(scripts.index.db, query)
    assert hits and hits[0]["title"] == title, [hit["title"] for hit in hits]


@pytest.mark.parametrize(
    "query",
    [
        "",
        " ",
        '"',
        '"x',
        "*",
        "NEAR",
        "AND",
        "OR NOT",
        "a AND",
        "日本 OR",
        "foo(bar",
        "C++",
        "col:umn",
        "^start",
        "-minus",
        "a*",
        "'; DROP TABLE entry; --",
        "\x00",
        "\ud800",
        "x" * 10_000,
        "word " * 2_000,
        "本" * 5_000,
        "(((",
        "{}[]",
        "👍",
        "\u202e",
        "%_",
        "\\",
        "Ǆ",
        "ﬁ",
        "\ufdfa" * 50,
    ],
)
def test_any_text_is_a_query(scripts, query):
    for hit in lexical.search(scripts.index.db, query, 10):
        assert 0 < hit["lexical"] < 1 and 0 < hit["relevance"] < 1


def test_a_hit_says_where_it_stands(scripts):
    hit = lexical.search(scripts.index.db, "econnreset")[0]
    line = (scripts.project.root / hit["source"]).read_text().splitlines()[hit["line"] - 1]
    assert line == "### [NOTE] ECONNRESET with --no-verify on x86_64"
    assert (hit["category"], hit["arousal"], hit["low_trust"], hit["pinned"], hit["user"]) == (
        "NOTE",
        0.6,
        False,
        False,
        None,
    )


def coverage_by_hand(index: Index, words: list[str]) -> dict[str, float]:
    """The formula of the ranking, straight from the entries, for words without typos."""
    analyse = terms.Analyzer()
    entries, length, _ = index.db.execute("SELECT entries, length, window FROM total").fetchone()
    rows = {
        pos: (title, analyse(f"{title}\n{body}".strip()), chars)
        for pos, title, body, chars in index.db.execute("SELECT pos, title, body, chars FROM entry")
    }
    near_by, wide = {}, {}
    for (places,) in index.db.execute("SELECT places FROM file"):
        order, _, _, _, groups = columns(places)
        for k, pos in enumerate(order):
            near_by[pos] = [order[j] for j in neighbours(k, groups, [rows[p][2] for p in order])]
            own = rows[pos][1] * (2 if near_by[pos] else 1)
            wide[pos] = own + [term for p in near_by[pos] for term in rows[p][1]]
    average, average_wide = length / entries, sum(map(len, wide.values())) / entries
    out = {}
    stems = [stem(word) for word in words]
    df = {one: sum(one in own for _, own, _ in rows.values()) for one in stems}
    idf = {one: math.log(1 + (entries + 100 - df[one] + 0.5) / (df[one] + 0.5)) for one in stems}

    def saturate(f: int, ratio: float) -> float:
        return f / (f + 1.2 * (0.25 + 0.75 * ratio))

    for pos, (title, own, _) in rows.items():
        value = sum(
            idf[one]
            * (
                0.4 * saturate(own.count(one), len(own) / average)
                + 0.6 * saturate(wide[pos].count(one), len(wide[pos]) / average_wide)
            )
            for one in stems
        )
        if any(one in own for one in stems):
            out[title] = value / (4 + sum(idf.values()))
    return out


def test_the_coverage_is_the_formula(store):
    rng = random.Random(3)
    words = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta"]
    for day in range(1, 9):
        store.write(
            f"2026-03-{day:02}",
            *[f"t{day}x{k} / " + " ".join(rng.choices(words, k=rng.randint(1, 60))) for k in range(6)],
        )
    store.sync()
    for query in (["alpha"], ["beta", "gamma"], ["zeta", "alpha", "delta"]):
        expected = coverage_by_hand(store.index, query)
        hits = lexical.search(store.index.db, " ".join(query), 48)
        assert len(hits) == min(48, len(expected))
        for hit in hits:
            assert hit["lexical"] == pytest.approx(expected[hit["title"]], abs=1e-12)
        order = [hit["title"] for hit in hits]
        assert order == sorted(order, key=lambda title: -expected[title]) or len(set(expected.values())) < len(expected)


def test_relevance_rises_with_coverage_and_falls_with_the_size_of_the_store():
    bar = lexical.threshold(600)
    assert bar == 4.8 and lexical.squash(bar, bar) == pytest.approx(0.65, abs=1e-3)
    assert lexical.threshold(10_000) > bar > lexical.threshold(10) == lexical.threshold(1) == 2.8


def test_work_is_bounded_however_common_the_words_are(store):
    for day in range(1, 29):
        store.write(f"2026-03-{day:02}", *[f"note {day} {k} / everywhere always common word" for k in range(100)])
    store.write("2026-04-01", "rare thing / everywhere")
    store.sync()
    steps = []
    store.index.db.set_progress_handler(lambda: steps.append(1) and None, 1000)
    assert lexical.search(store.index.db, "rare everywhere")[0]["title"] == "rare thing"
    few = len(steps)
    lexical.search(store.index.db, "everywhere always common word note")
    store.index.db.set_progress_handler(None, 0)
    assert len(steps) < 400, "bounded for words that are in every entry"
    assert few < 100


class WithoutFullText(sqlite3.Connection):
    """A connection of an SQLite that was built without FTS5, which says so in these words."""

    def execute(self, sql, *values):
        if "using fts5" in sql.lower():
            raise sqlite3.OperationalError("no such module: fts5")
        return super().execute(sql, *values)


def test_without_full_text_search_the_same_is_found(scripts, tmp_path, monkeypatch):
    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=WithoutFullText))
    with Index.open(tmp_path / "plain.db") as plain:
        sync(scripts.project, plain, verify=True)
        assert not plain.words
        for query in (
            "期限切れ",
            "キャッシュ",
            "서버",
            "ล่ม",
            "other filler",
            "econnreset",
            "verfiy",
            "parse log",
            "猫",
        ):
            same = [
                [(hit["id"], hit["relevance"]) for hit in lexical.search(db, query, 48)]
                for db in (plain.db, scripts.index.db)
            ]
            assert same[0] == same[1], query


def test_spelling_is_mended_only_for_words_that_are_not_there(scripts):
    db = scripts.index.db
    assert [word for word, _ in near.near_words(db, "econreset")] == ["econnreset"]
    assert (
        near.near_words(db, "xyz") == []
        and near.near_words(db, "障害者認") == []
        and near.near_words(db, "x86642") == []
    )
    assert [[one[:2] for one in group] for group in lexical.groups_of(db, "econnreset")] == [[("econnreset", 1.0)]]
    assert lexical.groups_of(db, "qqqqqqqq") == [[("qqqqqqqq", 1.0, 0, 0)]]
    many = lexical.groups_of(db, " ".join(f"{char}econreset" for char in "abcdfghijklmnop"))
    assert 0 < sum(group[0][2] > 0 for group in many) <= lexical.MOST_REPAIRS < len(many)


def test_a_connection_for_reading_only(scripts, tmp_path):
    scripts.index.close()
    with closing(lexical.connect(str(scripts.project.index_path))) as db:
        assert lexical.search(db, "障害")
    assert lexical.connect(str(tmp_path / "none.db")) is None
    (tmp_path / "bad.db").write_bytes(b"not a database" * 100)
    assert lexical.connect(str(tmp_path / "bad.db")) is None
    odd = tmp_path / "a ?#%20b"
    odd.mkdir()
    (odd / "v.db").write_bytes(scripts.project.index_path.read_bytes())
    with closing(lexical.connect(str(odd / "v.db"))) as db:
        assert lexical.search(db, "障害")


def test_it_imports_next_to_nothing():
    code = "import sys; from cogmem.index import lexical; print(sorted(sys.modules))"
    done = subprocess.run(
        [
            sys.executable,
            "-I",
            "-S",
            "-c",
            f"import sys; sys.path.insert(0, {str(Path(__file__).parents[2])!r}); {code}",
        ],
        capture_output=True,
        text=True,
        env={**os.environ},
    )
    loaded = set(eval(done.stdout))
    assert not loaded & {
        "re",
        "json",
        "typing",
        "dataclasses",
        "pathlib",
        "sqlite3",
        "_sqlite3",
        "datetime",
        "numpy",
        "logging",
        "subprocess",
    }


@pytest.mark.parametrize("name", ["ERR_774x_QUOTA", "--max-inflight=64", "zanzibar"])
@pytest.mark.parametrize("size", KILOBYTES)
def test_a_name_is_found_however_long_its_entry_is(store, name, size):
    write_logs(store.logs, [("An afternoon of work", name, size)])
    store.sync()
    first, second = [*lexical.search(store.index.db, name, 2), {"relevance": 0.0}][:2]
    assert first["title"] == "An afternoon of work" and first["relevance"] >= 0.65 > second["relevance"]


@pytest.mark.parametrize("size", [1.8, 47.0])
def test_a_name_in_a_title_is_found_among_many_like_it(store, size):
    write_logs(store.logs, [(f"ticket-{k:04}x", "", size) for k in range(40)])
    store.sync()
    for wanted in ("ticket-0003x", "ticket-0038x"):
        hits = lexical.search(store.index.db, wanted, 2)
        assert hits[0]["title"] == wanted and hits[0]["relevance"] >= 0.65 > hits[1]["relevance"]


def test_a_sentence_does_not_profit_from_a_long_page(store):
    write_logs(store.logs, [("An afternoon of work", "the lighthouse keeper of zanzibar", 21.6)])
    store.sync()
    for query in ("who met the keeper of zanzibar?", "zanzibar deploy cache", "zanzibar lighthouse harbour"):
        assert all(hit["relevance"] < 0.65 for hit in lexical.search(store.index.db, query, 5)), query
