"""Calls of tools a second over streamable HTTP: CompoWorld beside FastMCP, with one client.

Usage: compare_fastmcp.py COMPOWORLD_RUNTIME [SECONDS]

Wants a Python with `fastmcp`. Both servers keep tickets: one call makes a ticket, then each client
reads it over and over in a session of its own. The client is a bare socket, so that what is
measured is the server: a whole MCP client in Python costs more than either. Prints a table: calls a
second, the median time of a call, and the processor time that the server spends on one, which a busy
machine distorts least; with one client and with eight.
"""

import json
import multiprocessing
import os
import re
import socket
import statistics
import subprocess
import sys
import time

HEADERS = (
    "POST /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n"
    "accept: application/json, text/event-stream\r\nmcp-protocol-version: 2025-06-18\r\n"
)

FASTMCP = """
import sys
from pydantic import BaseModel, Field
from fastmcp import FastMCP

server = FastMCP("tickets")
tickets = {}

class Ticket(BaseModel):
    id: int
    subject: str = Field(min_length=1, max_length=200)
    description: str
    status: str = "new"
    tags: list[str] = []

@server.tool
def zendesk__create_ticket(subject: str, description: str) -> Ticket:
    ticket = Ticket(id=len(tickets) + 1, subject=subject, description=description)
    tickets[ticket.id] = ticket
    return ticket

@server.tool
def zendesk__get_ticket(ticket_id: int) -> Ticket:
    return tickets[ticket_id]

place = {"host": "127.0.0.1", "port": int(sys.argv[1])}
server.run(transport="http", show_banner=False, log_level="error", **place)
"""


class Client:
    """One MCP session over one connection."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.session = ""
        info = {"name": "bench", "version": "1"}
        params = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": info}
        head, _ = self.send({"id": 0, "method": "initialize", "params": params})
        session = re.search(rb"mcp-session-id: *([^\r]+)", head, re.IGNORECASE)
        self.session = f"mcp-session-id: {session[1].decode()}\r\n"
        self.send({"method": "notifications/initialized"})

    def send(self, message):
        return self.exchange(self.request(message))

    def request(self, message):
        body = json.dumps({"jsonrpc": "2.0"} | message)
        return f"{HEADERS}{self.session}content-length: {len(body)}\r\n\r\n{body}".encode()

    def exchange(self, request):
        """The head and the body of the answer, in chunks or of a told length."""
        self.socket.sendall(request)
        told = b""
        while b"\r\n\r\n" not in told:
            told += self.receive()
        head, body = told.split(b"\r\n\r\n", 1)
        length = re.search(rb"content-length: *(\d+)", head, re.IGNORECASE)
        if length:
            while len(body) < int(length[1]):
                body += self.receive()
        elif b"chunked" in head.lower():
            while not body.endswith(b"0\r\n\r\n"):
                body += self.receive()
        return head, body

    def receive(self):
        data = self.socket.recv(65536)
        if not data:
            raise ConnectionError("the server closed the connection")
        return data

    def call(self, tool, arguments):
        return {"id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}


def read_ticket(port, seconds, results):
    client = Client(port)
    new = {"subject": "It squeaks", "description": "The door"}
    made = client.send(client.call("zendesk__create_ticket", new))[1]
    # The answer as text, in which quotes are escaped.
    ticket = int(re.search(rb'\\"id\\": ?(\d+)', made)[1])
    request = client.request(client.call("zendesk__get_ticket", {"ticket_id": ticket}))
    _, body = client.exchange(request)
    assert b"It squeaks" in body, body
    times = []
    end = time.perf_counter() + seconds
    while (start := time.perf_counter()) < end:
        client.exchange(request)
        times.append(time.perf_counter() - start)
    results.put((len(times) / seconds, statistics.median(times)))


def processor_seconds(process):
    with open(f"/proc/{process}/stat") as line:
        fields = line.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(process, port, n_clients, seconds):
    before = processor_seconds(process)
    results = multiprocessing.Queue()
    words = (port, seconds, results)
    clients = [multiprocessing.Process(target=read_ticket, args=words) for _ in range(n_clients)]
    for client in clients:
        client.start()
    told = [results.get(timeout=seconds + 60) for _ in clients]
    for client in clients:
        client.join()
    rate = sum(rate for rate, _ in told)
    spent = (processor_seconds(process) - before) / (rate * seconds)
    return rate, statistics.median(median for _, median in told), spent


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def serve(command, port):
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for _ in range(300):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return server
        except OSError:
            time.sleep(0.1)
    server.kill()
    sys.exit(f"{command[0]} does not listen")


def main(runtime, seconds="5"):
    seconds = float(seconds)
    ours, theirs = free_port(), free_port()
    served = [runtime, "serve", "--services", "zendesk", "--http"]
    commands = {
        "CompoWorld": ([*served, f"127.0.0.1:{ours}"], ours),
        "FastMCP": ([sys.executable, "-c", FASTMCP, str(theirs)], theirs),
    }
    print(f"{'':12}{'clients':>8}{'calls/s':>10}{'median':>12}{'processor':>12}")
    rates = {}
    for name, (command, port) in commands.items():
        server = serve(command, port)
        for n_clients in [1, 8]:
            rate, median, spent = measure(server.pid, port, n_clients, seconds)
            rates[name, n_clients] = rate
            print(f"{name:12}{n_clients:8}{rate:10.0f}{median * 1e3:9.3f} ms{spent * 1e3:9.3f} ms")
        server.terminate()
        server.wait()
    for n_clients in [1, 8]:
        ratio = rates["CompoWorld", n_clients] / rates["FastMCP", n_clients]
        print(f"ratio with {n_clients}: {ratio:.1f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
