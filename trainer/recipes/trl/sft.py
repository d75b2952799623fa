"""SFT with TRL on trajectories of CompoWorld.

Usage: sft.py --model_name_or_path MODEL --data DATA --output_dir OUT [--config FILE.yaml]
              [any setting of trl.SFTConfig]

DATA is a folder that `compoworld export --format trl --arguments object` wrote from trajectories with
the meta-tools (`rollout --view meta`). Loss is on what the assistant said alone.
"""

import json
import sys
from dataclasses import dataclass, field
from pathlib import Path

from datasets import load_dataset
from transformers.utils import get_json_schema
from trl import ModelConfig, SFTConfig, SFTTrainer, TrlParser

# What the recipes share.
sys.path.append(str(Path(__file__).parents[1] / "openenv"))

from workspace import TOOLS


@dataclass
class RecipeArguments:
    """What this recipe wants beside TRL's own settings."""

    data: str = field(metadata={"help": "A folder that `compoworld export --format trl` wrote."})


def demonstrations(data):
    """The rows, with the tools as GRPO will show them: a model should not learn two wordings."""
    # Folders of one name share a cache, and an older one's rows would be taken for these.
    rows = load_dataset(data, download_mode="force_redownload")["train"]
    tools = [get_json_schema(tool) for tool in TOOLS]
    names = {tool["function"]["name"] for tool in tools}
    for text in set(rows["tools"]):
        found = {tool["function"]["name"] for tool in json.loads(text)}
        if found != names:
            raise SystemExit(
                f"{data} has other tools than {sorted(names)}: "
                "make its trajectories with `compoworld rollout --view meta`"
            )
    rows = rows.select_columns(["messages"])
    return rows.add_column("tools", [json.dumps(tools)] * len(rows))


def main(recipe, settings, model):
    settings.assistant_only_loss = True
    trainer = SFTTrainer(
        model=model.model_name_or_path, args=settings, train_dataset=demonstrations(recipe.data)
    )
    trainer.train()
    trainer.save_model()
    trainer.save_state()


if __name__ == "__main__":
    main(*TrlParser((RecipeArguments, SFTConfig, ModelConfig)).parse_args_and_config())
