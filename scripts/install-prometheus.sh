#!/usr/bin/env bash
# Makes sure that Prometheus and promtool are there, from Debian's packages, for `make alerts`.
set -euo pipefail
if command -v prometheus >/dev/null && command -v promtool >/dev/null; then
  exit 0
fi
if ! command -v apt-get >/dev/null; then
  echo "make alerts needs prometheus and promtool on the PATH; install them with your system's package manager." >&2
  exit 1
fi
as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "make alerts needs prometheus and promtool: run 'apt-get install prometheus' as root." >&2
    exit 1
  fi
  as_root=(sudo)
fi
"${as_root[@]}" apt-get update -qq
# The tests start one of their own: the package's must not run beside it.
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get install -y -qq --no-install-recommends prometheus
