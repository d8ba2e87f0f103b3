"""Files: the old bytes or the new ones, nothing between, whatever fails and whoever else writes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from cogmem import files
from cogmem.errors import BusyError, ChangedMeanwhileError, ReadOnlyError

LIMITED = """
import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit}))
"""


def child(code: str, *arguments: str, check: bool = True) -> subprocess.CompletedProcess:
    """Run code in a fresh interpreter; it prints what it found."""
    text = "import os, sys\nfrom cogmem import files\nfrom cogmem.errors import *\n" + textwrap.dedent(code)
    done = subprocess.run([sys.executable, "-c", text, *arguments], capture_output=True, text=True, timeout=60)
    assert not check or done.returncode == 0, done.stderr
    return done


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "a file.md"
    path.write_bytes(b"old")
    return path


def only(path, *names):
    assert sorted(os.listdir(path.parent)) == sorted([path.name, *names])


class TestWriteAtomic:
    def test_content_and_permissions(self, path):
        os.chmod(path, 0o640)
        files.write_atomic(path, b"new\0\xff\n")
        assert path.read_bytes() == b"new\0\xff\n" and path.stat().st_mode & 0o7777 == 0o640
        files.write_atomic(path, b"", mode=0o600)
        assert path.read_bytes() == b"" and path.stat().st_mode & 0o7777 == 0o600
        only(path)

    def test_a_new_file_gets_the_usual_permissions(self, tmp_path):
        old = os.umask(0o027)
        try:
            files.write_atomic(tmp_path / "new", b"x")
        finally:
            os.umask(old)
        assert (tmp_path / "new").stat().st_mode & 0o777 == 0o640

    def test_through_links(self, path, tmp_path):
        link = tmp_path / "link"
        link.symlink_to("second")
        (tmp_path / "second").symlink_to(path)
        files.write_atomic(link, b"new", expect=files.digest(b"old"))
        assert link.is_symlink() and (tmp_path / "second").is_symlink() and path.read_bytes() == b"new"
        dangling = tmp_path / "dangling"
        dangling.symlink_to("made")
        files.write_atomic(dangling, b"x")
        assert dangling.is_symlink() and (tmp_path / "made").read_bytes() == b"x"

    @pytest.mark.parametrize("expect", [files.ABSENT, files.digest(b"other")])
    def test_a_change_meanwhile_is_not_overwritten(self, path, expect):
        with pytest.raises(ChangedMeanwhileError) as caught:
            files.write_atomic(path, b"new", expect=expect)
        assert path.read_bytes() == b"old" and caught.value.hint
        only(path)

    def test_a_vanished_file_is_a_change(self, path):
        path.unlink()
        with pytest.raises(ChangedMeanwhileError):
            files.write_atomic(path, b"new", expect=files.digest(b"old"))
        assert not path.exists()
        files.write_atomic(path, b"new", expect=files.ABSENT)
        assert path.read_bytes() == b"new"
        only(path)

    def test_of_many_who_create_a_file_one_succeeds(self, path):
        path.unlink()
        code = """
            for _ in range(8):
                if os.fork() == 0:
                    try:
                        files.write_atomic(sys.argv[1], str(os.getpid()).encode() * 1000, expect=files.ABSENT)
                        os._exit(0)
                    except ChangedMeanwhileError:
                        os._exit(1)
            print(sorted(os.waitstatus_to_exitcode(os.wait()[1]) for _ in range(8)))
            """
        assert child(code, str(path)).stdout.strip() == str([0] + [1] * 7)
        content = path.read_bytes()
        assert content and content == content[: len(content) // 1000] * 1000
        only(path)

    def test_a_full_disk_leaves_the_old_file(self, path):
        code = LIMITED.format(limit=1000) + textwrap.dedent("""
            try:
                files.write_atomic(sys.argv[1], b"n" * 5000)
            except ReadOnlyError as error:
                print(error.hint)
            """)
        assert "disk is full" in child(code, str(path)).stdout
        assert path.read_bytes() == b"old"
        only(path)
        files.write_atomic(path, b"n" * 5000)  # and once there is room again
        assert path.stat().st_size == 5000

    def test_a_long_name_has_room_for_a_temporary_one(self, tmp_path):
        path = tmp_path / ("n" * 250)
        files.write_atomic(path, b"x")
        assert path.read_bytes() == b"x"

    def test_what_a_killed_writer_left_is_removed(self, path, tmp_path):
        dead = subprocess.Popen([sys.executable, "-c", ""])
        dead.wait(60)
        left = tmp_path / f".{path.name}.{dead.pid}-0123456789ab.tmp"
        others = [tmp_path / f".{path.name}.{os.getpid()}-0123456789ab.tmp", tmp_path / f".other.{dead.pid}-01.tmp"]
        for place in (left, *others):
            place.write_bytes(b"")
        assert files.remove_leftovers(path) == 1
        only(path, *(other.name for other in others))
        assert files.remove_leftovers(tmp_path / "none" / "x") == 0

    def test_a_missing_folder_says_so(self, tmp_path):
        with pytest.raises(ReadOnlyError) as caught:
            files.write_atomic(tmp_path / "none" / "x", b"")
        assert "cogmem init" in caught.value.hint


class TestAppend:
    def test_bytes_are_added(self, path, tmp_path):
        files.append_bytes(path, b"\r\nnew")
        assert path.read_bytes() == b"old\r\nnew"
        files.append_bytes(tmp_path / "new", b"x")
        assert (tmp_path / "new").read_bytes() == b"x"

    @pytest.mark.parametrize("limit", [3, 4, 1000, 4096, 70_000])
    def test_what_does_not_fit_is_cut_off_again(self, path, limit):
        code = LIMITED.format(limit=limit) + textwrap.dedent("""
            try:
                files.append_bytes(sys.argv[1], b"n" * 100_000)
            except ReadOnlyError as error:
                print(error.hint)
            """)
        assert "disk is full" in child(code, str(path)).stdout
        assert path.read_bytes() == b"old"

    def test_a_full_device_is_reported(self):
        with pytest.raises(ReadOnlyError) as caught:
            files.append_bytes("/dev/full", b"x")
        assert "disk is full" in caught.value.hint

    def test_no_permission_says_what_to_do(self, tmp_path):
        folder = tmp_path / "sealed"
        folder.mkdir()
        (folder / "log.md").write_bytes(b"old")
        for place in (tmp_path, *tmp_path.parents[:3]):
            os.chmod(place, 0o755)
        os.chmod(folder, 0o555)
        os.chmod(folder / "log.md", 0o444)
        code = """
            import errno, cogmem.messages
            if os.getuid() == 0:
                os.setuid(65534)
            log = sys.argv[1] + "/log.md"
            actions = [lambda: files.append_bytes(log, b"x"), lambda: files.write_atomic(log, b"x"),
                       lambda: files.write_atomic(sys.argv[1] + "/new", b"x"),
                       lambda: files.lock(log + ".lock").__enter__(),
                       lambda: files.make_folder(sys.argv[1] + "/sub")]
            for action in actions:
                try:
                    action()
                except ReadOnlyError as error:
                    print("writable" in error.hint, log in error.message or sys.argv[1] in error.message)
            """
        assert child(code, str(folder)).stdout.split() == ["True"] * 10
        assert (folder / "log.md").read_bytes() == b"old" and os.listdir(folder) == ["log.md"]


def test_which_processes_live():
    child = subprocess.Popen([sys.executable, "-c", ""])
    assert files.lives(child.pid) and files.lives(os.getpid()) and files.lives(1)
    child.wait(60)
    assert not files.lives(child.pid) and not files.lives(10**30)


class TestLock:
    def test_one_at_a_time(self, tmp_path):
        path = tmp_path / "run" / "lock"
        with files.lock(path):
            with pytest.raises(BusyError) as caught, files.lock(path, timeout=0.02):
                raise AssertionError("two holders")
            assert caught.value.hint
        with files.lock(path, timeout=0):
            assert path.stat().st_mode & 0o777 == 0o600
            assert path.parent.stat().st_mode & 0o777 == 0o700

    def test_it_is_free_when_its_holder_dies(self, tmp_path):
        path = tmp_path / "lock"
        code = "import sys, time\nfrom cogmem import files\nwith files.lock(sys.argv[1]):\n"
        code += "    print('held', flush=True)\n    time.sleep(60)\n"
        holder = subprocess.Popen([sys.executable, "-c", code, str(path)], stdout=subprocess.PIPE, text=True)
        try:
            assert holder.stdout.readline() == "held\n"
            with pytest.raises(BusyError), files.lock(path, timeout=0.02):
                raise AssertionError("two holders")
            holder.send_signal(signal.SIGKILL)
            holder.wait(10)
            with files.lock(path, timeout=1):
                assert path.exists()
        finally:
            holder.kill()
            holder.wait(10)
            holder.stdout.close()

    def test_a_link_in_its_place_is_not_followed(self, tmp_path):
        victim = tmp_path / "victim"
        victim.write_bytes(b"precious")
        (tmp_path / "lock").symlink_to(victim)
        with pytest.raises(ReadOnlyError), files.lock(tmp_path / "lock"):
            raise AssertionError("followed")
        assert victim.read_bytes() == b"precious"

    def test_an_error_inside_frees_it(self, tmp_path):
        with pytest.raises(KeyError), files.lock(tmp_path / "lock"):
            raise KeyError
        with files.lock(tmp_path / "lock", timeout=0):
            assert True


def test_hooks_can_afford_it():
    """The module is in the fast set: nothing heavy is imported with it."""
    code = f"""
