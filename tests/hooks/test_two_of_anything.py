"""Two of anything: eight processes in a checkout and its three worktrees write, index, search, mark, run hooks and the
command line while the dashboard is open. Nothing fails, nothing is lost, everything is whole."""

from __future__ import annotations

import json
import os
import random
import sqlite3
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from cogmem import clock
from cogmem.claude.lifecycle import on_stop
from cogmem.index.sqlite import Index
from cogmem.index.sync import sync
from cogmem.journal.daylog import read_log
from cogmem.journal.marks import mark
from cogmem.ledger.merge import merge_spool
from cogmem.ledger.sqlite import Ledger
from cogmem.model import Draft
from cogmem.project import Project, open_project
from cogmem.store import MemoryStore
from commandline import PROGRAM
from conftest import make_project
from dashboards import Dashboard, start
from forks import all_well, fork
from hooks.conftest import Hooks

TOML = '[cogmem.embedding]\nprovider = "none"\n'
PAGES = ("/", "/told", "/memories", "/search?q=wagon")
FINE = ("said", "quiet")
Work = Callable[[], None]


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def places(tmp_path: Path) -> list[Path]:
    """A checkout whose memory is kept out of git, and three worktrees of it, which share that memory."""
    root = tmp_path / "main"
    root.mkdir()
    git(root, "init", "-q")
    make_project(root, TOML)
    (root / ".git/info/exclude").write_text("/memory/\n/identity/\n")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "start")
    trees = [tmp_path / f"tree{n}" for n in range(3)]
    for tree in trees:
        git(root, "worktree", "add", "-q", str(tree))
    return [root, *trees]


class Person:
    """One process: what it does is drawn by lot; ``kept`` lists what must be there in the end."""

    def __init__(self, folder: Path, who: int) -> None:
        self.rng, self.who, self.folder, self.number = random.Random(who), who, folder, 0
        self.project = open_project(folder)
        self.store = MemoryStore(self.project)
        self.hooks = Hooks(folder, f"{who}e55-10n")
        self.transcript = self.project.run_dir.parent.parent.parent / f"transcript{who}.jsonl"
        self.kept: list[str] = []
        self.pinned: list[str] = []

    def work(self, operations: int) -> None:
        acts = [self.append, self.index, self.search, self.mark, self.begin, self.ask, self.delegate, self.stop,
                self.type]  # fmt: skip
        order = acts + self.rng.choices(acts, k=max(0, operations - len(acts)))
        self.rng.shuffle(order)
        for self.number, act in enumerate(order):
            act()
        self.settle()
        self.store.close()
        kept = self.project.run_dir / f"kept{self.who}.json"
        kept.write_text(json.dumps({"kept": self.kept, "pinned": self.pinned}), "utf-8")

    def title(self, what: str) -> str:
        self.kept.append(f"{what} wagon {self.who}x{self.number} was shunted")
        return self.kept[-1]

    def append(self) -> None:
        self.store.log(Draft(title=self.title("Red"), arousal=0.8))

    def index(self) -> None:
        self.store.index_dir()

    def search(self) -> None:
        self.store.search(f"wagon {self.who}x{max(0, self.number - 2)} shunted")

    def mark(self) -> None:
        entry = self.store.log(Draft(title=self.title("Pinned")))
        mark(self.project, entry.id, entry.source, pinned=True)
        self.pinned.append(self.kept[-1])

    def begin(self) -> None:
        self.sent("SessionStart", source="startup", transcript_path=str(self.transcript))

    def ask(self) -> None:
        self.sent("UserPromptSubmit", prompt=f"why was the red wagon {self.who} shunted?", prompt_id=f"p{self.number}")

    def delegate(self) -> None:
        given = {"prompt": f"Please look after it: {self.title('Sent')}", "subagent_type": "x"}
        self.sent("PreToolUse", tool_name="Agent", tool_use_id=f"t{self.number}", tool_input=given)

    def stop(self) -> None:
        said = f"Remember that {self.title('The')}."
        line = {"type": "user", "uuid": f"{self.who}-{self.number}", "timestamp": clock.now().isoformat(),
                "message": {"role": "user", "content": said}}  # fmt: skip
        with self.transcript.open("a", encoding="utf-8") as stream:
            stream.write(json.dumps(line) + "\n")
        self.sent("Stop", stop_hook_active=False, prompt_id=f"s{self.number}", transcript_path=str(self.transcript))

    def settle(self) -> None:
        """One more Stop, without a deadline, for what the last ones left when theirs was over: the session goes on."""
        on_stop(self.project, {"session_id": self.hooks.session, "transcript_path": str(self.transcript)})

    def type(self) -> None:
        for line in (["log", self.title("Typed")], ["search", "wagon", "--json"], ["status", "--json"]):
            done = subprocess.run([*PROGRAM, *line], cwd=self.folder, capture_output=True, text=True)
            assert done.returncode == 0, (line, done.stdout[-500:], done.stderr[-500:])

    def sent(self, event: str, **fields: object) -> None:
        answer = self.hooks.send(event, **fields)
        assert answer.code == 0 and not answer.err, answer.err
        assert isinstance(answer.json, dict)


