"""What runs in a worker process: jobs in on standard input, answers out on standard output, until the input ends.

The input ends with the service, however that ends: nothing else has to tell a worker that it is no longer needed.
A message is its length, 8 bytes, then that many bytes of pickle. An empty message comes first: the worker is ready.
"""

import os
import pickle
import sys
import traceback
from contextlib import suppress
from typing import BinaryIO, Final

import services.validator.domain.verdict.validation  # noqa: F401, takes most of a second, so it is loaded before the first job
from services.validator.domain.statistics import scientific

LENGTH_BYTES: Final = 8


def frame(message: bytes) -> bytes:
    return len(message).to_bytes(LENGTH_BYTES) + message


def perform(request: bytes) -> bytes:
    """Calls the pickled job; the pickle of (True, what it returns) or (False, what it raises).

    An exception carries the worker's traceback as its note; one that cannot be copied becomes a RuntimeError with its
    name.
    """
    try:
        return pickle.dumps((True, pickle.loads(request)()))  # noqa: S301, from the service that started this process
    except Exception as error:  # noqa: BLE001, whatever the job raises is the caller's
        error.add_note(traceback.format_exc())
        return pickle.dumps((False, _portable(error)))


def _portable(error: Exception) -> Exception:
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301, made on this line
    except Exception:  # noqa: BLE001, any class may refuse in any way
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error


def serve(jobs: BinaryIO, answers: BinaryIO) -> None:
    """Answers one job after another until there will be no other, or nobody who wants the answer.

    Args:
        jobs: where messages are read.
        answers: where they are written, unbuffered.
    """
    message = b""
    with suppress(BrokenPipeError):
        while True:
            answers.write(frame(message))
            head = jobs.read(LENGTH_BYTES)
            if len(head) < LENGTH_BYTES:
                return
            message = perform(jobs.read(int.from_bytes(head)))


def main() -> None:
    """Serves on the standard streams. What a job prints goes to standard error, out of the way of the answers."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    scientific.load()
    serve(sys.stdin.buffer, answers)
