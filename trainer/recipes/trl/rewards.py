"""The Completion-Focused Rubric Reward, and a reward function of TRL over it.

A group is N rollouts of one task; `passed[i][j]` says whether rollout i satisfies criterion j of the
task's rubric. The server judges, what is made of its verdicts is here.

Source: CompoWorld, arXiv:2609.33665, the Completion-Focused Rubric Reward; `runtime/world/src/reward.rs`
has the same formulas.
"""

import json

from accelerate import PartialState
from accelerate.utils import gather_object

from workspace import end_attempt


def group_rewards(passed, keep):
    """The reward of each rollout of a group, from 0 to 1.

    With pass rates `p_j = mean_i b_ij` and weights `w_j = keep + (1 - p_j)`, a rollout gets
    `R_i = sum_j w_j b_ij / sum_j w_j`. `keep` is the paper's lambda: the weight that a criterion keeps
    which every rollout satisfies.
    """
    rates = [sum(column) / len(passed) for column in zip(*passed)]
    weights = [keep + (1 - rate) for rate in rates]
    total = sum(weights)

    def reward(row):
        if all(row):
            return 1.0
        earned = sum(weight for weight, holds in zip(weights, row) if holds)
        return earned / total if total > 0 else 0.0

    return [reward(row) for row in passed]


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
