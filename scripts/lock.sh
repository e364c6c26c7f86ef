#!/usr/bin/env bash
# Resolves the dependencies anew: everything first, then each purpose at the versions of that.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/tools.sh
compile() {
  "$tools/bin/uv" pip compile --quiet --python-version 3.11 --universal --generate-hashes --no-header --no-annotate "$@"
}
compile pyproject.toml --extra all --extra dev -o requirements/dev.lock
for purpose in run model container daytona pictures telemetry; do
  compile pyproject.toml --extra "$purpose" -c requirements/dev.lock -o "requirements/$purpose.lock"
done
compile requirements/tools.in -c requirements/dev.lock -o requirements/tools.lock
compile deploy/k8s/requirements.in -o deploy/k8s/requirements.lock
compile tests/load/k6/requirements.in -o tests/load/k6/requirements.lock
compile tests/load/py-spy/requirements.in -o tests/load/py-spy/requirements.lock
