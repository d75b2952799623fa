"""GRPO with SkyRL in the worlds of a CompoWorld server.

Usage: grpo.py --config FILE.yaml --server URL [--reward-lambda NUMBER] [SkyRL's key.path=value ...]

URL is where `compoworld serve --tasks FILE --view meta --http ADDRESS --openenv` serves OpenEnv.
"""

import argparse
import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path += [str(HERE), str(HERE.parent / "openenv")]
# For the processes that Ray starts.
own = os.environ.get("PYTHONPATH")
os.environ["PYTHONPATH"] = os.pathsep.join([*sys.path[-2:], *([own] if own else [])])
os.environ["SKYRL_PYTHONPATH_EXPORT"] = "1"

import ray
from skyrl.train.config import SkyRLTrainConfig
from skyrl.train.utils import validate_cfg
from skyrl.train.utils.utils import initialize_ray

import group_advantage  # noqa: F401
from group_rewards import LAMBDA
from settings import read_settings


@ray.remote(num_cpus=1)
def train(settings, server, reward_lambda):
    from experiment import WorldExperiment

    WorldExperiment(settings, server, reward_lambda).run()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--config", required=True)
    parser.add_argument("--server", required=True)
    parser.add_argument("--reward-lambda", type=float, default=LAMBDA)
    asked, words = parser.parse_known_args()
    settings = read_settings(SkyRLTrainConfig, asked.config, words)
    validate_cfg(settings)
    initialize_ray(settings)
    ray.get(train.remote(settings, asked.server, asked.reward_lambda))


if __name__ == "__main__":
    main()
