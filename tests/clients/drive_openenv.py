"""Plays tasks on a CompoWorld server with OpenEnv's own clients.

Usage: drive_openenv.py tasks URL TASKS
       drive_openenv.py seeds URL

The calls of each task's reference are read from TASKS, on the trainer's side. Prints one JSON
object that says what the clients saw.
"""

import json
import sys

from openenv import GenericEnvClient
from openenv.core.env_server.mcp_types import CallToolAction
from openenv.core.mcp_client import MCPToolClient

FINISH = "finish"


def call(tool, arguments):
    return {"type": "call_tool", "tool_name": tool, "arguments": arguments}


def final_answer(task):
    """What `finish` takes, when the task asks for an answer."""
    answer = task["reference"].get("answer")
    if answer is None:
        return {}
    return {"answer": answer if isinstance(answer, str) else json.dumps(answer)}


def play(env, task, reset):
    """Follows a task's reference; gives what each result said."""
    start = env.reset(**reset)
    tools = env.step({"type": "list_tools"})
    results = [env.step(call(one["tool"], one["arguments"])) for one in task["reference"]["calls"]]
    end = env.step(call(FINISH, final_answer(task)))
    after = env.step(call(task["reference"]["calls"][0]["tool"], {}))
    return {
        "instruction": start.observation["instruction"],
        "tools": [tool["name"] for tool in tools.observation["tools"]],
        "rewards": [start.reward] + [result.reward for result in results],
        "dones": [start.done] + [result.done for result in results],
        "answers": [result.observation["result"]["data"] for result in results],
        "end": [end.reward, end.done],
        "after": [after.reward, after.done, after.observation["error"]["error_type"]],
        "seen": json.dumps([start.observation, tools.observation, end.observation]),
    }


def typed(url, task):
    """The client of tool environments: tools by JSON-RPC and steps, in one session."""
    with MCPToolClient(base_url=url).sync() as env:
        started = env.reset(task=task["id"])
        tools = [tool.name for tool in env.list_tools()]
        for one in task["reference"]["calls"]:
            if "name" in one["arguments"]:  # Taken by the client's own argument.
                env.step(CallToolAction(tool_name=one["tool"], arguments=one["arguments"]))
            else:
                env.call_tool(one["tool"], **one["arguments"])
        end = env.step(CallToolAction(tool_name=FINISH, arguments=final_answer(task)))
    return {
        "instruction": started.observation.instruction,
        "tools": tools,
        "end": [end.reward, end.done],
    }


def errors(url):
    """What a client is told that sends nonsense."""
    import asyncio

    from websockets.asyncio.client import connect

    async def exchange():
        async with connect(url.replace("http", "ws") + "/ws", proxy=None) as socket:
            codes = []
            for text in [
                "{",
                "[]",
                '{"type":"dance"}',
                '{"type":"step","data":{"type":"jump"}}',
                '{"type":"reset","data":{"seed":-1}}',
                '{"type":"reset","data":{"task":"no"}}',
            ]:
                await socket.send(text)
                codes.append(json.loads(await socket.recv())["data"]["code"])
            await socket.send('{"type":"state"}')
            state = json.loads(await socket.recv())
        async with connect(url.replace("http", "ws") + "/mcp", proxy=None) as socket:
            await socket.send('{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}')
            listed = json.loads(await socket.recv())
        return {"codes": codes, "state": state, "listed": listed}

    return asyncio.run(exchange())


def seeds(url):
    """Two tickets in the worlds of two seeds, one of them twice."""
    made = []
    for seed in [5, 5, 6]:
        with GenericEnvClient(base_url=url).sync() as env:
            start = env.reset(seed=seed)
            ticket = {"subject": "It squeaks", "description": "The door"}
            result = env.step(call("zendesk__create_ticket", ticket))
            rows = env.step(call("zendesk__list_tickets", {}))
            answers = [one.observation["result"]["data"] for one in [result, rows]]
            made.append([start.reward, result.done, *answers])
    return made


def tasks(url, path):
    with open(path) as lines:
        tasks = [json.loads(line) for line in lines]
    with GenericEnvClient(base_url=url).sync() as env:
        plays = {
            "seed 2": play(env, tasks[2], {"seed": 2}),
            "seed 2 again": play(env, tasks[2], {"seed": 2, "episode_id": "mine"}),
            "by name": play(env, tasks[1], {"task": tasks[1]["id"]}),
        }
        state = env.state()
        env.reset(index=3)
        fresh = env.state()
    seen = {"plays": plays, "state": state, "fresh": fresh}
    return seen | {"typed": typed(url, tasks[4]), "errors": errors(url)}


print(json.dumps({"tasks": tasks, "seeds": seeds}[sys.argv[1]](*sys.argv[2:])))
