"""Reads the tool calls in what a model said, as Qwen models write them.

Qwen 3 writes JSON inside `<tool_call>`: `{"name": .., "arguments": {..}}`. Qwen 3.5 and later write
`<function=NAME><parameter=NAME>VALUE</parameter></function>`, where a value is text unless the tool
wants something else.
"""

import json
import re

OPENING = "<tool_call>"
CALL = re.compile(r"<tool_call>(.*?)</tool_call>", re.DOTALL)
FUNCTION = re.compile(r"<function=([^>]+)>(.*)</function>", re.DOTALL)
PARAMETER = re.compile(r"<parameter=([^>]+)>\n?(.*?)\n?</parameter>", re.DOTALL)


def read_calls(text, tools):
    """The calls, each with a tool's name and its arguments; None stands for one that cannot be read."""
    bodies = CALL.findall(text)
    if len(bodies) < text.count(OPENING):
        bodies.append("")  # It was not closed.
    return [read_call(body.strip(), tools) for body in bodies]


def read_call(body, tools):
    written = FUNCTION.fullmatch(body)
    if written:
        name = written[1].strip()
        types = argument_types(name, tools)
        values = PARAMETER.findall(written[2])
        return name, {key: read_value(value, types.get(key)) for key, value in values}
    try:
        call = json.loads(body)
        return call["name"], call["arguments"]
    except (ValueError, KeyError, TypeError):
        return None


def argument_types(name, tools):
    for tool in tools:
        if tool["function"]["name"] == name:
            arguments = tool["function"]["parameters"].get("properties", {})
            return {key: schema.get("type") for key, schema in arguments.items()}
    return {}


def read_value(text, kind):
    if kind == "string":
        return text
    try:
        return json.loads(text)
    except ValueError:
        return text
