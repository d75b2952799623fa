"""Makes a tiny Qwen3 with random weights, to try the recipe on a CPU. Nothing is fetched.

Usage: tiny_checkpoint.py DATA OUT [TEMPLATE]

The tokenizer is trained on the conversations of DATA, a folder that `compoworld export --format trl`
wrote; the chat template is one that comes with TRL, that of Qwen3 unless it is told, so that TRL knows
how to read its tool calls.
"""

import json
import sys
from importlib.metadata import files

import torch
from datasets import load_dataset
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import PreTrainedTokenizerFast, Qwen3Config, Qwen3ForCausalLM

TEMPLATE = "qwen3_instruct_2507"
VOCABULARY = 2048
SPECIAL = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"]
# One token each, but not special: what parses tool calls wants to see them.
TAGS = ["<tool_call>", "</tool_call>", "<tool_response>", "</tool_response>"]


def train_tokenizer(texts, template):
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(
        vocab_size=VOCABULARY - len(TAGS),
        special_tokens=SPECIAL,
        initial_alphabet=alphabet,
        show_progress=False,
    )
    tokenizer.train_from_iterator(texts, trainer)
    tokenizer.add_tokens([AddedToken(tag, normalized=False) for tag in TAGS])
    [template] = [file for file in files("trl") if file.match(f"chat_templates/{template}.jinja")]
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        eos_token="<|im_end|>",
        pad_token="<|endoftext|>",
        chat_template=template.locate().read_text(),
    )


def main(data, out, template=TEMPLATE):
    rows = load_dataset(data, download_mode="force_redownload")["train"]
    texts = [json.dumps(row["messages"], ensure_ascii=False) for row in rows]
    texts += list(rows["tools"])
    tokenizer = train_tokenizer(texts, template)
    torch.manual_seed(1)
    config = Qwen3Config(
        vocab_size=len(tokenizer),
        hidden_size=128,
        intermediate_size=256,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        head_dim=32,
        max_position_embeddings=4096,
        tie_word_embeddings=True,
        eos_token_id=tokenizer.eos_token_id,
        pad_token_id=tokenizer.pad_token_id,
        bos_token_id=None,
    )
    model = Qwen3ForCausalLM(config)
    model.save_pretrained(out)
    tokenizer.save_pretrained(out)
    print(f"a Qwen3 of {model.num_parameters():,} parameters is in {out}")


main(*sys.argv[1:])
