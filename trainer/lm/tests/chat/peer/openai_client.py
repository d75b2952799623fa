"""Talks to an endpoint with OpenAI's own Python client, and prints what it got as JSON.

usage: openai_client.py BASE_URL MODEL
"""

import json
import sys

import openai

base_url, model = sys.argv[1:]
client = openai.OpenAI(base_url=base_url, api_key="none", max_retries=0, timeout=120)
messages = [{"role": "user", "content": "Which order?"}]
tools = [
    {
        "type": "function",
        "function": {
            "name": "ping",
            "description": "Answers.",
            "parameters": {"type": "object", "properties": {"text": {"type": "string"}}},
        },
    }
]


def create(**members):
    members.setdefault("max_tokens", 16)
    return client.chat.completions.create(model=model, messages=messages, seed=3, **members)


whole = create(n=2, logprobs=True, top_logprobs=1, extra_body={"return_token_ids": True})
streamed = {0: "", 1: ""}
usage = None
for piece in create(n=2, stream=True, stream_options={"include_usage": True}):
    for choice in piece.choices:
        streamed[choice.index] += choice.delta.content or ""
    usage = piece.usage or usage
choice = {"type": "function", "function": {"name": "ping"}}
called = create(tools=tools, tool_choice=choice, max_tokens=80)
call = called.choices[0].message.tool_calls[0]
after = client.chat.completions.create(
    model=model,
    messages=messages
    + [
        called.choices[0].message.model_dump(exclude_none=True),
        {"role": "tool", "tool_call_id": call.id, "content": "pong"},
    ],
    tools=tools,
    max_tokens=4,
)
try:
    create(temperature=-1)
    refused = None
except openai.BadRequestError as error:
    refused = {"param": error.param, "message": str(error.body["message"])}
print(
    json.dumps(
        {
            "models": [listed.id for listed in client.models.list()],
            "retrieved": client.models.retrieve(model).id,
            "contents": [choice.message.content for choice in whole.choices],
            "log_probs": [len(choice.logprobs.content) for choice in whole.choices],
            "token_ids": [len(choice.token_ids) for choice in whole.choices],
            "streamed": [streamed[0], streamed[1]],
            "usage": usage.model_dump() if usage else None,
            "whole_usage": whole.usage.model_dump(),
            "called": call.function.name,
            "finish_reason": called.choices[0].finish_reason,
            "after": after.choices[0].message.role,
            "refused": refused,
        }
    )
)
