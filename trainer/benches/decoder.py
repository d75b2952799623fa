"""Speed of the embedded policy's shape in torch, as benches/decoder.rs measures ours.

The same blocks: a residual causal convolution, grouped attention with rotary positions, a gated
feed-forward part; tied embeddings, and a pointer that copies from the context.
"""

import time

import torch
from torch import nn
from torch.nn import functional as F

N_VOCABULARY, D_MODEL, N_LAYERS, N_HEADS, N_KV_HEADS, D_HEAD = 1600, 128, 2, 4, 2, 32
D_FEED_FORWARD, CONV_REACH, D_POINTER = 256, 4, 64
N_ROWS, N_TOKENS, N_PROMPT, N_DECODED = 8, 256, 128, 64


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv1d(D_MODEL, D_MODEL, CONV_REACH, groups=D_MODEL, bias=False)
        self.attention_norm = nn.RMSNorm(D_MODEL, eps=1e-5)
        self.qkv = nn.Linear(D_MODEL, (N_HEADS + 2 * N_KV_HEADS) * D_HEAD, bias=False)
        self.out = nn.Linear(N_HEADS * D_HEAD, D_MODEL, bias=False)
        self.feed_forward_norm = nn.RMSNorm(D_MODEL, eps=1e-5)
        self.feed_forward_in = nn.Linear(D_MODEL, 2 * D_FEED_FORWARD, bias=False)
        self.feed_forward_out = nn.Linear(D_FEED_FORWARD, D_MODEL, bias=False)

    def forward(self, x, rotation, memory):
        """`memory`: the convolution's last inputs, and the keys and values so far."""
        n_rows, n_tokens, _ = x.shape
        tail, keys_before, values_before = memory
        padded = torch.cat([tail, x], 1)
        tail = padded[:, n_tokens:]
        # The taps see the tokens before, not the token itself.
        x = x + self.conv(padded[:, :-1].transpose(1, 2)).transpose(1, 2)
        qkv = self.qkv(self.attention_norm(x)).view(n_rows, n_tokens, -1, D_HEAD).transpose(1, 2)
        rotated, values = qkv[:, :-N_KV_HEADS], qkv[:, -N_KV_HEADS:]
        cosines, sines = rotation
        first, second = rotated.chunk(2, -1)
        rotated = torch.cat([first * cosines - second * sines, second * cosines + first * sines], -1)
        queries, keys = rotated[:, :N_HEADS], rotated[:, N_HEADS:]
        if keys_before is not None:
            keys = torch.cat([keys_before, keys], 2)
            values = torch.cat([values_before, values], 2)
        mixed = F.scaled_dot_product_attention(
            queries, keys, values, is_causal=n_tokens > 1, enable_gqa=True)
        x = x + self.out(mixed.transpose(1, 2).reshape(n_rows, n_tokens, -1))
        gate, content = self.feed_forward_in(self.feed_forward_norm(x)).chunk(2, -1)
        return x + self.feed_forward_out(F.silu(gate) * content), (tail, keys, values)


