"""Demonstrations of CompoWorld as verl's SFT reads conversations.

Conversations are lines of `compoworld export --format trl --arguments object`. verl's own data set reads
Parquet, and renders message by message, which the templates of Qwen 3.5 and later refuse. Here a
conversation is rendered as a whole, and loss is on what the assistant said in it.
"""

import json
import sys
from pathlib import Path

import torch
from torch.utils.data import Dataset

# What the recipes share.
sys.path.append(str(Path(__file__).parents[1] / "openenv"))

from conversation import spoken_spans


class Demonstrations(Dataset):
    """The conversations of files. Longer ones than `max_length` are an error."""

    def __init__(self, parquet_files, tokenizer, config, processor=None, max_samples=-1):
        if config.pad_mode != "no_padding":
            raise ValueError("set `data.pad_mode` to `no_padding`")
        self.tokenizer = tokenizer
        self.longest = config.max_length
        self.settings = config.get("apply_chat_template_kwargs", {})
        paths = [parquet_files] if isinstance(parquet_files, str) else parquet_files
        lines = [line for path in paths for line in Path(path).read_text().splitlines()]
        self.rows = [json.loads(line) for line in (lines[:max_samples] if max_samples > 0 else lines)]

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, at):
        row = self.rows[at]
        tools = json.loads(row["tools"])
        whole, spans = spoken_spans(self.tokenizer, row["messages"], tools, **self.settings)
        read = self.tokenizer(whole, add_special_tokens=False, return_offsets_mapping=True)
        ids = torch.tensor(read["input_ids"])
        if len(ids) > self.longest:
            raise ValueError(
                f"the conversation of task {row['task']} has {len(ids)} tokens: set `data.max_length` "
                f"to more than {self.longest}, or leave it out"
            )
        mask = torch.zeros_like(ids)
        for token, (start, _) in enumerate(read["offset_mapping"]):
            mask[token] = any(first <= start < end for first, end in spans)
        return {"input_ids": ids, "loss_mask": mask, "position_ids": torch.arange(len(ids))}
