"""Runs a CompoWorld job in parts, as Ray tasks.

Usage: ray_shards.py --shards N [--address ADDRESS] [--cpus N] [--retries N]
                     [--part PATTERN --join FILE] -- COMMAND [ARGUMENT ...]

Each part is the command with `--shard I/N` after it. In its arguments and in PATTERN, {shard} and
{shards} stand for the part and the number of parts, written as Python's format strings have it:

  python scale/ray_shards.py --shards 8 --part 'parts/{shard}.jsonl' --join attempts.jsonl -- \\
      compoworld-runtime rollout --policy openai --model qwen3-8b \\
      --tasks tasks/train.jsonl --out 'parts/{shard}.jsonl'

Every node sees the same files: give it a shared folder. A part that fails is started again, and
goes on where it stood; so may the whole. With --join the parts' files, one after the other, become
FILE: the bytes that one run would have written. Without --address a Ray of this machine is started.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile

import ray


def arguments(words):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--shards", type=int, required=True, help="how many parts")
    parser.add_argument("--address", help="the Ray cluster; one of this machine when absent")
    parser.add_argument("--cpus", type=float, default=1, help="cores a part takes")
    parser.add_argument("--retries", type=int, default=3, help="how often a part is started again")
    parser.add_argument("--part", help="the file that a part writes")
    parser.add_argument("--join", help="the file that the parts' files become")
    parser.add_argument("command", nargs="+", help="the command, after --")
    found = parser.parse_args(words)
    if found.shards < 1:
        parser.error("--shards wants at least one part")
    if (found.part is None) != (found.join is None):
        parser.error("--part and --join go together")
    return found


def named(pattern, shard, shards):
    """The pattern with the part's number in it."""
    return pattern.format(shard=shard, shards=shards) if "{shard" in pattern else pattern


def run_part(command, folder):
    """Runs one part; what it says last is the error when it fails."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command)} ended with {done.returncode}: {done.stderr[-2000:]}")
    return done.stderr.strip().splitlines()[-1:]


def join(parts, path):
    """Writes the parts one after the other: the old file or the new one is there at any time."""
    folder = os.path.dirname(os.path.abspath(path))
    with tempfile.NamedTemporaryFile(dir=folder, delete=False) as joined:
        for part in parts:
            with open(part, "rb") as opened:
                shutil.copyfileobj(opened, joined)
    os.chmod(joined.name, 0o644)
    os.replace(joined.name, path)


def main(words):
    found = arguments(words)
    own = {} if found.address else {"include_dashboard": False}
    ray.init(address=found.address, log_to_driver=False, **own)
    task = ray.remote(run_part).options(
        num_cpus=found.cpus, max_retries=found.retries, retry_exceptions=True
    )
    parts = {}
    for shard in range(found.shards):
        command = [named(word, shard, found.shards) for word in found.command]
        command += ["--shard", f"{shard}/{found.shards}"]
        parts[task.remote(command, os.getcwd())] = shard
    failed = 0
    waiting = list(parts)
    while waiting:
        [done], waiting = ray.wait(waiting)
        try:
            said = ray.get(done)
            print(f"part {parts[done]} is done: {' '.join(said)}", file=sys.stderr)
        except ray.exceptions.RayError as error:
            failed += 1
            print(f"part {parts[done]} failed: {error}", file=sys.stderr)
    if failed:
        sys.exit(f"{failed} of {found.shards} parts failed; run the command again to go on")
    if found.join:
        join([named(found.part, shard, found.shards) for shard in range(found.shards)], found.join)


if __name__ == "__main__":
    main(sys.argv[1:])
