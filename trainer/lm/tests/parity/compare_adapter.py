"""Loads an adapter with peft and prints how far the logits are from those expected.

compare_adapter.py MODEL ADAPTER EXPECTED: EXPECTED is a safetensors file with ids and logits.
"""

import sys

import torch
from peft import PeftModel
from safetensors.torch import load_file
from transformers import AutoModelForCausalLM

model_folder, adapter_folder, expected_file = sys.argv[1:]
expected = load_file(expected_file)
model = AutoModelForCausalLM.from_pretrained(
    model_folder, dtype=torch.float32, attn_implementation="eager"
)
with torch.no_grad():
    before = model.eval()(input_ids=expected["ids"].long()).logits
    adapted = PeftModel.from_pretrained(model, adapter_folder).eval()
    logits = adapted(input_ids=expected["ids"].long()).logits
print((logits - expected["logits"]).abs().max().item(), (logits - before).abs().max().item())
