"""However large the store and whatever lies in it, an injection stays within its budget and its deadline."""

from __future__ import annotations

import datetime as dt
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cogmem import clock
from cogmem.bench import synthetic
from cogmem.index.sqlite import Index
from cogmem.index.sync import sync
from cogmem.ledger.merge import merge_spool
from cogmem.ledger.sqlite import Ledger
from cogmem.project import Project
from cogmem.recall.fence import MAX_UNITS, tokens, units
from conftest import make_project
from hooks.conftest import Answer, Hooks
from hooks.test_prompt import hit, reply, server
from warm_client import socket_of, wait_for

GIANT = "### [DECISION] The quorum of the lighthouse keepers\n*Arousal: 0.9 | Source: user | Pinned: true*\n"
ANCHOR = "### [DECISION] The anchor of the Esmeralda weighs nine tons\n*Arousal: 0.8 | Source: user*\nCast in Bilbao."
MILLISECONDS = {"SessionStart": 20_000.0}
"""Ten times the deadline, for a busy machine; other events: ten times the setting's 250."""
FINE = ("said", "quiet")
QUESTIONS = [
    "how many tons does the anchor of the Esmeralda weigh?", "why the quorum of the lighthouse keepers?",
    "灯台守の定足数はどう決めましたか?", *synthetic.questions(20),
]  # fmt: skip


def write(root: Path, count: int) -> Project:
    """``count`` synthetic entries up to yesterday, and today an entry and a handover of 80 KB each."""
    project = make_project(root, '[cogmem.embedding]\nprovider = "none"\n')
    synthetic.write(count, project.logs_dir)
    sentence = "The quorum of the lighthouse keepers is nine, because seven of them were asleep. 灯台守の定足数は九人。"
    giant = "\n".join(f"{n}. {sentence}" for n in range(80_000 // len(sentence.encode()) + 1))
    assert len(giant.encode()) >= 80_000
    recent = "\n\n".join(f"### [INSIGHT] Buoy {n}\n*Arousal: 0.8*\nIt was painted {n} times. " + "Red. " * 200
                         for n in range(400))
    day = clock.today()
    (project.logs_dir / f"{day - dt.timedelta(days=1)}.md").write_text(f"# d\n\n## Log Entries\n\n{recent}\n", "utf-8")
    (project.logs_dir / f"{day}.md").write_text(
        f"# {day}\n\n## Log Entries\n\n{GIANT}{giant}\n\n## Handover\n- **Continuing**: {giant}\n", "utf-8")
    (project.logs_dir / f"{day - dt.timedelta(days=2)}.md").write_text(f"# d\n\n## Log Entries\n\n{ANCHOR}\n", "utf-8")
    (project.knowledge_dir / "core.md").write_text("# Core facts\n\n- keeper: Aki\n", "utf-8")
    with Index.open(project.index_path) as index:
        sync(project, index)
    return project


@pytest.fixture(params=[2_000, pytest.param(100_000, marks=pytest.mark.soak)])
def large(request: pytest.FixtureRequest, tmp_path: Path) -> Project:
    return write(tmp_path, request.param)


def within(answer: Answer, budget: int) -> str:
    assert answer.code == 0 and not answer.err, answer.err
    assert tokens(answer.told) <= budget and units(answer.told) <= MAX_UNITS, tokens(answer.told)
    assert answer.told.count("<memory-context>") == answer.told.count("</memory-context>")
    return answer.told


def test_every_injection(large: Project) -> None:
    hooks, settings = Hooks(large.root), large.config.hooks
    first = within(hooks.send("SessionStart", source="startup"), settings.session_tokens)
    assert "keeper: Aki" in first and "lighthouse" in first
    told = []
    for number, question in enumerate(QUESTIONS):
        hooks.session = f"session-{number}"
        answer = hooks.send("UserPromptSubmit", prompt=question, prompt_id=f"p{number}")
        told.append(within(answer, settings.prompt_tokens))
    assert "nine tons" in told[0], "the words find it"
    body = (large.logs_dir / f"{clock.today()}.md").read_text("utf-8")
    giants = [hit(id=f"g{n}", category="MILESTONE", title="Quorum " * 40, content=body) for n in range(5)]
    for number, question in enumerate(("why this quorum of keepers?", "please migrate the quorum of keepers")):
        hooks.session = f"giant-{number}"
        with server(reply(*giants)) as (client, _):
            told_giant = hooks.send("UserPromptSubmit", prompt=question, prompt_id="g", env={"CLAUDE_PID": client})
        assert "memory/logs/2026-01-01.md:3" in within(told_giant, settings.prompt_tokens)
        assert ("Done before" in told_giant.told) == bool(number)
    (large.knowledge_dir / "core.md").write_text("# Core facts\n\n" + "- keeper: " + "Akiko " * 15_000 + "\n", "utf-8")
    hooks.session = "5e55-10n"
    both = hooks.send("UserPromptSubmit", prompt=QUESTIONS[0], prompt_id="core")
    assert "Akiko" in within(both, settings.prompt_tokens) and "nine tons" in both.told, "out of one budget"
    within(hooks.send("SessionStart", source="resume"), settings.session_tokens)
    within(hooks.send("SessionStart", source="compact"), settings.session_tokens)
    slow = [line for line in hooks.log() if float(line[2]) > MILLISECONDS.get(line[1], 2_500)]
    odd = [line for line in hooks.log() if line[3] not in FINE]
    assert len(hooks.log()) > len(QUESTIONS) and not slow and not odd
    with Ledger.open(large.ledger_path) as ledger:
        merge_spool(ledger, large.run_dir)
        for one in ledger.last_injections(100):
            assert one["tokens"] <= (settings.session_tokens if one["event"] == "SessionStart"
                                     else settings.prompt_tokens), one["event"]


@pytest.mark.soak
def test_with_the_real_server(in_a_hurry: None, large: Project) -> None:
    """Asked at once, and again while it works in the background; without an embedder it answers by words."""
    hooks, settings = Hooks(large.root), large.config.hooks
    client = str(os.getpid())
    with subprocess.Popen([sys.executable, "-m", "cogmem.mcp"], cwd=large.root, stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, env={**os.environ, "CLAUDE_PROJECT_DIR": str(large.root)}) as child:
        child.stdin.write(b'{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}\n')
        child.stdin.flush()
        child.stdout.readline()
        wait_for(socket_of(os.getpid()).exists)
        told = {}
        for round in ("first", "later"):
            for number, prompt in enumerate(QUESTIONS[:12]):
                hooks.session = f"{round}-{number}"
                answer = hooks.send("UserPromptSubmit", prompt=prompt, prompt_id="p", env={"CLAUDE_PID": client})
                told[round, number] = within(answer, settings.prompt_tokens)
            time.sleep(3)  # its work in the background begins
        child.stdin.close()
        child.wait(10)
    assert all("nine tons" in told[round, 0] for round in ("first", "later"))
    lines = hooks.log()
    assert all(float(line[2]) < 1.2 * settings.deadline_ms for line in lines), "also for one that is cut off"
    assert len(lines) == 24 and not [line for line in lines[12:] if line[3] not in FINE]
