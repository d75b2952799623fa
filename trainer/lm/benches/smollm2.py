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


def labels(said_every):
    """Four rows of 512; what was not said is -100, which the loss leaves out."""
    places = torch.arange(4).unsqueeze(1) + torch.arange(512)
    return torch.where(places % (4 * said_every) < 4, ids(1, 512).repeat(4, 1), -100)


optimizer = torch.optim.AdamW(model.parameters(), lr=1e-5)


def step(said_every, n_rows):
    """A step over four rows, so many at a time, as TRL takes it: scores at every token."""
    optimizer.zero_grad()
    wanted = labels(said_every)
    for at in range(0, 4, n_rows):
        rows = slice(at, at + n_rows)
        model(input_ids=ids(1, 512).repeat(n_rows, 1), labels=wanted[rows]).loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()


def lora_step():
    wanted = labels(4)
    adapted_optimizer.zero_grad()
    for at in range(4):
        adapted(input_ids=ids(1, 512), labels=wanted[at:at + 1]).loss.backward()
    torch.nn.utils.clip_grad_norm_(learning, 1.0)
    adapted_optimizer.step()


median("forward_and_backward", 512, forward_and_backward)
for n_rows in (1, 4):
    median(f"step, all said, {n_rows} rows at a time", 4 * 512, lambda: step(1, n_rows))
    median(f"step, a quarter said, {n_rows} rows at a time", 4 * 512, lambda: step(4, n_rows))
model.zero_grad()
median("prefill", 512, prefill)
for n_rows in (1, 8):
    decode(n_rows)
    seconds = sorted(decode(n_rows) for _ in range(3))[1]
    print(f"decode {n_rows}: {n_rows * N_DECODED / seconds:.1f} tokens/s")

# What `peft` adds to the model stays, so this comes last.
try:
    from peft import LoraConfig, get_peft_model
except ImportError:
    print("step, a quarter said, adapters: peft is not installed")
else:
    targets = ["q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj"]
    adapted = get_peft_model(model, LoraConfig(r=8, lora_alpha=16, target_modules=targets))
    learning = [weight for weight in adapted.parameters() if weight.requires_grad]
    adapted_optimizer = torch.optim.AdamW(learning, lr=1e-5)
    median("step, a quarter said, adapters", 4 * 512, lora_step)
