#!/usr/bin/env bash
# Installs what a lock names into .venv, each file checked by its hash: install.sh requirements/run.lock
# uv takes a fraction of pip's time; where it does not run or reaches no index, pip does the same.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/tools.sh
"$tools/bin/uv" pip install --quiet --cache-dir "$tools/cache" --python .venv/bin/python --require-hashes -r "$1" \
  || pip_install --require-hashes -r "$1"
PYTHONPATH=$tools pip_install --no-deps --no-build-isolation -e .
# Once, on all cores, and not what nobody imports: each process would do it for itself where bytecode is not written.
.venv/bin/python -m compileall -q -j 0 -x '/tests?/|/site-packages/(pip|pkg_resources|setuptools)/' \
  .venv/lib amy services gateway
