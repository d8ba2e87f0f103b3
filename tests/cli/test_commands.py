"""Each command does what it says: through the real rooms, on a real project."""

from __future__ import annotations

import datetime as dt
import json
import os
import pty
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from cogmem.ledger import spool
from cogmem.messages import say
from cogmem.project import Project, open_project
from cogmem.store import MemoryStore
from commandline import PROGRAM, Said

Call = Callable[..., Said]
LOG = """# 2026-03-08 Session Log

## Log Entries

### [DECISION][PRICING] Usage-based pricing replaces the seat licence
*Arousal: 0.8 | Emotion: Determination | Time: 14:32 | Source: user*
Per-seat punishes large teams at expansion.

---

### [ERROR] Staging certificate expired
*Arousal: 0.6*
Renewal asked a name server that had moved.

## Handover
- **Continuing**: enterprise discounts
"""
KEYS = {
    "id",
    "score",
    "relevance",
    "cosine",
    "lexical",
    "arousal",
    "boost",
    "decay",
    "date",
    "category",
    "title",
    "content",
    "source",
    "line",
}


@pytest.fixture
def stocked(words_project: Project, monkeypatch: pytest.MonkeyPatch) -> Project:
    """A project with a log, lexical recall, and the working directory in it."""
    (words_project.logs_dir / "2026-03-08.md").write_text(LOG, "utf-8")
    monkeypatch.chdir(words_project.root)
    monkeypatch.setenv("COGMEM_NOW", "2026-03-10T12:00:00+09:00")
    return words_project


def test_index_counts_and_says_so(cogmem: Call, stocked: Project) -> None:
    first = cogmem("index", "--json").json
    assert (first["files"], first["entries"], first["added"], first["partial"]) == (1, 2, 2, False)
    assert "up to date: 2 memories" in cogmem("index").out
    assert cogmem("index", "--rebuild", "--json").json["entries"] == 2
    (stocked.logs_dir / "2026-03-08.md").unlink()
    assert cogmem("index", "--json").json["removed"] == 2


def test_search_json_has_the_promised_keys(cogmem: Call, stocked: Project) -> None:
    found = cogmem("search", "seat", "licence", "--json").json
    assert found["status"] == "ok" and found["notices"] == []
    best = found["results"][0]
    assert set(best) >= KEYS
    assert best["title"].startswith("Usage-based") and best["category"] == "DECISION"
    assert (best["source"], best["line"], best["cosine"]) == ("memory/logs/2026-03-08.md", 5, None)


def test_the_quick_way_and_the_ordinary_way_agree(cogmem: Call, stocked: Project) -> None:
    quick = cogmem("search", "seat licence pricing", "--json", "--no-reinforce").json
    whole = cogmem("search", "seat licence pricing", "--json", "--no-reinforce", "--color", "never").json
    explained = cogmem("search", "seat licence pricing", "--json", "--no-reinforce", "--explain").json
    assert quick == whole
    assert quick["results"]
    for one, other in zip(quick["results"], explained["results"], strict=False):
        assert (one["id"], one["grade"], one["decay"]) == (other["id"], other["grade"], other["decay"])
        assert other["explanation"]["matched"]


def test_a_hits_first_line_names_what_decides_and_what_orders(cogmem: Call, stocked: Project) -> None:
    hit = cogmem("search", "seat licence pricing", "--json", "--no-reinforce").json["results"][0]
    head = cogmem("search", "seat licence pricing", "--no-reinforce").out.splitlines()[0]
    assert hit["score"] != hit["relevance"]
    assert head.startswith(f"{hit['score']:.2f} (relevance {hit['relevance']:.2f})  2026-03-08  [DECISION] ")
    head = cogmem("search", "seat licence pricing", "--no-reinforce", "--lang", "ja").out.splitlines()[0]
    assert head.startswith(f"{hit['score']:.2f}（関連度 {hit['relevance']:.2f}）  2026-03-08")


@pytest.mark.parametrize("mode", ["bounded", "classic", "weighted"])
def test_the_quick_score_is_the_published_one(stocked: Project, mode: str) -> None:
    import numpy as np

    from cogmem.recall import prior, quick

    project = Project(stocked.root, stocked.config.replaced({"scoring.mode": mode}))
    scoring = project.config.scoring
    rule = prior.Prior(
        mode, scoring.beta, scoring.sim_weight, scoring.arousal_weight, scoring.base_half_life, scoring.decay_floor
    )
    hits = quick.search(project, "seat licence certificate", 5, note=False)["results"]
    assert hits
    for hit in hits:
        age, arousal = np.array([2.0]), np.array([hit["arousal"]])
        assert hit["decay"] == pytest.approx(float(prior.decay(age, arousal, rule)[0]), abs=1e-6)
        if mode != "bounded" or hit["grade"] == "strong":
            expected = float(prior.score(np.array([hit["relevance"]]), arousal, age, rule)[0])
            assert hit["score"] == pytest.approx(expected, abs=2e-6)


