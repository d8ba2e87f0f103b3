"""What only a person at the terminal does: interrupts a call, declines one, goes on typing while the model works."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from client.model_server import ModelServer, Script, tool
from client.sandbox import Sandbox
from client.terminal import Terminal
from client.test_spine import LONG_AGO, OTHERS, PRICING, audit, context
from client.test_story import entries
from warm_client import wait_for

pytestmark = pytest.mark.client
ASKED = ("--permission-mode", "default")
DOWN, TAB, ESCAPE = "\x1b[B", "\t", "\x1b"


def bash(command: str) -> list[dict[str, Any]]:
    return [tool("Bash", command=command)]


def until(term: Terminal, path: Path) -> None:
    """Go on reading the screen until a file is there."""
    wait_for(lambda: term.pump(0.1) and path.exists())


def test_a_call_that_is_interrupted_counts_for_nothing(box: Sandbox) -> None:
    box.init()
    steps = [bash("exit 3"), bash("touch started; sleep 600"), "stopped-there", bash("exit 4"), "all-done"]
    with ModelServer(Script(main=steps)) as server, Terminal(box, server, *ASKED, "--allowedTools", "Bash") as term:
        term.ready()
        term.enter("please work")
        until(term, box.project / "started")
        term.pump(1)
        term.type(ESCAPE)
        wait_for(lambda: term.pump(0.1) and any("[Request interrupted" in p.read_text() for p in box.transcripts()))
        term.enter("carry on")
        assert term.wait_for("stopped-there"), term.text[-2000:]
        assert "failure-breaker" not in server.lane("main")[-1].all_text(), "one failed, one was interrupted"
        term.enter("and again")
        assert term.wait_for("all-done"), term.text[-2000:]
        assert "2 steps in a row" in server.lane("main")[-1].all_text(), "it neither counts nor starts anew"
        wait_for(lambda: term.pump(0.1) and audit(box))
    assert [one["reason"] for one in audit(box)] == ["failure-breaker"]
    assert not list((box.project / "memory/logs").glob("*.md")), "there was nothing to capture"


def test_a_call_that_is_declined_is_no_failure_and_its_reason_is_a_rejection(box: Sandbox) -> None:
    box.init()
    steps = [bash("exit 3"), bash("rm -rf build"), bash("exit 4"), "all-done"]
    allowed = ("--allowedTools", "Bash(exit 3)", "Bash(exit 4)")
    with ModelServer(Script(main=steps)) as server, Terminal(box, server, *ASKED, *allowed) as term:
        term.ready()
        term.enter("please work")
        assert term.wait_for("Do you want"), term.text[-2000:]
        term.pump(1)
        for key in (DOWN, DOWN, DOWN, TAB):  # to "No", with a word on it
            term.type(key)
            term.pump(1)
        term.enter("keep build, the demo needs it")
        assert term.wait_for("all-done"), term.text[-2000:]
        third, last = server.lane("main")[2:4]
        assert "failure-breaker" not in third.all_text() and "keep build, the demo needs it" in third.last_user_text()
        assert "2 steps in a row" in last.all_text(), "the two that failed"
        log = box.project / "memory/logs"
        wait_for(lambda: term.pump(0.1) and "keep build" in "".join(p.read_text("utf-8") for p in log.glob("*.md")))
    (entry,) = (one for one in entries(box) if "keep build" in one.content)
    assert dict(entry.meta)["Signal"] == "rejection" and entry.arousal == 0.7 and "rm -rf build" in entry.body


def test_prompts_that_wait_while_the_model_works_bring_up_memories_and_are_captured(box: Sandbox) -> None:
    box.init()
    box.log(LONG_AGO, f"{OTHERS}\n\n{PRICING}")
    box.cogmem("index")
    steps = [bash("touch started; while [ ! -f go ]; do sleep 0.2; done"), *("all-done" for _ in range(3))]
    with ModelServer(Script(main=steps)) as server, Terminal(box, server, *ASKED, "--allowedTools", "Bash") as term:
        term.ready()
        term.enter("please work")
        until(term, box.project / "started")
        for prompt in ("why did we switch to usage-based pricing?",
                       "Let's use PostgreSQL 16 instead of MySQL for billing, because MySQL lost our decimals."):
            term.enter(prompt)
            term.pump(1)
        (box.project / "go").touch()
        wait_for(lambda: term.pump(0.1) and "lost our decimals" in "".join(r.all_text() for r in server.lane("main")))
        assert term.wait_for("all-done"), term.text[-2000:]
        assert "usage-based pricing" in context(server.lane("main")[-1].all_text())
        wait_for(lambda: term.pump(0.1) and list((box.project / "memory/logs").glob("*.md"))[1:])
    (entry,) = (one for one in entries(box) if one.kind == "entry")
    assert dict(entry.meta)["Signal"] == "decision" and "PostgreSQL" in entry.title
