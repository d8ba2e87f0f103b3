"""The command line in odd surroundings: disks that cannot be written, poor consoles, closed pipes, hostile text."""

from __future__ import annotations

import difflib
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cogmem.cli.entry import run
from cogmem.project import Project
from commandline import PROGRAM, Said
from conftest import make_project
from forks import all_well, fork
from provider_stub import running

Call = Callable[..., Said]
ESCAPES = "\x1b[2J \x1b]52;c;aGk=\x07 \x1b]8;;http://x.invalid\x07 \u202e \x9b31m \x08"
LOG = f"""# 2026-03-08 Session Log

## Log Entries

### [DECISION] Zanzibar ✓ 🚀 価格 é replaces {ESCAPES} the ferry
*Arousal: 0.8 | Source: user*
Body {ESCAPES} of it.

### [QUESTION] Who sails to Zanzibar?
*Arousal: 0.7 | Source: user | Pinned: true*
"""


@pytest.fixture
def stocked(words_project: Project, monkeypatch: pytest.MonkeyPatch) -> Project:
    (words_project.logs_dir / "2026-03-08.md").write_text(LOG, "utf-8")
    monkeypatch.chdir(words_project.root)
    monkeypatch.setenv("COGMEM_NOW", "2026-03-10T12:00:00+09:00")
    assert run(["index", "--quiet"]) == 0
    return words_project


LISTING = [
    ["search", "zanzibar"],
    ["search", "zanzibar", "--explain"],
    ["search", "zanzibar", "--json"],
    ["search", "zanzibar", "--jsonl"],
    ["context"],
    ["context", "--json"],
    ["context-search", "What about the Zanzibar ferry decision?"],
    ["status"],
    ["index"],
    ["doctor"],
    ["doctor", "--json"],
    ["config", "-v"],
    ["config", "--markdown"],
    ["hooks"],
    ["why", "last"],
    ["init", "--dry-run", "--no-client"],
    ["uninstall", "--dry-run"],
]