def looks(dashboard: Dashboard, over: threading.Event) -> Iterator[int]:
    """Look at every page again and again until all is over; the statuses."""
    while not over.is_set():
        for page in PAGES:
            yield dashboard.client.get(page, timeout=120).status_code


def all_at_once(places: list[Path], operations: int) -> None:
    root = places[0]
    process = start(root, "--port", "0")
    line = process.stdout.readline()
    assert "http://127.0.0.1:" in line, process.stderr.read()
    dashboard, over, seen = Dashboard(process, line.split()[-1]), threading.Event(), []
    people = [fork(partial(lambda who: Person(places[who % 4], who).work(operations), who)) for who in range(8)]
    looking = threading.Thread(target=lambda: seen.extend(looks(dashboard, over)))
    looking.start()
    try:
        assert all_well(people)
    finally:
        over.set()
        looking.join()
        dashboard.client.close()
        process.terminate()
        err = process.communicate(timeout=120)[1]
    assert set(seen) == {200} and len(seen) >= len(PAGES) and "Traceback" not in err
    whole(open_project(root), places)


def whole(project: Project, places: list[Path]) -> None:
    """Everything is there once, every mark too; both databases are sound and the index is what the files say."""
    logs = [read_log(path, project.relative(path)) for path in project.log_files()]
    entries = [entry for log in logs for entry in log.entries if entry.kind == "entry"]
    assert not [problem for log in logs for problem in log.problems]
    text = "\n".join(f"{entry.title}\n{entry.body}" for entry in entries)
    for path in project.run_dir.glob("kept*.json"):
        told = json.loads(path.read_text("utf-8"))
        assert not [one for one in told["kept"] if one not in text], path
        pinned = {entry.title for entry in entries if entry.pinned}
        assert set(told["pinned"]) <= pinned
    titles = [entry.title for entry in entries]
    assert len(titles) == len(set(titles)), "nothing is there twice"
    assert len(list(project.run_dir.glob("kept*.json"))) == 8 and not any((tree / "memory").exists()
                                                                         for tree in places[1:])
    late = "DeadlineError"  # a machine that is slow enough ends a hook by its deadline, and still nothing is lost
    odd = [line for line in Hooks(project.root).log() if line[3] not in FINE and not line[3].startswith(late)]
    assert not odd, odd
    with Ledger.open(project.ledger_path) as ledger:
        merge_spool(ledger, project.run_dir)
        assert ledger.notices == [] and ledger.last_injections(500)
    with Index.open(project.index_path) as index:
        sync(project, index)
        assert index.notices == []
    for path in (project.index_path, project.ledger_path):
        with closing(sqlite3.connect(path)) as db:
            assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",), path
    assert os.listdir(project.run_dir / "spool") == []


def test_eight_people_in_four_places(places: list[Path]) -> None:
    all_at_once(places, 12)


@pytest.mark.soak
@pytest.mark.parametrize("trial", range(50))
def test_eight_people_and_two_hundred_acts_each(places: list[Path], trial: int) -> None:
    all_at_once(places, 200)
