#!/usr/bin/env bash
# Makes sure that Chromium and its WebDriver are there, from Debian's packages, for `make browser`.
set -euo pipefail
if command -v chromium >/dev/null && command -v chromedriver >/dev/null; then
  exit 0
fi
if ! command -v apt-get >/dev/null; then
  echo "make browser needs chromium and chromedriver on the PATH; install them with your system's package manager." >&2
  exit 1
fi
as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "make browser needs chromium and chromedriver: run 'apt-get install chromium chromium-driver' as root." >&2
    exit 1
  fi
  as_root=(sudo)
fi
"${as_root[@]}" apt-get update -qq
DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq --no-install-recommends chromium chromium-driver
