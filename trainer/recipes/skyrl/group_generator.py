"""SkyRL's generator with the tools of a CompoWorld server and the reward of a group.

SkyRL rewards each rollout by its own environment. Here, all rollouts of a batch are played first; then
each is rewarded by the verdicts on all rollouts of its task.
"""

from dataclasses import replace

from skyrl.train.generators.skyrl_gym_generator import SkyRLGymGenerator

from episode import served_tools
from group_rewards import LAMBDA, group_rewards

# As many characters of an answer as a model is shown.
ANSWER_CHARACTERS_MAX = 16384


class GroupGenerator(SkyRLGymGenerator):
    """`server` is where `compoworld serve --view meta --openenv` serves."""

    def __init__(self, generator_cfg, *args, server, reward_lambda=LAMBDA, **kwargs):
        if generator_cfg.step_wise_trajectories or generator_cfg.batched:
            raise ValueError("a rollout is one row: leave `step_wise_trajectories` and `batched` off")
        self.server = server.rstrip("/")
        self.reward_lambda = reward_lambda
        self.tools = served_tools(self.server)
        shown = {**generator_cfg.chat_template_kwargs, "tools": self.tools}
        super().__init__(replace(generator_cfg, chat_template_kwargs=shown), *args, **kwargs)

    def _setup_env_extras(self, env_class, env_extras, sampling_params, trajectory_id):
        return {
            **env_extras,
            "server": self.server,
            "tools": self.tools,
            "answer_characters_max": ANSWER_CHARACTERS_MAX,
            "end_of_turn": self.tokenizer.eos_token,
        }

    async def generate(self, input_batch, *args, **kwargs):
        output = await super().generate(input_batch, *args, **kwargs)
        tasks = [rollout.instance_id for rollout in input_batch["trajectory_ids"]]
        passed = [metrics["passed"] for metrics in output["env_metrics"]]
        output["rewards"] = rewards_by_task(tasks, passed, self.reward_lambda)
        return output


def rewards_by_task(tasks, passed, keep):
    """The reward of each rollout, among those of its task."""
    rewards = [0.0] * len(tasks)
    for task in set(tasks):
        places = [place for place, other in enumerate(tasks) if other == task]
        own = group_rewards([passed[place] for place in places], keep)
        for place, reward in zip(places, own, strict=True):
            rewards[place] = reward
    return rewards
