"""Speed of llama.cpp at the shape of SmolLM2-135M, as `prefill` and `decode` in benches/smollm2.rs.

llama_cpp.py MODEL.gguf N_THREADS, with a model of single precision, in the package xllamacpp.
"""

import json
import sys

import xllamacpp

N_DECODED = 64

params = xllamacpp.CommonParams()
params.model.path = sys.argv[1]
params.cpuparams.n_threads = int(sys.argv[2])
params.cpuparams_batch.n_threads = int(sys.argv[2])
params.n_ctx = 2048
params.n_parallel = 1
server = xllamacpp.Server(params)


def complete(n_prompt, n_decoded):
    request = {
        "prompt": [place * 7919 % 49152 for place in range(n_prompt)],
        "n_predict": n_decoded,
        "ignore_eos": True,
        "cache_prompt": False,
        "temperature": 0,
    }
    answer = server.handle_completions(request)
    return (json.loads(answer) if isinstance(answer, str) else answer)["timings"]


complete(64, 4)
for _ in range(3):
    print(f"prefill: {complete(512, 1)['prompt_per_second']:.1f} tokens/s")
    print(f"decode: {complete(64, N_DECODED)['predicted_per_second']:.1f} tokens/s")
