"""Stands in for verl's inference server in `check.py`."""

from verl.workers.rollout.replica import TokenOutput


class ScriptedServer:
    """Gives the tokens of rollouts that were written beforehand."""

    def __init__(self, rollouts):
        self.rollouts = rollouts

    async def generate(self, request_id, *, prompt_ids, **request):
        ids = self.rollouts.next_turn(request_id, prompt_ids)
        return TokenOutput(token_ids=ids, log_probs=[-1.0] * len(ids), stop_reason="completed")
