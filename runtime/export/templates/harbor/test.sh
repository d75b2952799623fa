#!/bin/sh
# Replays what the agent did and judges the state that it leaves.
mkdir -p /logs/verifier
compoworld-runtime grade --tasks /tests/task.jsonl --atif {{ atif }} \
    --out /logs/verifier/reward.json || echo '{"reward": 0.0}' > /logs/verifier/reward.json
