"""Drives the recipe through SkyRL's own classes, without a GPU and without an inference engine.

Usage: check.py SERVER ROWS DEMONSTRATIONS MODEL OUT

SERVER serves OpenEnv for the tasks of ROWS (`compoworld export --format verl`), MODEL is a tiny
checkpoint of `tiny_checkpoint.py`, and DEMONSTRATIONS are of the same tasks (`--format trl --arguments
object`). Rollouts are written beforehand (`scripted.py`); SkyRL's data set, environment, generator and
trainer do the rest, up to the advantages. OUT gets a line for each rollout: its task,
verdict, reward and advantage.
"""

import asyncio
import sys
import typing
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from types import SimpleNamespace

import typing_extensions

HERE = Path(__file__).resolve().parent
sys.path += [str(HERE), str(HERE.parent / "openenv")]
if sys.version_info < (3, 12):
    # SkyRL is for Python 3.12; before that, pydantic wants the newer class of the two.
    typing.TypedDict = typing_extensions.TypedDict

import skyrl_gym
import torch
from skyrl.backends.skyrl_train.utils.ppo_utils import AdvantageEstimatorRegistry
from skyrl.train.config import SkyRLTrainConfig
from skyrl.train.config.sft_config import SFTConfig, validate_sft_cfg
from skyrl.train.dataset import PromptDataset
from skyrl.train.generators.utils import prepare_generator_input
from skyrl.train.sft_trainer import tokenize_chat_example
from skyrl.train.trainer import RayPPOTrainer
from skyrl.train.utils import validate_cfg
from transformers import AutoTokenizer

from episode import served_tools
from experiment import register_environment
from group_advantage import NAME
from group_generator import GroupGenerator
from rollout_check import check_rollouts, write
from scripted import GROUP_SIZE, Demonstrations, ScriptedRollouts
from scripted_client import ScriptedClient
from settings import read_settings
from tool_calls import read_calls

N_TASKS = 2
N_INPUT_MAX = 6144


def check_settings():
    """SkyRL knows every setting of the paper's files, and takes no other."""
    for config, name in [(SkyRLTrainConfig, "paper_grpo.yaml"), (SFTConfig, "paper_sft.yaml")]:
        try:
            read_settings(config, HERE / name, ["no_such_key=1"])
        except ValueError:
            continue
        raise SystemExit(f"{name}: SkyRL takes a key that it does not have")
    validate_cfg(read_settings(SkyRLTrainConfig, HERE / "paper_grpo.yaml", []))
    validate_sft_cfg(read_settings(SFTConfig, HERE / "paper_sft.yaml", []))


def check_calls(tools):
    """Calls in tags are read as those in JSON."""
    name = "call_tool"
    written = (
        f"<tool_call>\n<function={name}>\n<parameter=tool>\n5\n</parameter>\n"
        '<parameter=arguments>\n{"n": 5}\n</parameter>\n</function>\n</tool_call>'
    )
    assert read_calls(written, tools) == [(name, {"tool": "5", "arguments": {"n": 5}})]
    assert read_calls("<tool_call>\n<function=call_tool>", tools) == [None]


def check_environment(server, tools, task, turns, end):
    """The environment by itself: it shows answers, cuts long ones, and what is shown succeeds."""
    extras = {
        "extra_info": {"interaction_kwargs": {"task": task}},
        "server": server,
        "tools": tools,
        "answer_characters_max": 40,
        "end_of_turn": end,
        "max_turns": len(turns),
    }
    env = skyrl_gym.make("compoworld", env_config={}, extras=extras)
    prompt = [{"role": "user", "content": "Begin."}]
    assert env.init(prompt)[0] == prompt
    for said in turns[:-1]:
        step = env.step(said)
        assert not step["done"] and step["reward"] == 0
        assert "cut after 40 characters" in step["observations"][0]["content"]
    assert env.step(turns[-1])["done"]
    assert env.get_metrics()["success"]
    env.close()


def check_equal_rewards():
    """A group of equal rewards teaches nothing."""
    rewards = torch.tensor([[0.0, 0.3]] * GROUP_SIZE)
    estimate = AdvantageEstimatorRegistry.get(NAME)
    advantages, _ = estimate(rewards, torch.ones(GROUP_SIZE, 2), index=["one"] * GROUP_SIZE)
    assert not advantages.any()


