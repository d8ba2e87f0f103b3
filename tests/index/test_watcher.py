"""The watcher tells about logs and about nothing else, whatever way they are written."""

from __future__ import annotations

import ctypes
import errno
import os
import threading
import time

import pytest
from watchdog.observers import inotify_c

from cogmem.index.watcher import Watcher
from index.conftest import log_text


class Heard:
    def __init__(self) -> None:
        self.calls: list[set[str]] = []
        self.news = threading.Event()

    def __call__(self, paths: set[str]) -> None:
        self.calls.append(paths)
        self.news.set()

    def names(self) -> set[str]:
        return {os.path.basename(path) for paths in self.calls for path in paths}

    def wait_for(self, name: str, seconds: float = 10.0) -> None:
        end = time.monotonic() + seconds
        while name not in self.names():
            assert time.monotonic() < end, (name, self.calls)
            time.sleep(0.02)


@pytest.fixture(params=[False, True], ids=["watches", "looks"])
def watched(request, store):
    heard = Heard()
    store.write("2026-02-01", "there before")
    with Watcher(
        store.project.root, store.project.config.logs_dir, heard, poll=request.param, debounce=0.05, interval=0.1
    ) as watcher:
        assert watcher.polling is request.param and watcher.notices == []
        yield store, heard


def test_every_way_of_writing_is_heard(watched):
    store, heard = watched
    store.write("2026-03-01", "plain")
    heard.wait_for("2026-03-01.md")
    beside = store.logs / ".2026-03-02.md.tmp"
    beside.write_text(log_text("2026-03-02", ["renamed over"]))
    os.replace(beside, store.logs / "2026-03-02.md")
    heard.wait_for("2026-03-02.md")
    heard.calls.clear()
    with (store.logs / "2026-03-01.md").open("a") as file:
        file.write("\n### [NOTE] more\n")
    heard.wait_for("2026-03-01.md")
    heard.calls.clear()
    (store.logs / "2026-03-01.md").rename(store.logs / "2026-03-01.md~")
    heard.wait_for("2026-03-01.md")
    heard.calls.clear()
    store.write("2026-03-01", "written again")
    heard.wait_for("2026-03-01.md")
    (store.logs / "2026-03-02.md").rename(store.logs / "2026-03-09.md")
    heard.wait_for("2026-03-09.md")
    heard.calls.clear()
    (store.logs / "2026-03-09.md").unlink()
    heard.wait_for("2026-03-09.md")


def test_a_new_users_folder_is_heard(watched):
    store, heard = watched
    store.write("alice/2026-03-01", "of alice")
    heard.wait_for("2026-03-01.md")
    heard.calls.clear()
    time.sleep(0.3)
    store.write("alice/2026-03-02", "more of alice")
    heard.wait_for("2026-03-02.md")


def test_nothing_else_is_heard(watched):
    store, heard = watched
    for name in ("notes.md", "2026-03-01.md~", ".2026-03-01.md.swp", "2026-03-01.tmp.md", "4913"):
        (store.logs / name).write_text("x")
    store.sync()
    (store.project.root / "2026-03-05.md").write_text("not in the logs folder")
    (store.logs / "2026-02-01.md").read_text()
    (store.logs / "alice" / "deep").mkdir(parents=True)
    (store.logs / "alice" / "deep" / "2026-03-01.md").write_text("too deep")
    time.sleep(0.6)
    assert heard.calls == []


def test_a_burst_is_told_together_and_the_end_is_told_too(store):
    heard = Heard()
    with Watcher(store.project.root, store.project.config.logs_dir, heard, debounce=1.0):
        for n in range(20):
            store.write(f"2026-03-{n + 1:02}", "x")
        heard.news.wait(10)
        store.write("2026-04-01", "just before the end")
        time.sleep(0.1)
    assert len(heard.calls) <= 10 and "2026-04-01.md" in heard.names() and len(heard.names()) == 21


@pytest.mark.parametrize(("call", "code"), [("inotify_add_watch", errno.ENOSPC), ("inotify_init", errno.EMFILE)])
def test_without_watches_left_it_looks_and_says_so_once(store, monkeypatch, call, code):
    """The C library's answer on a system whose limits are reached."""

    def refuse(*_: object) -> int:
        ctypes.set_errno(code)
        return -1

    monkeypatch.setattr(inotify_c, call, refuse)
    monkeypatch.setattr(inotify_c.InotifyFD, "_instance", None, raising=False)
    heard = Heard()
    with Watcher(store.project.root, store.project.config.logs_dir, heard, debounce=0.05, interval=0.1) as watcher:
        assert watcher.polling and len(watcher.notices) == 1
        store.write("2026-03-01", "x")
        heard.wait_for("2026-03-01.md")


def test_a_missing_logs_folder_is_looked_for(store):
    store.logs.rmdir()
    heard = Heard()
    with Watcher(store.project.root, store.project.config.logs_dir, heard, debounce=0.05, interval=0.1) as watcher:
        assert watcher.polling
        store.write("2026-03-01", "x")
        heard.wait_for("2026-03-01.md")
