"""Speed of transformers on torch at the shape of SmolLM2-135M, as benches/smollm2.rs measures ours."""

import time

import torch
from transformers import AutoConfig, AutoModelForCausalLM
from transformers.cache_utils import DynamicCache

N_DECODED = 16

config = AutoConfig.for_model(
    "llama", vocab_size=49152, hidden_size=576, intermediate_size=1536, num_hidden_layers=30,
    num_attention_heads=9, num_key_value_heads=3, max_position_embeddings=8192, tie_word_embeddings=True,
    rope_parameters=dict(rope_type="default", rope_theta=100000.0),
)
model = AutoModelForCausalLM.from_config(config)


def ids(n_rows, n_tokens):
    return (torch.arange(n_rows * n_tokens) * 7919 % 49152).reshape(n_rows, n_tokens)


def median(name, n_tokens, run):
    run()
    times = []
    for _ in range(3):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    print(f"{name}: {n_tokens / sorted(times)[1]:.1f} tokens/s")


def forward_and_backward():
    model.zero_grad()
    model(input_ids=ids(1, 512), labels=ids(1, 512)).loss.backward()


@torch.no_grad()
def prefill():
    model(input_ids=ids(1, 512), logits_to_keep=1)


@torch.no_grad()
def decode(n_rows):
    cache = DynamicCache(config=config)
    model(input_ids=ids(1, 64).repeat(n_rows, 1), past_key_values=cache, logits_to_keep=1)
    start = time.perf_counter()
    for _ in range(N_DECODED):
        logits = model(input_ids=torch.ones(n_rows, 1, dtype=torch.long), past_key_values=cache).logits
        logits.argmax(-1).tolist()
    return time.perf_counter() - start


median("forward_and_backward", 512, forward_and_backward)
median("prefill", 512, prefill)
for n_rows in (1, 8):
    decode(n_rows)
    seconds = sorted(decode(n_rows) for _ in range(3))[1]
    print(f"decode {n_rows}: {n_rows * N_DECODED / seconds:.1f} tokens/s")
