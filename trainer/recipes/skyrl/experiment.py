"""SkyRL's experiment with the environment and the generator of this recipe."""

from skyrl.backends.skyrl_train.inference_servers.utils import resolve_policy_model_name
from skyrl.train.entrypoints.main_base import BasePPOExp
from skyrl_gym.envs import register

import group_advantage  # noqa: F401
from group_generator import GroupGenerator
from world_env import NAME, WorldEnv


def register_environment():
    register(id=NAME, entry_point=WorldEnv)


class WorldExperiment(BasePPOExp):
    """An experiment in the worlds of a server."""

    def __init__(self, settings, server, reward_lambda):
        self.server = server
        self.reward_lambda = reward_lambda
        register_environment()
        super().__init__(settings)

    def get_generator(self, cfg, tokenizer, inference_engine_client):
        return GroupGenerator(
            generator_cfg=cfg.generator,
            skyrl_gym_cfg=cfg.environment.skyrl_gym,
            inference_engine_client=inference_engine_client,
            tokenizer=tokenizer,
            policy_model_name=resolve_policy_model_name(cfg),
            server=self.server,
            reward_lambda=self.reward_lambda,
        )
