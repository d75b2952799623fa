"""Does a task on a CompoWorld server as an agent does, by MCP.

Usage: drive_task.py mcp URL TASKS ID
       drive_task.py langchain URL TASKS ID

The calls of the task's reference are read from TASKS, on the trainer's side. Prints one JSON
object: whether every call went well, and everything that the server said.
"""

import asyncio
import json
import sys


def reference(path, name):
    """The task's calls, with `finish` as the last one."""
    with open(path) as lines:
        task = next(task for task in map(json.loads, lines) if task["id"] == name)
    calls = [(one["tool"], one["arguments"]) for one in task["reference"]["calls"]]
    answer = task["reference"].get("answer")
    said = answer if isinstance(answer, str) else json.dumps(answer)
    return calls + [("finish", {} if answer is None else {"answer": said})]


async def by_mcp(url, calls):
    """With the official client: all that it can list, then the calls."""
    from mcp import ClientSession
    from mcp.client.streamable_http import streamablehttp_client
    from mcp.shared.exceptions import McpError

    async with (
        streamablehttp_client(url) as streams,
        ClientSession(streams[0], streams[1]) as client,
    ):
        started = await client.initialize()
        prompts = await client.list_prompts()
        resources = await client.list_resources()
        said = [started, await client.list_tools(), prompts, resources]
        said += [await client.get_prompt(prompt.name) for prompt in prompts.prompts]
        said += [await client.read_resource(resource.uri) for resource in resources.resources]
        for guess in ["compoworld://rubric", "compoworld://reference", "file:///etc/passwd"]:
            try:
                said.append(await client.read_resource(guess))
            except McpError as error:
                said.append(error.error)
        results = [await client.call_tool(tool, arguments) for tool, arguments in calls]
    texts = [one.model_dump_json() for one in said + results]
    return {"ok": not any(result.isError for result in results), "said": texts}


async def by_langchain(url, calls):
    """With LangChain's adapters: its tools, called in one session."""
    from langchain_mcp_adapters.client import MultiServerMCPClient
    from langchain_mcp_adapters.tools import load_mcp_tools

    client = MultiServerMCPClient({"world": {"url": url, "transport": "streamable_http"}})
    async with client.session("world") as session:
        tools = {tool.name: tool for tool in await load_mcp_tools(session)}
        answers = [await tools[tool].ainvoke(arguments) for tool, arguments in calls]
    texts = [json.dumps(answer, default=str) for answer in answers]
    return {"ok": all('\\"ok\\":true' in text for text in texts), "said": texts}


def main(client, url, path, name):
    drive = {"mcp": by_mcp, "langchain": by_langchain}[client]
    print(json.dumps(asyncio.run(drive(url, reference(path, name)))))


main(*sys.argv[1:])
