"""The hooks' calls on a real project: capture at Stop, compaction, pauses, secrets, two at once."""

from __future__ import annotations

import json
import os
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from claude.scribe import Scribe, starts
from cogmem import clock
from cogmem.claude import lifecycle, takeup
from cogmem.claude.sessionstate import peek, safe
from cogmem.journal import daylog
from cogmem.ledger import spool
from cogmem.ledger.merge import merge_spool
from cogmem.ledger.sqlite import Ledger
from cogmem.model import Entry
from cogmem.project import Project
from conftest import make_project
from forks import all_well, fork


@pytest.fixture(autouse=True)
def no_client(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who runs the tests may itself run under a client: here there is none, unless a test says so."""
    monkeypatch.setenv("CLAUDE_PID", "0")


@pytest.fixture
def talk(tmp_path: Path) -> Scribe:
    return Scribe(tmp_path / "home" / "t.jsonl", day=clock.now().date().isoformat())


def entries(project: Project) -> list[Entry]:
    return [e for path in project.log_files() for e in daylog.read_log(path, project.relative(path)).entries]


def titles(project: Project) -> list[str]:
    return [entry.title for entry in entries(project)]


def everything(project: Project) -> str:
    """All bytes below the project, as text."""
    return "\n".join(p.read_bytes().decode("utf-8", "replace") for p in project.root.rglob("*") if p.is_file())


def test_stop_writes_what_is_new_once(project: Project, talk: Scribe) -> None:
    talk.user("Let's use Postgres for the queue.")
    talk.says("Fine.")
    (entry,) = lifecycle.on_stop(project, talk.payload("Stop"))
    assert (entry.category, entry.title, entry.origin, entry.session) == (
        "DECISION",
        "Use Postgres for the queue",
        "auto",
        "7f3a9c00",
    )
    assert dict(entry.meta)["Signal"] == "decision"
    assert lifecycle.on_stop(project, talk.payload("Stop")) == []
    talk.user("Remember that staging uses port 5433.")
    talk.says("Noted.")
    assert [e.title for e in lifecycle.on_stop(project, talk.payload("Stop"))] == ["Staging uses port 5433"]
    assert titles(project) == ["Use Postgres for the queue", "Staging uses port 5433"]


def test_small_talk_makes_no_log(project: Project, talk: Scribe) -> None:
    talk.user("good morning!")
    talk.says("Good morning, what are we doing today?")
    talk.user("nothing special, thanks")
    assert lifecycle.on_stop(project, talk.payload("Stop")) == []
    assert project.log_files() == []


def test_a_stop_that_was_killed_after_writing_is_repeated_safely(project: Project, talk: Scribe) -> None:
    talk.user("Let's use Postgres for the queue.")
    talk.says("Fine.")
    lifecycle.on_stop(project, talk.payload("Stop"))
    (project.run_dir / "capture" / f"{safe(talk.session)}.json").unlink()
    assert lifecycle.on_stop(project, talk.payload("Stop")) == []
    assert len(titles(project)) == 1


def test_a_resumed_or_forked_session_is_not_read_again_from_its_start(project: Project, talk: Scribe) -> None:
    talk.user("Let's use Postgres for the queue.")
    talk.says("Fine.")
    starts(project, talk, "fork")
    assert lifecycle.on_stop(project, talk.payload("Stop")) == []
    talk.user("Let's use feature flags for the rollout.")
    talk.says("Fine.")
    assert [e.title for e in lifecycle.on_stop(project, talk.payload("Stop"))] == ["Use feature flags for the rollout"]


def test_the_compactions_own_summariser_is_no_subagent(project: Project, talk: Scribe) -> None:
    talk.user("Let's use Postgres for the queue.")
    talk.says("Fine.")
    assert lifecycle.on_stop(project, talk.payload("SubagentStop", agent_type="", agent_id="x")) == []


def test_a_subagents_fix_is_captured_from_its_own_transcript(project: Project, talk: Scribe, tmp_path: Path) -> None:
    talk.user("port the template")
    side = Scribe(tmp_path / "home" / "agent.jsonl", agent="a1")
    side.user("Remember to get the test passing. Let's use pango.")
    side.red()
    side.edit(f"{project.root}/Dockerfile", "The image lacks pango, which the renderer needs.")
    side.green()
    payload = talk.payload(
        "SubagentStop", agent_type="general-purpose", agent_id="a1", agent_transcript_path=str(side.path)
    )
    (entry,) = lifecycle.on_stop(project, payload)
    assert (entry.category, entry.files) == ("ERROR", ("Dockerfile",))
    assert dict(entry.meta)["Evidence"].startswith("subagent")
    assert lifecycle.on_stop(project, payload) == []
    assert "Dockerfile" in peek(project, talk.session)["memory"]["files"]


def test_private_spans_and_secrets_reach_no_file(project: Project, talk: Scribe) -> None:
    token = "ghp_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"
    talk.user(f"Remember that the deploy token is {token}. <private>my salary is 4242 florins</private>")
    talk.says(f"I will use password=hunter2-{'x' * 12} for now. Found the root cause: the token {token} was revoked.")
    talk.red("python deploy.py", f"ValueError: bad token {token}")
    talk.edit(f"{project.root}/deploy.py")
    talk.green("python deploy.py")
    lifecycle.on_stop(project, talk.payload("Stop", last_assistant_message=f"the token {token}"))
    lifecycle.on_pre_compact(project, talk.payload("PreCompact", trigger="manual"))
    lifecycle.on_post_compact(project, talk.payload("PostCompact", compact_summary=f"<summary>token {token}</summary>"))
    lifecycle.on_session_end(project, talk.payload("SessionEnd", reason="other"))
    text = everything(project)
    assert token[:12] not in text
    assert "4242" not in text
    assert "hunter2" not in text
    assert len(titles(project)) >= 2


def planted(seed: int) -> list[tuple[str, str, str]]:
    """(kind, text, secret) of every planted kind."""
    from journal.planted import secrets

    return [row for row in secrets(seed) if row[0] != "prose"]


@pytest.mark.parametrize("seed", [1, 2])
def test_no_planted_secret_reaches_a_file_on_any_capture_path(project: Project, talk: Scribe, seed: int) -> None:
    rows = planted(seed)
    assert len({kind for kind, _, _ in rows}) >= 15
    for _, text, _ in rows:
        talk.user(f"Remember that we use this on staging:\n{text}")
        talk.says(f"Noted: {text}\n\nNext steps:\n- rotate {text}")
        talk.bash(f"python check.py # {text}", f"Exit code 1\nValueError: refused {text}", failed=True)
        talk.edit(f"{project.root}/check.py", f"The cause was a wrong value, since {text} had expired.")
        talk.bash("python check.py", "ok")
        talk.bash(f"git commit -am 'Rotate {text}'", f"[main abc1234] Rotate {text}\n 1 file changed")
        lifecycle.on_stop(project, talk.payload("Stop", last_assistant_message=text))
    lifecycle.on_pre_compact(project, talk.payload("PreCompact"))
    lifecycle.on_post_compact(
        project, talk.payload("PostCompact", compact_summary="\n".join(text for _, text, _ in rows))
    )
    lifecycle.on_session_end(project, talk.payload("SessionEnd", reason="other"))
    written = everything(project)
    left = [(kind, secret) for kind, _, secret in rows if secret in written]
    assert not left


def test_ignored_paths_are_named_nowhere(tmp_path: Path, talk: Scribe) -> None:
    project = make_project(tmp_path / "p", toml='[cogmem.capture]\nignore = ["vault/**"]\n')
    talk.user("fix the vault")
    talk.red("python check.py vault/prod.yaml", "ValueError: entry marker77 is missing")
    talk.edit(f"{project.root}/vault/prod.yaml")
    talk.green("python check.py vault/prod.yaml")
    lifecycle.on_stop(project, talk.payload("Stop"))
    lifecycle.on_session_end(project, talk.payload("SessionEnd", reason="other"))
    assert "marker77" not in everything(project)
    assert "prod.yaml" not in everything(project)


def test_what_is_said_during_a_pause_is_never_recorded(
    project: Project, talk: Scribe, monkeypatch: pytest.MonkeyPatch
) -> None:
    def at(minute: int) -> None:
        monkeypatch.setenv("COGMEM_NOW", f"{talk.day}T09:{minute:02d}:30+00:00")

    talk.user("Let's use Postgres for the queue.")  # 09:01
    at(1)
    project.pause()
    talk.user("Remember that marker88 is the pin.")  # 09:02
    talk.says("ok")
    lifecycle.on_stop(project, talk.payload("Stop"))
    at(2)
    project.resume()
    talk.user("Let's use feature flags for the rollout.")  # 09:03
    talk.says("Fine.")
    at(4)
    lifecycle.on_stop(project, talk.payload("Stop"))
    lifecycle.on_session_end(project, talk.payload("SessionEnd", reason="other"))
    assert "marker88" not in everything(project)
    assert titles(project)[-2:] != []
    assert {"Use Postgres for the queue", "Use feature flags for the rollout"} <= set(titles(project))


def test_capture_switched_off_records_nothing_also_later(tmp_path: Path, talk: Scribe) -> None:
    off = make_project(tmp_path / "p", toml="[cogmem.capture]\nenabled = false\n")
    talk.user("Let's use Postgres for the queue.")
    talk.says("Fine.")
    assert lifecycle.on_stop(off, talk.payload("Stop")) == []
    on = make_project(tmp_path / "p")
    assert lifecycle.on_stop(on, talk.payload("Stop")) == []


def test_injected_memories_do_not_feed_back(project: Project, talk: Scribe) -> None:
    for number in range(5):
        block = "\n".join(f"- [{e.date}] [{e.category}] {e.title}" for e in entries(project))
        talk.line({"type": "attachment", "attachment": {"type": "hook_additional_context", "content": [block]}})
        talk.user(f"<memory-context>\n{block}\n</memory-context>\nLet's use Postgres for the queue.")
        talk.says(
            f"💭 Related past record: 2026-03-08 [DECISION] Use Postgres for the queue (arousal: 0.6)\nround {number}"
        )
        lifecycle.on_stop(project, talk.payload("Stop"))
    assert titles(project) == ["Use Postgres for the queue"]


def test_a_compaction_gives_back_what_its_summary_lost_once(project: Project, talk: Scribe) -> None:
    talk.user("We build the rate limiter for the public API")
    talk.says("I suggest a token bucket in Redis instead of a fixed window. OK?")
    talk.user("Agreed. Remember that the limit is 600 requests per minute.")
    talk.says("Noted.")
    asked = lifecycle.on_pre_compact(project, talk.payload("PreCompact", trigger="auto"))
    assert "600 requests per minute" in asked
    assert len(titles(project)) >= 1
    assert "600" in str(lifecycle.checkpoint_block(project, talk.session))
    lifecycle.on_post_compact(
        project,
        talk.payload(
            "PostCompact",
            compact_summary="<summary>We build the rate limiter for the "
            "public API with a token bucket in Redis instead of a fixed window. "
            "Agreed. The limit is to be remembered.</summary>",
        ),
    )
    lost, lines = lifecycle.lost_after_compact(project, talk.session)
    assert lost is not None
    assert "600 requests per minute" in lost
    assert "token bucket" not in lost
    assert lifecycle.lost_after_compact(project, talk.session) == (lost, lines), "until it is told"
    assert lifecycle.lost_is_told(project, talk.session, lines)
    assert lifecycle.lost_after_compact(project, talk.session) == ("", [])


def test_a_complete_summary_loses_nothing(project: Project, talk: Scribe) -> None:
    talk.user("Let's use Postgres for the queue.")
    talk.says("Fine.")
    asked = lifecycle.on_pre_compact(project, talk.payload("PreCompact"))
    lifecycle.on_post_compact(project, talk.payload("PostCompact", compact_summary=asked))
    assert lifecycle.lost_after_compact(project, talk.session) == ("", [])


@pytest.mark.parametrize("name", ["../../../evil", "a/b", "", "x" * 400, "\0", "セッション", ".."])
def test_a_sessions_name_is_never_a_path(project: Project, talk: Scribe, name: str) -> None:
    talk.session = name
    talk.user("Let's use Postgres for the queue.")
    talk.says("Fine.")
    starts(project, talk)
    lifecycle.on_stop(project, talk.payload("Stop"))
    lifecycle.on_session_end(project, talk.payload("SessionEnd", reason="other"))
    assert {p.parent for p in project.run_dir.rglob("*.json")} <= {project.run_dir / "capture"}
    assert all(p.is_relative_to(project.root) for p in project.root.rglob("*"))


@pytest.mark.parametrize(
    "payload",
    [
        {},
        {"session_id": 7},
        {"session_id": "a", "transcript_path": ["x"]},
        {"session_id": "a", "transcript_path": "/nowhere/t.jsonl", "agent_id": 5},
    ],
)
def test_odd_payloads_do_nothing(project: Project, payload: dict[str, object]) -> None:
    assert lifecycle.on_stop(project, payload) == []
    lifecycle.on_pre_compact(project, payload)
    lifecycle.on_post_compact(project, payload)
    assert lifecycle.on_session_end(project, payload) is False
    takeup.begin(project, payload)
    assert lifecycle.late_wraps(project) == []


def test_state_files_are_for_this_user_only(project: Project, talk: Scribe) -> None:
    talk.user("hello")
    lifecycle.on_stop(project, talk.payload("Stop"))
    (state,) = (project.run_dir / "capture").glob("*.json")
    assert state.stat().st_mode & 0o777 == 0o600
    state.write_text("{broken", "utf-8")
    talk.user("Let's use Postgres for the queue.")
    talk.says("ok")
    assert len(lifecycle.on_stop(project, talk.payload("Stop"))) == 1


def test_what_was_said_goes_to_the_ledger_redacted(project: Project, talk: Scribe) -> None:
    talk.user("hello, password=hunter2-secret-word")
    talk.says("hi", ("Bash", {"command": "cat x"}, "tool output is not kept", False))
    lifecycle.on_stop(project, talk.payload("Stop"))
    lifecycle.on_stop(project, talk.payload("Stop"))
    with Ledger.open(project.ledger_path) as ledger:
        merge_spool(ledger, project.run_dir)
        rows = ledger.transcript(talk.session)
    assert [(row["role"], row["text"].split(",")[0]) for row in rows] == [("user", "hello"), ("assistant", "hi")]
    assert "hunter2" not in str(rows)
    assert spool.FOLDER


def writer(root: str, number: int, home: str) -> None:
    """One session of its own: ten prompts, a Stop after each, an agent's entry beside each."""
    from cogmem.model import Draft
    from cogmem.project import open_project

    project = open_project(root)
    talk = Scribe(Path(home) / f"{number}.jsonl", session=f"session-{number}", day=clock.now().date().isoformat())
    for step in range(10):
        talk.user(f"Remember that shelf {number} has slot {step}.")
        talk.says("Noted.")
        lifecycle.on_stop(project, talk.payload("Stop"))
        daylog.append(project, Draft(f"agent {number} wrote {step}"))


def test_two_sessions_and_their_agents_write_to_one_log_and_nothing_is_lost(project: Project, tmp_path: Path) -> None:
    assert all_well([fork(partial(writer, str(project.root), n, str(tmp_path))) for n in range(3)])
    found = titles(project)
    assert len(found) == len(set(found)) == 60
    for number in range(3):
        for step in range(10):
            assert f"Shelf {number} has slot {step}" in found
            assert f"agent {number} wrote {step}" in found


def stop_once(root: str, path: str) -> None:
    from cogmem.project import open_project

    talk = Scribe(Path(path))
    lifecycle.on_stop(open_project(root), talk.payload("Stop"))


def test_the_same_stop_twice_at_once_writes_once(project: Project, talk: Scribe) -> None:
    for number in range(8):
        talk.user(f"Remember that shelf 1 has slot {number}.")
        talk.says("Noted.")
    assert all_well([fork(partial(stop_once, str(project.root), str(talk.path))) for _ in range(3)])
    assert len(titles(project)) == 8


def test_a_long_backlog_is_taken_in_parts_that_are_kept(project: Project, talk: Scribe) -> None:
    for number in range(60):
        talk.user(f"Remember that shelf 1 has slot {number}.")
        talk.says("Reading.", ("Read", {"file_path": "/big"}, "y" * 120_000, False))
    assert len(lifecycle.on_stop(project, talk.payload("Stop"))) == 60
    assert len(titles(project)) == 60
    assert lifecycle.on_stop(project, talk.payload("Stop")) == []


def ended_at_the_first_save(root: str, path: str) -> None:
    """A Stop whose process is gone as soon as it has put its state away for the first time."""

    def watch(event: str, arguments: tuple[object, ...]) -> None:
        if event == "os.rename" and "/capture/" in str(arguments[1]):
            watch.renamed = True  # type: ignore[attr-defined]
        elif event == "open" and getattr(watch, "renamed", False):
            os._exit(0)

    sys.addaudithook(watch)
    stop_once(root, path)


def test_a_stop_that_is_ended_in_a_long_backlog_has_come_a_good_way(project: Project, talk: Scribe) -> None:
    for number in range(60):
        talk.user(f"Remember that shelf 1 has slot {number}.")
        talk.says("Reading.", ("Read", {"file_path": "/big"}, "y" * 60_000, False))
    assert all_well([fork(partial(ended_at_the_first_save, str(project.root), str(talk.path)))])
    read = peek(project, talk.session)["offset"]
    assert 0 < read < talk.path.stat().st_size / 4
    lifecycle.on_stop(project, talk.payload("Stop"))
    assert len(titles(project)) == 60


def test_one_call_larger_than_a_part_is_no_endless_loop(project: Project, talk: Scribe) -> None:
    calls = [("Read", {"file_path": f"/{n}"}, "y" * 900_000, False) for n in range(8)]
    talk.user("Let's use Postgres for the queue.")
    talk.says("Reading.", *calls)
    assert len(lifecycle.on_stop(project, talk.payload("Stop"))) == 1


def test_a_stop_is_quick(project: Project, talk: Scribe) -> None:
    """Processor time of a usual Stop, imports paid before: some milliseconds."""
    lifecycle.on_stop(project, talk.payload("Stop"))
    talk.user("Let's use Postgres for the queue.")
    talk.says("Fine.")
    start = time.process_time()
    lifecycle.on_stop(project, talk.payload("Stop"))
    assert time.process_time() - start < 0.5


def test_the_state_is_json_that_anybody_can_read(project: Project, talk: Scribe) -> None:
    talk.user("Let's use Postgres for the queue.")
    talk.says("Fine.")
    lifecycle.on_stop(project, talk.payload("Stop"))
    (path,) = (project.run_dir / "capture").glob("*.json")
    value = json.loads(path.read_text("utf-8"))
    assert value["session"] == talk.session
    assert value["offset"] == os.stat(talk.path).st_size
