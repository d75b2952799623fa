"""SFT with SkyRL on trajectories of CompoWorld.

Usage: sft.py --config FILE.yaml [SkyRL's key.path=value ...]

`dataset_name` is a folder that `compoworld export --format trl --arguments object` wrote.
"""

import argparse

import ray
from skyrl.train.config.sft_config import SFTConfig, build_skyrl_config_for_sft, validate_sft_cfg
from skyrl.train.main_sft import sft_entrypoint
from skyrl.train.utils.utils import initialize_ray

from settings import read_settings


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--config", required=True)
    asked, words = parser.parse_known_args()
    settings = read_settings(SFTConfig, asked.config, words)
    validate_sft_cfg(settings)
    whole = build_skyrl_config_for_sft(settings)
    initialize_ray(whole)
    ray.get(sft_entrypoint.remote(settings, whole))


if __name__ == "__main__":
    main()
