"""A session of thirty prompts on the real client: what we put before the model stays where it is, byte for byte, so
that the model's prompt cache holds; nothing is told twice; and the cost is on record."""

from __future__ import annotations

import itertools
import json
import re
import subprocess
from typing import Any

import pytest

from client.model_server import ModelServer, Request, Script, tool
from client.sandbox import Sandbox
from client.test_spine import LONG_AGO, YESTERDAY, audit, hook_failures

pytestmark = pytest.mark.client
BLOCK = re.compile(r"<memory-context>.*?</memory-context>", re.S)
TOPICS = {
    "invoice rounding": "Invoices are rounded half-even per line, because the auditor adds up lines.",
    "object storage": "Attachments moved to object storage; the database grew by ten gigabytes a week.",
    "compiler cache": "ccache on the runners halves the build; the first build of a branch stays slow.",
    "login flakiness": "The login test shared a browser between workers; each worker has its own now.",
    "per-seat pricing": "Per-seat pricing punishes large teams at expansion, so pricing follows usage.",
    "backup window": "Backups start at three in the morning, after the export has let go of its lock.",
    "queue retries": "Jobs are retried five times with jitter; more hid a broken mail server for a week.",
    "feature flags": "Feature flags expire after ninety days, because nobody removed the old ones.",
}
ASKS = [
    "good morning", *(f"why did we decide that about {topic}?" for topic in TOPICS),
    "Let's use PostgreSQL 16 instead of MySQL for the ledger tables, because MySQL lost our decimals.",
    "ok", *(f"what was it again about {topic}?" for topic in TOPICS),
    "Remember that staging listens on port 5433.", "thanks", "why PostgreSQL for the ledger tables?",
    "and invoice rounding, backup window and feature flags, what did we decide?", "go on", "please look around",
    "which port does staging have?", "how tall is the tower of Pisa?", "why per-seat pricing?", "fine", "last one",
]  # fmt: skip
CORE = 12
"""Before this prompt the person changes a core fact."""


def say_all(box: Sandbox, server: ModelServer) -> tuple[str, list[dict[str, Any]]]:
    """One client that is given the prompts one by one; (its session's id, the results it gave)."""
    line = [box.program, "-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose",
            "--allowedTools", "Bash"]
    results: list[dict[str, Any]] = []
    with subprocess.Popen(line, cwd=box.project, env=box.env(ANTHROPIC_BASE_URL=server.url), text=True,
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as child:
        for number, ask in enumerate(ASKS):
            if number == CORE:
                box.write("memory/knowledge/core.md", "# Core facts\n\n- deploys: never on Fridays\n")
            child.stdin.write(json.dumps({"type": "user", "message": {"role": "user", "content": ask}}) + "\n")
            child.stdin.flush()
            for said in child.stdout:
                event = json.loads(said)
                if event.get("type") == "result":
                    results.append(event)
                    break
        child.stdin.close()
        child.wait(120)
    return results[0]["session_id"], results


def bare(value: Any) -> Any:
    """Without the marks at which the client asks for caching; they wander and are no part of what is cached."""
    if isinstance(value, dict):
        return {key: bare(item) for key, item in value.items() if key != "cache_control"}
    return [bare(item) for item in value] if isinstance(value, list) else value


def parts(request: Request) -> list[str]:
    """Each message's blocks as texts, in order."""
    found = []
    for message in request.messages():
        content = message["content"]
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
        found += [message["role"] + json.dumps(bare(block), ensure_ascii=False) for block in blocks]
    return found


def test_thirty_prompts(box: Sandbox) -> None:
    assert len(ASKS) == 30
    box.init()
    entries = [f"### [DECISION] About {topic}\n*Arousal: 0.8 | Source: user*\n{why}" for topic, why in TOPICS.items()]
    box.log(LONG_AGO, "\n\n".join(entries))
    box.log(YESTERDAY, "### [NOTE] Quiet day\n*Arousal: 0.5*\nNothing.\n\n## Handover\n- **Continuing**: the ledger")
    box.cogmem("index")
    turns: list[Any] = ["Noted."] * len(ASKS)
    turns[ASKS.index("please look around")] = [tool("Bash", command="ls")]
    with ModelServer(Script(main=turns)) as server:
        session, results = say_all(box, server)
        main = server.lane("main")
    assert len(results) == len(ASKS) and len(main) > len(ASKS), "one answer for each, and one tool step"
    for before, after in itertools.pairwise(main):
        assert bare(before.body["system"]) == bare(after.body["system"])
        assert bare(before.body["tools"]) == bare(after.body["tools"])
        old, new = parts(before), parts(after)
        assert new[: len(old)] == old, f"request {after.number} changed what request {before.number} had said"
    blocks = BLOCK.findall(main[-1].all_text())
    assert len(blocks) == len(set(blocks)) >= len(TOPICS) // 2, blocks
    assert "never on Fridays" in "\n".join(blocks) and "the ledger" in blocks[0]
    notes = audit(box)
    injected = [entry["id"] for note in notes for entry in note["entries"]]
    assert injected and len(injected) == len(set(injected)), "nothing is told twice"
    told = json.loads(box.cogmem("insights", "--json").stdout)["injected"]
    (mine,) = told["sessions"]
    assert mine["id"] == session and mine["injections"] == len(notes) == len(blocks), "all that was told is counted"
    assert mine["tokens"] == sum(note["tokens"] for note in notes) == told["tokens"] > 0
    assert all(note["text"] in main[-1].all_text() for note in notes), "what the audit says is what the model was sent"
    assert all(note["tokens"] <= (600 if note["event"] == "SessionStart" else 400) for note in notes)
    assert not hook_failures(box) and not box.living()
