"""A conversation in the words of a chat template, and which of them the assistant said."""


def render(tokenizer, messages, tools, opened=False, **settings):
    """The text of a conversation; with `opened`, up to where the assistant speaks next."""
    return tokenizer.apply_chat_template(
        messages, tools=tools, tokenize=False, add_generation_prompt=opened, **settings
    )


def spoken_spans(tokenizer, messages, tools, **settings):
    """The whole text, and where in it the assistant's turns are: each from where the template opens it
    to the token that ends it."""
    whole = render(tokenizer, messages, tools, **settings)
    spans = []
    for at, message in enumerate(messages):
        if message["role"] == "assistant":
            before = render(tokenizer, messages[:at], tools, opened=True, **settings)
            after = render(tokenizer, messages[: at + 1], tools, **settings).removesuffix("\n")
            if not (whole.startswith(after) and after.startswith(before)):
                raise ValueError(
                    "the chat template rewrites earlier turns, so that none can be learned as it was "
                    "said: choose a template that leaves them"
                )
            spans.append((len(before), len(after)))
    return whole, spans
