"""Makes the calls of a file over MCP, one after the other, as an author of tasks.

Usage: drive_author.py CALLS COMMAND [ARGUMENT ...]

CALLS is a JSON list of {"tool", "arguments"}. Prints what the server told the client to do, the
tools, and the answer to each call, as one JSON object.
"""

import asyncio
import json
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client


async def main(calls, command):
    server = StdioServerParameters(command=command[0], args=command[1:])
    async with stdio_client(server) as streams:
        async with ClientSession(streams[0], streams[1]) as client:
            started = await client.initialize()
            tools = [tool.name for tool in (await client.list_tools()).tools]
            answers = []
            for call in calls:
                result = await client.call_tool(call["tool"], call["arguments"])
                answers.append({"is_error": result.isError, "answer": result.structuredContent})
    print(json.dumps({"instructions": started.instructions, "tools": tools, "answers": answers}))


with open(sys.argv[1], encoding="utf-8") as file:
    asyncio.run(main(json.load(file), sys.argv[2:]))
