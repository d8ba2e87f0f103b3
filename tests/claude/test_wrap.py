"""Wrapping a session: once, whoever comes twice or is killed, only what the agent did not write, in the file of
its end."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from claude.scribe import Scribe, starts
from cogmem import clock
from cogmem.claude import lifecycle, wrap
from cogmem.claude.sessionstate import SessionState, alive, client, peek, started_mark
from cogmem.journal import daylog
from cogmem.ledger.merge import merge_spool
from cogmem.ledger.sqlite import Ledger
from cogmem.project import Project
from conftest import make_project
from forks import all_well, fork

DEAD = "999999999"


@pytest.fixture(autouse=True)
def no_client(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who runs the tests may itself run under a client: here there is none, unless a test says so."""
    monkeypatch.setenv("CLAUDE_PID", "0")


@pytest.fixture
def talk(tmp_path: Path) -> Scribe:
    return Scribe(tmp_path / "home" / "t.jsonl", day=clock.now().date().isoformat())


def work(talk: Scribe, project: Project) -> None:
    """A session with a decision, a fix, a rule and next steps."""
    talk.user("Move billing from per-seat to usage-based pricing")
    talk.says("I suggest pricing per request instead of per seat. OK?")
    talk.user("yes, sounds good")
    talk.red()
    talk.edit(f"{project.root}/src/invoice.py", "Found the root cause: the due date is naive while now() is aware.")
    talk.green()
    talk.user("From now on, never round before the sum.")
    talk.says("Noted.\n\nNext steps:\n- migrate staging\n- tell finance")


def end(project: Project, talk: Scribe, reason: str = "other") -> bool:
    return lifecycle.on_session_end(project, talk.payload("SessionEnd", reason=reason))


def sections(project: Project) -> tuple[int, int]:
    """How many summaries and handovers the logs hold."""
    logs = [daylog.read_log(path, project.relative(path)) for path in project.log_files()]
    return sum(e.kind == "summary" for log in logs for e in log.entries), sum(len(log.handovers) for log in logs)


def briefing(project: Project, day: str) -> str:
    path = project.contexts_dir / f"{day}.md"
    return path.read_text("utf-8") if path.exists() else ""


def count(project: Project) -> int:
    with Ledger.open(project.ledger_path) as ledger:
        merge_spool(ledger, project.run_dir)
        return ledger.session_count()


def test_a_wrap_writes_summary_handover_briefing_and_one_row(project: Project, talk: Scribe) -> None:
    work(talk, project)
    assert end(project, talk) is True
    (path,) = project.log_files()
    log = daylog.read_log(path, project.relative(path))
    (summary,) = [e for e in log.entries if e.kind == "summary"]
    meta = dict(summary.meta)
    assert summary.session == "7f3a9c00"
    assert set(meta) >= {"Minutes", "Topics", "Tone", "Decisions"}
    assert int(meta["Minutes"]) >= 1
    assert "usage-based pricing" in summary.content
    handover = daylog.latest_handover(project)
    assert handover is not None
    assert "**Next actions**: 1. migrate staging 2. tell finance" in handover.text
    assert "**Notes**: keep to: Never round before the sum" in handover.text
    assert "migrate staging" in briefing(project, talk.day)
    assert len(briefing(project, talk.day).splitlines()) < 20
    assert count(project) == 1


def test_ending_twice_and_starting_again_write_nothing_more(project: Project, talk: Scribe) -> None:
    work(talk, project)
    assert end(project, talk) is True
    before = {p: p.read_bytes() for p in project.root.rglob("*.md")}
    assert end(project, talk) is False
    other = Scribe(talk.path.with_name("u.jsonl"), session="another")
    assert starts(project, other) == []
    assert {p: p.read_bytes() for p in project.root.rglob("*.md")} == before
    assert count(project) == 1


