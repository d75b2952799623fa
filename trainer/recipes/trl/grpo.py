"""GRPO with TRL in the workspaces of a CompoWorld server.

Usage: grpo.py --model_name_or_path MODEL --server URL --output_dir OUT [--config FILE.yaml]
               [any setting of trl.GRPOConfig]

URL is where `compoworld serve --tasks FILE --view meta --http ADDRESS --openenv` serves OpenEnv. Each
rollout plays in a session of its own and is judged by the server; OUT/rollouts.jsonl tells how.
"""

import functools
import os
import sys
from dataclasses import dataclass, field
from pathlib import Path

from datasets import Dataset
from trl import GRPOConfig, GRPOTrainer, ModelConfig, TrlParser

# What the recipes share.
sys.path.append(str(Path(__file__).parents[1] / "openenv"))

from episode import served_tasks
from group_rewards import LAMBDA
from rewards import completion_focused
from workspace import Workspace


@dataclass
class RecipeArguments:
    """What this recipe wants beside TRL's own settings."""

    server: str = field(metadata={"help": "Where the server serves OpenEnv."})
    reward_lambda: float = field(
        default=LAMBDA,
        metadata={"help": "The weight that a criterion keeps which a whole group satisfies."},
    )


def main(recipe, settings, model):
    os.makedirs(settings.output_dir, exist_ok=True)
    log = os.path.join(settings.output_dir, "rollouts.jsonl")
    reward = completion_focused(settings.num_generations, recipe.reward_lambda, log)
    trainer = GRPOTrainer(
        model=model.model_name_or_path,
        args=settings,
        train_dataset=Dataset.from_list(served_tasks(recipe.server.rstrip("/"))),
        reward_funcs=reward,
        environment_factory=functools.partial(Workspace, recipe.server.rstrip("/")),
    )
    trainer.train()
    trainer.save_model()
    trainer.save_state()


if __name__ == "__main__":
    main(*TrlParser((RecipeArguments, GRPOConfig, ModelConfig)).parse_args_and_config())
