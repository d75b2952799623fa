"""Stands in for SkyRL's inference engines in `check.py`."""


class ScriptedClient:
    """Gives the tokens of rollouts that were written beforehand."""

    def __init__(self, rollouts):
        self.rollouts = rollouts

    async def generate(self, asked, model=None):
        [prompt_ids], [session] = asked["prompt_token_ids"], asked["session_ids"]
        ids = self.rollouts.next_turn(session, prompt_ids)
        return {
            "responses": [self.rollouts.tokenizer.decode(ids)],
            "response_ids": [ids],
            "stop_reasons": ["length" if len(ids) == self.rollouts.longest else "stop"],
            "response_logprobs": [[-1.0] * len(ids)],
        }

    async def finish_session(self, session):
        pass
