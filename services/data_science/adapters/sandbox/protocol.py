"""The bytes between the service, the zygote and a run. All pure; what a run sends is treated as hostile.

A worker says hello (which layers hold) where it will be sent its job. A run's result channel carries one reply that
starts with the job's nonce. The nonce is drawn per job and never printed, so text on stdout cannot pass for a reply.
Code that digs it out of its own process can forge its own result only, which is no more than it could have returned.
"""

import json
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, assert_never, cast

from services.data_science.adapters.sandbox.report import Layer, LayerReport
from services.data_science.adapters.sandbox.result_shape import check_error_report, check_value, has_too_many_values
from services.data_science.domain.run import Frames, JsonValue

NONCE_BYTES: Final = 16
_JOB_HEAD: Final = struct.Struct(f">{NONCE_BYTES}s6I")
_REPLY_HEAD: Final = struct.Struct(f">{NONCE_BYTES}sBI")
_LENGTH: Final = struct.Struct(">I")
JOB_HEAD_BYTES: Final = _JOB_HEAD.size
REPLY_HEAD_BYTES: Final = _REPLY_HEAD.size
LENGTH_BYTES: Final = _LENGTH.size


class MalformedReplyError(Exception):
    """A run sent bytes that are no reply to its job."""


class ReplyKind(IntEnum):
    RESULT = 1
    RAISED = 2
    OUT_OF_MEMORY = 3
    TOO_LARGE = 4


@dataclass(frozen=True, kw_only=True)
class Job:
    nonce: bytes
    code: str
    frames: Frames


@dataclass(frozen=True, kw_only=True)
class JobHead:
    nonce: bytes
    lengths: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class Reply:
    kind: ReplyKind
    body: JsonValue


@dataclass(frozen=True, kw_only=True)
class ExitStatus:
    """How the run's process ended, as the zygote saw it."""

    signal: int
    code: int
    cpu_time_s: float


def encode_job(job: Job) -> bytes:
    parts = _parts(job)
    return b"".join([_JOB_HEAD.pack(job.nonce, *(len(part) for part in parts)), *parts])


def decode_job_head(head: bytes) -> JobHead:
    nonce, *lengths = _JOB_HEAD.unpack(head)
    return JobHead(nonce=nonce, lengths=tuple(lengths))


def decode_job(head: JobHead, body: bytes) -> Job:
    parts: list[bytes] = []
    for length in head.lengths:
        start = sum(len(part) for part in parts)
        parts.append(body[start : start + length])
    code, summary, activities, profile, population, biomarkers = parts
    frames = Frames(
        summary=summary, activities=activities, profile=profile, population=population, biomarkers=biomarkers
    )
    return Job(nonce=head.nonce, code=code.decode(), frames=frames)


def encode_layers(layers: Sequence[LayerReport]) -> bytes:
    body = json.dumps([[found.layer.value, found.works, found.detail] for found in layers]).encode()
    return _LENGTH.pack(len(body)) + body


def decode_length(head: bytes) -> int:
    return cast("int", _LENGTH.unpack(head)[0])


def decode_layers(body: bytes) -> tuple[LayerReport, ...]:
    return tuple(
        LayerReport(layer=Layer(layer), works=works, detail=detail) for layer, works, detail in json.loads(body)
    )


def encode_status(status: ExitStatus) -> bytes:
    return json.dumps([status.signal, status.code, status.cpu_time_s]).encode()


def decode_status(body: bytes) -> ExitStatus:
    signal, code, cpu_time_s = json.loads(body)
    return ExitStatus(signal=signal, code=code, cpu_time_s=cpu_time_s)


def encode_reply(nonce: bytes, kind: ReplyKind, body: bytes) -> bytes:
    return _REPLY_HEAD.pack(nonce, kind, len(body)) + body


def answers(received: bytes | bytearray, job: bytes) -> bool:
    """Whether these bytes are in form one whole reply to this encoded job; what it says is not looked at."""
    if len(received) < REPLY_HEAD_BYTES:
        return False
    nonce, _, length = _REPLY_HEAD.unpack_from(received)
    return job.startswith(nonce) and len(received) == REPLY_HEAD_BYTES + length


def decode_reply(received: bytes, nonce: bytes) -> Reply:
    """The reply, if these bytes are exactly one reply to the job with this nonce, and one that an honest run can send.

    Raises:
        MalformedReplyError: they are not, or their JSON is of a shape that no honest run sends.
    """
    if len(received) < REPLY_HEAD_BYTES:
        raise MalformedReplyError("ended without a result")
    got_nonce, kind, length = _REPLY_HEAD.unpack_from(received)
    if got_nonce != nonce or len(received) != REPLY_HEAD_BYTES + length or kind not in set(ReplyKind):
        raise MalformedReplyError("wrote foreign bytes to the result channel")
    try:
        return Reply(kind=ReplyKind(kind), body=_body(ReplyKind(kind), received[REPLY_HEAD_BYTES:]))
    except (ValueError, RecursionError) as error:
        raise MalformedReplyError("sent a result that is not acceptable JSON") from error


def _body(kind: ReplyKind, sent: bytes) -> JsonValue:
    if has_too_many_values(sent):
        raise ValueError("too many values")
    body: JsonValue = json.loads(sent)
    match kind:
        case ReplyKind.RESULT:
            check_value(body)
        case ReplyKind.RAISED:
            check_error_report(body)
        case ReplyKind.OUT_OF_MEMORY | ReplyKind.TOO_LARGE:
            if body is not None:
                raise ValueError("says more than that there is no result")
        case _:
            assert_never(kind)
    return body


def _parts(job: Job) -> tuple[bytes, ...]:
    frames = job.frames
    code = job.code.encode(errors="replace")
    return code, frames.summary, frames.activities, frames.profile, frames.population, frames.biomarkers
