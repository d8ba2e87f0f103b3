"""The benchmark measures what it says, on a small set with known answers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cogmem.bench import datasets, mixed, run, selfcheck, speed
from cogmem.bench.datasets import Corpus, Doc, Question
from cogmem.bench.measures import quantile, score, summary
from cogmem.bench.report import lines, markdown
from cogmem.bench.synthetic import HashEmbedder
from cogmem.errors import UsageError
from cogmem.model import Entry
from cogmem.project import Project
from cogmem.store import MemoryStore

LOG = """# a comment
2026-01-05 09:12 DECISION .7 Appointments are stored in UTC with the clinic's zone beside them.
  p In which time zone do we save the bookings?
  k appointments stored UTC clinic zone
  j 予約時刻はどのタイムゾーンで保存している?
2026-01-05 13:05 ERROR .6 The nightly backup had been empty since December.
  k nightly backup empty
2026-01-06 09:02 NOTE .3 通知は一日一回にまとめて送る。
  e how often are notifications sent
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "tiny-1.devlog.txt").write_text(LOG, "utf-8")
    docs = [
        {"c": "a", "id": n, "t": text, "d": None, "s": None}
        for n, text in enumerate(("Blue whales sing", "Bread rises"))
    ]
    asked = [
        {"c": "a", "id": 1, "q": "who sings in the sea", "gold": [0], "cat": "x"},
        {"c": "a", "id": 2, "q": "never", "gold": [1], "cat": "adversarial"},
    ]
    (tmp_path / "facts.docs.jsonl").write_text("\n".join(map(json.dumps, docs)), "utf-8")
    (tmp_path / "facts.queries.jsonl").write_text("\n".join(map(json.dumps, asked)), "utf-8")
    return tmp_path


def test_measures() -> None:
    row = score(["b", "a", "a", "c"], ["a", "c"])
    assert row == {"R@1": 0.0, "R@5": 1.0, "R@10": 1.0, "MRR": 0.5, "nDCG": pytest.approx(0.693, abs=1e-3)}
    assert score([], ["a"])["MRR"] == 0.0
    assert summary([row, row])["R@5"] == [100.0, 34.2, 100.0] and summary([])["n"] == 0
    assert summary([row] * 90)["R@1"] == [0.0, 0.0, 4.1] and summary([row] * 90)["MRR"] == [50.0, 50.0, 50.0]
    assert quantile([3, 1, 2], 0.5) == 2 and quantile([], 0.5) == 0.0


def test_sets_are_read(folder: Path) -> None:
    assert datasets.names(folder) == ["facts", "tiny"]
    tiny = datasets.load(folder, "tiny")[0]
    assert [q.category for q in tiny.questions] == [
        "paraphrase",
        "keywords",
        "typo",
        "ja to en",
        "keywords",
        "typo",
        "en to ja",
    ]
    assert tiny.questions[0].gold == (tiny.docs[0].id,) and tiny.docs[2].arousal == 0.3
    assert len(datasets.load(folder, "facts")[0].questions) == 1
    with pytest.raises(UsageError):
        datasets.names(folder / "nowhere")


def test_every_word_is_misspelt() -> None:
    words = ["appointments", "stored", "nightly", "backup"]
    wrong = datasets.misspelt(" ".join(words), 1).split()
    assert all(a != b for a, b in zip(words, wrong, strict=True))
    assert datasets.misspelt("UTC 42 予約", 1) == "UTC 42 予約"


def test_the_product_is_measured_beside_the_others(folder: Path) -> None:
    heard: list[str] = []
    results = run.on_data(folder, ["tiny", "facts"], heard.append)
    tiny = results["data"]["tiny"]
    assert tiny["systems"]["cogmem"]["all"]["R@1"][0] == 100.0 and tiny["systems"]["cogmem"]["all"]["n"] == 7
    assert tiny["systems"]["words only"]["en to ja"]["answered"][0] == 0.0
    assert tiny["systems"]["grep"]["keywords"]["R@1"][0] == 100.0
    assert tiny["dates_end_today"]["on"]["n"] == 7 and results["data"]["facts"]["dates_end_today"] is None
    assert tiny["unrelated_questions_that_find_something"]["facts"] == {"n": 1, "percent": 0.0}
    together, small = results["together"], results["unrelated"]
    assert together["entries"] == 5 and together["systems"]["cogmem"]["tiny"]["n"] == 7
    assert [one["store"] for one in small] == ["tiny", "facts"] and small[1]["ja"]["n"] == 1
    assert len(heard) == 4 and json.loads(json.dumps(results)) == results
    page = markdown(results)
    assert "## tiny: 3 entries in 1 store" in page and page.count("\n| grep |") == 2
    assert "## Together: 5 entries" in page and "## Unrelated questions" in page and "| tiny | cogmem | 7 |" in page
    assert any("grep" in line for line in lines(results))


