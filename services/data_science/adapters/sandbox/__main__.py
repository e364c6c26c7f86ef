"""Prints what this machine's sandbox can do; fails when that is too little to run generated code by default."""

import asyncio
import sys

from services.data_science.adapters.sandbox.client import probe
from services.data_science.adapters.sandbox.config import SandboxLimits

if __name__ == "__main__":
    report = asyncio.run(probe())
    sys.stdout.write(f"{report}\n")
    sys.exit(report.level < SandboxLimits().minimum_level)
