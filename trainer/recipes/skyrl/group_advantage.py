"""The advantage of GRPO with the deviation of the population, which SkyRL's own does not have.

Importing this registers it, under the name `grpo_population` (`trainer.algorithm.advantage_estimator`).
"""

import torch
from skyrl.backends.skyrl_train.utils.ppo_utils import register_advantage_estimator

from group_rewards import group_advantages

NAME = "grpo_population"


@register_advantage_estimator(NAME)
def grpo_population(token_level_rewards, response_mask, index, **settings):
    """The advantage of each rollout on every token of its response. SkyRL's loss leaves out those that
    the model did not say.

    Shapes: `token_level_rewards` and `response_mask` are `[n_rollouts, n_tokens]`, and so is what is
    given, twice: as advantages, and as returns. `index` has the group of each rollout.
    """
    with torch.no_grad():
        rewards = token_level_rewards.double().sum(dim=-1).tolist()
        advantages = token_level_rewards.new_tensor(group_advantages(rewards, list(index)))
        advantages = advantages.unsqueeze(-1) * response_mask
    return advantages, advantages
