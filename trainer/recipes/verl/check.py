"""Drives the recipe through verl's own classes, without a GPU and without an inference server.

Usage: check.py SERVER ROWS DEMONSTRATIONS MODEL OUT

SERVER serves OpenEnv for the tasks of ROWS (`compoworld export --format verl`), MODEL is a tiny
checkpoint of `tiny_checkpoint.py`, and DEMONSTRATIONS are of the same tasks (`--format trl --arguments
object`). Rollouts are written beforehand (`scripted.py`); verl's data sets, agent-loop worker, queue and
trainer do the rest, up to the advantages. OUT gets a line for each rollout: its task,
verdict, reward and advantage.
"""

import os
import sys
from itertools import groupby
from operator import itemgetter
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path += [str(HERE), str(HERE.parent / "openenv")]
# For the processes that Ray starts.
os.environ["PYTHONPATH"] = os.pathsep.join(sys.path[-2:])
os.environ["VERL_USE_EXTERNAL_MODULES"] = "group_advantage"

import ray
import torch
import transfer_queue as tq
import verl.trainer.config
from hydra import compose, initialize_config_dir
from omegaconf import OmegaConf
from omegaconf.errors import ConfigKeyError
from verl.trainer.ppo.core_algos import get_adv_estimator_fn
from verl.trainer.ppo.v1 import AgentLoopManagerTQ, PPOTrainerSync
from verl.trainer.sft_trainer import create_sft_dataset
from verl.utils import hf_tokenizer
from verl.utils.config import omega_conf_to_dataclass, validate_config

from rollout_check import check_rollouts, write
from scripted import GROUP_SIZE, Demonstrations, ScriptedRollouts, writes_tags
from scripted_server import ScriptedServer

N_TASKS = 2
N_RESPONSE_MAX = 6144


def settings(name, changes):
    """The recipe's settings over verl's own. A key that verl does not have is an error."""
    own = OmegaConf.load(HERE / f"{name}.yaml")
    base = own.pop("defaults")[0]
    own.pop("hydra")
    with initialize_config_dir(str(Path(verl.trainer.config.__file__).parent), version_base=None):
        known = compose(base)
    OmegaConf.set_struct(known, True)
    try:
        OmegaConf.merge(known, own)
    except ConfigKeyError as error:
        raise SystemExit(f"{name}.yaml has a key that verl does not have: {error}") from error
    with initialize_config_dir(str(HERE), version_base=None):
        return compose(name, [f"{key}={value}" for key, value in changes.items()])


def grpo_settings(rows, model, call_format):
    """The settings of the paper, made smaller where this machine asks for it."""
    validate_config(settings("paper_grpo", {"actor_rollout_ref.model.path": model}), False, False)
    rollout = "actor_rollout_ref.rollout"
    return settings(
        "paper_grpo",
        {
            "data.train_files": rows,
            "data.val_files": rows,
            "data.train_batch_size": N_TASKS,
            "data.dataloader_num_workers": 0,
            "data.max_response_length": N_RESPONSE_MAX,
            "actor_rollout_ref.model.path": model,
            "actor_rollout_ref.actor.ppo_mini_batch_size": N_TASKS,
            f"{rollout}.multi_turn.format": call_format,
            f"{rollout}.agent.agent_loop_config_path": HERE / "agent_loops.yaml",
            f"{rollout}.agent.num_workers": 1,
            # There is no actor whose log-probabilities could be asked for.
            "algorithm.rollout_correction.bypass_mode": True,
            "transfer_queue.enable": True,
            "transfer_queue.backend.SimpleStorage.num_data_storage_units": 1,
        },
    )


def play(config, server):
    """One step of verl's trainer, without what needs a GPU: from rows to advantages."""
    ray.init(address="local", num_cpus=2, include_dashboard=False, log_to_driver=False)
    tq.init(config.transfer_queue)
    trainer = PPOTrainerSync(config)
    trainer.global_steps = 1
    trainer._init_tokenizer()
    trainer._init_dataloader()
    trainer.agent_loop_manager = AgentLoopManagerTQ.create(config=config, llm_client=server)
    trainer._add_batch_to_generate()
    batch, _ = trainer.replay_buffer.sample(
        global_steps=1, partition_id="train", batch_size=N_TASKS
    )
    trainer._compute_old_log_prob(batch, {})
    trainer._compute_advantage(batch, {})
    return tq.kv_batch_get(keys=batch.keys, partition_id=batch.partition_id)


def read(tokenizer, done, at):
    """A rollout as the trainer would learn from it."""
    ids, mask = done["responses"][at].tolist(), done["response_mask"][at].tolist()
    advantages = done["advantages"][at].tolist()
    assert len(ids) == len(mask) == len(advantages) == len(done["rollout_log_probs"][at])
    runs = [
        (is_said, tokenizer.decode([token for _, token in run]))
        for is_said, run in groupby(zip(mask, ids), itemgetter(0))
    ]
    [advantage] = {advantage for advantage, is_said in zip(advantages, mask) if is_said}
    assert all(value == 0 for value, is_said in zip(advantages, mask) if not is_said)
    return {
        "task": done["interaction_kwargs"][at]["task"],
        "passed": done["extra_fields"][at]["passed"],
        "text": tokenizer.decode(done["prompts"][at].tolist() + ids),
        "said": [text for is_said, text in runs if is_said],
        "told": [text for is_said, text in runs if not is_said],
        "reward": done["rm_scores"][at].sum().item(),
        "advantage": advantage,
    }


def check_equal_rewards():
    """A group of equal rewards teaches nothing."""
    rewards = torch.tensor([[0.0, 0.3]] * GROUP_SIZE)
    estimate = get_adv_estimator_fn("grpo_population")
    advantages, _ = estimate(rewards, torch.ones(GROUP_SIZE, 2), index=["one"] * GROUP_SIZE)
    assert not advantages.any()


def check_demonstrations(path, tokenizer, shown):
    """SFT learns what the assistant said, and nothing else, of the whole conversation."""
    config = settings("paper_sft", {"data.custom_cls.path": HERE / "demonstrations.py"})
    for part in ["engine", "optim", "checkpoint"]:
        omega_conf_to_dataclass(config[part])
    data = create_sft_dataset(path, config.data, tokenizer, None)
    for at, row in enumerate(shown.rows):
        ids, mask = data[at]["input_ids"], data[at]["loss_mask"].bool()
        assert tokenizer.decode(ids) == shown.whole[row["task"]] + "\n"
        assert tokenizer.decode(ids[mask]) == "".join(shown.turns[row["task"]])


def main(server, rows, demonstrations, model, out):
    os.environ["COMPOWORLD_SERVER"] = server
    tokenizer = hf_tokenizer(model)
    shown = Demonstrations(demonstrations, tokenizer)
    check_equal_rewards()
    check_demonstrations(demonstrations, tokenizer, shown)
    scripted = ScriptedRollouts(tokenizer, shown, N_RESPONSE_MAX)
    is_tagged = writes_tags(shown.turns[shown.rows[0]["task"]])
    config = grpo_settings(rows, model, "qwen3_coder" if is_tagged else "hermes")
    done = play(config, ScriptedServer(scripted))
    rollouts = [read(tokenizer, done, at) for at in range(len(done))]
    check_rollouts(rollouts, shown.turns, shown.whole)
    write(rollouts, out)


if __name__ == "__main__":
    main(*sys.argv[1:])
