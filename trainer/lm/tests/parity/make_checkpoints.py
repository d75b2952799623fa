"""Makes a tiny random checkpoint of each family, with the logits and gradients that torch computes.

make_checkpoints.py FOLDER writes FOLDER/<case>/{config.json, *.safetensors} and, beside them,
expected.safetensors: ids, logits, loss and one gradient a tensor, under the tensor's name.
"""

import sys
from pathlib import Path

import torch
from safetensors.torch import save_file
from transformers import AutoConfig, AutoModelForCausalLM

SHAPE = dict(
    vocab_size=97,
    hidden_size=32,
    intermediate_size=48,
    num_hidden_layers=2,
    num_attention_heads=4,
    num_key_value_heads=2,
    max_position_embeddings=512,
    bos_token_id=1,
    eos_token_id=[2, 3],
    rms_norm_eps=1e-5,
)
EXPERTS = dict(num_experts=6, num_experts_per_tok=2, moe_intermediate_size=16)
HYBRID = dict(
    num_hidden_layers=4,
    head_dim=16,
    linear_key_head_dim=16,
    linear_value_head_dim=12,
    linear_num_key_heads=2,
    linear_num_value_heads=4,
)
LLAMA3 = dict(
    rope_type="llama3",
    rope_theta=500000.0,
    factor=8.0,
    low_freq_factor=1.0,
    high_freq_factor=4.0,
    original_max_position_embeddings=8192,
)
LLAMA3_SETTINGS = dict(rope_parameters=LLAMA3, tie_word_embeddings=True, max_position_embeddings=65536)
LINEAR = dict(rope_type="linear", rope_theta=10000.0, factor=2.0)
# The channels of a head are left alone, stretched a little and stretched in full.
YARN = dict(rope_type="yarn", rope_theta=10000.0, factor=4.0, original_max_position_embeddings=128)
YARN_SETTINGS = dict(rope_parameters=YARN, head_dim=32, max_position_embeddings=512)
SHARED = dict(shared_expert_intermediate_size=24)

# Of each case: the model type, the settings, the type of the saved weights, the size of a shard.
CASES = {
    "llama": ("llama", SHAPE, torch.float32, None),
    "llama3_tied": ("llama", SHAPE | LLAMA3_SETTINGS, torch.float32, None),
    "llama_biased": ("llama", SHAPE | dict(attention_bias=True, mlp_bias=True, rope_parameters=LINEAR), torch.float32, None),
    "llama_bf16_shards": ("llama", SHAPE, torch.bfloat16, "8KB"),
    "qwen2": ("qwen2", SHAPE | dict(tie_word_embeddings=True), torch.float32, None),
    "qwen2_f16": ("qwen2", SHAPE, torch.float16, None),
    "qwen3": ("qwen3", SHAPE | dict(head_dim=16), torch.float32, None),
    "qwen3_yarn": ("qwen3", SHAPE | YARN_SETTINGS, torch.float32, None),
    "qwen3_moe": ("qwen3_moe", SHAPE | EXPERTS | dict(head_dim=16, norm_topk_prob=True), torch.float32, "16KB"),
    "qwen3_moe_mixed": ("qwen3_moe", SHAPE | EXPERTS | dict(decoder_sparse_step=2), torch.float32, None),
    "qwen3_next": ("qwen3_next", SHAPE | EXPERTS | HYBRID | SHARED, torch.float32, None),
    "qwen3_5": ("qwen3_5_text", SHAPE | HYBRID, torch.float32, None),
    "qwen3_5_moe": ("qwen3_5_moe_text", SHAPE | EXPERTS | HYBRID | SHARED, torch.float32, None),
}


def draw_weights(model):
    """Draws all weights, so that nothing is a one or a zero that hides a mistake."""
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if name.endswith("A_log"):
                # Slow decays: what is read is then seldom nearly nothing, which a norm would magnify.
                parameter.uniform_(-4.0, -1.0)
            elif parameter.dim() == 1:
                parameter.add_(0.3 * torch.randn_like(parameter))
            else:
                parameter.copy_(torch.randn_like(parameter) * parameter.shape[-1] ** -0.5)


def expert_by_expert(name, gradient):
    """Names gradients as the tensors of files are: each expert by itself."""
    if name.endswith("experts.gate_up_proj"):
        stem = name.removesuffix("gate_up_proj")
        for expert, both in enumerate(gradient):
            gate, up = both.chunk(2)
            yield f"{stem}{expert}.gate_proj.weight", gate
            yield f"{stem}{expert}.up_proj.weight", up
    elif name.endswith("experts.down_proj"):
        stem = name.removesuffix("down_proj")
        for expert, down in enumerate(gradient):
            yield f"{stem}{expert}.down_proj.weight", down
    else:
        yield name, gradient


def make(folder, model_type, settings, dtype, shard):
    settings = dict(settings)
    if model_type == "qwen3_5_moe_text":
        del settings["intermediate_size"]
    config = AutoConfig.for_model(model_type, **settings)
    model = AutoModelForCausalLM.from_config(config)
    draw_weights(model)
    model.to(dtype).save_pretrained(folder, **(dict(max_shard_size=shard) if shard else {}))
    # Loaded anew, so that only the weights were rounded, and not the frequencies of the rotation.
    model = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32, attn_implementation="eager")
    model.eval()

    ids = torch.randint(0, settings["vocab_size"], (2, 150))
    logits = model(input_ids=ids).logits
    loss = torch.nn.functional.cross_entropy(logits[:, :-1].flatten(0, 1), ids[:, 1:].flatten())
    loss.backward()
    expected = {"ids": ids.to(torch.int32), "logits": logits.detach(), "loss": loss.detach().reshape(1)}
    for name, parameter in model.named_parameters():
        for part, gradient in expert_by_expert(name, parameter.grad):
            expected[f"gradient:{part}"] = gradient
    expected = {name: tensor.contiguous() for name, tensor in expected.items()}
    save_file(expected, folder / "expected.safetensors")


torch.manual_seed(0)
for case, arguments in CASES.items():
    make(Path(sys.argv[1]) / case, *arguments)
