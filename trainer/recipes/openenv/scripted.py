"""Eight rollouts of a task that are written beforehand, for the recipes' checks.

They are made from a demonstration, turn by turn in the words of the chat template, so that whatever
reads them reads what a model with that template writes.
"""

import json
from collections import Counter
from pathlib import Path

from conversation import spoken_spans

END = "<|im_end|>"
GROUP_SIZE = 8
SAYS_DONE = f"Done.{END}"
ENDLESS = "and so on, " * 4000


def call(text):
    return f"<tool_call>\n{text}\n</tool_call>{END}"


def writes_tags(turns):
    """Whether calls are in tags, as those of Qwen 3.5 and later, or in JSON."""
    return "<function=" in turns[0]


# A mistake, and what the model is told of it.
MISTAKES_IN_JSON = [
    (call('{"name": "call_tool", "arguments": {"tool": '), "cannot be read"),
    (call('{"name": "no_such_tool", "arguments": {}}'), "no tool is called `no_such_tool`"),
    (call('{"name": "call_tool", "arguments": [1]}'), "have to be one JSON object"),
]
MISTAKES_IN_TAGS = [
    (call("<function=call_tool"), "cannot be read"),
    (call("<function=no_such_tool>\n</function>"), "no tool is called `no_such_tool`"),
    (
        call("<function=call_tool>\n<parameter=arguments>\n[1]\n</parameter>\n</function>"),
        "invalid_argument",
    ),
]


def mistakes(turns):
    return MISTAKES_IN_TAGS if writes_tags(turns) else MISTAKES_IN_JSON


class Demonstrations:
    """The conversations of a file of `compoworld export --format trl --arguments object`, by task."""

    def __init__(self, path, tokenizer):
        self.rows = [json.loads(line) for line in Path(path).read_text().splitlines()]
        self.turns, self.whole, self.instructions = {}, {}, {}
        for row in self.rows:
            task, messages = row["task"], row["messages"]
            whole, spans = spoken_spans(tokenizer, messages, json.loads(row["tools"]))
            self.turns[task] = [whole[start:end] for start, end in spans]
            self.whole[task] = whole.removesuffix("\n")
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


def beside(turn, other):
    """What two turns call, in one turn."""
    return turn.removesuffix(END) + "\n" + other


def group_of(turns):
    """The eight rollouts: the demonstration, three that stop early, three with a mistake, and one that
    does not end."""
    calls = turns[:-1]
    [unreadable, unknown_tool, wrong_arguments] = [said for said, _ in mistakes(turns)]
    return [
        turns,
        [*calls[:-1], SAYS_DONE],
        [*calls[: len(calls) // 2], SAYS_DONE],
        [SAYS_DONE],
        [unreadable, beside(calls[0], unreadable), SAYS_DONE],
        [unknown_tool, *turns],
        [wrong_arguments, *calls[:1], SAYS_DONE],
        [*calls, ENDLESS],
    ]
