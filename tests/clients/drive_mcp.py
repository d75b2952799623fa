"""Drives a CompoWorld MCP server with the official Python client.

Usage: drive_mcp.py stdio COMMAND [ARGUMENT ...]
       drive_mcp.py http URL

Prints one JSON object that says what the client saw.
"""

import asyncio
import json
import sys
from contextlib import asynccontextmanager

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamablehttp_client


@asynccontextmanager
async def session(words):
    if words[0] == "stdio":
        transport = stdio_client(StdioServerParameters(command=words[1], args=words[2:]))
    else:
        transport = streamablehttp_client(words[1])
    async with transport as streams:
        async with ClientSession(streams[0], streams[1]) as client:
            started = await client.initialize()
            yield client, started


async def call(client, tool, arguments):
    result = await client.call_tool(tool, arguments)
    return {"is_error": result.isError, "answer": json.loads(result.content[0].text)}


async def main(words):
    async with session(words) as (client, started):
        tools = (await client.list_tools()).tools
        created = await call(
            client,
            "zendesk__create_ticket",
            {"subject": "The door squeaks", "description": "It is the one on floor 3."},
        )
        key = created["answer"]["data"]["id"]
        fetched = await call(client, "zendesk__get_ticket", {"ticket_id": key})
        missing = await call(client, "zendesk__get_ticket", {"ticket_id": 987654321})
        wrong = await call(client, "zendesk__create_ticket", {"subject": 3})
        unknown = await call(client, "zendesk__make_coffee", {})
        # A second session starts where the first one started, not where it is now.
        async with session(words) as (other, _):
            elsewhere = await call(other, "zendesk__get_ticket", {"ticket_id": key})
    print(
        json.dumps(
            {
                "server": started.serverInfo.name,
                "protocol": started.protocolVersion,
                "tools": [tool.name for tool in tools],
                "schemas": all(tool.inputSchema.get("type") == "object" for tool in tools),
                "created": created,
                "fetched": fetched,
                "missing": missing,
                "wrong": wrong,
                "unknown": unknown,
                "elsewhere": elsewhere,
            }
        )
    )


asyncio.run(main(sys.argv[1:]))
