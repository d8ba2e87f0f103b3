"""Whole sessions on the real client: they start with what the last one left, record what happens, survive a compaction,
and wrap themselves up."""

from __future__ import annotations

import signal
import subprocess
import threading
import time
from pathlib import Path

import pytest

from client.model_server import ModelServer, Script, tool
from client.sandbox import Sandbox
from client.test_spine import YESTERDAY, context, first_request, hook_failures
from client.test_whereabouts import ends
from cogmem.journal.daylog import read_log

pytestmark = pytest.mark.client


def entries(box: Sandbox) -> list:
    return [entry for path in box.recorded() for entry in read_log(path, "x").entries]


def log_text(root: Path) -> str:
    return "\n".join(path.read_text() for path in sorted((root / "memory/logs").rglob("*.md")))


STORIES = {
    "en": {
        "ask": "Let's use PostgreSQL 16 instead of MySQL for the billing tables, because MySQL lost our decimals.",
        "fix": "The invoice test fails. Please fix it.",
        "dropped": "decimals", "summary": "<summary>We worked on the invoice test.</summary>",
        "later": "why did we choose PostgreSQL for billing?", "choice": "PostgreSQL",
    },
    "ja": {
        "ask": "請求テーブルは MySQL ではなく PostgreSQL 16 を使うことに決めました。MySQL では小数が失われたためです。",
        "fix": "請求書のテストが失敗しています。直してください。",
        "dropped": "PostgreSQL", "summary": "<summary>請求書のテストを直しました。</summary>",
        "later": "請求テーブルにどうして PostgreSQL を選んだのですか?", "choice": "PostgreSQL",
    },
}


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_story_in_two_sessions(box, lang):
    story = STORIES[lang]
    box.init(None, "--lang", lang)
    below = box.project / "src"
    below.mkdir()
    box.write("src/run_tests.sh", "grep -q 10.00 total.txt && echo '1 passed' || { echo '1 failed: 9.99'; exit 1; }\n")
    total = str(box.write("src/total.txt", "total 9.99\n"))
    test = [tool("Bash", command="sh run_tests.sh")]
    tools = ("--allowedTools", "Bash,Edit,Read")
    one = box.claude(story["ask"], *tools, script=Script(main=["Understood."]), cwd=below)
    session = one.session_id
    box.claude(story["fix"], *tools, "--resume", session, cwd=below, script=Script(
        main=[test, [tool("Read", file_path=total)],
              [tool("Edit", file_path=total, old_string="9.99", new_string="10.00")], test,
              "The rounding was wrong; the test passes now."]))
    recorded = [entry for entry in entries(box) if entry.kind == "entry"]
    assert any(story["choice"] in entry.content for entry in recorded), log_text(box.project)
    fixed = [entry for entry in recorded if entry.category == "ERROR" and "1 failed" in entry.body]
    assert fixed, (log_text(box.project), hook_failures(box))
    assert all(dict(entry.meta).get("Evidence") for entry in recorded), "the evidence stands in the entry"
    compacted = box.claude("/compact", "--resume", session, cwd=below,
                           script=Script(main=["ok"], compact=[story["summary"]]))
    asked = "\n".join(request.last_user_text() for request in compacted.lane("compact"))
    assert story["choice"] in asked, "PreCompact tells the summary what to keep"
    after = box.claude("ok", "--resume", session, script=Script(main=["fine"]), cwd=below)
    assert story["dropped"] in after.seen_by_model(), "what the summary dropped is back"
    text = log_text(box.project)
    handover = "## Handover" if lang == "en" else "## 引き継ぎ"
    assert handover in text, text
    second = box.claude(story["later"], script=Script(main=["because"]), cwd=below)
    told = context(first_request(second))
    assert story["choice"] in told and told.count("<memory-context>") in (1, 2), told
    assert not hook_failures(box) and not box.living()


def test_a_session_that_was_killed_is_wrapped_by_the_next(box):
    box.init()
    script = Script(main=[[tool("Bash", command="true")], {"blocks": "never said", "delay_s": 600}])
    ask = "Let's use PostgreSQL 16 instead of MySQL for the billing tables, because MySQL lost our decimals."
    with ModelServer(script) as server:
        child = subprocess.Popen([box.program, "-p", ask, "--allowedTools", "Bash"], cwd=box.project,
                                 env=box.env(ANTHROPIC_BASE_URL=server.url), stdin=subprocess.DEVNULL,
                                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        assert ends(lambda: len(server.lane("main")) > 1)
        child.send_signal(signal.SIGKILL)
        child.wait(60)
    assert ends(lambda: not box.living()), box.living()
    assert not box.recorded()
    result = box.claude("ok", script=Script(main=["fine"]))
    assert "PostgreSQL" in log_text(box.project), "nothing is lost"
    assert "PostgreSQL" in context(first_request(result)), "the next session starts with it"


def test_a_private_worktree_shares_one_memory(box):
    box.init(None, "--private")
    box.git("add", "-A")
    box.git("commit", "-q", "-m", "all")
    blue = "### [DECISION] Blue paint\n*Arousal: 0.8 | Source: user*\nSeen from afar."
    box.log(YESTERDAY, f"{blue}\n\n## Handover\n- **Continuing**: doors")
    box.git("worktree", "add", "-q", str(box.root / "tree"))
    tree = box.root / "tree"
    box.trust(tree)
    result = box.claude("Let's use green paint for the doors instead of red, because red fades.", cwd=tree,
                        script=Script(main=["Understood."]))
    assert "Blue paint" in context(first_request(result))
    assert "green paint" in log_text(box.project) and not (tree / "memory/logs").exists()


def test_two_sessions_and_their_agents_write_to_one_log(box):
    box.init()
    log = "mcp__plugin_cogmem_memory__log"
    asks = ["Let's use PostgreSQL instead of MySQL for billing, because MySQL lost our decimals.",
            "Let's use Redis instead of memcached for the sessions, because memcached forgets them."]
    done: list = [None, None]

    def work(n: int) -> None:
        steps = [[tool(log, title=f"Agent {n} note {k}", category="NOTE", body="Seen.")] for k in range(6)]
        done[n] = box.claude(asks[n], script=Script(main=[*steps, "Understood."]))

    threads = [threading.Thread(target=work, args=(n,)) for n in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    titles = [entry.title for entry in entries(box)]
    for n in range(2):
        assert done[n].text == "Understood.", done[n].stderr
        mine = [title for title in titles if title.startswith(f"Agent {n} note")]
        assert mine == [f"Agent {n} note {k}" for k in range(6)], titles
    text = log_text(box.project)
    assert "PostgreSQL" in text and "Redis" in text
    assert not any(read_log(path, "x").problems for path in box.recorded())


def test_small_talk_leaves_no_entry(box):
    box.init()
    box.claude("hello, how are you?", script=Script(main=["I am well."]))
    assert not [entry for entry in entries(box) if entry.kind == "entry"]


def test_a_paused_project_is_left_alone_until_it_resumes(box: Sandbox):
    box.init()
    box.log(YESTERDAY, "### [DECISION] Blue paint\n*Arousal: 0.8*\nSeen from afar.")
    box.cogmem("pause")
    result = box.claude("Let's use green paint instead of blue, because blue fades.", script=Script(main=["ok"]))
    assert context(first_request(result)) == "" and "green" not in log_text(box.project)
    box.cogmem("resume")
    time.sleep(0.1)
    result = box.claude("ok", script=Script(main=["fine"]))
    assert "Blue paint" in context(first_request(result))
