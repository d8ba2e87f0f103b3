"""On the real client: a session records itself, survives a compaction and is wrapped; the next one knows of it."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from claude.scoring import _read as read_story
from claude.scoring import kind
from client.model_server import ModelServer, Script, tool
from client.sandbox import Result, Sandbox
from cogmem.journal.daylog import read_log
from cogmem.ledger.merge import merge_spool
from cogmem.ledger.sqlite import Ledger
from cogmem.model import Entry
from warm_client import wait_for

pytestmark = pytest.mark.client


@pytest.fixture
def box(shared_cache: Path) -> Iterator[Sandbox]:
    with Sandbox(cache=shared_cache) as sandbox:
        sandbox.init()
        yield sandbox


def logs(box: Sandbox) -> list[Path]:
    return sorted((box.project / "memory" / "logs").rglob("*.md"))


def entries(box: Sandbox) -> list[Entry]:
    return [e for path in logs(box) for e in read_log(path, path.relative_to(box.project).as_posix()).entries]


def text(box: Sandbox) -> str:
    return "\n".join(path.read_text("utf-8") for path in logs(box))


def say(box: Sandbox, prompt: str, *turns: object, session: str = "", **script: list[object]) -> Result:
    more = ["--resume", session] if session else []
    result = box.claude(
        prompt, "--allowedTools", "Bash,Edit,Read,Write", *more, script=Script(main=list(turns), **script)
    )
    assert result.code == 0, result.stderr[-800:]
    assert not result.unplayed
    return result


def first_request(result: Result) -> str:
    return result.lane("main")[0].all_text()


def test_two_sessions_and_a_compaction(box: Sandbox) -> None:
    box.write("check.sh", "test -f fixed || { echo 'ValueError: no tax rate for DE'; exit 1; }\necho '3 passed'\n")
    first = say(
        box,
        "Let's use Postgres for the queue. And get check.sh passing, please.",
        ["I'll run it.", tool("Bash", command="bash check.sh")],
        [
            "The check fails because the German tax rate is missing.",
            tool("Write", file_path=str(box.project / "fixed"), content="19\n"),
        ],
        [tool("Bash", command="bash check.sh")],
        "It passes now.\n\nNext steps:\n- add the French rate",
    )
    found = {dict(e.meta).get("Signal"): e for e in entries(box)}
    assert found["decision"].title == "Use Postgres for the queue"
    assert "German tax rate" in found["fix"].title
    assert "ValueError: no tax rate for DE" in found["fix"].body
    assert found["fix"].files == ("fixed",)

    session = first.session_id
    say(box, "Remember that the invoice prefix is RX77.", "Noted.", session=session)
    compacted = say(box, "/compact", session=session, compact=["<summary>We work on the queue and check.sh.</summary>"])
    asked = "\n".join(request.all_text() for request in compacted.lane("compact"))
    assert "The summary must keep the following" in asked
    assert "RX77" in asked
    after = say(box, "where were we?", "At the queue.", session=session)
    assert "RX77" in after.lane("main")[-1].all_text()

    assert text(box).count("## Handover") >= 1
    second = say(box, "good morning, where did we leave off?", "At the French rate.")
    assert second.session_id != session
    assert "add the French rate" in first_request(second)
    titles = [e.title for e in entries(box) if e.kind == "entry"]
    assert len(titles) == len(set(titles))
    with Ledger.open(box.project / "memory" / "ledger.db") as ledger:
        merge_spool(ledger, box.project / "memory" / ".run")
        assert ledger.session_count() == 2


def test_a_japanese_session(box: Sandbox) -> None:
    say(
        box,
        "キャッシュはRedisにしましょう。本番のポートは6380だと覚えておいてください。",
        "承知しました。\n\n次のステップ:\n- 本番の移行",
    )
    assert any("6380" in e.content for e in entries(box))
    second = say(box, "おはようございます。続きからお願いします。", "はい。")
    assert "本番の移行" in first_request(second)


def test_a_client_that_is_killed_is_wrapped_at_the_next_start(box: Sandbox) -> None:
    script = Script(main=[[tool("Bash", command="echo busy")], {"blocks": "done", "delay_s": 600}])
    with ModelServer(script) as server:
        line = [box.program, "-p", "Let's use feature flags for the rollout.", "--allowedTools", "Bash"]
        child = subprocess.Popen(
            line,
            cwd=box.project,
            env=box.env(ANTHROPIC_BASE_URL=server.url),
            start_new_session=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        wait_for(lambda: any('"is_error":false' in p.read_text("utf-8") for p in box.transcripts()))
        os.kill(child.pid, signal.SIGKILL)
        child.wait(60)
    box.end_leftovers()
    assert "feature flags" not in text(box)
    second = say(box, "good morning", "Hello.")
    assert "Use feature flags for the rollout" in [e.title for e in entries(box)]
    assert text(box).count("## Session Summary") >= 1
    assert "feature flags" in first_request(second)


def test_an_injected_memory_is_never_captured(box: Sandbox) -> None:
    say(box, "Remember that the invoice prefix is RX77.", "Noted.")
    before = [e.title for e in entries(box) if e.kind == "entry"]
    for _ in range(2):
        say(box, "What do we know about the invoice prefix?", "It is RX77.")
    assert [e.title for e in entries(box) if e.kind == "entry"] == before


def test_a_story_played_again_gives_the_same_memories(tmp_path: Path) -> None:
    """The committed transcripts are what today's client writes: played again, a story is remembered alike."""
    from claude import make_stories, scoring
    from claude.stories import DEV

    story = next(s for s in DEV if s.name == "en_compaction")
    kept = [(kind(draft), draft.title) for draft in scoring.captured(story)]
    make_stories.make(story, tmp_path)
    again = [(kind(draft), draft.title) for draft, _ in read_story(tmp_path / f"{story.name}.jsonl", {})]
    assert again == kept
