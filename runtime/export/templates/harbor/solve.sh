#!/bin/sh
# The reference: what an agent would have done, in the place where agents keep it.
mkdir -p /logs/agent
cp "$(dirname "$0")/trajectory.json" /logs/agent/trajectory.json
