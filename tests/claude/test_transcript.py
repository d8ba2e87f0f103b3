"""The transcript reader: increments, pairing, what is left out, and bounded memory."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from claude.scribe import Scribe
from claude.stories import ALL
from cogmem.claude.transcript import LINE_LIMIT, TranscriptReader, Turn, shorten

STORIES = Path(__file__).parent / "stories"


@pytest.fixture
def scribe(tmp_path: Path) -> Scribe:
    return Scribe(tmp_path / "t.jsonl")


def turns(path: Path, offset: int = 0, *, final: bool = True) -> list[Turn]:
    return list(TranscriptReader(path, offset, final=final))


def told(path: Path) -> list[tuple[str, str]]:
    return [(turn.role, turn.text) for turn in turns(path)]


def test_several_lines_of_one_message_are_one_turn_with_its_calls_and_results(scribe: Scribe) -> None:
    scribe.user("run it")
    scribe.says(
        "let me look",
        ("Bash", {"command": "exit 3"}, "Exit code 3\nhi", True),
        ("Read", {"file_path": "/a.py"}, "1\tx=1", False),
    )
    scribe.says("done")
    first, second, third = turns(scribe.path)
    assert (first.role, first.text) == ("user", "run it")
    assert [(c.name, c.failed, c.result) for c in second.calls] == [
        ("Bash", True, "Exit code 3\nhi"),
        ("Read", False, "1\tx=1"),
    ]
    assert second.tokens == 120
    assert third.text == "done"


def test_reading_on_from_the_offset_gives_each_turn_once(scribe: Scribe) -> None:
    found: list[str] = []
    offset = 0
    for number in range(5):
        scribe.user(f"prompt {number}")
        scribe.says(f"answer {number}", ("Bash", {"command": "ls"}, "a", False))
        reader = TranscriptReader(scribe.path, offset)
        found += [turn.text for turn in reader]
        offset = reader.offset
    assert found == [text for n in range(5) for text in (f"prompt {n}", f"answer {n}")]
    assert offset == scribe.path.stat().st_size


def test_a_turn_whose_calls_are_not_answered_yet_waits(scribe: Scribe) -> None:
    scribe.user("go")
    scribe.line(
        {
            "type": "assistant",
            "uuid": "a",
            "message": {
                "id": "m1",
                "role": "assistant",
                "content": [{"type": "tool_use", "id": "toolu_1", "name": "Bash", "input": {"command": "sleep 9"}}],
            },
        }
    )
    reader = TranscriptReader(scribe.path)
    assert [turn.role for turn in reader] == ["user"]
    scribe.line(
        {
            "type": "user",
            "uuid": "r",
            "message": {
                "role": "user",
                "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "ok"}],
            },
        }
    )
    (turn,) = TranscriptReader(scribe.path, reader.offset)
    assert turn.calls[0].answered
    assert turn.calls[0].result == "ok"


def test_a_partial_last_line_waits_for_its_end(scribe: Scribe) -> None:
    scribe.user("whole")
    with scribe.path.open("a") as out:
        out.write('{"type":"user","message":{"role":"us')
    reader = TranscriptReader(scribe.path)
    assert [turn.text for turn in reader] == ["whole"]
    with scribe.path.open("a") as out:
        out.write('er","content":"second"}}\n')
    assert [turn.text for turn in TranscriptReader(scribe.path, reader.offset)] == ["second"]


def test_unknown_and_broken_lines_are_skipped(scribe: Scribe) -> None:
    for line in (
        "",
        "not json",
        "[]",
        '{"type":"user"}',
        '{"type":"user","message":"x"}',
        '{"type":"user","message":{"content":7}}',
        '{"type":"queue-operation","content":"remember this"}',
        '{"type":"assistant","message":{"content":[1,null]}}',
        '{"type":"last-prompt","lastPrompt":"remember that"}',
        '{"type":"user","message":{"content":' + "[" * 2000,
    ):
        scribe.line(line)
    scribe.user("hello")
    assert told(scribe.path)[-1] == ("user", "hello")
    assert all(not text for _, text in told(scribe.path)[:-1])


def test_what_nobody_typed_is_left_out(scribe: Scribe) -> None:
    scribe.line(
        {"type": "attachment", "attachment": {"type": "hook_additional_context", "content": ["<memory-context>x"]}}
    )
    scribe.line(
        {"type": "attachment", "attachment": {"type": "hook_success", "stdout": "Remember that", "content": "Remember"}}
    )
    scribe.user("the body of a skill: always use tabs", isMeta=True)
    scribe.user("<command-name>/compact</command-name>\n<command-args>keep names</command-args>")
    scribe.user(
        "<system-reminder>Remember to use the todo tool</system-reminder>fix it<private>my password is x</private>"
    )
    scribe.user("<local-command-stdout>Remember 5</local-command-stdout>")
    scribe.user("💭 Related past record: 2026-03-01 [DECISION] Use Redis (arousal: 0.8)\nwhat now")
    assert told(scribe.path) == [("user", "fix it"), ("user", "what now")]


def test_a_prompt_typed_while_the_agent_worked_counts(scribe: Scribe) -> None:
    scribe.line(
        {"type": "attachment", "uuid": "q", "attachment": {"type": "queued_command", "prompt": "use port 5433"}}
    )
    scribe.line(
        {
            "type": "attachment",
            "uuid": "n",
            "attachment": {"type": "queued_command", "prompt": "agent done", "commandMode": "task-notification"},
        }
    )
    assert told(scribe.path) == [("user", "use port 5433")]


def test_a_compaction_is_a_boundary_and_a_summary(scribe: Scribe) -> None:
    scribe.user("before")
    scribe.line({"type": "system", "subtype": "compact_boundary", "uuid": "b", "compactMetadata": {"trigger": "auto"}})
    scribe.user("The user asked to remember that", isCompactSummary=True)
    scribe.user("after")
    assert [turn.role for turn in turns(scribe.path)] == ["user", "boundary", "summary", "user"]


def test_interrupts_and_declined_calls(scribe: Scribe) -> None:
    refusal = (
        "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit). "
        "To tell you how to proceed, the user said:\nuse the staging database instead"
    )
    scribe.says("", ("Bash", {"command": "psql prod"}, refusal, True))
    scribe.user([{"type": "text", "text": "[Request interrupted by user for tool use]"}])
    call, stop = turns(scribe.path)
    assert call.calls[0].refused
    assert call.calls[0].reason == "use the staging database instead"
    assert stop.interrupt
    assert not stop.text


def test_sidechains_are_marked_and_do_not_mix_with_the_main_conversation(scribe: Scribe, tmp_path: Path) -> None:
    scribe.says("main one")
    side = Scribe(scribe.path, agent="a1")
    side.user("count the files")
    side.says("sub says 4")
    scribe.says("main two")
    found = [(turn.text, turn.sidechain) for turn in turns(scribe.path)]
    assert sorted(found) == [("count the files", True), ("main one", False), ("main two", False), ("sub says 4", True)]


def test_broken_characters_are_replaced(scribe: Scribe) -> None:
    scribe.line('{"type":"user","message":{"role":"user","content":"fix \\ud83d please \\u0000 👩‍👩‍👧"}}')
    ((_, text),) = told(scribe.path)
    assert text == "fix ? please � 👩‍👩‍👧" or text == "fix � please � 👩‍👩‍👧"
    text.encode("utf-8")


def test_a_file_that_shrank_is_read_from_its_start(scribe: Scribe) -> None:
    scribe.user("only")
    assert [turn.text for turn in turns(scribe.path, offset=10**9)] == ["only"]
    assert turns(scribe.path.with_name("gone.jsonl")) == []


def test_a_limit_stops_at_the_end_of_a_line_and_goes_on_there(scribe: Scribe) -> None:
    for number in range(40):
        scribe.user(f"prompt {number}")
        scribe.says(f"answer {number}", ("Bash", {"command": "ls"}, "x" * 500, False))
    offset, found, parts = 0, [], 0
    while True:
        reader = TranscriptReader(scribe.path, offset, limit=4000)
        found += [(turn.text, len(turn.calls)) for turn in reader]
        assert reader.offset > offset
        offset, parts = reader.offset, parts + 1
        if not reader.more:
            break
    assert parts > 5
    assert [text for text, _ in found if text] == [t for n in range(40) for t in (f"prompt {n}", f"answer {n}")]
    assert sum(calls for _, calls in found) == 40


def test_a_line_too_long_to_hold_still_answers_its_call(scribe: Scribe) -> None:
    scribe.says("reading", ("Read", {"file_path": "/big"}, "x" * (LINE_LIMIT + 100_000), False))
    scribe.user("next")
    reading, following = turns(scribe.path)
    assert reading.calls[0].answered
    assert following.text == "next"


def test_long_texts_are_cut_at_white_space() -> None:
    text = "word " * 3000 + "s3cr3t-token-that-is-long " + "more " * 3000
    cut = shorten(text, 1000)
    assert len(cut) < 1100
    assert all(part in ("word", "more", "[…]") for part in cut.split())


@pytest.mark.parametrize("story", ALL, ids=lambda story: story.name)
def test_the_clients_own_transcripts_hold_every_prompt(story) -> None:
    said = [turn.text for turn in turns(STORIES / f"{story.name}.jsonl") if turn.role == "user"]
    assert said == [say.prompt for say in story.says if not say.prompt.startswith("/")]


MEASURE = """
import sys
from pathlib import Path
from cogmem.claude.transcript import TranscriptReader

