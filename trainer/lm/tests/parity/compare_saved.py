"""Loads folders with transformers and prints how far their logits are from those expected.

compare_saved.py EXPECTED SAVED CASE... compares SAVED/<case> with EXPECTED/<case>/expected.safetensors
and prints "<case> <largest difference>" a line. A tensor too many or too few is an error.
"""

import sys
from pathlib import Path

import torch
from safetensors.torch import load_file
from transformers import AutoModelForCausalLM

expected_folder, saved_folder = Path(sys.argv[1]), Path(sys.argv[2])
for case in sys.argv[3:]:
    expected = load_file(expected_folder / case / "expected.safetensors")
    model, about = AutoModelForCausalLM.from_pretrained(
        saved_folder / case, dtype=torch.float32, attn_implementation="eager", output_loading_info=True
    )
    wrong = {kind: names for kind, names in about.items() if names}
    if wrong:
        sys.exit(f"{case}: {wrong}")
    with torch.no_grad():
        logits = model.eval()(input_ids=expected["ids"].long()).logits
    print(case, (logits - expected["logits"]).abs().max().item())