def test_unrelated_questions_are_asked_of_stores_of_several_sizes(tmp_path: Path) -> None:
    def corpus(name: str, word: str, count: int) -> Corpus:
        docs = tuple(Doc(f"{k}", f"{word}{k} {word}ness of {word}", "2026-01-05") for k in range(count))
        return Corpus(name, docs, tuple(Question(f"q{k}", f"{word}{k} {word}ness", (f"{k}",)) for k in range(count)))

    sets = {"til": [corpus("a", "red", 60)], "developer": [corpus("b", "blue", 8)], "x": [corpus("c", "green", 9)],
            "y": [corpus("d", "black", 9), corpus("e", "white", 9)]}  # fmt: skip
    rows = mixed.unrelated(sets, tmp_path, HashEmbedder())
    by_place = {(one["store"], one["entries"]): one for one in rows}
    assert by_place["til", 5]["own"]["percent"] == 100.0 and by_place["til", 5]["en"]["percent"] == 0.0
    assert by_place["til", 50]["same subject"]["n"] == 8 * mixed.SIZES[50] and ("y", 9) in by_place
    assert by_place["all but til and its subject", 27]["en"]["n"] == 60
    assert by_place["all but x and its subject", 86]["en"]["n"] == 9
    whole = mixed.merged(sets, 3)
    assert len(whole.docs) == 95 and len(whole.questions) == 12
    assert {g for q in whole.questions for g in q.gold} <= {doc.id for doc in whole.docs}
    assert "| til | 5 | 100.0 % of" in markdown({"unrelated": rows})


def test_the_users_own_store_is_measured_and_nothing_written_to_it(project: Project) -> None:
    text = "# 2026-03-08\n\n## Log Entries\n"
    for n, topic in enumerate(("pricing of seats", "backups of the disk", "calendar of holidays", "reminders by text")):
        text += f"\n### [DECISION] About the {topic} number {n}\n"
        text += f"We changed the {topic} because several customers had asked for clarity there.\n"
        text += f"Nobody wanted <!-- the older {topic} any more and the reasons were written down for everyone.\n"
    (project.logs_dir / "2026-03-08.md").write_text(text, "utf-8")
    with MemoryStore(project.config) as store:
        result = selfcheck.on_store(store)
        probes = result["probes"]
        assert result["entries"] == 4 and probes["cogmem"]["all"]["n"] == 16 == probes["grep"]["all"]["n"]
        assert set(probes["cogmem"]) == {"all", "heading", "other half", "ordinary words", "misspelt"}
        assert store.ledger.last_retrievals() == []
        assert selfcheck.save(store, result) == [] and selfcheck.save(store, result) == [result]
    shown = "\n".join(lines(result))
    assert "| heading | grep | 4 |" in shown and "other half: asks" in shown
    assert (project.logs_dir / "2026-03-08.md").read_text("utf-8") == text


def test_a_copy_lacks_what_it_is_asked_with() -> None:
    body = "Amber lanterns were hung along the northern pier today. Fog had hidden every second boat from the watchman."
    entry = Entry("a", "x.md", 1, 2, 0, "2026-03-08", "entry", "NOTE", "Lights for the harbour", body)
    kept, asked = selfcheck.probes(entry, lambda term: 1 if term.startswith("lantern") else 9, 1)
    assert asked["heading"] == "Lights for the harbour" and "harbour" not in kept
    assert f"{kept} {asked['other half']}" == body and len(kept.split()) > 6
    assert "lanterns" not in asked["ordinary words"] and len(asked["ordinary words"].split()) == 3
    assert len(asked["misspelt"].split()) == 2 and not set(asked["misspelt"].split()) & set(kept.split())
    assert selfcheck.halves("短い文です。") == ("短い文です。", "")
    assert all(selfcheck.halves("灯りを北の桟橋に並べて吊るしました。" * 4))


