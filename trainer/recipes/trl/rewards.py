"""A reward function of TRL over the reward of a group. The server judges; what TRL is told is here."""

import json

from accelerate import PartialState
from accelerate.utils import gather_object

from group_rewards import group_rewards
from workspace import end_attempt


def final_answer(completion):
    """What the model said last, unless it was cut off while it called tools."""
    last = completion[-1]
    is_said = last["role"] == "assistant" and not last.get("tool_calls")
    return last["content"] if is_said else ""


def completion_focused(group_size, keep, log):
    """The reward function: it ends the attempts, has them judged, and rewards whole groups.

    TRL deals the rollouts of a group to processes in a row, so verdicts are gathered from all of them
    before groups are cut. The main process appends a line for each rollout to the file `log`.
    """

    def completion_focused_reward(completions, environments, task, trainer_state, **columns):
        judged = [
            {"task": name, **end_attempt(workspace, final_answer(completion))}
            for workspace, completion, name in zip(environments, completions, task, strict=True)
        ]
        everywhere = gather_object(judged)
        rewards = []
        for start in range(0, len(everywhere), group_size):
            group = everywhere[start : start + group_size]
            if len({rollout["task"] for rollout in group}) != 1:
                raise RuntimeError("a group holds rollouts of several tasks: TRL deals otherwise now")
            rewards += group_rewards([rollout["passed"] for rollout in group], keep)
        state = PartialState()
        if state.is_main_process:
            with open(log, "a") as lines:
                for rollout, reward in zip(everywhere, rewards, strict=True):
                    line = {
                        "step": trainer_state.global_step,
                        "task": rollout["task"],
                        "passed": rollout["passed"],
                        "reward": reward,
                    }
                    lines.write(json.dumps(line) + "\n")
        own = state.process_index * len(judged)
        return rewards[own : own + len(judged)]

    return completion_focused_reward
