"""Jobs for workers: importable by the process that does them."""

import os
import signal
import time
from pathlib import Path
from typing import Never, NoReturn

import numpy as np


class StubbornError(Exception):
    """Made from two values, and refuses to be made from one, as a copy would."""

    def __init__(self, code: int, what: str) -> None:
        super().__init__(f"{code} {what}")


def raise_(error: Exception) -> NoReturn:
    raise error


def raise_stubborn() -> NoReturn:
    raise StubbornError(7, "wheels")


def ask_for_too_much_memory() -> None:
    np.ones(1 << 57)


def process_id_after(seconds: float) -> int:
    time.sleep(seconds)
    return os.getpid()


def leave_mark(path: Path, seconds: float = 0.0) -> None:
    path.touch()
    time.sleep(seconds)


def die_unless(path: Path) -> str:
    """Kills its process, but only once: the next time the mark is there."""
    if not path.exists():
        path.touch()
        die()
    return "survived"


def die() -> Never:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def print_and_return(value: int) -> int:
    print("a job may print", flush=True)  # noqa: T201, that is the point
    return value


def unpicklable() -> object:
    return lambda: None


def threads_and_environment() -> tuple[int, frozenset[str]]:
    return len(list(Path("/proc/self/task").iterdir())), frozenset(os.environ)