def test_a_session_whose_client_is_gone_is_wrapped_at_the_next_start(
    project: Project, talk: Scribe, monkeypatch
) -> None:
    monkeypatch.setenv("CLAUDE_PID", DEAD)
    work(talk, project)
    lifecycle.on_stop(project, talk.payload("Stop"))
    talk.user("Let's use feature flags for the rollout.")  # said after the last Stop
    monkeypatch.setenv("CLAUDE_PID", str(os.getpid()))
    other = Scribe(talk.path.with_name("u.jsonl"), session="another")
    assert starts(project, other) == [talk.session]
    assert sections(project) == (1, 1)
    assert "Use feature flags for the rollout" in "".join(p.read_text("utf-8") for p in project.log_files())
    assert starts(project, other) == []
    assert count(project) == 1


def test_a_session_that_still_runs_is_left_alone(project: Project, talk: Scribe, monkeypatch) -> None:
    monkeypatch.setenv("CLAUDE_PID", str(os.getpid()))
    work(talk, project)
    lifecycle.on_stop(project, talk.payload("Stop"))
    other = Scribe(talk.path.with_name("u.jsonl"), session="another")
    assert starts(project, other) == []
    assert sections(project) == (0, 0)


def test_a_session_without_a_known_client_waits_some_hours(project: Project, talk: Scribe, monkeypatch) -> None:
    monkeypatch.setenv("COGMEM_NOW", f"{talk.day}T10:00:00+00:00")
    work(talk, project)
    lifecycle.on_stop(project, talk.payload("Stop"))
    other = Scribe(talk.path.with_name("u.jsonl"), session="another")
    assert starts(project, other) == []
    monkeypatch.setenv("COGMEM_NOW", f"{talk.day}T19:00:00+00:00")
    assert starts(project, other) == [talk.session]


def test_a_late_wrap_goes_into_the_file_of_the_sessions_end(project: Project, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("CLAUDE_PID", DEAD)
    monkeypatch.setenv("COGMEM_NOW", "2026-03-08T10:00:00+00:00")
    talk = Scribe(tmp_path / "home" / "t.jsonl", day="2026-03-08")
    work(talk, project)
    lifecycle.on_stop(project, talk.payload("Stop"))
    talk.user("Let's use feature flags for the rollout.")
    monkeypatch.setenv("COGMEM_NOW", "2026-03-10T08:00:00+00:00")
    starts(project, Scribe(tmp_path / "u", session="another"))
    (path,) = project.log_files()
    assert path.name == "2026-03-08.md"
    assert sections(project) == (1, 1)
    assert "Use feature flags" in path.read_text("utf-8")
    assert briefing(project, "2026-03-08")


def test_clear_wraps_the_session_before(project: Project, talk: Scribe, monkeypatch) -> None:
    monkeypatch.setenv("CLAUDE_PID", str(os.getpid()))
    work(talk, project)
    assert end(project, talk, "clear") is True
    following = Scribe(talk.path.with_name("u.jsonl"), session="after-clear")
    assert starts(project, following, "clear") == []
    assert sections(project) == (1, 1)


def test_too_much_unread_is_left_to_the_next_start(project: Project, talk: Scribe) -> None:
    work(talk, project)
    for _ in range(60):
        talk.says("", ("Read", {"file_path": "/x"}, "y" * 100_000, False))
    assert end(project, talk) is False
    assert not peek(project, talk.session).get("offset"), "nothing of it was read"
    other = Scribe(talk.path.with_name("u.jsonl"), session="another")
    assert starts(project, other) == [talk.session]
    assert sections(project) == (1, 1)


def test_the_hooks_time_is_short(project: Project, talk: Scribe) -> None:
    for _ in range(40):
        work(talk, project)
    lifecycle.on_stop(project, talk.payload("Stop"))
    talk.user("thanks, that's all")
    talk.says("Bye")
    start = time.process_time()
    assert end(project, talk) is True
    assert time.process_time() - start < 1


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        (
            ("Edit", {"file_path": "memory/logs/x.md", "new_string": "## Session Summary\nWe did it\n"}, "ok", False),
            (0, 1),
        ),
        (
            ("Write", {"file_path": "memory/logs/x.md", "content": "## 引き継ぎ\n- **継続中**: x\n"}, "ok", False),
            (1, 0),
        ),
        (("mcp__plugin_cogmem_cogmem__log", {"category": "SUMMARY", "title": "We did it"}, "ok", False), (0, 1)),
        (
            (
                "Edit",
                {"file_path": "memory/logs/x.md", "new_string": "## Session Summary\nWe did it\n"},
                "failed",
                True,
            ),
            (1, 1),
        ),
    ],
)
def test_what_the_agent_wrote_is_not_written_again(project: Project, talk: Scribe, call, expected) -> None:
    work(talk, project)
    talk.says("", call)
    end(project, talk)
    assert sections(project) == expected


