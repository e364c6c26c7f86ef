# Sourced: makes .venv if there is none, and puts uv and setuptools, each checked by its hash, into $tools for the moment.
[[ -x .venv/bin/python ]] || "$(command -v python3.11 || command -v python3)" -m venv .venv
tools=$(mktemp -d "$PWD/.venv/tools.XXXXXX")
trap 'rm -rf "$tools"' EXIT
pip_install() { .venv/bin/python -m pip install --quiet --disable-pip-version-check --no-compile "$@"; }
pip_install --require-hashes --target "$tools" -r requirements/tools.lock
