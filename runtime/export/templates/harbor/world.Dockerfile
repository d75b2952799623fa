ARG COMPOWORLD_IMAGE=compoworld-runtime:latest
FROM ${COMPOWORLD_IMAGE}
COPY task.jsonl /task/task.jsonl