def kilobytes(name):  # a child's ru_maxrss begins at its parent's
    return int(next(l.split()[1] for l in Path("/proc/self/status").read_text().splitlines() if l.startswith(name)))

Path("/proc/self/clear_refs").write_text("5")
base = kilobytes("VmRSS")
reader = TranscriptReader(Path(sys.argv[1]), final=True)
count = sum(1 for _ in reader)
print(count, (kilobytes("VmHWM") - base) // 1024, reader.offset)
"""


def measured(path: Path) -> tuple[int, int, int]:
    out = subprocess.run([sys.executable, "-c", MEASURE, str(path)], capture_output=True, text=True, check=True)
    count, grown, offset = map(int, out.stdout.split())
    return count, grown, offset


def big(path: Path, lines: int) -> None:
    """Lines of about 10 KB, one of 20 MB in their middle, a partial one at the end."""
    scribe = Scribe(path)
    with path.open("w", encoding="utf-8") as out:
        for number in range(lines):
            if number == lines // 2:
                content = [{"type": "tool_result", "tool_use_id": "toolu_x", "content": "絵文字😀" * 1_500_000}]
                out.write(
                    json.dumps({"type": "user", "message": {"role": "user", "content": content}}, ensure_ascii=False)
                    + "\n"
                )
            message = {"role": "user", "content": f"prompt {number} " + "word " * 2000}
            out.write(json.dumps({"type": "user", "uuid": str(number), "message": message}) + "\n")
        out.write('{"type":"user","mess')
    assert scribe.path == path


def test_memory_stays_bounded(tmp_path: Path) -> None:
    big(tmp_path / "big.jsonl", 600)
    count, grown, offset = measured(tmp_path / "big.jsonl")
    assert count == 600
    assert grown < 60, f"{grown} MB"
    assert offset < (tmp_path / "big.jsonl").stat().st_size + 1


@pytest.mark.soak
def test_a_hundred_megabytes_stay_under_the_promise(tmp_path: Path) -> None:
    big(tmp_path / "big.jsonl", 8000)
    assert (tmp_path / "big.jsonl").stat().st_size > 95_000_000
    count, grown, _ = measured(tmp_path / "big.jsonl")
    assert count == 8000
    assert grown < 150, f"{grown} MB"


def test_a_device_is_no_transcript():
    assert list(TranscriptReader(Path("/dev/zero"))) == []
