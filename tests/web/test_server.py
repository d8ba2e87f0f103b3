"""Starting and stopping: a taken port, Ctrl-C, open connections, and what is printed."""

from __future__ import annotations

import http.client
import os
import signal
import socket
import time
from contextlib import closing

import httpx
import pytest

from cogmem.errors import BusyError, CogmemError
from cogmem.web.holder import holder
from cogmem.web.server import listen
from dashboards import start, write_log


@pytest.fixture
def taken():
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        yield listener.getsockname()[1]


def test_a_taken_port_names_its_holder_and_another_one(taken):
    with pytest.raises(BusyError) as caught:
        listen(taken, "en")
    assert caught.value.exit_code == 5
    assert f"Port {taken} is taken by" in caught.value.message and str(os.getpid()) in caught.value.message
    free = int(caught.value.hint.split("--port ")[1].split("`")[0])
    assert free != taken
    listen(free, "en").close()
    with pytest.raises(BusyError, match="使用中"):
        listen(taken, "ja")


def test_nobody_holds_a_free_port(taken):
    assert holder(taken)[0] == os.getpid()
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        port = listener.getsockname()[1]
    assert holder(port) is None


@pytest.mark.parametrize("port", [-1, 65536, 10**9])
def test_a_port_that_is_none(port):
    with pytest.raises(CogmemError):
        listen(port, "en")


def test_the_command_says_so_and_ends(words_project, taken):
    process = start(words_project.root, "--port", str(taken))
    out, err = process.communicate(timeout=60)
    assert process.returncode == 5 and out == "" and "--port" in err and "Traceback" not in err


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_though_a_request_never_does(shown, number):
    lines = [http.client.HTTPConnection("127.0.0.1", shown.port, timeout=5) for _ in range(3)]
    for line in lines:
        line.connect()
    lines[0].send(b"GET / HTTP/1.1\r\nHost: ")  # a request that never ends
    assert shown.client.get("/").status_code == 200
    shown.process.send_signal(number)
    err = shown.process.communicate(timeout=60)[1]
    assert shown.process.returncode in {0, 130} and "Traceback" not in err
    with closing(socket.create_server(("127.0.0.1", shown.port))):
        pass
    for line in lines:
        line.close()


def test_it_ends_at_once_while_vectors_are_made(project, serve):
    for day in range(1, 6):
        entries = "\n---\n\n".join(
            f"### [NOTE] entry {day} {n} about invoices and other long things\n" for n in range(60)
        )
        write_log(project, f"2026-02-{day:02}", f"# x\n\n## Log Entries\n\n{entries}")
    dashboard = serve(project)
    dashboard.page("/")
    time.sleep(2.5)
    dashboard.process.send_signal(signal.SIGINT)
    assert dashboard.process.wait(60) == 0


def test_outside_a_project_it_says_so(tmp_path):
    process = start(tmp_path, "--port", "0")
    out, err = process.communicate(timeout=60)
    assert process.returncode == 4 and out == "" and "cogmem init" in err


def test_two_projects_two_cookies(serve, tmp_path):
    from conftest import make_project

    first, second = (serve(make_project(tmp_path / name, '[cogmem.embedding]\nprovider = "none"\n')) for name in "ab")
    both = httpx.Client(cookies={**first.client.cookies, **second.client.cookies}, trust_env=False)
    assert len(both.cookies) == 2
    assert both.get(first.base + "/").status_code == both.get(second.base + "/").status_code == 200
    crossed = httpx.get(first.base + "/", cookies=dict(second.client.cookies), trust_env=False)
    assert crossed.status_code == 403
    both.close()