def test_a_result_is_compared_with_the_one_before() -> None:
    def result(value: float, embedder: str) -> dict:
        row = {"n": 9, **{key: [value, 40.0, 60.0] for key in ("R@1", "R@10", "MRR", "answered")}}
        return {"version": "1", "date": "2026-03-08", "entries": 9, "embedder": embedder, "scoring": "bounded",
                "probes": {"cogmem": {"all": row}}}  # fmt: skip

    found = selfcheck.compared(result(70.0, "new"), result(50.0, "old"))
    assert found is not None and found["differs"] == ["embedder"]
    assert found["points"]["R@1"] == {"by": 20.0, "clear": True}
    assert selfcheck.compared(result(55.0, "a"), result(50.0, "a"))["points"]["MRR"] == {"by": 5.0, "clear": False}
    assert selfcheck.compared(result(55.0, "a"), {"probes": {"cogmem": {"heading": {}}}}) is None
    text = "\n".join(lines({**result(70.0, "new"), "since": found}))
    assert "another model" in text and "R@1 +20.0 (outside its interval)" in text


def test_speed_gives_ratios_to_floors() -> None:
    result = speed.speed((300,))
    one = result["sizes"]["300"]
    assert one["entries_per_cpu_second"] > 0 and one["bytes_per_entry"] > 1536
    assert one["warm_search"]["ratio_to_raw_product"] > 0 and one["cold_lexical_search"]["ratio_to_python"] > 1
    assert one["warm_search"]["pasted_page"]["words"] > 100
    assert result["help"]["ratio_to_python"] > 1 and result["question_embedding_ms"] > 0
    shown = markdown({"speed": result})
    assert "## Speed" in shown and "`cogmem --help`: " in shown and "A question's embedding: " in shown
    assert lines(result)


def test_sets_without_questions_make_the_stores_of_the_others_large(tmp_path: Path) -> None:
    def write(name: str, word: str, count: int, asked: int) -> None:
        docs = [{"c": name, "id": k, "t": f"{word}{k} {word}ness of {word}", "d": "2026-01-05"} for k in range(count)]
        questions = [{"c": name, "id": k, "q": f"{word}{k} {word}ness", "gold": [k]} for k in range(asked)]
        (tmp_path / f"{name}.docs.jsonl").write_text("\n".join(map(json.dumps, docs)), "utf-8")
        if asked:
            (tmp_path / f"{name}.queries.jsonl").write_text("\n".join(map(json.dumps, questions)), "utf-8")

    write("reds", "red", 9, 4)
    write("blues", "blue", 8, 3)
    write("greens", "green", 30, 0)
    write("crimsons", "crimson", 20, 0)
    (tmp_path / "subjects.json").write_text('[["reds", "crimsons"]]', "utf-8")
    result = run.on_data(tmp_path, embedder=HashEmbedder())
    assert list(result["data"]) == ["blues", "reds"] and result["foreign"] == {"crimsons": 20, "greens": 30}
    assert result["together"]["entries"] == 17
    assert result["among"]["reds"]["entries"] == 39 and result["among"]["blues"]["foreign"] == 50
    assert result["among"]["reds"]["among"]["n"] == result["among"]["reds"]["alone"]["n"] == 4
    rows = {(one["store"], one["entries"]): one for one in result["unrelated"]}
    assert rows["all but reds and its subject", 38]["en"]["n"] == 4
    assert rows["all but blues and its subject", 59]["en"]["n"] == 3
    shown = markdown(result)
    assert "## Among foreign text" in shown and "| reds | 39 | 4 |" in shown and "| reds | 9 | 4 |" in shown
    (tmp_path / "subjects.json").write_text("7", "utf-8")
    with pytest.raises(UsageError):
        datasets.subjects(tmp_path)
