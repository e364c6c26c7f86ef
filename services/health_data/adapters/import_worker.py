"""What runs in a worker process: reads one file at a time, in a memory of limited size, and says how far it is.

Jobs come on standard input and messages go out on standard output, each as its length, 8 bytes, and that many bytes of
pickle. The input ends with the service, however that ends: a worker that waits ends then, and one that reads a file
ends with its next message, which nobody takes.
"""

import gc
import io
import json
import logging
import os
import pickle
import resource
import sys
import traceback
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from itertools import islice
from operator import attrgetter
from types import TracebackType
from typing import Any, BinaryIO, Final, TypeAlias

from services.health_data.adapters.exports import read_upload
from services.health_data.domain.records import (
    Activity,
    Biomarker,
    Entry,
    LabResult,
    NotUnderstood,
    Options,
    Parts,
    Progress,
    Refusal,
)

LENGTH_BYTES: Final = 8
_BATCH: Final = 2000
Record: TypeAlias = Activity | Biomarker | LabResult | Entry
RECORDS: Final[Mapping[str, type[Record]]] = {
    "activities": Activity,
    "biomarkers": Biomarker,
    "lab_results": LabResult,
    "entries": Entry,
}
"""The records of a `ParsedFile`, by the name of its field."""
FIELDS: Final = {kind: tuple(field.name for field in fields(kind)) for kind in RECORDS.values()}
_TOO_MUCH: Final = "Reading the file takes more memory than one import may have. Split it by date and import the parts."
_VIRTUAL_MEMORY: Final = "/proc/self/statm"


@dataclass(frozen=True, kw_only=True)
class Job:
    """One file to read.

    Attributes:
        content: the file, or the number of the inherited descriptor that it is open under.
        filename, user_id, options: as `read_upload` takes them.
        memory_bytes: how much more memory than at its start the process may take.
        niceness: how far the process stands back for others.
    """

    content: bytes | int
    filename: str
    user_id: str
    options: Options
    memory_bytes: int
    niceness: int


@dataclass(frozen=True)
class Ready:
    """The worker waits for a job."""


@dataclass(frozen=True)
class Records:
    """Some records of a part, each as the values of its fields in their order.

    Attributes:
        part: which of the parts, from 0.
        name: of the field of a `ParsedFile` that they are of.
    """

    part: int
    name: str
    rows: Sequence[tuple[Any, ...]]


@dataclass(frozen=True)
class Outcome:
    """What the file says but for the records, which were sent before; or why it was refused."""

    parsed: Parts | Refusal


Message: TypeAlias = Ready | Progress | Records | Outcome


def frame(value: object) -> bytes:
    message = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    return len(message).to_bytes(LENGTH_BYTES) + message


def unframed(message: bytes) -> Message:
    said: Message = pickle.loads(message)  # noqa: S301, from a process of this service
    return said


def perform(job: Job, say: Callable[[Message], None]) -> None:
    """Reads the file of a job, and says all that comes of it."""
    try:
        with _opened(job.content) as stream:
            parsed = read_upload(stream, filename=job.filename, user_id=job.user_id, options=job.options, progress=say)
        if isinstance(parsed, tuple):
            for at, part in enumerate(parsed):
                for name in RECORDS:
                    for batch in _batches(getattr(part, name)):
                        say(Records(at, name, batch))
            parsed = tuple(replace(part, activities=(), biomarkers=(), lab_results=(), entries=()) for part in parsed)
    except MemoryError:
        parsed = NotUnderstood(_TOO_MUCH)
    say(Outcome(parsed))


def _opened(content: bytes | int) -> BinaryIO:
    return os.fdopen(content, "rb") if isinstance(content, int) else io.BytesIO(content)


def _batches(records: Sequence[Record]) -> Iterator[list[tuple[Any, ...]]]:
    if not records:
        return
    values = attrgetter(*FIELDS[type(records[0])])
    ahead = iter(records)
    while batch := list(islice(ahead, _BATCH)):
        yield [values(each) for each in batch]


def serve(jobs: BinaryIO, messages: BinaryIO) -> None:
    """Does one job after another until there will be no other, or nobody who wants the answer.

    Args:
        jobs: where they are read.
        messages: where they are written, unbuffered.
    """
    # What a job makes has no cycles, and looking for some takes a third of its time.
    gc.disable()
    with suppress(BrokenPipeError):
        messages.write(frame(Ready()))
        while True:
            head = jobs.read(LENGTH_BYTES)
            if len(head) < LENGTH_BYTES:
                return
            job: Job = pickle.loads(jobs.read(int.from_bytes(head)))  # noqa: S301, from the service that started this
            _restrain(job)
            perform(job, lambda message: _write(messages, frame(message)))
            gc.collect()


def _write(messages: BinaryIO, content: bytes) -> None:
    """All of it: an unbuffered write to a pipe may take only a part."""
    view = memoryview(content)
    while view:
        view = view[messages.write(view) :]


def _restrain(job: Job) -> None:
    """Holds the process to its share before it sees the file."""
    missing = job.niceness - os.nice(0)
    if missing > 0:
        os.nice(missing)
    if sys.platform == "linux":
        with open(_VIRTUAL_MEMORY, encoding="ascii") as statm:  # noqa: PTH123, no file of anyone's
            pages = int(statm.read().split()[0])
        most = pages * resource.getpagesize() + job.memory_bytes
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        if hard == resource.RLIM_INFINITY or most <= hard:
            resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _crashed(kind: type[BaseException], _error: BaseException, trace: TracebackType | None) -> None:
    """Says where it broke; what the error says may quote the file."""
    where = [f"{frame.filename.rsplit('/', 1)[-1]}:{frame.lineno}" for frame in traceback.extract_tb(trace)[-5:]]
    told = {"event": "health_data.worker_crashed", "level": "error", "error": kind.__name__, "where": where}
    sys.stderr.write(json.dumps(told) + "\n")


def main() -> None:
    """Serves on the standard streams. What a job prints goes to standard error, out of the way of the messages.

    Libraries say nothing: it may quote the file, and standard error is a log.
    """
    sys.excepthook = _crashed
    warnings.simplefilter("ignore")
    logging.disable()
    messages = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    serve(sys.stdin.buffer, messages)
