"""Reads the settings of the TRL recipe as TRL does, on a machine without a GPU.

Usage: check_trl_settings.py sft|grpo FILE.yaml

Prints one JSON object with what TRL made of them. A name that TRL does not know is an error.
"""

import json
import sys

from trl import GRPOConfig, SFTConfig, TrlParser


def main(kind, path):
    config = {"sft": SFTConfig, "grpo": GRPOConfig}[kind]
    here = ["--output_dir", "unused", "--use_cpu", "true", "--bf16", "false"]
    [settings] = TrlParser(config).parse_args_and_config(["--config", path, *here])
    print(json.dumps(settings.to_dict(), default=str))


main(*sys.argv[1:])