def shell(line: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(["bash", "-c", f"set -o pipefail; {line}"], capture_output=True)


def quoted(args: list[str]) -> str:
    return " ".join(f"'{part}'" for part in [*PROGRAM, *args])


def test_any_command_may_be_cut_off_by_its_reader(stocked: Project) -> None:
    for number, args in enumerate(LISTING):
        rest = ("| head -1", "| true", ">&-")[number % 3]
        done = shell(f"{quoted(args)} {rest}")
        assert done.returncode in (0, 141) or args[0] == "doctor", (args, rest, done)
        assert b"Traceback" not in done.stderr and b"Exception ignored" not in done.stderr, (args, rest)


def test_no_command_fails_for_want_of_a_character(stocked: Project, process: Call) -> None:
    for number, args in enumerate(LISTING):
        encoding = ("cp932", "ascii", "latin-1")[number % 3]
        said = process(*args, env={"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0", "LC_ALL": "C"})
        assert said.code == 0 or args[0] == "doctor", (args, said.err)
        assert "UnicodeEncodeError" not in said.out + said.err
    said = process("log", "Märchen 🚀 価格", env={"PYTHONUTF8": "0", "LC_ALL": "C"})
    assert said.code == 0
    assert "### [NOTE] Märchen 🚀 価格\n" in (stocked.logs_dir / "2026-03-10.md").read_text("utf-8")


def test_no_memory_drives_the_terminal(stocked: Project, cogmem: Call) -> None:
    for args in LISTING:
        said = cogmem(*args)
        found = {char for char in said.out + said.err if ord(char) < 32 or 0x7F <= ord(char) < 0xA0}
        assert found <= {"\n", "\t"} and "\u202e" not in said.out + said.err, args
    assert "\\x1b[2J" in cogmem("search", "zanzibar").out
    hit = cogmem("search", "zanzibar", "--json").json["results"]
    assert any(ESCAPES.strip() in one["content"] for one in hit), "in JSON the text is whole"


@pytest.mark.parametrize("query", ["don't", "a/b", "pre-edit", '"x', "C++", "foo(bar", "*", "NEAR", "AND", "日本 OR",
                                   "x" * 10_000, "-x", "'; DROP TABLE entry", "%", "\\"])  # fmt: skip
def test_any_question_is_answered(stocked: Project, cogmem: Call, query: str) -> None:
    said = cogmem("search", "--json", "--", query)
    assert said.code == 0 and said.json["status"] in ("ok", "skipped_by_gate")


def seen_by_nobody(root: Path, *commands: list[str]) -> list[tuple[int, str]]:
    """(exit code, output) of commands run without root's rights, for whom no disk is read-only. A fork, because the
    interpreter itself may lie where nobody may look; what it needs is imported before."""
    out = root.parent / "said"
    out.mkdir()
    out.chmod(0o777)

    def work() -> None:
        for args in commands:
            run([*args, "--help"])
            run([*args])
        if os.geteuid() == 0:
            os.setgroups([])
            os.setuid(65534)
        for number, args in enumerate(commands):
            with open(out / str(number), "w", encoding="utf-8") as stream:
                sys.stdout = sys.stderr = stream
                stream.write(f"\ncode {run([*args])}")

    seal(root)
    for folder in (Path.home(), *Path.home().parents[:2]):
        folder.chmod(0o755)
    assert all_well([fork(work)])
    texts = [(out / str(number)).read_text("utf-8") for number in range(len(commands))]
    return [(int(text.rpartition("code ")[2]), text) for text in texts]


def seal(root: Path) -> None:
    """Everybody may look, nobody may write."""
    for folder in (root, *root.parents[:3]):
        folder.chmod(0o755)
    for path in root.rglob("*"):
        path.chmod(0o555 if path.is_dir() else 0o444)
    root.chmod(0o555)


def test_a_memory_that_cannot_be_written_is_read(words_project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(words_project.root)
    (words_project.logs_dir / "2026-03-08.md").write_text(LOG, "utf-8")
    assert run(["index", "--quiet"]) == 0
    searched, logged, indexed, again, told = seen_by_nobody(
        words_project.root, ["search", "zanzibar"], ["log", "news"], ["index"], ["index", "--rebuild"], ["doctor"]
    )
    assert searched[0] == 0 and "Zanzibar" in searched[1]
    assert indexed[0] == 0 and logged[0] == 1 and "cannot write" in logged[1]
    assert "Traceback" not in "".join(text for _, text in (logged, indexed, again, told))
    assert again[0] == 1 and again[1].count("cannot be written") == 1, "what was asked for was not done"
    assert "damaged" not in told[1] and "cannot be written" in told[1]


def test_texts_that_a_provider_refuses_are_counted_and_not_called_done(tmp_path: Path, cogmem: Call) -> None:
    with running() as provider:
        provider.refuse = lambda text: (500, "NaN") if "poison" in text else None
        root = tmp_path / "p"
        make_project(root, f'[cogmem.embedding]\nprovider = "ollama"\nmodel = "m"\nurl = "{provider.url}"\n')
        text = "".join(f"### [NOTE] {'poison' if n < 3 else 'fine'} number {n}\nbody {n}\n\n" for n in range(10))
        (root / "memory/logs/2026-03-08.md").write_text(text, "utf-8")
        first = cogmem("index", "--json", "--strict", "-C", root)
        assert first.code == 3 and first.json["partial"]
        assert (first.json["embedding"]["embedded"], first.json["embedding"]["pending"]) == (7, 3)
        asked = len(provider.seen)
        for _ in range(4):
            assert cogmem("index", "--json", "--strict", "-C", root).code == 3
        assert len([text for text in provider.seen[asked:] if "poison" in text]) == 0, "not asked again at once"
        assert "3" in cogmem("index", "-C", root).out


def tree(*tops: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for top in tops for path in top.rglob("*") if path.is_file()}


def hunks(before: dict[Path, bytes], after: dict[Path, bytes], *but: str) -> list[str]:
    """Every line that a change adds or removes, sorted, as a unified diff shows them. Our own record of what was there
    before is no part of it."""
    lines: list[str] = []
    for path in before.keys() | after.keys():
        if path.name in but or path.parent.name == "scaffold" or before.get(path) == after.get(path):
            continue
        old, new = (files.get(path, b"").decode("utf-8").splitlines() for files in (before, after))
        lines += [line for line in difflib.unified_diff(old, new, n=0, lineterm="") if line[:2] not in ("@@",)]
    return sorted(line for line in lines if not line.startswith(("--- ", "+++ ")))


FOREIGN = {"model": "x", "hooks": {"SessionStart": [{"hooks": [{"type": "http", "url": "http://127.0.0.1:1/x"}]}]}}
SECRET_OR_DERIVED = ("id", "projects", "vectors.db", "ledger.db", "vectors.db.lock")


@pytest.mark.parametrize("way", [[], ["--project"]])
def test_the_diff_of_a_dry_run_is_what_then_happens(
    tmp_path: Path, home: Path, fresh_cache: Path, cogmem: Call, way: list[str]
) -> None:
    root = tmp_path / "p"
    (root / ".claude").mkdir(parents=True)
    subprocess.run(["git", "init", "-q", str(root)], check=True)
    (root / ".claude/settings.json").write_text(json.dumps(FOREIGN, indent=2), "utf-8")
    (root / "CLAUDE.md").write_text("# Mine\n", "utf-8")
    for command, undone in ((["init", *way], False), (["uninstall", "--yes"], True)):
        before = tree(root, home)
        shown = cogmem(*command, "--dry-run", "--json", "-C", root) if undone else cogmem(
            *command, root, "--dry-run", "--json")  # fmt: skip
        assert tree(root, home) == before, "a dry run writes nothing"
        done = cogmem(*command, "-C", root) if undone else cogmem(*command, root)
        assert done.code == 0, done.err
        lines = [line for line in shown.json["diff"].splitlines() if line[:1] in "+-"]
        told = sorted(line for line in lines if not line.startswith(("--- ", "+++ ")))
        wanted = hunks(before, tree(root, home), *SECRET_OR_DERIVED, *(["install.json"] if undone else []))
        assert told == wanted, command


def test_a_bad_log_is_named_and_costs_only_itself(stocked: Project, cogmem: Call) -> None:
    (stocked.logs_dir / "2026-03-09.md").write_bytes(b"### [NOTE] caf\xe9 \xff\xfe broken\n")
    (stocked.logs_dir / "2026-01-01.md").mkdir()
    said = cogmem("index")
    assert said.code == 0 and "4 memories" not in said.out
    assert "2026-03-09.md:1" in said.err and "2026-01-01.md" in said.err
    assert cogmem("index", "--strict").code == 3
    assert cogmem("search", "zanzibar", "--json").json["results"]