def test_a_cold_lexical_search_loads_neither_numpy_nor_click(process: Call, stocked: Project) -> None:
    time.sleep(2.1)  # a log that changed this moment is read again
    process("index")
    probe = "import sys; from cogmem.cli.entry import run; run(['search', 'seat licence'])"
    probe += "; print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-P", "-c", probe], capture_output=True, text=True, check=True)
    assert "Usage-based" in done.stdout
    assert not {"numpy", "click", "dataclasses", "fastapi", "inspect", "cogmem.store"} & set(done.stderr.split())


def test_search_in_words(cogmem: Call, stocked: Project) -> None:
    said = cogmem("search", "certificate expired staging")
    assert said.out.splitlines()[0].endswith(
        "[ERROR] Staging certificate expired" + "  (weak)" * ("(weak)" in said.out)
    )
    assert "memory/logs/2026-03-08.md:11" in said.out
    assert cogmem("search", "zebra crossing").out == "Nothing in this memory answers that.\n"
    assert cogmem("search", "zebra crossing", "--lang", "ja").out == "記憶の中に答えはありません。\n"
    assert "nothing was searched" in cogmem("search", "thanks!").out
    assert cogmem("search", "OK", "--json").json["status"] == "skipped_by_gate"


@pytest.mark.parametrize(("lang", "mark"), [("en", "(below the bar)"), ("ja", "（基準未満）")])
def test_all_shows_what_lies_below_the_bar(cogmem: Call, stocked: Project, lang: str, mark: str) -> None:
    shown = cogmem("search", "zebra crossing near the large gardens of the summer palace", "--lang", lang).out
    said = cogmem("search", "zebra crossing near the large gardens of the summer palace", "--all", "--lang", lang)
    assert said.code == 0 and mark in said.out and mark not in shown


def test_search_narrowed(cogmem: Call, stocked: Project) -> None:
    titles = [hit["title"] for hit in cogmem("search", "seat certificate", "--tag", "error", "--json").json["results"]]
    assert titles == ["Staging certificate expired"]
    assert not cogmem("search", "seat certificate", "--since", "2026-03-09", "--json").json["results"]
    assert cogmem("search", "seat", "--since", "not-a-day").code == 2
    assert cogmem("search", "   ").code == 2
    lines = cogmem("search", "seat certificate", "--jsonl").out.splitlines()
    assert {json.loads(line)["category"] for line in lines} == {"DECISION", "ERROR"}


def test_no_reinforce_writes_nothing(cogmem: Call, stocked: Project) -> None:
    cogmem("search", "seat licence", "--no-reinforce")
    assert not stocked.ledger_path.exists() and not (stocked.run_dir / "spool").exists()
    cogmem("search", "seat licence")
    assert cogmem("why", "last", "--json").json == {"injections": []}
    found = cogmem("search", "seat licence", "--json").json["results"][0]
    asked = cogmem("why", found["id"], "--json").json
    assert [one["query"] for one in asked["retrievals"]] == ["seat licence"] and asked["title"] == found["title"]
    assert cogmem("why", "0123456789ab").code == 2


def test_log_is_found_at_once(cogmem: Call, stocked: Project) -> None:
    said = cogmem(
        "log", "Ship on Fridays no more", "--tag", "decision", "--domain", "release", "--arousal", "0.8", "--json"
    ).json
    assert (said["category"], said["date"], said["source"]) == ("DECISION", "2026-03-10", "memory/logs/2026-03-10.md")
    text = (stocked.root / said["source"]).read_text("utf-8")
    assert "### [DECISION][RELEASE] Ship on Fridays no more" in text and "Arousal: 0.8" in text
    assert cogmem("search", "fridays", "--json").json["results"][0]["id"] == said["id"]


def test_log_reads_standard_input(process: Call, stocked: Project) -> None:
    said = process("log", "-", "--tag", "ERROR", input="題名\n\n本文 ### not a heading\n".encode())
    assert said.code == 0
    text = (stocked.logs_dir / "2026-03-10.md").read_text("utf-8")
    assert "### [ERROR] 題名" in text and "本文 ### not a heading" in text


@pytest.mark.parametrize(
    "args", [[""], ["x", "--tag", "lower case"], ["x", "--arousal", "2"], ["x", "--arousal", "nan"]]
)
def test_log_refuses_what_it_cannot_write(cogmem: Call, stocked: Project, args: list[str]) -> None:
    assert cogmem("log", *args).code == 2
    assert not (stocked.logs_dir / "2026-03-10.md").exists()


def test_log_leaves_secrets_out(cogmem: Call, stocked: Project) -> None:
    cogmem("log", "key is AKIAQ7RMZ4T2VX6LPW3B", "--tag", "NOTE")
    assert "AKIAQ7RMZ4T2VX6LPW3B" not in (stocked.logs_dir / "2026-03-10.md").read_text("utf-8")


def test_log_of_a_user(cogmem: Call, stocked: Project) -> None:
    assert cogmem("log", "mine", "--user", "mika", "--json").json["source"] == "memory/logs/mika/2026-03-10.md"


@pytest.mark.parametrize("user", ["../x", "a/b", "..", "/etc", "a\\b", ".hidden", "x" * 65])
def test_a_user_leads_nowhere_else(cogmem: Call, stocked: Project, user: str) -> None:
    before = set(stocked.root.parent.rglob("*"))
    for args in (["log", "x"], ["search", "seat"], ["context"]):
        assert cogmem(*args, "--user", user).code == 2
    assert set(stocked.root.parent.rglob("*")) == before


