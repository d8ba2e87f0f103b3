"""What the server does unasked: a session whose client died is wrapped while nothing but the server runs."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path

import pytest

from claude.scribe import Scribe, starts
from cogmem import clock
from cogmem.claude import lifecycle, takeup
from cogmem.claude.sessionstate import peek
from cogmem.ledger.sqlite import Ledger
from cogmem.project import Project
from warm_client import wait_for

DECISION = "Let's use PostgreSQL 16 instead of MySQL for the billing tables, because MySQL lost our decimals."


@pytest.fixture
def dead(words_project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Scribe:
    """A session of a client that is gone; what was said after its last event nobody has read."""
    client = subprocess.Popen(["sleep", "60"])
    monkeypatch.setenv("CLAUDE_PID", str(client.pid))
    talk = Scribe(tmp_path / "home" / "dead.jsonl", day=clock.now().date().isoformat())
    starts(words_project, talk)
    talk.user("good morning")
    talk.says("Good morning.")
    lifecycle.on_stop(words_project, talk.payload("Stop"))
    talk.user(DECISION)
    talk.says("Understood.")
    talk.edit(str(words_project.root / "billing.py"))
    client.kill()
    client.wait()
    monkeypatch.delenv("CLAUDE_PID")
    return talk


def log_text(project: Project) -> str:
    return "\n".join(path.read_text("utf-8") for path in project.log_files())


def sessions(project: Project) -> list[str]:
    if not project.ledger_path.exists():
        return []
    with Ledger.open(project.ledger_path) as ledger:
        return [one["id"] for one in ledger.sessions()]


def test_a_dead_session_is_wrapped_by_the_server_alone(connect, words_project: Project, dead: Scribe) -> None:
    assert takeup.waiting(words_project) == [dead.session] and "PostgreSQL" not in log_text(words_project)
    client = connect(words_project.root)
    assert len(client.ask("tools/list")["result"]["tools"]) == 8
    assert "PostgreSQL" not in log_text(words_project), "not on the way of a request"
    wait_for(lambda: sessions(words_project) == [dead.session])
    assert "PostgreSQL" in log_text(words_project) and "## Handover" in log_text(words_project)
    assert takeup.waiting(words_project) == []
    assert "PostgreSQL" in client.tool("search", query="why PostgreSQL for the billing tables?")


def test_the_session_that_runs_is_left_alone(connect, words_project: Project, dead: Scribe) -> None:
    client = connect(words_project.root, CLAUDE_CODE_SESSION_ID=dead.session)
    client.tool("search", query="PostgreSQL billing tables")
    time.sleep(3)
    assert not peek(words_project, dead.session).get("wrapped") and "PostgreSQL" not in log_text(words_project)


def test_a_paused_project_is_left_alone(connect, words_project: Project, dead: Scribe) -> None:
    words_project.pause()
    connect(words_project.root).ask("tools/list")
    time.sleep(3)
    assert not peek(words_project, dead.session).get("wrapped")


def test_a_log_that_cannot_be_written_ends_nothing(connect, words_project: Project, dead: Scribe) -> None:
    day = words_project.log_path(clock.now().date())
    day.mkdir()
    client = connect(words_project.root)
    client.ask("tools/list")
    time.sleep(2.5)
    assert client.ask("ping")["result"] == {}
    day.rmdir()
    client.tool("search", query="PostgreSQL billing tables")
    wait_for(lambda: sessions(words_project) == [dead.session])
    assert "PostgreSQL" in log_text(words_project)
