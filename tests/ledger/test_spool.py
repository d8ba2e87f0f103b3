"""The spool: what hooks append reaches the ledger once, whoever is killed in between."""

from __future__ import annotations

import fcntl
import json
import os
import random
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogmem.ledger import spool
from cogmem.ledger.merge import merge_spool
from cogmem.ledger.sqlite import Ledger
from forks import all_well, fork

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@pytest.fixture
def run_dir(tmp_path):
    return tmp_path / "memory" / ".run"


@pytest.fixture
def ledger(tmp_path):
    with Ledger.open(tmp_path / "memory" / "ledger.db") as opened:
        yield opened


def files(run_dir: Path) -> list[str]:
    folder = run_dir / spool.FOLDER
    return sorted(os.listdir(folder)) if folder.exists() else []


@given(values)
def test_its_json_is_json(value):
    assert json.loads(spool.encode(value)) == json.loads(json.dumps(value))


def test_numbers_that_json_lacks():
    assert spool.encode([float("nan"), float("inf"), 1.5, True, 7]) == "[null, null, 1.5, true, 7]"


def test_rows_of_every_kind_reach_the_ledger(run_dir, ledger):
    spool.append(
        str(run_dir),
        "s1",
        "injection",
        {
            "event": "UserPromptSubmit",
            "reason": "r",
            "semantic": False,
            "tokens": 7,
            "entries": [{"id": "a", "relevance": 0.8}],
            "text": "💭",
        },
    )
    spool.append(
        str(run_dir),
        "s1",
        "retrieval",
        {"query": "q", "mode": "lexical", "results": [{"id": "b", "relevance": 0.5, "score": 0.4}]},
    )
    spool.append(str(run_dir), "s1", "used", {"ids": ["a", "b"]})
    spool.append(str(run_dir), "s2", "used", {"id": "a"})
    spool.append(str(run_dir), "s1", "skill", {"skill": "wrap", "event": "skill_start"})
    spool.append(str(run_dir), "s1", "session", {"minutes": 5, "topics": "t"})
    spool.append(
        str(run_dir), "s1", "transcript", {"uuid": "u", "role": "user", "time": "t", "agent": "", "text": "said"}
    )
    spool.append(str(run_dir), "s1", "from the future", {"x": 1})
    counts = merge_spool(ledger, run_dir)
    assert counts == {
        "injection": 1,
        "retrieval": 1,
        "used": 2,
        "skill": 1,
        "session": 1,
        "transcript": 1,
        "from the future": 1,
    }
    assert ledger.last_injections()[0]["entries"] == [{"id": "a", "relevance": 0.8, "used": True}]
    assert ledger.last_injections()[0]["at"] == pytest.approx(time.time(), abs=60)
    assert {id: round(boost, 6) for id, (boost, _) in ledger.boosts().items()} == {"a": 0.2, "b": 0.1}
    assert ledger.session_count() == 1 and ledger.transcript("s1")[0]["text"] == "said"
    assert ledger.db.execute("SELECT session, kind, fields FROM event").fetchall() == [
        ("s1", "from the future", '{"x": 1}')
    ]
    assert merge_spool(ledger, run_dir) == {} and files(run_dir) == []
    assert ledger.db.execute("SELECT count(*) FROM merged").fetchone()[0] == 0


def test_files_are_private_and_any_session_name_is_a_file_name(run_dir):
    for name in ("../../etc/passwd", "", "ä/\x00\n", "x" * 500, "plain-1"):
        spool.append(str(run_dir), name, "skill", {"skill": "k", "event": "e"})
    names = files(run_dir)
    assert len(names) == 5 and all("/" not in name and name.endswith(spool.SUFFIX) for name in names)
    for name in names:
        assert stat.S_IMODE((run_dir / spool.FOLDER / name).stat().st_mode) == 0o600
    assert stat.S_IMODE((run_dir / spool.FOLDER).stat().st_mode) == 0o700


def test_a_torn_line_costs_itself_only(run_dir, ledger):
    spool.append(str(run_dir), "s", "used", {"id": "a"})
    path = run_dir / spool.FOLDER / ("s" + spool.SUFFIX)
    with path.open("ab") as file:
        file.write(b'\n{"kind": "used", "id": "tor')
    spool.append(str(run_dir), "s", "used", {"id": "b"})
    with path.open("ab") as file:
        file.write(b"\xff\xfe\n[1, 2]\nnull\n")
    counts = merge_spool(ledger, run_dir)
    assert counts["used"] == 2 and counts["unreadable"] == 4
    assert set(ledger.boosts()) == {"a", "b"}


