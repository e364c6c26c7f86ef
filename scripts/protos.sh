#!/usr/bin/env bash
# Generates the Python stubs of every contract under protos/ into amy/api.
set -euo pipefail
cd "$(dirname "$0")/.."
find amy/api -name '*_pb2*' -delete 2>/dev/null || true
find protos -name '*.proto' | sort | xargs "${PYTHON:-.venv/bin/python}" -m grpc_tools.protoc -Iprotos \
  --plugin=protoc-gen-mypy="${BIN:-.venv/bin}/protoc-gen-mypy" \
  --plugin=protoc-gen-mypy_grpc="${BIN:-.venv/bin}/protoc-gen-mypy_grpc" \
  --python_out=. --grpc_python_out=. --mypy_out=quiet:. --mypy_grpc_out=quiet:.
find amy/api -type d -exec sh -c 'touch "$1/__init__.py"' _ {} \;
