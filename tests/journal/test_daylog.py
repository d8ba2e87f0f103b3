"""Writing: what is acknowledged is there, whoever else writes and whatever dies."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from cogmem.errors import BusyError, ReadOnlyError, UsageError
from cogmem.journal.daylog import append, append_section, latest_handover, mark, read_log, read_project_log
from cogmem.journal.logfile import writers_lock
from cogmem.model import Draft
from conftest import make_project

NOW = "2026-03-08T14:32:00+09:00"


@pytest.fixture(autouse=True)
def noon(monkeypatch):
    monkeypatch.setenv("COGMEM_NOW", NOW)
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    import time

    time.tzset()
    yield
    monkeypatch.delenv("TZ")
    time.tzset()


@pytest.fixture
def log(project):
    """Today's log: the path of a file that need not be there."""
    path = project.log_path("2026-03-08")
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


class TestAppend:
    def test_the_first_entry_of_a_day(self, project, log):
        entry = append(project, Draft("Switched", "Because.", "DECISION", ("PRICING",), 0.8, "Relief", session="7f"))
        assert log.read_bytes().decode() == (
            "# 2026-03-08 Session Log\n\n## Log Entries\n\n### [DECISION][PRICING] Switched\n"
            "*Arousal: 0.8 | Emotion: Relief | Time: 14:32+09:00 | Session: 7f | Source: user*\nBecause.\n"
        )
        assert (entry.source, entry.line, entry.end_line, entry.date) == (
            "memory/logs/2026-03-08.md",
            5,
            7,
            "2026-03-08",
        )
        assert read_log(log, entry.source).entries == (entry,)
        assert append(project, Draft("Second")).line == 9

    def test_in_the_language_of_the_project(self, tmp_path):
        project = make_project(tmp_path / "ja", 'lang = "ja"\nuser_id = "mel"\n')
        append(project, Draft("決定"))
        append_section(project, "handover", "- 続き")
        append_section(project, "summary", "要点", [("Minutes", "74")])
        path = project.root / "memory/logs/mel/2026-03-08.md"
        assert re.findall("^#.*", path.read_text("utf-8"), re.M) == [
            "# 2026-03-08 セッションログ",
            "## ログエントリ",
            "### [NOTE] 決定",
            "## 引き継ぎ",
            "## セッション概要",
        ]
        log = read_project_log(project, "memory/logs/mel/2026-03-08.md")
        assert log.user == "mel" and log.entries[1].meta == (("Minutes", "74"),)
        assert latest_handover(project).text == "- 続き"

    @pytest.mark.parametrize(
        ("before", "lead"),
        [
            ("# 2026-03-08\n\n## Log Entries\n\n### a\n", "\n"),
            ("# 2026-03-08\n\n## ログエントリ\n", "\n"),
            ("## Log Entries\n\n### a\n\n", ""),
            ("## Log Entries\n\n### a\ntorn", "\n\n"),
            ("### a\n\n## Handover\n- x\n", "\n## Log Entries\n\n"),
            ("### a\n\n## 引き継ぎ\n- x", "\n\n## Log Entries\n\n"),
            ("## Session\n\n### a\n", "\n## Log Entries\n\n"),
            ("### a\n", "\n## Log Entries\n\n"),
            ("## Handover\n- x\n\n## Log Entries\n\n- [TODO] y\n", "\n"),
            ("", "# 2026-03-08 Session Log\n\n## Log Entries\n\n"),
            ("\n", "# 2026-03-08 Session Log\n\n## Log Entries\n\n"),
            ("## Log Entries\n\n```\n## Handover\n```\n", "\n"),
            ("---\na: b\n---\n", "\n## Log Entries\n\n"),
        ],
    )
    @pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
    def test_it_comes_last_under_log_entries(self, project, log, before, lead, newline):
        data = before.replace("\n", newline).encode()
        log.write_bytes(data)
        append(project, Draft("new", "body"))
        entry = "### [NOTE] new\n*Arousal: 0.5 | Time: 14:32+09:00 | Source: user*\nbody\n"
        wanted = newline if before != "" else "\n"
        assert log.read_bytes() == data + (lead + entry).replace("\n", wanted).encode()

    @pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig", "utf-16-le", "utf-32", "cp932", "latin-1"])
    def test_the_encoding_of_the_file_is_kept(self, project, log, encoding):
        text = "# 2026-03-08\n\n## Log Entries\n\n### caf" + ("é\n" if encoding == "latin-1" else "eのこと\n")
        log.write_bytes(text.encode(encoding))
        append(project, Draft("新しい", "本文"))
        assert log.read_bytes().startswith(text.encode(encoding))
        entries = read_project_log(project, "memory/logs/2026-03-08.md").entries
        assert [entry.title for entry in entries] == [text.split("### ")[1].strip(), "新しい"]
        if encoding.startswith("utf"):
            assert "新しい" in log.read_bytes().decode(encoding.replace("utf-16-le", "utf-16-le"))

    def test_half_a_unit_at_the_end_does_not_garble_the_rest(self, project, log):
        log.write_bytes("# 2026-03-08\n### a\n".encode("utf-16") + b"x")
        append(project, Draft("new", "body"))
        assert [e.title for e in read_project_log(project, "memory/logs/2026-03-08.md").entries][-1] == "new"

    def test_nothing_left_open_above_swallows_it(self, project, log):
        for number, start in enumerate(("```py", "~~~~", "<!-- so", "````", "---\ntitle: x")):
            text = f"{start}\n### [NOTE] a\nx\n### [NOTE] b\n"
            log.write_text(text, "utf-8")
            for body in (
                "```\ncode\n```",
                "x --> y",
                "~~~~\n### [NOTE] inner\n~~~~",
                "---\n\n---\nx",
                "````\n```\n````",
            ):
                entry = append(project, Draft(f"new --> {number}", body))
                assert (entry.title, entry.body) == (f"new --> {number}", body)
            entries = read_project_log(project, entry.source).entries
            assert [e.title for e in entries if not e.title.startswith("new")] == ["a", "b"]
            assert len(entries) == 7

    def test_secrets_are_masked_and_private_parts_cut(self, project, log):
        token = "gh" + "p_" + "a1B2" * 9
        append(
            project,
            Draft(
                f"use {token}",
                "export DB_PASSWORD=hunter22x\n<private>my diary</private>",
                category=token,
                domains=(token.upper(), "API"),
                emotion=token,
                files=(token,),
                extra=(("Evidence", token),),
            ),
        )
        append_section(project, "handover", f"- token {token}", [("Note", token)])
        text = log.read_text("utf-8")
        assert token.lower() not in text.lower() and "[REDACTED][REDACTED][API]" in text
        assert "hunter22x" not in text and "diary" not in text
        assert "DB_PASSWORD=[redacted:password]" in text
        append(project, Draft(token), redact=False)
        assert token in log.read_text("utf-8")

    @pytest.mark.parametrize(
        "text",
        ["fix \ud83d please", "a\0b", "\ufffe", "\u200d" * 100_000, "مرحبا \u202e", "👍🏽🇯🇵👩‍👩‍👧", "x" * 1_000_000],
    )
    def test_any_text_survives(self, project, text):
        entry = append(project, Draft("t", text))
        assert entry.body == text.replace("\ud83d", "\ufffd").replace("\0", "\ufffd")

    def test_a_log_belongs_to_the_local_date(self, project, monkeypatch):
        monkeypatch.setenv("COGMEM_NOW", "2026-03-08T16:30:00+00:00")
        assert append(project, Draft("late")).date == "2026-03-09"

    def test_through_a_link(self, project, log):
        real = log.parent / "elsewhere.md"
        real.write_text("## Log Entries\n", "utf-8")
        os.chmod(real, 0o640)
        log.symlink_to(real)
        entry = append(project, Draft("x"))
        mark(project, entry.id, entry.source, pinned=True)
        assert log.is_symlink() and real.stat().st_mode & 0o777 == 0o640 and "Pinned" in real.read_text("utf-8")

    @pytest.mark.parametrize("there", [True, False])
    def test_no_link_out_of_the_logs_is_written_through(self, project, log, tmp_path, there):
        """Nobody would find it: readers do not follow such a link."""
        real = tmp_path / "elsewhere.md"
        if there:
            real.write_text("## Log Entries\n", "utf-8")
        log.symlink_to(real)
        with pytest.raises(ReadOnlyError) as caught:
            append(project, Draft("x"))
        assert caught.value.hint and (real.read_text("utf-8") == "## Log Entries\n" if there else not real.exists())

    def test_the_logs_folder_itself_may_be_a_link(self, project, log, tmp_path):
        log.parent.rmdir()
        (tmp_path / "vault").mkdir()
        log.parent.symlink_to(tmp_path / "vault")
        entry = append(project, Draft("x"))
        assert read_project_log(project, entry.source).entries == (entry,) and project.log_files() == [log]

    @pytest.mark.soak
    def test_a_held_lock_is_busy_and_changes_nothing(self, project, log):
        log.write_text("### a\n", "utf-8")
        with writers_lock(project), pytest.raises(BusyError):
            append(project, Draft("x"))
        assert log.read_text("utf-8") == "### a\n"