def check_demonstrations(tokenizer, shown):
    """SFT learns what the assistant said, and nothing else, of the whole conversation."""
    what = read_settings(SFTConfig, HERE / "paper_sft.yaml", []).train_on_what
    for row in shown.rows:
        read = tokenize_chat_example(row, tokenizer, train_on_what=what)
        assert tokenizer.decode(read["input_ids"]) == shown.whole[row["task"]] + "\n"
        learned = read["input_ids"][-read["num_actions"] :]
        learned = [token for token, counts in zip(learned, read["loss_mask"]) if counts]
        assert tokenizer.decode(learned) == "".join(shown.turns[row["task"]])


def play(settings, tokenizer, client, server, rows):
    """One step of SkyRL's trainer, without what needs a GPU: from rows to advantages."""
    generator = GroupGenerator(
        generator_cfg=settings.generator,
        skyrl_gym_cfg=settings.environment.skyrl_gym,
        inference_engine_client=client,
        tokenizer=tokenizer,
        server=server,
    )
    longest = settings.trainer.max_prompt_length
    data = PromptDataset(rows, tokenizer, max_prompt_length=longest, num_workers=1)
    trainer = RayPPOTrainer(
        cfg=settings,
        tracker=None,
        tokenizer=tokenizer,
        train_dataset=data,
        inference_engine_client=client,
        generator=generator,
    )
    trainer.dispatch = SimpleNamespace(get_lcm_dp_size=lambda: 1)
    batch = data.collate_fn([data[at] for at in range(N_TASKS)])
    asked, uids = prepare_generator_input(
        batch, GROUP_SIZE, None, settings.environment.env_class, "train", 1
    )
    output = asyncio.run(trainer.generate(asked))
    output, uids = trainer.postprocess_generator_output(output, uids)
    done = trainer.convert_to_training_input(output, uids)
    done["values"] = None
    done = trainer.compute_advantages_and_returns(done)
    tasks = [extras["extra_info"]["interaction_kwargs"]["task"] for extras in asked["env_extras"]]
    return [read(tokenizer, output, done, tasks, at) for at in range(len(tasks))]


def read(tokenizer, output, done, tasks, at):
    """A rollout as the trainer would learn from it."""
    ids, mask = output["response_ids"][at], output["loss_masks"][at]
    assert len(ids) == len(mask) == len(output["rollout_logprobs"][at])
    runs = [
        (is_said, tokenizer.decode([token for _, token in run]))
        for is_said, run in groupby(zip(mask, ids), itemgetter(0))
    ]
    # SkyRL pads responses on the left.
    advantages = done["advantages"][at][-len(ids) :].tolist()
    assert done["loss_mask"][at][-len(ids) :].tolist() == mask
    [advantage] = {advantage for advantage, is_said in zip(advantages, mask) if is_said}
    return {
        "task": tasks[at],
        "passed": output["env_metrics"][at]["passed"],
        "text": tokenizer.decode(output["prompt_token_ids"][at] + ids),
        "said": [text for is_said, text in runs if is_said],
        "told": [text for is_said, text in runs if not is_said],
        "reward": sum(output["rewards"][at]),
        "advantage": advantage,
    }


def main(server, rows, demonstrations, model, out):
    tokenizer = AutoTokenizer.from_pretrained(model)
    shown = Demonstrations(demonstrations, tokenizer)
    tools = served_tools(server)
    register_environment()
    check_settings()
    check_calls(tools)
    check_equal_rewards()
    check_demonstrations(tokenizer, shown)
    task = shown.rows[0]["task"]
    check_environment(server, tools, task, shown.turns[task], tokenizer.eos_token)
    # The settings of the paper, made smaller where this machine asks for it.
    words = [
        f"data.train_data=[{rows}]",
        "data.dataloader.num_workers=0",
        f"trainer.policy.model.path={model}",
        f"trainer.train_batch_size={N_TASKS}",
        f"trainer.policy_mini_batch_size={N_TASKS}",
        "trainer.enable_ray_gpu_monitor=false",
        f"generator.max_input_length={N_INPUT_MAX}",
        "generator.inference_engine.enable_ray_prometheus_stats=false",
    ]
    settings = read_settings(SkyRLTrainConfig, HERE / "paper_grpo.yaml", words)
    client = ScriptedClient(ScriptedRollouts(tokenizer, shown, N_INPUT_MAX))
    rollouts = play(settings, tokenizer, client, server, rows)
    check_rollouts(rollouts, shown.turns, shown.whole)
    write(rollouts, out)


if __name__ == "__main__":
    main(*sys.argv[1:])
