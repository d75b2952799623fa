"""Eight rollouts of a task that are written beforehand, for the recipes' checks: what a model would say.

They are made from a demonstration, turn by turn in the words of the chat template, so that whatever
reads them reads what a model with that template writes. Calls are JSON, as Qwen 3 writes them.
"""

import json
from collections import Counter
from pathlib import Path

END = "<|im_end|>"
GROUP_SIZE = 8
SAYS_DONE = f"Done.{END}"


def call(text):
    return f"<tool_call>\n{text}\n</tool_call>{END}"


UNREADABLE = call('{"name": "call_tool", "arguments": {"tool": ')
UNKNOWN_TOOL = call('{"name": "no_such_tool", "arguments": {}}')
NO_OBJECT = call('{"name": "call_tool", "arguments": [1]}')
ENDLESS = "and so on, " * 4000


class Demonstrations:
    """The conversations of a file of `compoworld export --format trl --arguments object`, by task."""

    def __init__(self, path, tokenizer):
        self.rows = [json.loads(line) for line in Path(path).read_text().splitlines()]
        self.turns, self.whole, self.instructions = {}, {}, {}
        for row in self.rows:
            task, messages = row["task"], row["messages"]
            tools = json.loads(row["tools"])
            self.turns[task], self.whole[task] = spoken_turns(tokenizer, messages, tools)
            self.instructions[messages[1]["content"]] = task


class ScriptedRollouts:
    """Deals the eight rollouts of a task to whoever asks for one of them, turn by turn."""

    def __init__(self, tokenizer, shown, longest):
        self.tokenizer = tokenizer
        self.shown = shown
        self.longest = longest
        self.started = {}
        self.dealt = Counter()

    def next_turn(self, rollout, prompt_ids):
        """The tokens of a rollout's next turn. Which task it is at, its prompt tells."""
        if rollout not in self.started:
            prompt = self.tokenizer.decode(prompt_ids)
            [task] = [task for words, task in self.shown.instructions.items() if words in prompt]
            self.started[rollout] = iter(group_of(self.shown.turns[task])[self.dealt[task]])
            self.dealt[task] += 1
        said = next(self.started[rollout])
        return self.tokenizer.encode(said, add_special_tokens=False)[: self.longest]


def spoken_turns(tokenizer, messages, tools):
    """What the assistant says in each of its turns, to the token that ends the turn; and the whole
    conversation."""

    def render(messages, opened):
        return tokenizer.apply_chat_template(
            messages, tools=tools, tokenize=False, add_generation_prompt=opened
        )

    turns = []
    for at, message in enumerate(messages):
        if message["role"] == "assistant":
            before, after = render(messages[:at], True), render(messages[: at + 1], False)
            assert after.startswith(before), "the template rewrites the past"
            turns.append(after[len(before) :].removesuffix("\n"))
    return turns, render(messages, False).removesuffix("\n")


def group_of(turns):
    """The eight rollouts: the demonstration, three that stop early, and four with mistakes."""
    calls = turns[:-1]
    return [
        turns,
        [*calls[:-1], SAYS_DONE],
        [*calls[: len(calls) // 2], SAYS_DONE],
        [SAYS_DONE],
        [UNREADABLE, SAYS_DONE],
        [UNKNOWN_TOOL, *turns],
        [NO_OBJECT, *calls[:1], SAYS_DONE],
        [*calls, ENDLESS],
    ]