import sys
sys.path.insert(0, {os.fspath(os.path.dirname(os.path.dirname(files.__file__)))!r})
before = set(sys.modules)
import cogmem.files
heavy = set("dataclasses typing pathlib logging subprocess tempfile datetime json re sqlite3 hashlib".split())
print(sorted(heavy & set(sys.modules) - before))
"""
    done = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout.strip() == "[]", done.stdout + done.stderr


FAULTS = (
    "write:error=ENOSPC",
    "write:error=EIO",
    "fsync:error=EIO",
    "rename:error=EIO",
    "openat:error=EIO",
    "linkat:error=EIO",
    "link:error=EIO",
    "fchmod:error=EPERM",
)
ACTIONS = {
    "write": "files.write_atomic(path, b'new' * 2000)",
    "swap": "files.write_atomic(path, b'new' * 2000, expect=files.digest(b'old'))",
    "append": "files.append_bytes(path, b'new' * 2000)",
}


@pytest.mark.soak
@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("action", ACTIONS)
def test_any_system_call_may_fail(path, fault, action):
    """The n-th call of a kind fails, for every n until none does: the file holds the old or the new content."""
    done = {"write": b"new" * 2000, "swap": b"new" * 2000, "append": b"old" + b"new" * 2000}[action]
    code = f"""
import hashlib, errno, sys
from cogmem import files
from cogmem.errors import CogmemError
path = sys.argv[1]
open(path + ".start", "w").close()
try:
    {ACTIONS[action]}
except CogmemError:
    sys.exit(7)
"""
    call = fault.partition(":")[0]
    for number in range(1, 400):
        path.write_bytes(b"old")
        run = subprocess.run(
            [
                "strace",
                "-f",
                "-qq",
                "-e",
                f"trace={call}",
                "-e",
                f"inject={fault}:when={number}",
                "-o",
                f"{path}.trace",
                sys.executable,
                "-c",
                code,
                str(path),
            ],
            capture_output=True,
            timeout=120,
        )
        trace = Path(f"{path}.trace").read_text("utf-8", "replace")
        begun = os.path.exists(f"{path}.start")
        left = [name for name in os.listdir(path.parent) if name.endswith(".tmp")]
        assert path.read_bytes() in (b"old", done)
        assert not left
        if run.returncode == 0 and begun:
            assert path.read_bytes() == done
        if begun:
            os.unlink(f"{path}.start")
        if "INJECTED" not in trace:
            return
    raise AssertionError("the calls never end")
