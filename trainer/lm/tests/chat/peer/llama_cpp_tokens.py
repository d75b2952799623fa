"""Renders and tokenizes conversations with llama.cpp's server (package xllamacpp).

usage: llama_cpp_tokens.py MODEL.gguf REQUEST.json

REQUEST: a list of conversations, each a list of messages. Prints [{"prompt", "ids"}, ..].
"""

import json
import sys
import urllib.request

import xllamacpp

model, request = sys.argv[1:]
params = xllamacpp.CommonParams()
params.model.path = model
params.n_ctx = 2048
params.n_parallel = 1
params.warmup = False
params.cpuparams.n_threads = 1
server = xllamacpp.Server(params)


def ask(path, body):
    asked = urllib.request.Request(
        server.listening_address + path,
        data=json.dumps(body).encode(),
        headers={"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(asked, timeout=120) as answer:
        return json.load(answer)


def tokens(messages):
    prompt = ask("/apply-template", {"messages": messages})["prompt"]
    ids = ask("/tokenize", {"content": prompt, "add_special": False, "parse_special": True})
    return {"prompt": prompt, "ids": ids["tokens"]}


with open(request, encoding="utf-8") as file:
    conversations = json.load(file)
print(json.dumps([tokens(messages) for messages in conversations]))
