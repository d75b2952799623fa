"""A rollout of verl in a session of its own on a CompoWorld server.

verl makes an agent loop for each rollout, and a tool for each call: so the session is the loop's. The
model is shown the tools that the server has for the task, and each of its calls is made there. What
it says without a call is its answer: the attempt ends, is judged, and is rewarded with its group.

`agent_loops.yaml` tells verl of it, under the name that rows of `compoworld export --format verl` have.
"""

import asyncio
import json
from types import SimpleNamespace

from verl.experimental.agent_loop.tool_agent_loop import AgentState, ToolAgentLoop
from verl.experimental.agent_loop.tool_parser import FunctionCall
from verl.tools.schemas import OpenAIFunctionToolSchema, ToolResponse

from episode import Episode
from group_rewards import LAMBDA
from rollout_group import RolloutGroup
from told import cut, no_json, no_object, unreadable

CALL_TAG = "<tool_call>"
# Stands for a call that verl's parser could not read, and drops.
UNREADABLE = FunctionCall(name="", arguments="")


class WorldAgentLoop(ToolAgentLoop):
    """One rollout. `server` is where `compoworld serve --openenv` serves."""

    def __init__(self, *args, server, reward_lambda=LAMBDA, **kwargs):
        super().__init__(*args, **kwargs)
        self.server = server.rstrip("/")
        self.reward_lambda = reward_lambda
        self.episode = None
        self.answer = ""
        self.calling = asyncio.Lock()

    async def run(self, sampling_params, **row):
        """Plays the row's task. The verdict on each criterion is in the field `passed`."""
        if "session_id" not in row:
            raise RuntimeError("the rollouts of a group are apart: set `trainer.use_v1=True`")
        group = RolloutGroup.join(row["uid"])
        try:
            output, verdict = await self.play(sampling_params, row)
        except BaseException:
            group.leave()
            raise
        output.reward_score = await group.reward(verdict["passed"], self.reward_lambda)
        self.check_size(group)
        output.extra_fields["passed"] = verdict["passed"]
        output.extra_fields["reward_extra_info"] = {"success": float(verdict["success"])}
        return output

    async def play(self, sampling_params, row):
        """The rollout, and the server's verdict on it."""
        self.episode = await asyncio.to_thread(Episode, self.server)
        try:
            await asyncio.to_thread(self.episode.start, row["interaction_kwargs"]["task"])
            self.show(await asyncio.to_thread(self.episode.tools))
            output = await super().run(sampling_params, **row)
            return output, await asyncio.to_thread(self.episode.finish, self.answer)
        finally:
            await asyncio.to_thread(self.episode.close)

    def show(self, tools):
        """Shows the model these tools. verl's parsers want to know the types of arguments."""
        self.tool_schemas = tools
        self.tools = {
            tool["function"]["name"]: SimpleNamespace(tool_schema=typed(tool)) for tool in tools
        }

    def check_size(self, group):
        sizes = {self.rollout_config.n, self.rollout_config.val_kwargs.n}
        if group.n_members not in sizes:
            raise RuntimeError(
                f"a group of {group.n_members} rollouts, where `rollout.n` makes {sorted(sizes)}: "
                "verl starts them otherwise now, and `rollout_group.py` has to follow"
            )

    def _cap_text_prompt_length(self, prompt_ids):
        longest = self.rollout_config.prompt_length
        if len(prompt_ids) > longest:
            raise ValueError(
                f"the prompt has {len(prompt_ids)} tokens: set `data.max_prompt_length` to more than "
                f"{longest}, or serve with `--view meta`"
            )
        return prompt_ids

    async def _handle_generating_state(self, agent_data, sampling_params, **settings):
        state = await super()._handle_generating_state(agent_data, sampling_params, **settings)
        if agent_data.messages[-1]["role"] != "assistant":
            return state  # It was cut off.
        ids = agent_data.response_ids
        text = self.tokenizer.decode(ids, skip_special_tokens=True).rpartition("</think>")[2]
        n_unread = text.count(CALL_TAG) - len(agent_data.tool_calls)
        agent_data.tool_calls += [UNREADABLE] * n_unread
        if agent_data.tool_calls:
            return AgentState.PROCESSING_TOOLS
        self.answer = text.strip()
        return state

    async def _call_tool(self, tool_call, tools_kwargs, agent_data):
        async with self.calling:
            text = await self.answer_to(tool_call)
        return ToolResponse(text=cut(text, self.max_tool_response_length)), None, {}

    async def answer_to(self, tool_call):
        """What the model is told of a call. Its mistakes are answered, and end nothing."""
        if tool_call is UNREADABLE:
            return unreadable()
        try:
            arguments = json.loads(tool_call.arguments)
        except json.JSONDecodeError as error:
            return no_json(tool_call.name, error)
        if not isinstance(arguments, dict):
            return no_object(tool_call.name)
        return await asyncio.to_thread(self.episode.call, tool_call.name, arguments)


def typed(tool):
    """A tool as verl's parsers want it: of its arguments, the types alone."""
    function = tool["function"]
    arguments = function["parameters"].get("properties", {})
    types = {name: {"type": schema.get("type", "object")} for name, schema in arguments.items()}
    return OpenAIFunctionToolSchema.model_validate(
        {
            "type": "function",
            "function": {
                "name": function["name"],
                "description": function["description"],
                "parameters": {"type": "object", "properties": types},
            },
        }
    )
