"""Many sessions at once, good and bad, for as long as is asked for.

Usage: load.py COMPOWORLD_RUNTIME [SESSIONS [SECONDS]]

Wants a Python with `websockets`. Most clients play: they make tickets of their own and read them,
some calls wrong on purpose, and pause in between. Some send nonsense, some vanish in the middle of
a message, some connect and say nothing. At the end of its play a client repeats it alone, in a new
session of the same seed: every answer has to be the same to the letter, or sessions saw each other.
Prints a line every ten seconds, and the summary: what was asked, what differed, the memory.
"""

import asyncio
import json
import random
import socket
import subprocess
import sys
import time
from collections import Counter

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

IDLE_SECONDS = 20
counts = Counter()


def call(tool, arguments):
    action = {"type": "call_tool", "tool_name": f"zendesk__{tool}", "arguments": arguments}
    return {"type": "step", "data": action}


def script(name, dice):
    """What one client does: about thirty messages, a few of them wrong."""
    messages = []
    for step in range(8):
        ticket = {"subject": f"{name} {step}", "description": "x" * dice.randrange(200)}
        messages.append(call("create_ticket", ticket))
        messages.append(call("list_tickets", {}))
        messages.append(call("get_ticket", {"ticket_id": dice.randrange(2000)}))
        wrong = [call("make_coffee", {}), call("create_ticket", {"subject": 3}), {"type": "dance"}]
        messages.append(dice.choice(wrong))
    return messages


async def play(url, seed, messages, pause):
    answers = []
    async with connect(url, proxy=None, max_size=None, open_timeout=60) as socket_:
        await socket_.send(json.dumps({"type": "reset", "data": {"seed": seed}}))
        answers.append(await socket_.recv())
        for message in messages:
            await asyncio.sleep(pause())
            await socket_.send(json.dumps(message))
            answers.append(await socket_.recv())
            counts["calls"] += 1
    return answers


async def player(url, name, dice, until, pause):
    while time.monotonic() < until:
        messages = script(name, dice)
        seed = dice.randrange(8)
        answers = await play(url, seed, messages, pause)
        alone = await play(url, seed, messages, lambda: 0)
        counts["plays"] += 1
        counts["differences"] += answers != alone


async def vandal(url, dice, until):
    """Nonsense, too much of it, and vanishing in the middle."""
    nonsense = ["{", "[]", "null", '{"type":"step"}', "x" * 2_000_000, '{"type":"mcp","data":7}']
    while time.monotonic() < until:
        try:
            async with connect(url, proxy=None, open_timeout=60) as socket_:
                for _ in range(dice.randrange(1, 5)):
                    await socket_.send(dice.choice(nonsense))
                    await socket_.recv()
                    counts["nonsense"] += 1
                socket_.transport.abort()
        except (ConnectionClosed, OSError):
            counts["nonsense"] += 1
        await asyncio.sleep(dice.uniform(0.5, 2))


async def sleeper(url, until):
    """Connects and says nothing; the server has to let go of it."""
    while time.monotonic() < until:
        async with connect(url, proxy=None, ping_interval=None, open_timeout=60) as socket_:
            try:
                await asyncio.wait_for(socket_.recv(), timeout=until - time.monotonic())
            except (ConnectionClosed, TimeoutError) as end:
                counts["let go"] += isinstance(end, ConnectionClosed)


def memory_mib(process):
    with open(f"/proc/{process}/status") as lines:
        return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


async def watch(process, until, told):
    start = time.monotonic()
    while time.monotonic() < until:
        await asyncio.sleep(10)
        told.append(memory_mib(process))
        print(f"{time.monotonic() - start:5.0f} s {told[-1]:7.1f} MiB {dict(counts)}", flush=True)


async def supervised(kind, work):
    try:
        await work
    except Exception as error:  # Whatever it is, it is counted and shown.
        counts[f"{kind} failed"] += 1
        print(f"a {kind} failed: {error!r}", file=sys.stderr, flush=True)


async def main(process, port, n_sessions, seconds):
    url = f"ws://127.0.0.1:{port}/ws"
    until = time.monotonic() + seconds
    n_bad = n_sessions // 20
    told = []
    tasks = [asyncio.create_task(watch(process, until, told))]
    for index in range(n_sessions):
        dice = random.Random(index)
        if index < n_bad:
            work, kind = vandal(url, dice, until), "vandal"
        elif index < 2 * n_bad:
            work, kind = sleeper(url, until), "sleeper"
        else:
            pause = lambda dice=dice: dice.uniform(0, 4)
            work, kind = player(url, f"client {index}", dice, until, pause), "player"
        tasks.append(asyncio.create_task(supervised(kind, work)))
        await asyncio.sleep(seconds / 10 / n_sessions)
    await asyncio.gather(*tasks)
    half = len(told) // 2
    early, late = max(told[:half], default=0), max(told[half:])
    print(f"memory: {early:.1f} MiB at most in the first half, {late:.1f} in the second")
    print(f"summary: {dict(counts)}")


def start(runtime, n_sessions):
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port = one.getsockname()[1]
    words = ["serve", "--services", "zendesk", "--http", f"127.0.0.1:{port}", "--openenv"]
    limits = ["--sessions-max", str(2 * n_sessions), "--idle-seconds", str(IDLE_SECONDS)]
    server = subprocess.Popen([runtime, *words, *limits], stderr=subprocess.DEVNULL)
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return server, port
        except OSError:
            time.sleep(0.1)


def run(runtime, n_sessions="2000", seconds="600"):
    process, port = start(runtime, int(n_sessions))
    try:
        asyncio.run(main(process.pid, port, int(n_sessions), int(seconds)))
    finally:
        process.terminate()
        print(f"the server ended with {process.wait()}")


if __name__ == "__main__":
    run(*sys.argv[1:])
