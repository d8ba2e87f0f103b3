"""What a session is told when it starts, comes back, and ends."""

from __future__ import annotations

import datetime as dt
import json

import pytest

from cogmem.index.sqlite import Index
from cogmem.index.sync import sync
from cogmem.journal.daylog import read_log
from cogmem.ledger.merge import merge_spool
from cogmem.ledger.sqlite import Ledger
from cogmem.project import open_project
from cogmem.recall.fence import tokens
from conftest import make_project

TODAY = dt.date.today()
YESTERDAY = (TODAY - dt.timedelta(days=1)).isoformat()
LOG = f"""# {YESTERDAY} Session Log

## Log Entries

### [DECISION] Attachments go to object storage
*Arousal: 0.8 | Source: user*
The database grew by ten gigabytes a week.

### [NOTE] Never force-push to main
*Arousal: 0.5 | Source: user | Pinned: yes*

## Handover
- **Continuing**: the importer
"""


@pytest.fixture(autouse=True)
def noon(monkeypatch):
    """It stays this day, also when the suite runs past midnight."""
    monkeypatch.setenv("COGMEM_NOW", f"{TODAY}T12:00:00")


@pytest.fixture
def filled(project):
    (project.logs_dir / f"{YESTERDAY}.md").write_text(LOG)
    with Index.open(project.index_path) as index:
        sync(project, index)
    return project


def start(hooks, source="startup", session="first"):
    hooks.session = session
    return hooks.send("SessionStart", source=source)


def test_an_empty_project_says_nothing(hooks):
    answer = start(hooks)
    assert answer.code == 0 and answer.out == ""


def test_pinned_handover_and_what_matters_are_told(hooks, filled):
    told = start(hooks).told
    for text in ("Never force-push", "the importer", "object storage", "<memory-context>", f"logs/{YESTERDAY}.md:"):
        assert text in told, text
    assert told == start(hooks, session="second").told, "the same store gives the same bytes"


def test_without_an_index_the_files_are_read(hooks, project):
    (project.logs_dir / f"{YESTERDAY}.md").write_text(LOG)
    told = start(hooks).told
    assert "Never force-push" in told and "the importer" in told and "object storage" in told


def test_what_was_written_after_the_index_counts(hooks, filled):
    path = filled.logs_dir / f"{YESTERDAY}.md"
    path.write_text(LOG.replace("object storage", "a tape robot"))
    told = start(hooks).told
    assert "tape robot" in told and "object storage" not in told


def test_a_resumed_session_is_told_only_what_is_new(hooks, filled):
    assert start(hooks).told
    assert start(hooks, source="resume").out == ""
    new = f"# {TODAY} Session Log\n\n## Log Entries\n\n### [ERROR] The disk is full\n*Arousal: 0.9*\n"
    (filled.logs_dir / f"{TODAY}.md").write_text(new)
    told = start(hooks, source="fork").told
    assert "disk is full" in told and "object storage" not in told


def test_the_same_start_delivered_twice_is_answered_once(hooks, filled):
    assert [bool(start(hooks).out) for _ in range(2)] == [True, False]


def test_one_giant_entry_does_not_crowd_out_the_rest(hooks, filled):
    giant = f"# {TODAY} Session Log\n\n## Log Entries\n\n### [DECISION] Giant\n*Arousal: 0.9*\n" + "word " * 16_000
    (filled.logs_dir / f"{TODAY}.md").write_text(giant + "\n")
    told = start(hooks).told
    assert "Giant" in told and "[cut" in told and "object storage" in told and "Never force-push" in told
    assert len(told.encode("utf-16-le")) // 2 <= 9500


def test_the_budget_is_a_setting(hooks, filled):
    make_project(filled.root, "[cogmem.hooks]\nsession_tokens = 120\n")
    assert 0 < len(start(hooks).told) <= 480
    make_project(filled.root, "[cogmem.hooks]\nsession_tokens = 0\n")
    assert start(hooks, session="none").out == ""


def test_a_delegation_reaches_the_log_redacted(hooks, project):
    prompt = "Count the files below src.\nUse ghp_" + "a1B2" * 9
    hooks.use("Agent", prompt=prompt, description="count", subagent_type="Explore")
    path = project.log_path(TODAY)
    entry = read_log(path, "x").entries[0]
    assert entry.title == "Delegated to Explore: count" and entry.domains == ("DELEGATION",)
    assert entry.category == "DECISION" and entry.arousal == 0.4
    assert entry.origin == "auto" and entry.session == hooks.session[:8] and entry.low_trust
    assert "Count the files" in entry.body
    written = b"".join(file.read_bytes() for file in project.root.rglob("*") if file.is_file())
    assert b"a1B2a1B2" not in written


@pytest.mark.parametrize("tool", ["Task", "Agent", "SomeFutureAgent"])
def test_the_subagent_tool_may_be_called_anything(hooks, project, tool):
    hooks.use(tool, prompt="Count the files below src.", subagent_type="x")
    assert read_log(project.log_path(TODAY), "x").entries


def test_a_busy_log_does_not_lose_a_delegation(hooks, project):
    from cogmem import files
    from cogmem.journal.logfile import LOCK_NAME

    with files.lock(project.run_dir / LOCK_NAME):
        answer = hooks.use("Agent", prompt="Count the files below src.", subagent_type="x")
    assert answer.code == 0 and not project.log_path(TODAY).exists()
    start(hooks)
    assert len(read_log(project.log_path(TODAY), "x").entries) == 1
    start(hooks, session="later")
    assert len(read_log(project.log_path(TODAY), "x").entries) == 1


