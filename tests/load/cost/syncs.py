"""How often a system waits until the disk has written: by the kernel, since SQLite tells nobody."""

import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tests.load.loading.watched import family

_CALLS: Final = "fsync,fdatasync,sync_file_range,msync"
_ATTACHED_WITHIN_S: Final = 10.0


def counted(pid: int, work: Callable[[], object], folder: Path) -> int | None:
    """The syncs of a process and all below it while something is done; None where strace is missing or may not look."""
    strace = shutil.which("strace")
    if strace is None:
        return None
    summary = folder / "strace"
    traced = [word for each in family(pid) for word in ("-p", str(each))]
    with subprocess.Popen(
        [strace, "-f", "-c", "-e", f"trace={_CALLS}", "-o", str(summary), *traced], stderr=subprocess.DEVNULL
    ) as process:
        time.sleep(1.0)
        if process.poll() is not None:
            return None
        try:
            work()
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(timeout=_ATTACHED_WITHIN_S)
    lines = [line.split() for line in summary.read_text().splitlines()]
    return sum(
        int(calls) for _share, _seconds, _each, calls, *_errors, call in filter(_is_row, lines) if call != "total"
    )


def _is_row(words: list[str]) -> bool:
    """Share, seconds, microseconds a call, calls, errors if there were some, and the call."""
    return len(words) >= 5 and words[3].isdigit()