def test_a_row_of_an_odd_shape_is_kept_as_it_came(run_dir, ledger):
    spool.append(str(run_dir), "s", "injection", {"entries": 5, "tokens": "many"})
    spool.append(str(run_dir), "s", "used", {"id": "a"})
    assert merge_spool(ledger, run_dir) == {"odd:injection": 1, "used": 1}


def test_a_file_that_was_taken_in_but_not_removed_counts_once(run_dir, ledger):
    spool.append(str(run_dir), "s", "used", {"id": "a"})
    folder = run_dir / spool.FOLDER
    data = (folder / ("s" + spool.SUFFIX)).read_bytes()
    merge_spool(ledger, run_dir)
    leftover = folder / ("s.0123456789abcdef" + spool.MERGING)
    leftover.write_bytes(data.replace(b'"a"', b'"b"'))
    ledger.db.execute("INSERT INTO merged VALUES(?)", (leftover.name,))
    assert merge_spool(ledger, run_dir) == {} and files(run_dir) == [] and set(ledger.boosts()) == {"a"}
    leftover.write_bytes(data.replace(b'"a"', b'"c"'))
    assert merge_spool(ledger, run_dir) == {"used": 1}, "a renamed file that nobody took in is taken in"


def test_a_ledger_that_cannot_be_written_leaves_the_spool(run_dir, ledger):
    spool.append(str(run_dir), "s", "used", {"id": "a"})
    ledger.writable = False
    assert merge_spool(ledger, run_dir) == {} and len(files(run_dir)) == 1


def test_many_hooks_append_while_mergers_run_and_nothing_is_lost(run_dir, tmp_path):
    path = tmp_path / "memory" / "ledger.db"
    Ledger.open(path).close()

    def hook(who: int):
        def work() -> None:
            for n in range(150):
                spool.append(str(run_dir), f"s{n % 3}", "skill", {"skill": f"{who}-{n}", "event": "e"})

        return work

    def merger() -> None:
        end = time.monotonic() + 60
        with Ledger.open(path) as ledger:
            while time.monotonic() < end and not (tmp_path / "done").exists():
                merge_spool(ledger, run_dir)

    mergers = [fork(merger) for _ in range(2)]
    hooks = [fork(hook(who)) for who in range(6)]
    assert all_well(hooks)
    (tmp_path / "done").touch()
    assert all_well(mergers)
    with Ledger.open(path) as ledger:
        merge_spool(ledger, run_dir)
        skills = [event["skill"] for event in ledger.skill_events()]
    assert sorted(skills) == sorted(f"{who}-{n}" for who in range(6) for n in range(150))
    assert files(run_dir) == []


def test_a_file_that_is_taken_away_between_opening_and_writing_is_opened_again(run_dir):
    spool.append(str(run_dir), "s", "skill", {"skill": "first"})
    path = run_dir / spool.FOLDER / ("s" + spool.SUFFIX)
    with path.open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)

        def work() -> None:
            os.close(file.fileno())  # a lock is held until every copy of its descriptor is closed
            spool.append(str(run_dir), "s", "skill", {"skill": "second"})

        pid = fork(work)
        time.sleep(0.3)
        path.unlink()
    assert all_well([pid])
    assert b"second" in path.read_bytes()


def killed(run_dir, tmp_path, trials: int) -> None:
    path = tmp_path / "memory" / "ledger.db"
    Ledger.open(path).close()
    rng, written = random.Random(4), 0
    for _ in range(trials):
        for _ in range(rng.randint(1, 20)):
            spool.append(str(run_dir), f"s{rng.randint(1, 3)}", "skill", {"skill": str(written), "event": "e"})
            written += 1

        def work() -> None:
            with Ledger.open(path) as ledger:
                merge_spool(ledger, run_dir)

        pid = fork(work)
        time.sleep(rng.random() * 0.02)
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    with Ledger.open(path) as ledger:
        merge_spool(ledger, run_dir)
        assert sorted(int(event["skill"]) for event in ledger.skill_events()) == list(range(written))


def test_killed_mergers_lose_nothing_and_count_nothing_twice(run_dir, tmp_path):
    killed(run_dir, tmp_path, 40)


@pytest.mark.soak
def test_mergers_killed_a_thousand_times(run_dir, tmp_path):
    killed(run_dir, tmp_path, 1000)


def test_appending_imports_next_to_nothing(tmp_path):
    code = (
        f"import sys; sys.path.insert(0, {str(Path(__file__).parents[2])!r}); from cogmem.ledger import spool; "
        f"spool.append({str(tmp_path)!r}, 's', 'skill', {{'a': 1}}); print(sorted(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True)
    loaded = set(eval(done.stdout))
    assert not loaded & {
        "re",
        "json",
        "typing",
        "datetime",
        "pathlib",
        "sqlite3",
        "dataclasses",
        "logging",
        "subprocess",
    }