class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Parameter(torch.randn(N_VOCABULARY, D_MODEL) * D_MODEL**-0.5)
        self.blocks = nn.ModuleList(Block() for _ in range(N_LAYERS))
        self.norm = nn.RMSNorm(D_MODEL, eps=1e-5)
        self.query = nn.Linear(D_MODEL, D_POINTER, bias=False)
        self.key_here = nn.Linear(D_MODEL, D_POINTER, bias=False)
        self.key_before = nn.Linear(D_MODEL, D_POINTER, bias=False)
        self.gate = nn.Linear(D_MODEL, 1)

    def empty(self, n_rows):
        return [(torch.zeros(n_rows, CONV_REACH, D_MODEL), None, None)] * N_LAYERS

    def states(self, ids, memories, n_before):
        x = F.embedding(ids, self.embedding) * D_MODEL**0.5
        positions = torch.arange(n_before, n_before + ids.shape[1]).unsqueeze(1)
        angles = positions * 10_000.0 ** (-torch.arange(D_HEAD // 2) / (D_HEAD // 2))
        rotation = (angles.cos(), angles.sin())
        kept = []
        for block, memory in zip(self.blocks, memories):
            x, memory = block(x, rotation, memory)
            kept.append(memory)
        return self.norm(x), kept

    def pointer_keys(self, states, before):
        shifted = torch.cat([before, states[:, :-1]], 1)
        return self.key_here(states) + self.key_before(shifted)

    def loss(self, ids, positions, wanted, mask, matches):
        """Of the tokens that the agent said; `mask` and `matches` are for all positions asked."""
        n_rows = ids.shape[0]
        states, _ = self.states(ids, self.empty(n_rows), 0)
        asking = states.reshape(-1, D_MODEL)[positions]
        from_vocabulary = F.log_softmax(asking @ self.embedding.T, -1).gather(1, wanted)
        keys = self.pointer_keys(states, torch.zeros(n_rows, 1, D_MODEL))
        queries = self.query(asking).view(n_rows, -1, D_POINTER) * D_POINTER**-0.5
        spread = F.softmax(queries @ keys.transpose(1, 2) + mask, -1)
        copied = (spread * matches).sum(2).view(-1, 1)
        share = torch.sigmoid(self.gate(asking))
        mixed = from_vocabulary.exp() * share + copied * (1 - share)
        return -mixed.clamp_min(1e-9).log().mean()


model = Decoder()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-5, betas=(0.9, 0.98), weight_decay=0)


def lesson():
    """Eight rows of which the agent said every fourth stretch of four tokens, and what is asked."""
    at = torch.arange(N_TOKENS + 1)
    rows = torch.arange(N_ROWS).unsqueeze(1)
    ids = (rows * 131 + at * 7919) % N_VOCABULARY
    said = (rows + at) % 16 < 4
    # As many in each row, so that they stack.
    said[:, 0] = False
    n_said = said.sum(1).min()
    columns = torch.stack([row.nonzero().flatten()[:n_said] for row in said])
    wanted = ids.gather(1, columns)
    inputs, before = ids[:, :-1], columns - 1
    positions = (rows * N_TOKENS + before).flatten()
    mask = torch.where(at[:-1] <= before.unsqueeze(2), 0.0, -1e9)
    matches = (inputs.unsqueeze(1) == wanted.unsqueeze(2)).float()
    return inputs, positions, wanted.view(-1, 1), mask, matches


def step(batch):
    optimizer.zero_grad()
    model.loss(*batch).backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()


@torch.no_grad()
def decode(n_rows):
    ids = (torch.arange(n_rows).unsqueeze(1) * 131 + torch.arange(N_PROMPT) * 7919) % N_VOCABULARY
    states, memories = model.states(ids, model.empty(n_rows), 0)
    keys = model.pointer_keys(states, torch.zeros(n_rows, 1, D_MODEL))
    last = states[:, -1:]
    start = time.perf_counter()
    for n_read in range(N_PROMPT, N_PROMPT + N_DECODED):
        queries = model.query(last) * D_POINTER**-0.5
        F.softmax(queries @ keys.transpose(1, 2), -1).numpy()
        torch.sigmoid(model.gate(last)).numpy()
        chosen = F.softmax(last @ model.embedding.T, -1).argmax(-1)
        states, memories = model.states(chosen, memories, n_read)
        keys = torch.cat([keys, model.pointer_keys(states, last)], 1)
        last = states
    last.numpy()
    return time.perf_counter() - start


batch = lesson()
for n_threads in (1, 2):
    torch.set_num_threads(n_threads)
    times = []
    for _ in range(11):
        start = time.perf_counter()
        step(batch)
        times.append(time.perf_counter() - start)
    print(f"step, {n_threads} threads: {N_ROWS * N_TOKENS / sorted(times[1:])[5]:.0f} tokens/s")
    for n_rows in (1, 8, 32):
        decode(n_rows)
        seconds = sorted(decode(n_rows) for _ in range(10))[5]
        print(f"decode {n_rows}, {n_threads} threads: {n_rows * N_DECODED / seconds:.0f} tokens/s")
