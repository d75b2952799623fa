"""Loads exported data sets with the libraries that read them.

Usage: load_exports.py datasets FOLDER [CONFIGURATION]
       load_exports.py trl FOLDER TEMPLATE
       load_exports.py parquet FOLDER
       load_exports.py llamafactory FOLDER
       load_exports.py harbor FOLDER

Prints one JSON object that says what the library saw.
"""

import importlib.abc
import importlib.machinery
import json
import os
import sys
import tempfile
import types
import unittest.mock
from pathlib import Path


def with_datasets(folder, configuration=None):
    """Hugging Face datasets, by the card's head: what TRL, Axolotl and prime-rl read with."""
    from datasets import __version__, load_dataset

    with tempfile.TemporaryDirectory() as cache:
        loaded = load_dataset(folder, configuration, cache_dir=cache)
        return {
            "library": f"datasets {__version__}",
            "splits": {split: rows.to_list() for split, rows in loaded.items()},
        }


def with_trl(folder, template):
    """One of TRL's own chat templates over rows as `datasets` loads them, as its trainers use it."""
    from importlib.metadata import files, version

    import jinja2

    [path] = [file for file in files("trl") if file.match(f"chat_templates/{template}.jinja")]
    environment = jinja2.Environment(trim_blocks=True, lstrip_blocks=True)
    environment.filters["tojson"] = lambda value: json.dumps(value, ensure_ascii=False)
    environment.globals["raise_exception"] = lambda message: sys.exit(message)
    template = environment.from_string(path.locate().read_text())
    rows = [row for rows in with_datasets(folder)["splits"].values() for row in rows]
    texts = [template.render(messages=row["messages"], tools=json.loads(row["tools"])) for row in rows]
    return {"library": f"trl {version('trl')}", "rows": rows, "texts": texts}


def with_pandas(folder):
    """pandas over pyarrow, each file by itself."""
    import pandas
    import pyarrow

    files = {}
    for path in sorted(Path(folder).rglob("*.parquet")):
        rows = pandas.read_parquet(path).to_json(orient="records")
        files[str(path.relative_to(folder))] = json.loads(rows)
    return {"library": f"pandas {pandas.__version__}, pyarrow {pyarrow.__version__}", "files": files}


class WithoutTorch(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Stands in for the packages that LLaMA-Factory imports beside what it converts data with."""

    HEAVY = ("accelerate", "huggingface_hub", "omegaconf", "peft", "torch", "transformers")

    def find_spec(self, name, path, target=None):
        if name.split(".")[0] in self.HEAVY:
            return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec):
        module = types.ModuleType(spec.name)
        module.__path__ = []
        module.__version__ = "99.0"
        # Classes are inherited from and stand in annotations; whatever else is never called.
        module.__getattr__ = lambda name: (
            type(name, (), {}) if name[0].isupper() else unittest.mock.MagicMock(name=name)
        )
        return module

    def exec_module(self, module):
        pass


def with_llamafactory(folder):
    """LLaMA-Factory's own converter and formatters; torch, which they do not need, is left out."""
    os.environ["DISABLE_VERSION_CHECK"] = "1"
    sys.meta_path.insert(0, WithoutTorch())
    from importlib.metadata import version
    from importlib.util import find_spec

    # Of the package, the parts that convert; those that train are in its __init__.
    data = types.ModuleType("llamafactory.data")
    data.__path__ = [str(Path(find_spec("llamafactory").origin).parent / "data")]
    sys.modules["llamafactory.data"] = data

    from llamafactory.data.converter import SharegptDatasetConverter
    from llamafactory.data.formatter import FunctionFormatter, ToolFormatter
    from llamafactory.data.parser import get_dataset_list

    names = list(json.loads((Path(folder) / "dataset_info.json").read_text()))
    splits = {}
    for name, attributes in zip(names, get_dataset_list(names, str(folder))):
        convert = SharegptDatasetConverter(attributes, None)
        files = sorted((Path(folder) / attributes.dataset_name).iterdir())
        lines = [line for file in files for line in file.read_text().splitlines()]
        rows = [convert(json.loads(line)) for line in lines]
        calls = FunctionFormatter(slots=["{{content}}"], tool_format="qwen")
        tools = ToolFormatter(tool_format="qwen")
        for row in rows:
            row["n_tools"] = tools.apply(content=row["_tools"])[0].count('{"type": "function"')
            row["calls"] = [
                calls.apply(content=turn["content"])[0]
                for turn in row["_prompt"]
                if turn["role"] == "function"
            ]
        splits[name] = rows
    return {"library": f"llamafactory {version('llamafactory')}", "splits": splits}


def with_harbor(folder):
    """Harbor's own models of tasks and of ATIF."""
    from importlib.metadata import version

    from harbor.models.task.task import Task
    from harbor.models.trajectories import Trajectory

    tasks = {}
    for path in sorted(Path(folder).glob("*/*/task.toml")):
        task = Task(path.parent)
        reference = json.loads((path.parent / "solution/trajectory.json").read_text())
        tasks[task.short_name] = {
            "valid": Task.is_valid_dir(path.parent),
            "instruction": task.instruction,
            "servers": [server.url for server in task.config.environment.mcp_servers],
            "mode": task.config.verifier.environment_mode.value,
            "steps": len(Trajectory.model_validate(reference).steps),
        }
    return {"library": f"harbor {version('harbor')}", "tasks": tasks}


READERS = {
    "datasets": with_datasets,
    "trl": with_trl,
    "parquet": with_pandas,
    "llamafactory": with_llamafactory,
    "harbor": with_harbor,
}
print(json.dumps(READERS[sys.argv[1]](*sys.argv[2:])))
