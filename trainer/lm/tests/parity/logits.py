"""Computes the logits of a saved model: logits.py FOLDER OUT.safetensors ID... for one row of ids."""

import sys

import torch
from safetensors.torch import save_file
from transformers import AutoModelForCausalLM

folder, out, *ids = sys.argv[1:]
model = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32, attn_implementation="eager")
with torch.no_grad():
    logits = model.eval()(input_ids=torch.tensor([[int(id) for id in ids]])).logits
save_file({"logits": logits.contiguous()}, out)
