"""The bytes between the service and the agent, which runs a job behind another wall: a container, a remote machine.

The agent is given the limits, takes a job as in `protocol`, and tells two things: the layers that hold, before it is
sent any data, then how the run ended. All that it tells is bounded and treated as hostile.
"""

import io
import json
import struct
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Final

from services.data_science.adapters.sandbox.config import SandboxLimits
from services.data_science.adapters.sandbox.protocol import (
    LENGTH_BYTES,
    REPLY_HEAD_BYTES,
    ExitStatus,
    MalformedReplyError,
    decode_layers,
    decode_length,
)
from services.data_science.adapters.sandbox.report import LayerReport, satisfies
from services.data_science.adapters.sandbox.run_handle import Cause, Ending
from services.data_science.domain.run import IsolationLevel, KillReason

AGENT_MODULE: Final = "services.data_science.adapters.sandbox.agent"
_ENDING_HEAD: Final = struct.Struct(">4I")
_MAX_HELLO_BYTES: Final = 1 << 16
_MAX_FACTS_BYTES: Final = 1 << 12
# The drain of a stream stops at the first chunk past its cap.
_SLACK_BYTES: Final = 1 << 16

Read = Callable[[int], bytes]
"""Gives exactly so many of the agent's bytes, or raises MalformedReplyError when there are no more."""


def reader(told: bytes) -> Read:
    """Reads what was told in one piece."""
    stream = io.BytesIO(told)

    def read(length: int) -> bytes:
        got = stream.read(length)
        if len(got) < length:
            raise MalformedReplyError("ended without a result")
        return got

    return read


def told_bytes(limits: SandboxLimits) -> int:
    """The most that an agent tells of one run."""
    return LENGTH_BYTES + _MAX_HELLO_BYTES + _ENDING_HEAD.size + sum(_caps(limits))


def level_of(layers: Sequence[LayerReport]) -> IsolationLevel:
    """The best level whose every layer holds."""
    return max((level for level in IsolationLevel if satisfies(layers, level)), default=IsolationLevel.NONE)


def encode_limits(limits: SandboxLimits) -> str:
    return json.dumps(asdict(limits))


def decode_limits(text: str) -> SandboxLimits:
    fields = json.loads(text)
    return SandboxLimits(**{**fields, "minimum_level": IsolationLevel(fields["minimum_level"])})


def encode_ending(ending: Ending) -> bytes:
    status, cause = ending.status, ending.cause
    facts = json.dumps(
        {
            "status": status and [status.signal, status.code, status.cpu_time_s],
            "cause": cause and [cause.reason.value, cause.detail],
            "duration_ms": ending.duration_ms,
        }
    )
    parts = (facts.encode(), ending.reply, ending.stdout.encode(), ending.stderr.encode())
    return _ENDING_HEAD.pack(*(len(part) for part in parts)) + b"".join(parts)


def read_hello(read: Read) -> tuple[LayerReport, ...]:
    """The layers that the agent found to hold.

    Raises:
        MalformedReplyError: it told something else, or nothing.
    """
    length = decode_length(read(LENGTH_BYTES))
    if length > _MAX_HELLO_BYTES:
        raise MalformedReplyError("told of more layers than there are")
    try:
        return decode_layers(read(length))
    except (ValueError, TypeError, RecursionError) as error:
        raise MalformedReplyError("told of its layers in an unknown way") from error


def read_ending(read: Read, limits: SandboxLimits) -> Ending:
    """How the run ended, as the agent saw it.

    Raises:
        MalformedReplyError: it told something else, more than the limits allow, or nothing.
    """
    lengths = _ENDING_HEAD.unpack(read(_ENDING_HEAD.size))
    if any(length > cap for length, cap in zip(lengths, _caps(limits), strict=True)):
        raise MalformedReplyError("told more of its run than the limits allow")
    facts, reply, stdout, stderr = (read(length) for length in lengths)
    try:
        told = json.loads(facts)
        signal, code, cpu_time_s = told["status"] or (0, 0, 0.0)
        reason, detail = told["cause"] or ("", "")
        return Ending(
            reply=reply,
            stdout=stdout.decode(errors="replace"),
            stderr=stderr.decode(errors="replace"),
            status=ExitStatus(signal=int(signal), code=int(code), cpu_time_s=float(cpu_time_s))
            if told["status"]
            else None,
            cause=Cause(reason=KillReason(reason), detail=str(detail)) if reason else None,
            duration_ms=float(told["duration_ms"]),
        )
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise MalformedReplyError("told of its end in an unknown way") from error


def _caps(limits: SandboxLimits) -> tuple[int, ...]:
    """How long each part of an ending may be."""
    # Replacing undecodable bytes makes three of one.
    text = 3 * (limits.output_bytes + _SLACK_BYTES)
    return _MAX_FACTS_BYTES, limits.result_bytes + REPLY_HEAD_BYTES + _SLACK_BYTES, text, text