def test_a_briefing_by_the_agent_or_by_hand_is_left_alone(project: Project, talk: Scribe) -> None:
    path = project.contexts_dir / f"{talk.day}.md"
    path.write_text("# my own briefing\n", "utf-8")
    work(talk, project)
    end(project, talk)
    assert path.read_text("utf-8") == "# my own briefing\n"
    path.unlink()
    second = Scribe(talk.path.with_name("u.jsonl"), session="another", day=talk.day)
    work(second, project)
    second.says(
        "", ("Write", {"file_path": f"{project.root}/memory/contexts/{talk.day}.md", "content": "x"}, "ok", False)
    )
    end(project, second)
    assert not path.exists()


def test_two_sessions_of_a_day_share_the_briefing_and_the_later_handover_counts(project: Project, talk: Scribe) -> None:
    work(talk, project)
    end(project, talk)
    second = Scribe(talk.path.with_name("u.jsonl"), session="99999999-2222", day=talk.day, start=12)
    second.user("Let's use Redis for the cache.")
    second.says("Fine.\n\nNext steps:\n- size the cache")
    end(project, second)
    assert sections(project) == (2, 2)
    assert "size the cache" in str(daylog.latest_handover(project))
    text = briefing(project, talk.day)
    assert text.count("<!-- cogmem:auto ") == 2
    assert count(project) == 2


def test_a_resumed_session_has_a_second_part_and_counts_once(project: Project, talk: Scribe) -> None:
    work(talk, project)
    end(project, talk)
    starts(project, talk, "resume")
    talk.user("Let's use Redis for the cache.")
    talk.says("Fine.")
    assert end(project, talk) is True
    assert sections(project) == (2, 2)
    assert count(project) == 1
    (path,) = project.log_files()
    second = daylog.read_log(path, project.relative(path)).entries[-1]
    assert second.session == "7f3a9c00-2"
    assert "Use Redis for the cache" in second.content
    assert "usage-based pricing" not in second.content


def test_small_talk_is_counted_and_not_told(project: Project, talk: Scribe) -> None:
    talk.user("good morning")
    talk.says("Good morning!")
    assert end(project, talk) is False
    assert project.log_files() == []
    assert count(project) == 1


def test_a_japanese_session_is_told_in_japanese(tmp_path: Path, talk: Scribe) -> None:
    project = make_project(tmp_path / "p", toml='lang = "ja"\n')
    talk.user("通知機能を作ってください")
    talk.edit(f"{project.root}/notify.py", "作りました。")
    talk.user("配信はLISTEN/NOTIFYにしましょう。")
    talk.says("承知しました。\n\n次のステップ:\n- 本番の移行")
    end(project, talk)
    (path,) = project.log_files()
    text = path.read_text("utf-8")
    for part in (
        "## セッション概要",
        "作業: 通知機能を作ってください",
        "決定: 配信はLISTEN/NOTIFYにする",
        "## 引き継ぎ",
        "**次のアクション**: 1. 本番の移行",
    ):
        assert part in text
    assert sections(project) == (1, 1)


def test_a_log_that_cannot_be_written_is_tried_again_later(project: Project, talk: Scribe) -> None:
    from cogmem.errors import CogmemError

    work(talk, project)
    (project.logs_dir / f"{talk.day}.md").mkdir(parents=True)
    with pytest.raises((CogmemError, OSError)):
        end(project, talk)
    (project.logs_dir / f"{talk.day}.md").rmdir()
    other = Scribe(talk.path.with_name("u.jsonl"), session="another")
    assert starts(project, other) == [talk.session]
    assert sections(project) == (1, 1)
    titles = [e.title for p in project.log_files() for e in daylog.read_log(p, project.relative(p)).entries]
    assert len(titles) == len(set(titles))


