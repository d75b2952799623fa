"""A task of a CompoWorld server as an environment of SkyRL: one session, from prompt to verdict.

An action is what the model said. Its calls are made on the server, and their answers are what it sees
next. What it says without a call is its answer: the attempt ends and is judged. The verdict is among
the metrics of the episode, where `group_generator.py` takes it from.
"""

from skyrl_gym.envs.base_text_env import BaseTextEnv

from episode import Episode
from told import cut, no_object, unreadable
from tool_calls import read_calls

NAME = "compoworld"


class WorldEnv(BaseTextEnv):
    """One attempt. `extras` has a row of `export --format verl`, and what the generator adds."""

    def __init__(self, env_config, extras):
        super().__init__()
        self.max_turns = extras["max_turns"]
        self.task = extras["extra_info"]["interaction_kwargs"]["task"]
        self.server = extras["server"]
        self.tools = extras["tools"]
        self.answer_characters_max = extras["answer_characters_max"]
        self.end_of_turn = extras["end_of_turn"]
        self.episode = None
        self.verdict = None

    def init(self, prompt):
        self.episode = Episode(self.server)
        self.episode.start(self.task)
        return prompt, {}

    def step(self, action):
        self.turns += 1
        said = action.removesuffix(self.end_of_turn).rpartition("</think>")[2].strip()
        calls = read_calls(said, self.tools)
        seen = [{"role": "tool", "content": self.answer_to(call)} for call in calls]
        done = not calls or self.turns >= self.max_turns
        if done:
            self.verdict = self.episode.finish("" if calls else said)
        # The reward is the group's, and not known before all of it is judged.
        return {"observations": [] if done else seen, "reward": 0.0, "done": done, "metadata": {}}

    def answer_to(self, call):
        """What the model is told of a call. Its mistakes are answered, and end nothing."""
        if call is None:
            return unreadable()
        name, arguments = call
        if not isinstance(arguments, dict):
            return no_object(name)
        return cut(self.episode.call(name, arguments), self.answer_characters_max)

    def get_metrics(self):
        """The verdict. SkyRL asks for it when a rollout is over, one that grew too long too."""
        if self.verdict is None:
            self.verdict = self.episode.finish("")
        passed, success = self.verdict["passed"], self.verdict["success"]
        return {"passed": passed, "success": success, "turns": self.turns}

    def close(self):
        if self.episode is not None:
            self.episode.close()
            self.episode = None
