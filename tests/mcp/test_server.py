"""The server as a process: the handshake, foreign folders, hostile clients, and its end."""

from __future__ import annotations

import pytest

from cogmem.mcp import protocol


@pytest.mark.parametrize("version", protocol.VERSIONS)
def test_the_handshake(connect, words_project, version):
    client = connect(words_project.root)
    assert client.ask("server/discover")["error"]["code"] == -32601
    result = client.ask(
        "initialize", protocolVersion=version, capabilities={}, clientInfo={"name": "t", "version": "1"}
    )["result"]
    assert result["protocolVersion"] == version
    assert result["serverInfo"]["name"] == "cogmem" and "tools" in result["capabilities"] and result["instructions"]
    client.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
    assert client.ask("ping")["result"] == {}
    assert len(client.ask("tools/list")["result"]["tools"]) == 8
    assert client.end() == 0


def test_in_a_foreign_folder_there_is_nothing(connect, tmp_path):
    client = connect(tmp_path)
    assert "instructions" not in client.ask("initialize", protocolVersion="2025-11-25")["result"]
    assert client.ask("tools/list")["result"] == {"tools": []}
    assert client.ask("tools/call", name="search", arguments={"query": "x"})["error"]["code"] == -32602
    assert not [name for name in client.loaded() if "numpy" in name or "_sqlite3" in name or "pydantic" in name]
    assert client.end() == 0


def test_a_clone_that_was_never_invited_gets_no_tools(connect, tmp_path):
    (tmp_path / "cogmem.toml").write_text("[cogmem]\n")
    (tmp_path / "memory/logs").mkdir(parents=True)
    client = connect(tmp_path)
    assert "instructions" not in client.ask("initialize", protocolVersion="2025-11-25")["result"]
    assert client.ask("tools/list")["result"] == {"tools": []}


def test_a_project_that_is_invited_later_gets_its_tools(connect, tmp_path):
    from conftest import make_project

    client = connect(tmp_path)
    assert client.ask("tools/list")["result"] == {"tools": []}
    make_project(tmp_path)
    assert len(client.ask("tools/list")["result"]["tools"]) == 8


def test_from_a_sub_folder_too(connect, words_project):
    folder = words_project.root / "a" / "b c"
    folder.mkdir(parents=True)
    assert len(connect(folder).ask("tools/list")["result"]["tools"]) == 8


def test_junk_is_answered_and_survived(connect, words_project):
    client = connect(words_project.root)
    for line, code in [(b"{", -32700), (b"\x00\xff", -32700), (b"[]", -32600), (b'{"id": 7}', -32600)]:
        client.send(line)
        assert client.receive()["error"]["code"] == code
    for line in [
        b"",
        b'{"jsonrpc": "2.0", "method": "notifications/whatever"}',
        b'{"jsonrpc": "2.0", "id": 9, "result": {}}',
        b'{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": [1]}}',
    ]:
        client.send(line)
    assert client.ask("ping")["result"] == {}
    assert client.ask("tools/call", name="search", arguments=[1])["error"]["code"] == -32602
    assert client.ask("tools/call", name=["search"])["error"]["code"] == -32602
    assert client.ask("tools/call", name="drop")["error"]["code"] == -32602


def test_ten_megabytes_pass(connect, words_project):
    client = connect(words_project.root)
    assert client.ask("ping", rest="x" * 10_000_000)["result"] == {}


@pytest.mark.parametrize("how", ["term", "int", "hup"])
def test_signals_end_it_at_once(connect, words_project, how):
    import signal

    client = connect(words_project.root)
    client.ask("tools/list")
    client.process.send_signal({"term": signal.SIGTERM, "int": signal.SIGINT, "hup": signal.SIGHUP}[how])
    assert client.process.wait(60) == 0
