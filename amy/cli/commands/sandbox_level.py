"""How well generated code is isolated here."""

import subprocess
import sys
from typing import Final

from amy.cli.finding import Finding
from amy.cli.text import clean

_SANDBOX: Final = "services.data_science.adapters.sandbox"
_SANDBOX_LIMIT_S: Final = 60


def sandbox_level() -> Finding:
    """Asks the data-science service itself, which alone knows its sandbox."""
    try:
        ended = subprocess.run(  # noqa: S603, this interpreter
            [sys.executable, "-m", _SANDBOX], capture_output=True, text=True, timeout=_SANDBOX_LIMIT_S, check=False
        )
    except subprocess.TimeoutExpired:
        return Finding(state="bad", what="Sandbox", detail=f"no answer within {_SANDBOX_LIMIT_S} s")
    if ended.returncode != 0:
        reason = (ended.stderr.strip().splitlines() or [f"exit code {ended.returncode}"])[-1]
        return Finding(state="bad", what="Sandbox", detail=f"{clean(ended.stdout)}{reason}")
    return Finding(state="good", what="Sandbox", detail=clean(ended.stdout).strip())
