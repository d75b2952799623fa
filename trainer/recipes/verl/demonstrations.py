"""Demonstrations of CompoWorld as verl's SFT reads conversations.

verl reads Parquet files in which tools are lists. `compoworld export --format trl` writes a line of
JSON for each conversation, with the tools as text, since their members differ from task to task.
"""

import json

import pandas as pd
from verl.utils.dataset.multiturn_sft_dataset import MultiTurnSFTDataset
from verl.utils.tokenizer.chat_template import extract_system_prompt_and_generation


class Demonstrations(MultiTurnSFTDataset):
    """The conversations of a folder's files."""

    def _read_files_and_process(self):
        rows = [row for path in self.parquet_files for row in conversations(path)]
        if self.max_samples > 0:
            rows = rows[: self.max_samples]
        self.dataframe = pd.DataFrame({self.messages_key: [row["messages"] for row in rows]})
        self.messages = [row["messages"] for row in rows]
        self.tools = [row["tools"] for row in rows]
        self.enable_thinking = None
        self.system_prompt, self.generation_prompt = extract_system_prompt_and_generation(
            self.tokenizer, **self.apply_chat_template_kwargs
        )


def conversations(path):
    """The rows of a file, with tools as lists and arguments as objects."""
    with open(path) as lines:
        rows = [json.loads(line) for line in lines]
    for row in rows:
        row["tools"] = opened(row["tools"])
        for message in row["messages"]:
            for call in message.get("tool_calls") or []:
                call["function"]["arguments"] = opened(call["function"]["arguments"])
    return rows


def opened(value):
    return json.loads(value) if isinstance(value, str) else value
