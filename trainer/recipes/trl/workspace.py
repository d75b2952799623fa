"""A CompoWorld workspace as an environment of TRL: the four meta-tools, one session a rollout.

TRL takes each public method for a tool, and its signature and documentation for what the model is
told of it. Tools are fixed for a run while each task has services of its own, so the server shows its
meta-tools (`serve --view meta`). Their texts here are those of the server's exports, so that a model
sees the same tools in SFT and in GRPO.
"""

import inspect

from episode import Episode


class Workspace:
    """The tools of one rollout. Its attempt ends, and is judged, when it is rewarded (`rewards.py`)."""

    def __init__(self, url):
        self._episode = Episode(url)

    def reset(self, task, **row):
        """Starts an attempt at the row's task. Its instruction is in the row's prompt already."""
        self._episode.start(task)

    def list_services(self) -> str:
        """List the services of this workspace."""
        return self._episode.call("list_services", {})

    def list_tools(self, service: str) -> str:
        """
        List the tools of one service, each in a sentence.

        Args:
            service: The service's name, as `list_services` gives it.
        """
        return self._episode.call("list_tools", {"service": service})

    def describe_tool(self, tool: str) -> str:
        """
        Describe one tool: its arguments and its answer, as JSON Schema.

        Args:
            tool: The tool's full name, as `list_tools` gives it.
        """
        return self._episode.call("describe_tool", {"tool": tool})

    def call_tool(self, tool: str, arguments: dict = {}) -> str:
        """
        Call a tool.

        Args:
            tool: The tool's full name, as `list_tools` gives it.
            arguments: The tool's arguments, as `describe_tool` describes them.
        """
        return self._episode.call("call_tool", {"tool": tool, "arguments": arguments})


# In the order in which TRL shows them.
TOOLS = [
    method
    for name, method in inspect.getmembers(Workspace, inspect.isfunction)
    if name != "reset" and not name.startswith("_")
]


def end_attempt(workspace, answer):
    """Ends a workspace's attempt; gives the verdict. No tool of the model's, so no method."""
    return workspace._episode.finish(answer)
