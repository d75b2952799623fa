ARG COMPOWORLD_IMAGE=compoworld-runtime:latest
FROM ${COMPOWORLD_IMAGE}
COPY . /tests/
