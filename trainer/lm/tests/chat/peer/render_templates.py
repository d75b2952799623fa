"""Renders conversations with transformers' apply_chat_template.

usage: render_templates.py REQUEST.json

REQUEST: {"tokenizer": a tokenizer.json, "special": {name: text}, "template": source,
"cases": [{"messages", "tools", "add_generation_prompt", "variables"}]}.
Prints [{"text", "ids"} | {"refused": message}, ..].
"""

import json
import sys

from jinja2.exceptions import TemplateError
from transformers import PreTrainedTokenizerFast

with open(sys.argv[1], encoding="utf-8") as file:
    request = json.load(file)
tokenizer = PreTrainedTokenizerFast(tokenizer_file=request["tokenizer"], **request["special"])


def render(case):
    def apply(tokenize):
        return tokenizer.apply_chat_template(
            case["messages"],
            tools=case["tools"] or None,
            chat_template=request["template"],
            add_generation_prompt=case["add_generation_prompt"],
            tokenize=tokenize,
            return_dict=False,
            **case["variables"],
        )

    try:
        return {"text": apply(False), "ids": apply(True)}
    except TemplateError as error:
        return {"refused": str(error)}


print(json.dumps([render(case) for case in request["cases"]]))