def test_status_counts(cogmem: Call, stocked: Project) -> None:
    for name in ("status", "stats"):
        counts = cogmem(name, "--json").json
        assert (
            counts["memories"] == 2 and counts["categories"] == {"DECISION": 1, "ERROR": 1} and counts["pending"] == 0
        )
        assert counts["kinds"] == {"entry": 2, "line": 0, "summary": 0}
    assert "DECISION" in cogmem("status").out


def test_status_says_how_much_of_what_was_said_is_kept_and_until_when(cogmem: Call, stocked: Project) -> None:
    none = cogmem("status", "--json").json["transcript"]
    assert none == {"lines": 0, "oldest": None, "keep_days": 365, "oldest_goes": None}
    for uuid in ("a", "b"):
        spool.append(str(stocked.run_dir), "s", "transcript", {"uuid": uuid, "text": "said"})
    spool.append(str(stocked.run_dir), "s", "session", {"minutes": 3})
    counts = cogmem("status", "--json").json
    kept = counts["transcript"]
    assert counts["sessions"] == 1 and kept["lines"] == 2
    assert dt.date.fromisoformat(kept["oldest_goes"]) - dt.date.fromisoformat(kept["oldest"]) == dt.timedelta(365)
    told = cogmem("status", "--lang", "ja").out
    assert "会話記録" in told and kept["oldest_goes"] in told and "セッションの要約" in told


def test_context_prints_the_block(cogmem: Call, stocked: Project) -> None:
    said = cogmem("context", "--json").json
    assert "<memory-context>" in said["context"] and "enterprise discounts" in said["context"]
    assert 0 < said["tokens"] <= said["budget"]
    assert cogmem("context").out.strip() == said["context"].strip()


def test_context_search(cogmem: Call, stocked: Project) -> None:
    assert cogmem("context-search", "OK", "--json").json["status"] == "skipped_by_gate"
    said = cogmem("context-search", "What about the usage-based pricing and the seat licence?", "--json").json
    assert said["status"] in ("ok", "degraded")


