"""The advantage of GRPO with the deviation of the population, which verl's own does not have.

verl loads this where `VERL_USE_EXTERNAL_MODULES=group_advantage` is set, and finds it by the name
`grpo_population` (`algorithm.adv_estimator`).
"""

import torch
from verl.trainer.ppo.core_algos import register_adv_est

from group_rewards import group_advantages


@register_adv_est("grpo_population")
def grpo_population(token_level_rewards, response_mask, index, **settings):
    """The advantage of each rollout on every token that the model said, and 0 on the others.

    Shapes: `token_level_rewards` and `response_mask` are `[n_rollouts, n_tokens]`, and so is what is
    given, twice: as advantages, and as returns. `index` has the group of each rollout.
    """
    with torch.no_grad():
        rewards = token_level_rewards.double().sum(dim=-1).tolist()
        advantages = token_level_rewards.new_tensor(group_advantages(rewards, list(index)))
        advantages = advantages.unsqueeze(-1) * response_mask
    return advantages, advantages
