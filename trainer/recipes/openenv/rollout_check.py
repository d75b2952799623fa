"""Holds rollouts that a trainer made of `scripted.py` to what was said, and to our own formulas.

A rollout is what a trainer would learn from: `text`, all of its tokens; `said` and `told`, what is
learned and what is masked, piece by piece; `task`, `passed`, `reward` and `advantage`.
"""

import json
import os

from group_rewards import group_advantages, group_rewards
from scripted import GROUP_SIZE, group_of, mistakes

CLOSE = 1e-6


def check_rollouts(rollouts, turns, whole):
    """`turns` has, for each task, what its demonstration says, and `whole` its text in the template."""
    for task in {rollout["task"] for rollout in rollouts}:
        group = [rollout for rollout in rollouts if rollout["task"] == task]
        assert len(group) == GROUP_SIZE, f"{task}: a group of {len(group)}"
        check_words(group, turns[task], whole[task])
        check_numbers(group)


def check_words(group, turns, whole):
    scripts = group_of(turns)

    def script_of(rollout):
        said = rollout["said"]
        fits = [
            at
            for at, script in enumerate(scripts)
            # What is endless was cut.
            if said[:-1] == script[:-1] and script[-1].startswith(said[-1])
        ]
        assert len(fits) == 1, f"masked otherwise than it was said: {said}"
        return fits[0]

    by_script = {script_of(rollout): rollout for rollout in group}
    assert len(by_script) == GROUP_SIZE, "a rollout was played twice"
    assert by_script[0]["text"] == whole, differs(by_script[0]["text"], whole)
    assert all(by_script[0]["passed"]), "the demonstration succeeds"
    for at, (said, told) in enumerate(mistakes(turns), start=4):
        assert scripts[at][0] == said
        assert told in by_script[at]["told"][0], f"not told `{told}`: {by_script[at]['told']}"
    _, unreadable = mistakes(turns)[0]
    [_, two_calls] = by_script[4]["told"]
    assert '"ok":true' in two_calls and unreadable in two_calls, f"not both answered: {two_calls}"


def check_numbers(group):
    rewards = group_rewards([rollout["passed"] for rollout in group])
    advantages = group_advantages(rewards, [0] * len(group))
    for rollout, reward, advantage in zip(group, rewards, advantages, strict=True):
        assert abs(rollout["reward"] - reward) < CLOSE, (rollout["reward"], reward)
        assert abs(rollout["advantage"] - advantage) < CLOSE, (rollout["advantage"], advantage)


def write(rollouts, path):
    """A line for each rollout, for whoever asks the server what it saw."""
    with open(path, "w") as lines:
        for rollout in rollouts:
            kept = {name: rollout[name] for name in ["task", "passed", "reward", "advantage"]}
            lines.write(json.dumps(kept) + "\n")


def differs(text, whole):
    """Where two texts part, for whoever has to find out why."""
    at = len(os.path.commonprefix([text, whole]))
    return f"not the tokens of the whole conversation: {text[at:at + 200]!r} for {whole[at:at + 200]!r}"