def test_config_shows_where_a_value_comes_from(cogmem: Call, stocked: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COGMEM_RECALL_TOP_K", "9")
    (stocked.root / "cogmem.local.toml").write_text('[cogmem.embedding]\napi_key = "s3cret"\n', "utf-8")
    settings = cogmem("config", "--json").json["settings"]
    assert settings["recall.top_k"]["value"] == 9 and settings["recall.top_k"]["origin"] == "COGMEM_RECALL_TOP_K"
    assert "s3cret" not in cogmem("config", "--json").out + cogmem("config", "-v").out
    assert "from cogmem.toml" in cogmem("config", "embedding.provider").out
    assert cogmem("config", "recal.top_k").code == 2 and "recall.top_k" in cogmem("config", "recal.top_k").err


def test_the_settings_page_is_up_to_date(cogmem: Call, tmp_path: Path) -> None:
    page = Path(__file__).parents[2] / "docs/settings.md"
    assert cogmem("config", "--markdown", cwd=tmp_path).out == page.read_text("utf-8")


def test_model_status(cogmem: Call, stocked: Project, tmp_path: Path) -> None:
    assert cogmem("model", "status", "--json").json["provider"] == "none"
    assert cogmem("model", "--json", cwd=tmp_path).json["model"] == "multilingual-e5-small"


def test_hooks_reads_the_log(cogmem: Call, stocked: Project, home: Path) -> None:
    assert cogmem("hooks", "--json").json == {"events": []}
    log = home / ".local/state/cogmem/log/hooks.log"
    log.parent.mkdir(parents=True)
    rows = [(1.0, "Stop", 12.0, "quiet"), (2.0, "Stop", 30.0, "OSError: x"), (3.0, "SessionStart", 9.0, "said")]
    log.write_text(
        "".join(f"{at}\t{event}\t{ms}\t{how}\t{stocked.root}\n" for at, event, ms, how in rows) + "torn line\n"
    )
    events = cogmem("hooks", "--json").json["events"]
    assert [(row["event"], row["count"], row["failures"], row["last_failure"]) for row in events] == [
        ("SessionStart", 1, 0, None),
        ("Stop", 2, 1, "OSError: x"),
    ]
    assert "SessionStart" in cogmem("hooks").out
    assert [json.loads(line) for line in cogmem("hooks", "--jsonl").out.splitlines()] == events


def test_init_writes_shows_and_undoes(cogmem: Call, home: Path, tmp_path: Path) -> None:
    root = tmp_path / "my project"
    dry = cogmem("init", root, "--dry-run", "--json").json
    assert not root.exists() and "+@identity/soul.md" in dry["diff"]
    said = cogmem("init", root, "--lang", "ja", "--json").json
    assert said["changed"] and said["written"] == dry["written"] and said["mode"] == "plain"
    assert open_project(root).config.lang == "ja"
    again = cogmem("init", root, "--json").json
    assert not again["changed"] and not again["written"]
    text = cogmem("init", root).out
    assert text.count("\n") == 1 and str(root) in text
    said = cogmem("uninstall", "--yes", "--json", "-C", root)
    assert said.code == 0 and not list(root.iterdir())
    assert not [path for path in home.rglob("*") if "cogmem" in path.name]


def test_init_says_how_to_go_on(cogmem: Call, tmp_path: Path) -> None:
    said = cogmem("init", cwd=tmp_path)
    assert said.code == 0 and "cogmem uninstall" in said.out and "cogmem log" in said.out and "cogmem.toml" in said.out


def test_init_refuses_home_without_a_word(cogmem: Call, home: Path) -> None:
    for place in (home, Path("/")):
        said = cogmem("init", place, "--json")
        assert said.code == 2 and "--yes" in said.json["error"]["hint"]
    assert not (home / "cogmem.toml").exists()


def test_init_inside_a_project_asks(cogmem: Call, stocked: Project) -> None:
    inner = stocked.root / "inner"
    inner.mkdir()
    assert cogmem("init", inner).code == 2 and not list(inner.iterdir())
    assert cogmem("init", inner, "--yes").code == 0 and (inner / "cogmem.toml").is_file()


@pytest.mark.parametrize("args", [["--private", "--shared"], ["--user", "../x"], ["--private"]])
def test_init_refuses_what_makes_no_sense(cogmem: Call, tmp_path: Path, args: list[str]) -> None:
    root = tmp_path / "p"
    root.mkdir()
    assert cogmem("init", root, *args).code == 2 and not list(root.iterdir())


def test_uninstall_asks_first(cogmem: Call, stocked: Project) -> None:
    assert cogmem("uninstall").code == 2 and (stocked.root / "cogmem.toml").exists()
    dry = cogmem("uninstall", "--dry-run", "--json").json
    assert dry["dry_run"] and (stocked.root / "memory/.run/id").exists()
    assert cogmem("uninstall", "--yes").code == 0
    assert (stocked.logs_dir / "2026-03-08.md").read_text("utf-8") == LOG


def test_doctor_on_a_healthy_project(cogmem: Call, tmp_path: Path) -> None:
    cogmem("init", tmp_path, "--no-client")
    cogmem("log", "x", "--tag", "NOTE", cwd=tmp_path)
    cogmem("index", cwd=tmp_path)
    said = cogmem("doctor", "--json", cwd=tmp_path)
    assert said.code == 0 and said.json["ok"], said.out


def test_doctor_without_a_project(cogmem: Call, tmp_path: Path) -> None:
    said = cogmem("doctor", "--json", cwd=tmp_path)
    assert said.code == 0 and "config" in {one["code"] for one in said.json["findings"]}
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_demo_makes_its_five_points(cogmem: Call, tmp_path: Path, home: Path, lang: str) -> None:
    said = cogmem("demo", tmp_path / "d", "--no-serve", "--lang", lang, "--json").json
    recalls = {one["shows"]: one for one in said["recalls"]}
    first = {name: one["results"][0] for name, one in recalls.items()}
    assert first["paraphrase"]["grade"] == "strong"
    assert first["paraphrase"]["title"].startswith("Text messages for sign-in")
    assert first["japanese"]["grade"] == "strong" and "charged twice" in first["japanese"]["title"]
    assert first["typo"]["grade"] == "strong" and "certificate had expired" in first["typo"]["title"]
    heated = [hit for hit in recalls["heated"]["results"] if hit["grade"] == "strong"]
    assert heated[0]["arousal"] >= 0.9 and "NOTE" in {hit["category"] for hit in heated[1:]}
    assert not recalls["unknown"]["answered"]
    assert "<memory-context>" in said["context"]
    assert not [path for path in home.rglob("*") if path.is_file()], "nothing outside the demo and the cache"


def test_the_demo_in_words(process: Call, tmp_path: Path) -> None:
    said = process("demo", tmp_path / "d", "--no-serve", cwd=tmp_path)
    assert said.code == 0 and said.out.count("$ cogmem search") == 5 and "relevance" in said.out
    assert (f"cogmem dashboard -C {tmp_path}/d" in said.out and "168/168" in said.err) or "embedding" in said.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["d"]


def test_the_server_is_started_away_from_the_folder(process: Call, tmp_path: Path) -> None:
    """A repository cannot lend us its own modules."""
    (tmp_path / "click.py").write_text("raise SystemExit('hijacked')", "utf-8")
    (tmp_path / "json.py").write_text("raise SystemExit('hijacked')", "utf-8")
    said = process("mcp", cwd=tmp_path, input=b"")
    assert said.code == 0 and "hijacked" not in said.out + said.err


def test_model_calibrate_needs_another_embedder(cogmem: Call, stocked: Project, tmp_path: Path) -> None:
    assert cogmem("model", "calibrate").code == 2
    assert cogmem("model", "calibrate", "--json", cwd=tmp_path).json["file"] is None


def test_a_dry_run_of_init_tells_the_truth(cogmem: Call, home: Path, tmp_path: Path) -> None:
    """The diff that was shown, applied to a copy, gives the files that the real run gives, client included."""
    root, copy = tmp_path / "p", tmp_path / "copy"
    for folder in (root, copy):
        folder.mkdir()
        (folder / "CLAUDE.md").write_text("# Mine", "utf-8")
    diff = cogmem("init", root, "--dry-run", "--json").json["diff"]
    assert sorted(path.name for path in root.iterdir()) == ["CLAUDE.md"] and not list(home.rglob("*cogmem*"))
    inside = diff.split("--- /dev/null\n+++ /")[0]
    subprocess.run(["patch", "-p1"], input=inside, text=True, cwd=copy, check=True, capture_output=True)
    assert cogmem("init", root).code == 0
    shown = {path.relative_to(copy) for path in copy.rglob("*") if path.is_file()}
    made = {path.relative_to(root) for path in root.rglob("*") if path.is_file() and ".run" not in path.parts}
    assert shown == made
    assert all((root / name).read_bytes() == (copy / name).read_bytes() for name in made)
    outside = [line.removeprefix("+++ ") for line in diff.splitlines() if line.startswith("+++ /")]
    assert outside and all(Path(path).is_file() for path in outside)


def test_state_is_private_whatever_the_umask(process: Call, home: Path, tmp_path: Path) -> None:
    if os.name == "nt":
        return
    old = os.umask(0)
    try:
        process("init", tmp_path / "p")
        process("log", "x", "--tag", "NOTE", "-C", tmp_path / "p")
    finally:
        os.umask(old)
    state, run = home / ".local/state/cogmem", tmp_path / "p/memory/.run"
    assert not [path for path in (state, run) if path.stat().st_mode & 0o077]
    files = [path for folder in (state, run) for path in folder.rglob("*") if path.is_file()]
    assert files and not [path for path in files if path.stat().st_mode & 0o077]


@pytest.fixture
def old_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project as cogmem-agent 0.33 left it: per-user logs, Japanese headings, settings without a meaning here."""
    root = tmp_path / "old"
    (root / "memory/logs/mika").mkdir(parents=True)
    (root / "cogmem.toml").write_text(
        '[cogmem]\nlogs_dir = "memory/logs"\nhandover_delimiter = "## 引き継ぎ"\n'
        "[cogmem.crystallization]\npattern_threshold = 3\n"
        '[cogmem.embedding]\nprovider = "none"\ntimeout = 10\n[cogmem.behavior]\nskill_gate = true\n',
        "utf-8",
    )
    (root / "memory/logs/mika/2026-03-01.md").write_text(
        "# 2026-03-01 セッションログ\n\n## セッション概要\n料金を見直した。\n\n## ログエントリ\n\n"
        "### [DECISION] 従量課金に切り替える\n*Arousal: 0.8 | Emotion: Determination*\n席単位は大きなチームに不利。\n\n"
        "## 引き継ぎ\n- 次: 経理に伝える\n",
        "utf-8",
    )
    monkeypatch.chdir(root)
    return root


def test_a_project_of_cogmem_agent_opens_as_it_is(cogmem: Call, old_project: Path) -> None:
    before = (old_project / "cogmem.toml").read_bytes()
    found = cogmem("search", "従量課金", "--json").json
    assert found["results"][0]["title"] == "従量課金に切り替える" and found["results"][0]["user"] == "mika"
    counts = cogmem("status", "--json").json
    assert counts["memories"] == 2 and counts["user"] == "mika"
    said = cogmem("init", "--no-client", "--json").json
    assert said["changed"] and (old_project / "cogmem.toml").read_bytes() == before
    codes = {one["code"] for one in cogmem("doctor", "--json").json["findings"]}
    assert "config_retired_key" in codes


def test_bench_on_the_own_store(cogmem: Call, stocked: Project) -> None:
    said = cogmem("bench", "--json")
    assert said.code == 0 and said.json["entries"] == 2 and said.json["earlier"] == 0
    assert cogmem("bench", "--json").json["earlier"] == 1
    assert cogmem("bench", "--data", stocked.root, "--speed").code == 2


def test_an_embedder_that_is_down_costs_only_meaning(cogmem: Call, stocked: Project) -> None:
    (stocked.root / "cogmem.local.toml").write_text(
        '[cogmem.embedding]\nprovider = "ollama"\nurl = "http://127.0.0.1:9"\ntimeout = 0.5\n', "utf-8"
    )
    said = cogmem("index", "--json")
    assert said.code == 0 and said.json["partial"] and said.json["entries"] == 2 and said.err
    assert cogmem("index", "--strict").code == 3
    found = cogmem("search", "seat licence", "--json")
    assert found.code == 0 and found.json["status"] == "degraded" and len(found.json["notices"]) == 1
    assert "Ollama" in found.json["notices"][0] and "`ollama serve`" in found.json["notices"][0]
    assert found.json["results"][0]["title"].startswith("Usage-based")
    told = cogmem("search", "seat licence", "--lang", "ja").err
    assert "http://127.0.0.1:9 の Ollama が応答しません" in told and "`ollama serve` で起動" in told
    strict = cogmem("search", "seat licence", "--json", "--strict")
    assert strict.code == 3


def test_two_projects_of_one_name_do_not_see_each_other(cogmem: Call, tmp_path: Path) -> None:
    for parent in ("a", "b"):
        cogmem("init", tmp_path / parent / "app", "--no-client")
    cogmem("log", "zanzibar marker", "-C", tmp_path / "a/app")
    assert cogmem("search", "zanzibar", "--json", "--mode", "lexical", "-C", tmp_path / "a/app").json["results"]
    assert not cogmem("search", "zanzibar", "--json", "--mode", "lexical", "-C", tmp_path / "b/app").json["results"]


@pytest.mark.parametrize("limit", [0, 40, 200, 500, 900, 2000])
def test_init_on_a_full_disk_leaves_all_or_nothing(tmp_path: Path, limit: int) -> None:
    """No file may grow beyond ``limit`` bytes: whichever write that hits, the others are taken back."""
    root = tmp_path / "p"
    root.mkdir()
    (root / "CLAUDE.md").write_text("# Mine\n", "utf-8")
    probe = (
        "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit}));"
        "from cogmem.cli.entry import run; raise SystemExit(run(['init', '--no-client', '--json']))"
    )
    done = subprocess.run([sys.executable, "-P", "-c", probe], cwd=root, capture_output=True, text=True)
    assert "Traceback" not in done.stderr
    names = {path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file()}
    if done.returncode:
        assert names == {"CLAUDE.md"} and (root / "CLAUDE.md").read_text("utf-8") == "# Mine\n"
    else:
        assert {"cogmem.toml", "identity/agents.md", ".gitignore"} <= names


@pytest.mark.parametrize("limit", [0, 3000])
def test_a_full_disk_is_told_by_every_command_that_meets_it(stocked: Project, limit: int) -> None:
    """No file may grow beyond ``limit`` bytes: what was indexed is found, and that the rest is not is said."""
    with MemoryStore(stocked) as store:
        store.index_dir()
    late = "### [NOTE] Harbour fees\n" + "Paid at the harbour office.\n" * 400
    (stocked.logs_dir / "2026-03-09.md").write_text(late, "utf-8")

    def full(*args: str) -> Said:
        probe = (
            "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
            f"resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit}));"
            f"from cogmem.cli.entry import run; raise SystemExit(run({list(args)!r}))"
        )
        done = subprocess.run([sys.executable, "-P", "-c", probe], cwd=stocked.root, capture_output=True, text=True)
        return Said(done.returncode, done.stdout, done.stderr)

    said = full("search", "price of usage-based pricing", "--json", "--no-reinforce")
    assert said.code == 0 and said.json["results"] and said.json["notices"]
    said = full("search", "price of usage-based pricing")
    assert "Usage-based pricing" in said.out and "cannot be written" in said.err
    said = full("index")
    assert said.code == 1 and "cannot be written" in said.err
    damaged = [one for one in full("doctor", "--json").json["findings"] if "damaged" in one["message"]]
    assert damaged == []


ANSWERS = [("n\n", 1, True), ("y\n", 0, False), ("\x03", 130, True)]


@pytest.mark.parametrize(("answer", "code", "stays"), ANSWERS)
def test_uninstall_asks_on_a_terminal(stocked: Project, answer: str, code: int, stays: bool) -> None:
    pid, terminal = pty.fork()
    if pid == 0:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # a suite in the background has it ignored
        os.execv(PROGRAM[0], [*PROGRAM, "uninstall"])
    said, asked, end = b"", False, time.monotonic() + 60
    while time.monotonic() < end:
        if not select.select([terminal], [], [], 0.2)[0]:
            continue
        try:
            piece = os.read(terminal, 65536)
        except OSError:
            break
        if not piece:
            break
        said += piece
        if b"[y/N]" in said and not asked:
            asked = True
            time.sleep(0.5)  # a person is not quicker than the read that follows the question
            os.write(terminal, answer.encode())
    else:
        os.kill(pid, signal.SIGKILL)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == code, said
    assert asked and (stocked.root / "memory/.run/id").exists() is stays


def test_init_by_project_settings_and_back(cogmem: Call, home: Path, tmp_path: Path) -> None:
    settings = tmp_path / ".claude/settings.json"
    settings.parent.mkdir()
    settings.write_text('{\n  "model": "x"\n}\n', "utf-8")
    said = cogmem("init", tmp_path, "--project", "--json").json
    assert str(settings) in said["outside"] or "SessionStart" in settings.read_text("utf-8")
    assert json.loads(settings.read_text("utf-8"))["model"] == "x"
    assert cogmem("uninstall", "--yes", "-C", tmp_path).code == 0
    assert settings.read_text("utf-8") == '{\n  "model": "x"\n}\n'
    assert not [path for path in home.rglob("*") if "cogmem" in path.name]


def test_init_leaves_everything_alone_when_the_client_refuses(cogmem: Call, tmp_path: Path) -> None:
    settings = tmp_path / ".claude/settings.json"
    settings.parent.mkdir()
    settings.write_text('{ // mine\n "model": "x" }\n', "utf-8")
    said = cogmem("init", tmp_path, "--project", "--json")
    assert said.code != 0 and said.json["error"]["message"]
    assert settings.read_text("utf-8") == '{ // mine\n "model": "x" }\n'
    assert [path.name for path in tmp_path.iterdir()] == [".claude"]


@pytest.mark.parametrize("way", [(), ("--project",)])
def test_what_init_calls_outside_is_outside_and_all_of_it(
    cogmem: Call, home: Path, tmp_path: Path, way: tuple[str, ...]
) -> None:
    root = tmp_path / "p"
    root.mkdir()
    dry = cogmem("init", root, *way, "--dry-run", "--json").json
    real = cogmem("init", root, *way, "--json").json
    record = f"scaffold/{real['id']}.json"
    assert [path.replace("<id>", real["id"]) for path in dry["outside"]] == real["outside"]
    assert dry["written"] == real["written"]
    assert not [path for path in real["outside"] if Path(path).is_relative_to(root)]
    assert (".claude/settings.json" in real["written"]) is bool(way)
    made = {str(path) for path in home.rglob("*") if path.is_file() and path.suffix != ".lock"}
    assert made == set(real["outside"]) and any(path.endswith(record) for path in made)
    assert cogmem("init", root, *way, "--json").json["outside"] == []


def test_uninstall_tells_what_goes_before_it_goes(stocked: Project) -> None:
    """Nobody reads the list: nothing is removed."""
    with MemoryStore(stocked) as store:
        store.index_dir()
    reader, writer = os.pipe()
    os.close(reader)
    env = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    done = subprocess.run([*PROGRAM, "uninstall", "--yes"], cwd=stocked.root, stdout=writer, env=env)
    os.close(writer)
    assert done.returncode == 141 and stocked.index_path.exists() and stocked.id_path.exists()


@pytest.mark.parametrize("args", [["status"], ["search", "pricing of seats"], ["log", "x"], ["context"], ["index"]])
def test_a_clock_of_nonsense_has_a_name(process: Call, stocked: Project, args: list[str]) -> None:
    said = process(*args, cwd=stocked.root, env={"COGMEM_NOW": "garbage"})
    assert "ValueError" not in said.err and "unexpected" not in said.err
    assert said.code == 0 or (said.code == 2 and "COGMEM_NOW is 'garbage'," in said.err and "unset" in said.err)
    said = process(*args, "--json", cwd=stocked.root, env={"COGMEM_NOW": "garbage"})
    assert said.code == 0 or (said.code == 2 and said.json["error"]["code"] == "clock")


def test_one_is_not_many(cogmem: Call, words_project: Project) -> None:
    cogmem("log", "Pricing", "--tag", "DECISION", cwd=words_project.root)
    assert cogmem("index").out.startswith("1 memory from 1 log: 1 new")
    cogmem("log", "Seats", "--tag", "DECISION")
    assert cogmem("index").out.startswith("2 memories from 1 log: 1 new")
    assert say("ja", "index.fresh", entries=1, files=1) == "最新です: ログ 1 件・記憶 1 件"


def test_problems_are_told_in_the_language_of_now(cogmem: Call, words_project: Project) -> None:
    (words_project.logs_dir / "2026-03-01.md").write_text("### [NOTE] x\n*Arousal: 9*\nb\n", "utf-8")
    assert "範囲外" in cogmem("index", "--lang", "ja", cwd=words_project.root).err
    assert "outside 0.0 to 1.0" in cogmem("index", "--lang", "en").err
    assert "outside 0.0 to 1.0" in cogmem("index", "--lang", "en", "--json").out


def test_nobody_is_asked_with_no_input(stocked: Project) -> None:
    """Also on a terminal."""
    pid, terminal = pty.fork()
    if not pid:
        os.execv(PROGRAM[0], [*PROGRAM, "uninstall", "--no-input"])
    said = b""
    while select.select([terminal], [], [], 60)[0]:
        try:
            piece = os.read(terminal, 4096)
        except OSError:
            break
        said += piece
        if not piece:
            break
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 2 and b"--yes" in said
    assert stocked.id_path.exists()


def test_why_in_lines(cogmem: Call, stocked: Project) -> None:
    lines = cogmem("why", "seat licence pricing", "--jsonl").out.splitlines()
    assert json.loads(lines[0])["category"] == "DECISION" and len(lines) > 1
    assert cogmem("why", "seat licence pricing", "-n", "1", "--jsonl").out.splitlines() == lines[:1]
    with MemoryStore(stocked) as store:
        for n in range(2):
            store.ledger.note_injection("SessionStart", [], session=f"s{n}", tokens=7)
    said = [json.loads(line) for line in cogmem("last", "-n", "5", "--jsonl").out.splitlines()]
    assert [one["session"] for one in said] == ["s1", "s0"]


def test_last_is_why_last(cogmem: Call, stocked: Project) -> None:
    assert cogmem("last", "--json").json == cogmem("why", "last", "--json").json == {"injections": []}


def test_init_says_what_this_machine_lacks(cogmem: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    assert any("`claude`" in note for note in cogmem("init", tmp_path / "a", "--json").json["notices"])
    client = tmp_path / "bin/claude"
    client.parent.mkdir()
    client.write_text("#!/bin/sh\necho 2.1.50\n")
    client.chmod(0o755)
    assert any("2.1.157" in note for note in cogmem("init", tmp_path / "b", "--json").json["notices"])
    client.write_text("#!/bin/sh\necho 2.1.332\n")
    assert cogmem("init", tmp_path / "c", "--json").json["notices"] == []
    assert cogmem("init", tmp_path / "d", "--no-client", "--json").json["notices"] == []


def test_context_search_in_lines(cogmem: Call, stocked: Project) -> None:
    said = cogmem("context-search", "What about usage-based pricing and the seat licence?", "--jsonl")
    assert [json.loads(line)["category"] for line in said.out.splitlines()] == ["DECISION"]


@pytest.mark.parametrize("way", [(), ("--project",)])
def test_uninstall_names_all_that_goes_outside(
    cogmem: Call, home: Path, tmp_path: Path, way: tuple[str, ...]
) -> None:
    def files() -> set[str]:
        return {str(path) for path in home.rglob("*") if path.is_file()}

    root = tmp_path / "p"
    root.mkdir()
    before = files()
    cogmem("init", root, *way)
    cogmem("log", "Pricing", "-C", root)
    made = files() - before
    dry = cogmem("uninstall", "--dry-run", "--json", "-C", root).json
    assert files() - before == made
    real = cogmem("uninstall", "--yes", "--json", "-C", root).json
    assert dry["outside"] == real["outside"] and files() == before
    assert all(any(path == one or (one.endswith("/") and path.startswith(one)) for one in real["outside"])
               for path in made)


def test_uninstall_where_the_project_was_deleted(cogmem: Call, tmp_path: Path) -> None:
    """The plugin outlived its last project: doctor says so, and any folder without one is a way out."""
    from cogmem.claude import plugin
    from cogmem.project import known_projects

    first, last, other = tmp_path / "first", tmp_path / "last", tmp_path / "other"
    for root in (first, last):
        assert cogmem("init", root, "--yes", "-q").out == ""
    for root in (first, last):
        shutil.rmtree(root)
        root.mkdir()
    other.mkdir()
    assert "plugin_unused" in {one["code"] for one in cogmem("doctor", "--json", cwd=other).json["findings"]}
    assert cogmem("uninstall", cwd=first).code == 2 and len(known_projects()) == 2
    said = cogmem("uninstall", "--yes", cwd=first)
    assert said.code == 0 and str(last) in said.err and not plugin.folder().exists() and not known_projects()
    assert cogmem("uninstall", "--yes", cwd=other).code == 4, "nothing is left to take away"


@pytest.mark.parametrize(("typed", "stored"), [
    ("q.py", "sub/x/q.py"), ("q.py:42@abc", "sub/x/q.py:42@abc"), ("../y.py", "sub/y.py"), ("top.py", "top.py"),
    ("/elsewhere/z.py", "/elsewhere/z.py")])
def test_a_file_is_stored_as_seen_from_the_project(cogmem: Call, stocked: Project, typed: str, stored: str) -> None:
    below = stocked.root / "sub" / "x"
    below.mkdir(parents=True)
    for path in (below / "q.py", stocked.root / "top.py"):
        path.write_text("")
    source = cogmem("log", "a file", "--file", typed, "--json", cwd=below).json["source"]
    assert f"Files: {stored}*" in (stocked.root / source).read_text()


def test_one_persons_folder_beside_flat_logs_is_not_everybodys(cogmem: Call, stocked: Project) -> None:
    (stocked.logs_dir / "alice").mkdir()
    (stocked.logs_dir / "alice" / "2026-03-02.md").write_text("### [NOTE] hers\nbody\n")
    source = cogmem("log", "mine", "--json", cwd=stocked.root).json["source"]
    assert "alice" not in source
    assert "/alice/" in cogmem("log", "hers", "--user", "alice", "--json").json["source"]


def test_inits_at_once_say_that_there_is_another(tmp_path: Path) -> None:
    """Each of them sets the project up, or says why it did not and what to do; after one more it is there."""
    root = tmp_path / "p"
    root.mkdir()
    line = [*PROGRAM, "init", "--yes", "-C", str(root)]
    at_once = [subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(4)]
    for one in at_once:
        _, err = one.communicate(timeout=300)
        assert one.returncode == 0 or ("another `cogmem init`" in err and "again" in err), err
    assert subprocess.run(line, capture_output=True, timeout=300).returncode == 0
    assert (root / "cogmem.toml").is_file()


@pytest.mark.parametrize("limit", [0, 1, 4096, 20_000, 60_000])
def test_a_full_disk_without_an_index_is_searched_in_memory(stocked: Project, limit: int) -> None:
    """No file may grow beyond ``limit`` bytes: for SQLite that is a disk without room."""
    for rest in stocked.index_path.parent.glob(f"{stocked.index_path.name}*"):
        rest.unlink()
    line = ("import resource, signal, sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
            f"resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit}));"
            "from cogmem.cli.entry import main; sys.argv = ['cogmem', *sys.argv[1:]]; main()")
    for more in ((), ("--since", "2000-01-01")):
        done = subprocess.run([sys.executable, "-c", line, "search", "pricing", *more], cwd=stocked.root, text=True,
                              capture_output=True, timeout=300)
        assert done.returncode == 0 and "pricing" in done.stdout.lower(), done.stderr
