"""The official client is the judge of what a server has to say."""

from __future__ import annotations

import asyncio
import os
import sys

from mcp.client.stdio import stdio_client

from mcp import ClientSession, StdioServerParameters


def with_session(project, talk):
    server = StdioServerParameters(
        command=sys.executable,
        args=["-P", "-m", "cogmem.mcp"],
        cwd=str(project.root),
        env={**os.environ, "CLAUDE_PROJECT_DIR": str(project.root)},
    )

    async def run():
        with open(os.devnull, "w") as nowhere:
            async with stdio_client(server, errlog=nowhere) as (reads, writes), ClientSession(reads, writes) as session:
                return await asyncio.wait_for(talk(session), 60)

    return asyncio.run(run())


def plain(answer):
    """An answer of the client as the JSON that went over the wire, whatever its version calls the fields."""
    return answer.model_dump(by_alias=True, mode="json")


async def call(session, name, arguments):
    answer = plain(await session.call_tool(name, arguments))
    return answer["isError"], answer["content"][0]["text"]


def test_a_whole_conversation(words_project):
    async def talk(session):
        started = plain(await session.initialize())
        assert started["serverInfo"]["name"] == "cogmem" and started["capabilities"]["tools"] is not None
        await session.send_ping()
        tools = plain(await session.list_tools())["tools"]
        assert len(tools) == 8 and all(
            tool["description"] and tool["inputSchema"]["type"] == "object" for tool in tools
        )
        assert not (await call(session, "log", {"title": "Chose Postgres over MySQL", "arousal": 0.8}))[0]
        failed, text = await call(session, "search", {"query": "Postgres or MySQL"})
        assert not failed and "Chose Postgres over MySQL" in text
        failed, text = await call(session, "search", {})
        assert failed and "query is missing" in text
        many = await asyncio.gather(*(call(session, "facts", {}) for _ in range(20)), session.send_ping())
        assert not any(failed for failed, _ in many[:-1])

    with_session(words_project, talk)


def test_a_foreign_folder(tmp_path, words_project):
    words_project.root = tmp_path

    async def talk(session):
        assert plain(await session.initialize())["instructions"] is None
        assert plain(await session.list_tools())["tools"] == []

    with_session(words_project, talk)
