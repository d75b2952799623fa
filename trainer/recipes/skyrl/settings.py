"""A file of settings as one of SkyRL's configs, with further settings from the command line."""

from omegaconf import OmegaConf


def read_settings(config, path, words):
    """`words` are SkyRL's `key.path=value`. A key that SkyRL does not have is an error."""
    return config.from_dict_config(OmegaConf.merge(OmegaConf.load(path), OmegaConf.from_cli(words)))