def finish(root: str, path: str, session: str) -> None:
    from cogmem.project import open_project

    talk = Scribe(Path(path), session=session)
    project = open_project(root)
    lifecycle.on_session_end(project, talk.payload("SessionEnd", reason="other"))
    lifecycle.late_wraps(project)


def test_two_at_once_wrap_once(project: Project, talk: Scribe) -> None:
    work(talk, project)
    assert all_well([fork(partial(finish, str(project.root), str(talk.path), talk.session)) for _ in range(4)])
    assert sections(project) == (1, 1)
    assert briefing(project, talk.day).count("<!-- cogmem:auto ") == 1
    assert count(project) == 1


CHILD = """
import sys
from pathlib import Path
from cogmem.claude import lifecycle
from cogmem.project import open_project
print("ready", flush=True)
sys.stdin.readline()
payload = {"session_id": sys.argv[3], "transcript_path": sys.argv[2], "reason": "other"}
lifecycle.on_session_end(open_project(sys.argv[1]), payload)
print("done", flush=True)
"""


def killed_wraps(project: Project, folder: Path, trials: int, longest: float) -> None:
    """End a session in a child that is killed at a random moment; the next start finishes it. Nothing is
    there twice, nothing is lost."""
    chance = random.Random(20260308)
    day = clock.now().date().isoformat()
    for number in range(trials):
        talk = Scribe(folder / f"{number}.jsonl", session=f"{number:08d}-dead", day=day)
        talk.user(f"Remember that shelf {number} is red.")
        talk.edit(f"{project.root}/shelf.py", "Painted.")
        with SessionState(project, talk.session) as state:
            state.data.update(transcript=str(talk.path), pid=int(DEAD), offset=0)
            state.save()
        child = subprocess.Popen(
            [sys.executable, "-c", CHILD, str(project.root), str(talk.path), talk.session],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parents[2],
        )
        assert child.stdout is not None
        assert child.stdin is not None
        child.stdout.readline()
        child.stdin.write("\n")
        child.stdin.flush()
        time.sleep(chance.uniform(0, longest))
        child.send_signal(signal.SIGKILL)
        child.communicate()
        lifecycle.late_wraps(project)
        assert sections(project) == (number + 1, number + 1)
        assert briefing(project, day).count("<!-- cogmem:auto ") == number + 1
        found = [e.title for p in project.log_files() for e in daylog.read_log(p, project.relative(p)).entries]
        assert found.count(f"Shelf {number} is red") == 1
    assert count(project) == trials


def test_a_wrap_that_is_killed_is_finished_by_the_next_start(project: Project, tmp_path: Path) -> None:
    killed_wraps(project, tmp_path / "home", 8, 0.25)


@pytest.mark.soak
def test_two_hundred_killed_wraps(project: Project, tmp_path: Path) -> None:
    killed_wraps(project, tmp_path / "home", 200, 0.3)


def test_a_dead_and_a_reused_process_number_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    me = os.getpid()
    assert alive(me, started_mark(me))
    assert not alive(int(DEAD), "")
    assert not alive(0, "")
    if sys.platform.startswith("linux"):
        assert not alive(me, "1")
    monkeypatch.setenv("CLAUDE_PID", str(me))
    assert client() == (me, started_mark(me))
    monkeypatch.setenv("CLAUDE_PID", "0")
    assert client() == (0, "")


def test_minutes_leave_out_long_pauses(project: Project, talk: Scribe) -> None:
    talk.user("hello there my friend")
    talk.minute += 300
    talk.user("Let's use Redis for the cache.")
    talk.says("ok")
    lifecycle.on_stop(project, talk.payload("Stop"))
    assert wrap.minutes(peek(project, talk.session)["memory"]) < 20
