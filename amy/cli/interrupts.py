"""Ctrl-C where there is nothing to wind up."""

import os
import signal
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Final, NoReturn

INTERRUPTED: Final = 130


def leave(_signum: int, _frame: FrameType | None) -> NoReturn:
    """Ends the process and its children at once and without a word."""
    with suppress(OSError, ValueError):
        for children in Path("/proc/self/task").glob("*/children"):
            for child in children.read_text(encoding="ascii").split():
                os.kill(int(child), signal.SIGKILL)
    os._exit(INTERRUPTED)