FULL_DISK = """
import resource, signal, sys
from cogmem.errors import ReadOnlyError
from cogmem.journal.daylog import append, append_section, mark, read_project_log
from cogmem.model import Draft
from cogmem.project import open_project

project = open_project(sys.argv[1])
limit = int(sys.argv[2])
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
actions = [lambda: append(project, Draft("x", "y" * 500)), lambda: append_section(project, "handover", "y" * 500)]
if len(sys.argv) > 3:
    first = read_project_log(project, sys.argv[3]).entries[0]
    actions.append(lambda: mark(project, first.id, first.source, pinned=True))
for action in actions:
    try:
        action()
    except ReadOnlyError as error:
        print(error.hint)
"""


def full_disk(project, *arguments):
    """What a writer says when files may not grow beyond a limit."""
    words = [str(word) for word in (project.root, *arguments)]
    done = subprocess.run([sys.executable, "-c", FULL_DISK, *words], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


class TestFaults:
    def test_a_full_disk(self, project, log):
        log.write_bytes(b"## Log Entries\n" + b"### a\nx\n" * 100)
        before = log.read_bytes()
        hints = full_disk(project, 820, "memory/logs/2026-03-08.md")
        assert len(hints) == 3 and all("disk is full" in hint for hint in hints)
        assert log.read_bytes() == before and os.listdir(log.parent) == [log.name]
        append(project, Draft("x", "y" * 500))
        assert log.read_bytes().startswith(before)

    def test_a_new_day_on_a_full_disk_leaves_no_file(self, project, log):
        assert len(full_disk(project, 100)) == 2
        assert os.listdir(log.parent) == []

    def test_a_torn_entry_costs_only_itself(self, project, log):
        """Cut the file at every byte of its last entry, as a crash of the machine may: the next entry is whole."""
        append(project, Draft("first", "kept"))
        first = log.stat().st_size
        append(project, Draft("torn ⚠", "```py\nx\n```\n<!-- c -->\n最後", emotion="e"))
        data = log.read_bytes()
        for cut in range(first, len(data)):
            log.write_bytes(data[:cut])
            entry = append(project, Draft("next", "```\n### [NOTE] inner\n```\n--> end"))
            log_read = read_project_log(project, entry.source)
            assert log_read.entries[-1] == entry
            assert (entry.title, entry.body) == ("next", "```\n### [NOTE] inner\n```\n--> end")
            assert log_read.entries[0].title == "first"
            assert log_read.entries[0].body.rstrip("#\n") == "kept"  # a torn heading may leave its #
            assert len(log_read.entries) <= 3


def run(program: str, *arguments: object, timeout: int = 100) -> list[str]:
    done = subprocess.run(
        [sys.executable, Path(__file__).with_name(program), *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=timeout,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_kill_9_loses_nothing_that_was_acknowledged(project):
    word, total = run("kill_append.py", project.root, 50)[-1].split()
    assert word == "ok" and int(total) > 50


@pytest.mark.soak
def test_a_thousand_kills(project):
    word, total = run("kill_append.py", project.root, 1000, timeout=900)[-1].split()
    assert word == "ok" and int(total) > 1000


@pytest.mark.parametrize(("writers", "each"), [(8, 6), pytest.param(8, 200, marks=pytest.mark.soak)])
def test_many_writers_at_once(project, log, writers, each):
    """Nothing is lost and nothing interleaves, also beside an editor that appends without our lock."""
    stop = threading.Event()
    typed = []

    def editor():
        while not stop.wait(each / 120):
            with open(log, "ab", buffering=0) as stream:
                stream.write(f"\n- [TYPED] line {len(typed)}\n".encode())
            typed.append(len(typed))

    append(project, Draft("start"))
    thread = threading.Thread(target=editor)
    thread.start()
    try:
        lines = run("crowd.py", project.root, writers, each, timeout=900)
    finally:
        stop.set()
        thread.join()
    assert lines[-1] == f"codes {[0] * writers}"
    told = [line.split() for line in lines[:-1]]
    assert len(told) == writers * each
    log_read = read_project_log(project, "memory/logs/2026-03-08.md")
    by_id = {entry.id: entry for entry in log_read.entries}
    for me, number, one in told:
        entry = by_id[one]
        assert entry.title == f"writer {me} entry {number}"
        assert entry.body.partition("\n\n- [TYPED] ")[0] == f"{me}-{number} " * 50
        assert entry.pinned == (int(number) % 5 == 0)
    assert {handover.text.partition("\n\n- [TYPED] ")[0] for handover in log_read.handovers} == {
        f"- from {me} {number}" for me in range(writers) for number in range(each) if number % 7 == 3
    }


class TestMark:
    def test_marks_change_one_line_only(self, project, log):
        text = (
            "\ufeff# 2026-03-08\r\n\r\n### [NOTE] a  \r\n*Arousal: 0.8 | Mood: ☀ |  Emotion: x\\|y*  \r\n\tbody\r\n\r\n"
            "### [NOTE] b\r\nbody\r\n- [TODO] in b\r\n---\r\n- [TODO] c\r\n\r\n### d"
        )
        log.write_bytes(text.encode())
        a, b, c, d = read_project_log(project, "memory/logs/2026-03-08.md").entries
        for entry in (d, c, b, a):
            marked = mark(
                project, entry.id, entry.source, pinned=True, forgotten=True, supersedes="0123456789ab", id=True
            )
            assert marked.pinned and marked.forgotten and marked.supersedes == "0123456789ab"
            assert (marked.id, marked.explicit_id, marked.title, marked.body) == (
                entry.id,
                True,
                entry.title,
                entry.body,
            )
        marks = "Pinned: true | Forgotten: true | Supersedes: 0123456789ab | Id: "
        assert log.read_bytes().decode() == (
            "\ufeff# 2026-03-08\r\n\r\n### [NOTE] a  \r\n"
            f"*Arousal: 0.8 | Mood: ☀ | Emotion: x\\|y | {marks}{a.id}*  \r\n\tbody\r\n\r\n"
            f"### [NOTE] b\r\n*{marks}{b.id}*\r\nbody\r\n- [TODO] in b\r\n---\r\n"
            f"- [TODO] c\r\n  *{marks}{c.id}*\r\n\r\n### d\r\n*{marks}{d.id}*"
        )
        for entry in (a, b, c, d):
            again = mark(project, entry.id, entry.source, pinned=False, forgotten=None, supersedes=None, id=None)
            assert not again.pinned and not again.explicit_id and again.id == entry.id
        assert log.read_bytes().decode() == text.replace(" |  Emotion", " | Emotion").replace("### d", "### d\r\n")

    def test_arousal(self, project, log):
        entry = append(project, Draft("x", arousal=0.3))
        assert mark(project, entry.id, entry.source, arousal=1).arousal == 1.0
        for wrong in (1.5, -1, "high", True, float("nan")):
            with pytest.raises(UsageError):
                mark(project, entry.id, entry.source, arousal=wrong)

    def test_late_metadata_is_changed_in_place(self, project, log):
        log.write_text("### a\nbody\n\n*Arousal: 0.9*\nmore\n", "utf-8")
        [entry] = read_project_log(project, "memory/logs/2026-03-08.md").entries
        mark(project, entry.id, entry.source, pinned=True)
        assert log.read_text("utf-8") == "### a\nbody\n\n*Arousal: 0.9 | Pinned: true*\nmore\n"

    def test_what_does_not_exist(self, project, log):
        entry = append(project, Draft("x"))
        for call in (
            lambda: mark(project, "000000000000", entry.source, pinned=True),
            lambda: mark(project, entry.id, "memory/logs/2020-01-01.md", pinned=True),
            lambda: mark(project, entry.id, entry.source, colour="red"),
            lambda: mark(project, entry.id, entry.source, supersedes="no good"),
        ):
            with pytest.raises(UsageError) as caught:
                call()
            assert caught.value.message

    def test_ids_do_not_change_with_marks(self, project):
        first, second = append(project, Draft("same")), append(project, Draft("same"))
        mark(project, first.id, first.source, pinned=True)
        assert [e.id for e in read_project_log(project, first.source).entries] == [first.id, second.id]


class TestHandover:
    def test_the_latest_of_ones_own_counts(self, tmp_path):
        project = make_project(tmp_path / "p", 'user_id = "mel"\nhandover_delimiter = "## Tomorrow"\n')
        assert latest_handover(project) is None
        logs = project.logs_dir
        for folder in ("mel", "bob"):
            (logs / folder).mkdir()
        (logs / "2026-03-05.md").write_text("## Handover\n- flat\n", "utf-8")
        assert latest_handover(project).text == "- flat"
        (logs / "mel" / "2026-03-06.md").write_text("## Handover\n- one\n### x\n## Tomorrow\n- two\n", "utf-8")
        (logs / "mel" / "2026-03-07.md").write_text("## Handover\n<!-- nothing yet -->\n\n", "utf-8")
        (logs / "bob" / "2026-03-09.md").write_text("## Handover\n- not mine\n", "utf-8")
        found = latest_handover(project)
        assert (found.text, found.source, found.line, found.user) == (
            "- two",
            "memory/logs/mel/2026-03-06.md",
            4,
            "mel",
        )
        assert latest_handover(project, "bob").text == "- not mine"

    def test_several_files_of_a_day(self, project, log):
        log.write_text("## Handover\n- first\n", "utf-8")
        second = log.with_name("2026-03-08-session2.md")
        second.write_text("## Handoff\n- second\n", "utf-8")
        os.utime(log, (1, 1))
        assert latest_handover(project).text == "- second"
        os.utime(second, (0, 0))
        assert latest_handover(project).text == "- first"


def test_a_newer_project_is_not_written(tmp_path):
    project = make_project(tmp_path / "p", "")
    (project.root / "cogmem.toml").write_text("[cogmem]\nformat = 99\n", "utf-8")
    from cogmem.project import open_project

    newer = open_project(project.root)
    with pytest.raises(ReadOnlyError):
        append(newer, Draft("x"))
    with pytest.raises(ReadOnlyError):
        mark(newer, "000000000000", "memory/logs/2026-03-08.md", pinned=True)
