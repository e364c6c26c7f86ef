#!/usr/bin/env bash
# Fails when the committed stubs are not what the contracts generate.
set -euo pipefail
cd "$(dirname "$0")/.."
fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
cp -r protos scripts "$fresh"
mkdir -p "$fresh/amy/api"
PYTHON="$PWD/.venv/bin/python" BIN="$PWD/.venv/bin" "$fresh/scripts/protos.sh"
if ! diff -r --exclude __pycache__ amy/api "$fresh/amy/api"; then
  echo "amy/api is not what protos/ generates: run 'make protos' and commit the result." >&2
  exit 1
fi
