"""What a model is told where its call does not reach the server, or the answer is too long for it."""


def unreadable():
    return (
        "The tool call cannot be read, and nothing was done. Write it again, in the form that the "
        "system prompt tells."
    )


def no_json(tool, error):
    return f"The arguments of `{tool}` are no JSON ({error}), and nothing was done. Write them again."


def no_object(tool):
    return f"The arguments of `{tool}` have to be one JSON object. Nothing was done: write them again."


def cut(text, longest):
    """The answer, to a number of characters."""
    if len(text) <= longest:
        return text
    return f"{text[:longest]}… (cut after {longest} characters: ask for less at a time)"
