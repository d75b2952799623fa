"""Evaluates a scripted model on a CompoWorld server with `verifiers`.

Usage: drive_verifiers.py openenv VF_EVAL URL TASKS FOLDER
       drive_verifiers.py nemo-gym VF_EVAL URL TASKS FOLDER

The model is an OpenAI-compatible endpoint that answers with the calls of the task's reference, read
from TASKS, on the trainer's side. Prints one JSON object: each episode's rewards and errors.
"""

import json
import os
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.request import urlopen

MODEL = """
model = "scripted"
push = false
output_dir = "outputs"

[run]
name = "episodes"

[client]
base_url = "http://127.0.0.1:{port}/v1"
api_key_var = "SCRIPTED_KEY"
"""

OPENENV = """
[env.taskset]
id = "openenv"
base_url = "{url}"
resets = [{{ seed = 0 }}, {{ seed = 1 }}]

[env.player]
max_turns = 40

[env.player.harness]
id = "null"

[env.player.runtime]
type = "subprocess"
"""

NEMO_GYM = """
[env.taskset]
id = "nemo-gym"
dataset = "rows.jsonl"

[env.taskset.task]
resources_url = "{url}"

[env.agent]
max_turns = 40

[env.agent.harness]
id = "null"

[env.agent.runtime]
type = "subprocess"
"""


def next_call(task, n_done):
    """The reference's next call, with the number of those that are done; `None` at its end."""
    calls = task["reference"]["calls"]
    return (calls[n_done]["tool"], calls[n_done]["arguments"]) if n_done < len(calls) else None


def final_answer(task):
    answer = task["reference"].get("answer")
    return "Done." if answer is None else answer if isinstance(answer, str) else json.dumps(answer)


def reply(tasks, request):
    """What the model says: an action as JSON, where the client plays the environment's turns; else
    a call of a tool."""
    messages = request["messages"]
    n_done = sum(one["role"] == "assistant" for one in messages)
    asked = next(one["content"] for one in messages if one["role"] == "user")
    asked = asked if isinstance(asked, str) else asked[0]["text"]
    if asked in tasks:
        call = next_call(tasks[asked], n_done)
        if call is None:
            return {"content": final_answer(tasks[asked])}
        names = [one["function"]["name"] for one in request["tools"]]
        name = next(name for name in names if name.endswith(call[0]))
        function = {"name": name, "arguments": json.dumps(call[1])}
        made = {"index": 0, "id": f"call_{n_done}", "type": "function", "function": function}
        return {"content": None, "tool_calls": [made]}
    task = tasks[json.loads(asked)["observation"]["instruction"]]
    tool, arguments = next_call(task, n_done) or ("finish", {"answer": final_answer(task)})
    return {"content": json.dumps({"type": "call_tool", "tool_name": tool, "arguments": arguments})}


def model(tasks):
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            request = json.loads(self.rfile.read(int(self.headers["content-length"])))
            streams = bool(request.get("stream"))
            part = "delta" if streams else "message"
            kind = "chat.completion.chunk" if streams else "chat.completion"
            said = {"role": "assistant"} | reply(tasks, request)
            reason = "tool_calls" if "tool_calls" in said else "stop"
            choice = {"index": 0, part: said, "finish_reason": reason}
            usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
            body = {"id": "1", "object": kind, "created": 0, "model": "scripted"}
            text = json.dumps(body | {"choices": [choice], "usage": usage})
            media = "application/json"
            if streams:
                text, media = f"data: {text}\n\ndata: [DONE]\n\n", "text/event-stream"
            self.send_response(200)
            self.send_header("content-type", media)
            self.send_header("content-length", str(len(text.encode())))
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_port


def main(taskset, vf_eval, url, path, folder):
    with open(path) as lines:
        tasks = {task["instruction"]: task for task in map(json.loads, lines)}
    folder = Path(folder)
    environment = {"openenv": OPENENV, "nemo-gym": NEMO_GYM}[taskset]
    config = MODEL.format(port=model(tasks)) + environment.format(url=url)
    (folder / "vf.toml").write_text(config)
    if taskset == "nemo-gym":
        with urlopen(f"{url}/rows?stop=2") as rows:
            (folder / "rows.jsonl").write_bytes(rows.read())
    run = subprocess.run(
        [vf_eval, "@", "vf.toml", "--clean", "--no-rich"],
        cwd=folder,
        env=dict(os.environ, SCRIPTED_KEY="none"),
        capture_output=True,
        text=True,
        timeout=600,
    )
    files = folder.glob("outputs/**/traces.jsonl")
    episodes = [json.loads(line) for file in files for line in file.read_text().splitlines()]
    if run.returncode != 0 or not episodes:
        sys.exit(f"vf-eval ended with {run.returncode}\n{run.stdout[-4000:]}\n{run.stderr[-4000:]}")
    traces = [trace for episode in episodes for trace in episode["traces"]]
    print(
        json.dumps(
            [
                {
                    "rewards": [one["score"] for one in trace["rewards"].values()],
                    "errors": trace["errors"],
                }
                for trace in traces
            ]
        )
    )


main(*sys.argv[1:])