def test_capture_off_means_no_delegation_either(hooks, project):
    make_project(project.root, "[cogmem.capture]\nenabled = false\n")
    hooks.use("Agent", prompt="Count the files below src.", subagent_type="x")
    assert not project.log_path(TODAY).exists()


def test_old_notes_are_pruned(hooks, project):
    import os

    hooks.use("Skill", skill="x")
    old = project.run_dir / "hooks" / hooks.session
    for path in (*old.iterdir(), old):
        os.utime(path, (1, 1))
    start(hooks, session="new")
    assert not old.exists() and (project.run_dir / "hooks/new").is_dir()


def turn(kind: str, text: str, **more) -> str:
    message = {"role": kind, "content": text}
    line = {"type": kind, "uuid": text[:8], "timestamp": f"{TODAY}T10:00:00Z", "message": message}
    return json.dumps(line | more) + "\n"


def test_a_compaction_gives_back_what_its_summary_lost(hooks, project, tmp_path):
    transcript = tmp_path / "t.jsonl"
    said = "Let's use PostgreSQL 16 instead of MySQL. Decision: the billing tables go first."
    transcript.write_text(turn("user", said) + turn("assistant", "Understood."))
    more = {"transcript_path": str(transcript)}
    told = hooks.send("PreCompact", trigger="manual", custom_instructions="", **more)
    assert told.code == 0 and told.out and not told.out.startswith("{"), "plain text steers the summary"
    hooks.send("SubagentStop", agent_type="", agent_id="a", **more)
    back = hooks.send("SessionStart", source="compact", **more).told
    assert "PostgreSQL" in back
    hooks.send("PostCompact", trigger="manual", compact_summary="<summary>We talked.</summary>", **more)
    first = hooks.send("UserPromptSubmit", prompt="ok", prompt_id="p1", **more)
    again = hooks.send("UserPromptSubmit", prompt="ok", prompt_id="p2", **more)
    assert "PostgreSQL" in first.told and again.out == ""
    with Ledger.open(project.ledger_path) as ledger:
        merge_spool(ledger, project.run_dir)
        texts = {one["reason"]: one["text"] for one in ledger.last_injections(50)}
    assert texts["news"] == first.told and texts["checkpoint"] in back, "what it cost is on record"


LONG = {
    "en": "Let's use {} for layer {} of the data platform instead of the vendor's product, because the operations "
          "team has run it for years, the way back is written down, and it was the cheapest of all compared.",
    "ja": "データ基盤の第{1}層には、運用チームの経験と監視体制と費用の見通しを総合的に比べた結果として {0} を採用"
          "します。理由は運用の負担が最も小さく、障害時の復旧手順がすでに整っているからです。",
}
TOOLS = ("PostgreSQL", "Redis", "Kafka", "MinIO", "Terraform", "Prometheus", "Grafana", "Envoy")


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_what_a_compaction_is_told_and_lost_keeps_to_the_budgets(hooks, filled, project, tmp_path, lang):
    """A long checkpoint shares the start's budget with the block; what was lost comes in portions, each thing once."""
    transcript = tmp_path / "t.jsonl"
    talk = (turn("user", LONG[lang].format(tool, n), uuid=f"u{n}") + turn("assistant", "OK.", uuid=f"a{n}")
            for n, tool in enumerate(TOOLS))
    transcript.write_text("".join(talk), "utf-8")
    toml = project.root / "cogmem.toml"
    toml.write_text(toml.read_text() + "[cogmem.hooks]\nprompt_tokens = 200\n")
    more, settings = {"transcript_path": str(transcript)}, open_project(project.root).config.hooks
    asked = hooks.send("PreCompact", trigger="auto", custom_instructions="", **more).out
    assert all(tool in asked for tool in TOOLS)
    back = hooks.send("SessionStart", source="compact", **more).told
    assert tokens(back) <= settings.session_tokens and TOOLS[0] in back and "<memory-context>" in back
    hooks.send("PostCompact", trigger="auto", compact_summary="<summary>-</summary>", **more)
    (project.knowledge_dir / "core.md").write_text("# Core facts\n\n- keeper: " + "Akiko " * 500 + "\n", "utf-8")
    told = [hooks.send("UserPromptSubmit", prompt="ok", prompt_id=f"p{n}", **more).told for n in range(8)]
    assert all(tokens(one) <= settings.prompt_tokens for one in told) and "Akiko" in "".join(told)
    assert all(sum(tool in one for one in told) == 1 for tool in TOOLS[1:-1]), told  # the others are goal and topic
    assert told[0] and told[1] and not told[-1], "in portions, until all of it was told"


def test_a_full_context_window_is_mentioned_once(hooks, tmp_path):
    transcript = tmp_path / "t.jsonl"
    usage = {"input_tokens": 150_000, "output_tokens": 10}
    answer = {"role": "assistant", "model": "m", "usage": usage, "content": [{"type": "text", "text": "Done."}]}
    transcript.write_text(turn("user", "Please fix the importer.") + json.dumps(
        {"type": "assistant", "uuid": "a", "timestamp": f"{TODAY}T10:00:01Z", "message": answer}) + "\n")
    said = hooks.send("Stop", transcript_path=str(transcript), stop_hook_active=False).json
    assert list(said) == ["systemMessage"] and "/compact" in said["systemMessage"] and "75 %" in said["systemMessage"]
    assert hooks.send("Stop", transcript_path=str(transcript), stop_hook_active=True).out == ""
