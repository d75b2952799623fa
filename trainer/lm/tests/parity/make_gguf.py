"""Makes GGUF files with the `gguf` package.

make_gguf.py types OUT writes OUT/types.gguf, a matrix of each type, and OUT/types.safetensors, what
the package makes of them.
make_gguf.py models CHECKPOINTS OUT CASE... writes CHECKPOINTS/<case>, made by make_checkpoints.py, as
OUT/<case>.gguf, under the package's names, laid out as llama.cpp's converter does.
"""

import json
import re
import sys
from pathlib import Path

import gguf
import numpy as np
import torch
from gguf import GGMLQuantizationType as Kind
from safetensors.numpy import load_file, save_file

# Of each type: bytes a block, and where its half-precision scales are.
RANDOM_BLOCKS = {
    Kind.Q2_K: (84, [80, 82]),
    Kind.Q3_K: (110, [108]),
    Kind.Q4_K: (144, [0, 2]),
    Kind.Q5_K: (176, [0, 2]),
    Kind.Q6_K: (210, [208]),
}
QUANTIZED = [Kind.F32, Kind.F16, Kind.BF16, Kind.Q8_0, Kind.Q4_0, Kind.Q4_1, Kind.Q5_0, Kind.Q5_1]
ARCHITECTURES = {"llama": "llama", "qwen2": "qwen2", "qwen3": "qwen3", "qwen3_moe": "qwen3moe"}


def random_blocks(random, kind, n_rows, n_blocks):
    n_bytes, scales = RANDOM_BLOCKS[kind]
    blocks = random.integers(0, 256, (n_rows, n_blocks, n_bytes), dtype=np.uint8)
    for place in scales:
        scale = random.uniform(-0.05, 0.05, (n_rows, n_blocks, 1)).astype(np.float16)
        blocks[:, :, place : place + 2] = scale.view(np.uint8)
    return blocks.reshape(n_rows, n_blocks * n_bytes)


def types(out):
    random = np.random.default_rng(0)
    writer = gguf.GGUFWriter(out / "types.gguf", "llama")
    expected = {}
    for kind in QUANTIZED:
        data = gguf.quants.quantize(random.normal(size=(3, 512)).astype(np.float32), kind)
        writer.add_tensor(kind.name, data, raw_dtype=kind)
        expected[kind.name] = gguf.quants.dequantize(data, kind).astype(np.float32)
    for kind in RANDOM_BLOCKS:
        data = random_blocks(random, kind, 3, 2)
        writer.add_tensor(kind.name, data, raw_dtype=kind)
        expected[kind.name] = gguf.quants.dequantize(data, kind).astype(np.float32)
    finish(writer)
    save_file(expected, out / "types.safetensors")


def finish(writer):
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def pairs_of_halves(weight, n_heads):
    """Rows of each head from the order of two halves to that of rotated pairs."""
    shape = weight.shape
    return weight.reshape(n_heads, 2, shape[0] // n_heads // 2, *shape[1:]).swapaxes(1, 2).reshape(shape)


def model(folder, out):
    config = json.loads((folder / "config.json").read_text())
    architecture = ARCHITECTURES[config["model_type"]]
    writer = gguf.GGUFWriter(out, architecture)
    n_heads, n_kv_heads = config["num_attention_heads"], config["num_key_value_heads"]
    rotation = config["rope_parameters"]
    writer.add_block_count(config["num_hidden_layers"])
    writer.add_context_length(config["max_position_embeddings"])
    writer.add_embedding_length(config["hidden_size"])
    writer.add_feed_forward_length(config["intermediate_size"])
    writer.add_head_count(n_heads)
    writer.add_head_count_kv(n_kv_heads)
    width = config.get("head_dim", config["hidden_size"] // n_heads)
    writer.add_key_length(width)
    writer.add_layer_norm_rms_eps(config["rms_norm_eps"])
    writer.add_rope_freq_base(rotation["rope_theta"])
    writer.add_bos_token_id(config["bos_token_id"])
    writer.add_eos_token_id(config["eos_token_id"][0])
    if architecture == "qwen3moe":
        writer.add_expert_count(config.get("num_experts", config.get("num_local_experts")))
        writer.add_expert_used_count(config["num_experts_per_tok"])
        writer.add_expert_feed_forward_length(config["moe_intermediate_size"])
    if rotation["rope_type"] == "linear":
        writer.add_rope_scaling_type(gguf.RopeScalingType.LINEAR)
        writer.add_rope_scaling_factor(rotation["factor"])
    if rotation["rope_type"] == "llama3":
        from transformers import AutoConfig
        from transformers.modeling_rope_utils import ROPE_INIT_FUNCTIONS

        stretched, _ = ROPE_INIT_FUNCTIONS["llama3"](AutoConfig.from_pretrained(folder), "cpu")
        plain = rotation["rope_theta"] ** (-torch.arange(0, width, 2) / width)
        writer.add_tensor("rope_freqs.weight", (plain / stretched).numpy().astype(np.float32))

    tensors = {}
    for shard in folder.glob("model*.safetensors"):
        tensors |= load_file(shard)
    stacks = {}
    by_name = {name: number for number, name in gguf.MODEL_ARCH_NAMES.items()}
    names = gguf.get_tensor_name_map(by_name[architecture], config["num_hidden_layers"])
    for name, data in sorted(tensors.items()):
        if architecture == "llama" and ".q_proj." in name:
            data = pairs_of_halves(data, n_heads)
        if architecture == "llama" and ".k_proj." in name:
            data = pairs_of_halves(data, n_kv_heads)
        if expert := re.fullmatch(r"(.*experts\.)(\d+)\.(.*)", name):
            stacks.setdefault(expert[1] + expert[3], {})[int(expert[2])] = data
        else:
            writer.add_tensor(names.get_name(name, try_suffixes=(".weight", ".bias")), data)
    for name, stack in stacks.items():
        data = np.stack([stack[expert] for expert in range(len(stack))])
        writer.add_tensor(names.get_name(name, try_suffixes=(".weight",)), data)
    finish(writer)


match sys.argv[1:]:
    case ["types", out]:
        types(Path(out))
    case ["models", folder, out, *cases]:
        for case in cases:
            model(Path(folder) / case, Path(out) / f"{case}.gguf")
    case _:
        sys.exit(__doc__)
