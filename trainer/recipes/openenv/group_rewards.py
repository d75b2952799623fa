"""The Completion-Focused Rubric Reward and the advantages of a group, from the server's verdicts.

A group is N rollouts of one task; `passed[i][j]` says whether rollout i satisfies criterion j of the
task's rubric.

Source: CompoWorld, arXiv:2609.33665, the Completion-Focused Rubric Reward; `runtime/world/src/reward.rs`
has the same formulas.
"""

# The paper's lambda: the weight that a criterion keeps which every rollout satisfies.
LAMBDA = 0.01
# Added to the deviation of a group's rewards.
DELTA = 1e-6


def group_rewards(passed, keep=LAMBDA):
    """The reward of each rollout of a group, from 0 to 1.

    With pass rates `p_j = mean_i b_ij` and weights `w_j = keep + (1 - p_j)`, a rollout gets
    `R_i = sum_j w_j b_ij / sum_j w_j`.
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


def group_advantages(rewards, groups):
    """The advantage of each rollout, `(R_i - mean) / (deviation + DELTA)` within its group.

    `groups[i]` names the group of rollout i. The deviation is that of the population; equal rewards
    give 0.
    """
    members = {}
    for place, group in enumerate(groups):
        members.setdefault(group, []).append(place)
    advantages = [0.0] * len(rewards)
    for places in members.values():
        own = [rewards[place] for place in places]
        if max(own) == min(own):
            continue
        mean = sum(own) / len(own)
        deviation = (sum((reward - mean) ** 2 for reward in own) / len(own)) ** 0.5
        for place in places:
            advantages[place] = (rewards[place] - mean) / (deviation + DELTA)
    return advantages
