"""One seat on a CompoWorld server: tasks are played in it one after the other, and judged.

The model reaches `Episode.call` alone. What a task is judged by stays on the server; how an attempt
was judged is told to the trainer, by `Episode.finish`, when nothing more can be done in it.
"""

import json
import os
import urllib.request

from openenv import GenericEnvClient

ENVIRONMENT = "compoworld"
FINISH = "finish"
TOKEN = "COMPOWORLD_TRAINER_TOKEN"


def headers():
    """The trainers' token, where the server wants one (`serve --trainer-token-env`)."""
    token = os.environ.get(TOKEN)
    return {"Authorization": f"Bearer {token}"} if token else {}


class Episode:
    """A session on the server. It lasts until it is closed, or as long as the object does."""

    def __init__(self, url):
        self.client = GenericEnvClient(base_url=url, headers=headers()).sync()
        self.client.connect()
        self.task = None

    def start(self, task):
        """Starts an attempt at a task, by its name."""
        self.client.reset(task=task)
        self.task = task

    def tools(self):
        """The tools of the task, as chat templates want them. The one that ends the attempt is left
        out: an attempt ends with what the model says last."""
        listed = self.client.step({"type": "list_tools"}).observation["tools"]

        # Members are in the order in which exported trajectories have them: templates keep it, and a
        # model should see the same text in SFT and in GRPO.
        def described(tool):
            function = {
                "name": tool["name"],
                "description": tool["description"],
                "parameters": tool["input_schema"],
            }
            return {"type": "function", "function": function}

        return [described(tool) for tool in listed if tool["name"] != FINISH]

    def call(self, tool, arguments):
        """Calls a tool; gives what it answers, as text, whether or not the call went well."""
        action = {"type": "call_tool", "tool_name": tool, "arguments": arguments}
        observation = self.client.step(action).observation
        return observation["result"]["content"][0]["text"]

    def finish(self, answer):
        """Ends the attempt with what the model said last; gives the verdict: `reward`, `success`, and
        `passed`, which says of each criterion whether it holds."""
        self.call(FINISH, {"answer": answer})
        verdict = self.client.state()["verdict"]
        if verdict is None:
            raise RuntimeError(f"the attempt at `{self.task}` cannot be finished: {answer!r}")
        return verdict

    def close(self):
        """Ends the session."""
        self.client.close()


def served_tools(url):
    """The tools of a server that shows its meta-tools, which are the same for every task."""
    episode = Episode(url)
    try:
        # An attempt in which nothing is called is not kept.
        episode.start(served_tasks(url)[0]["task"])
        return episode.tools()
    finally:
        episode.close()


def served_tasks(url):
    """The tasks of a server, as rows for a trainer: the conversation's opening and the task's name."""

    def ask(route, body=None):
        data = None if body is None else json.dumps(body).encode()
        kind = {"Content-Type": "application/json"}
        request = urllib.request.Request(f"{url}{route}", data, headers() | kind)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)

    [split] = ask(f"/{ENVIRONMENT}/splits")
    told = ask(f"/{ENVIRONMENT}/tasks", {"split": split["name"]})
    if not told["tasks"]:
        raise SystemExit(f"{url} has no tasks: start it with `compoworld serve --tasks FILE`")

    def row(task):
        prompt = [
            {"role": "system", "content": told["system_prompt"]},
            {"role": "user", "content": task["instruction"]},
        ]
        return {"prompt": prompt, "task": task["id"]}

    return [row(task) for task in told["tasks"]]
