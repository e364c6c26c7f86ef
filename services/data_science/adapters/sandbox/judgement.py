"""What the remains of a run add up to. Pure."""

import signal
from collections.abc import Mapping
from typing import Final, assert_never

from services.data_science.adapters.sandbox.config import SandboxLimits
from services.data_science.adapters.sandbox.protocol import MalformedReplyError, ReplyKind, decode_reply
from services.data_science.adapters.sandbox.run_handle import Ending
from services.data_science.domain.run import Killed, KillReason, Raised, RunOutcome, Succeeded

_STDERR_SHOWN: Final = 300
# The kernel kills by counted clock ticks and reports measured time. On a busy machine the two differ widely.
_CPU_SLACK: Final = 0.5


def judge(ending: Ending, nonce: bytes, limits: SandboxLimits) -> RunOutcome:
    """The outcome that the remains of a run add up to."""
    duration_ms = ending.duration_ms
    killed = _killed(ending, limits)
    if killed is not None:
        return killed
    try:
        reply = decode_reply(ending.reply, nonce)
    except MalformedReplyError as error:
        detail = f"{error}; {_last_words(ending)}".removesuffix("; ")
        return Killed(reason=KillReason.CRASH, detail=detail, duration_ms=duration_ms)
    match reply.kind:
        case ReplyKind.RESULT:
            return Succeeded(result=reply.body, stdout=ending.stdout, duration_ms=duration_ms)
        case ReplyKind.RAISED:
            assert isinstance(reply.body, Mapping)
            return Raised(
                error_type=str(reply.body["error_type"]),
                message=str(reply.body["message"]),
                traceback=str(reply.body["traceback"]),
                stdout=ending.stdout,
                duration_ms=duration_ms,
            )
        case ReplyKind.OUT_OF_MEMORY:
            detail = f"more than {limits.memory_bytes >> 20} MiB"
            return Killed(reason=KillReason.MEMORY, detail=detail, duration_ms=duration_ms)
        case ReplyKind.TOO_LARGE:
            detail = f"a result of more than {limits.result_bytes} bytes"
            return Killed(reason=KillReason.OUTPUT, detail=detail, duration_ms=duration_ms)
        case _:
            assert_never(reply.kind)


def _killed(ending: Ending, limits: SandboxLimits) -> Killed | None:
    """How the run was ended from outside, or None when it ended by itself or with a whole reply."""
    reason, detail = KillReason.CRASH, ""
    if ending.cause is not None:
        reason, detail = ending.cause.reason, ending.cause.detail
    elif ending.status is None:
        return None
    elif ending.status.signal == signal.SIGSYS:
        reason, detail = KillReason.FORBIDDEN_CALL, "a system call that no analysis needs"
    elif ending.status.signal == signal.SIGKILL and ending.status.cpu_time_s >= limits.cpu_time_s * _CPU_SLACK:
        reason, detail = KillReason.CPU_TIME, f"more than {limits.cpu_time_s} s of CPU"
    elif ending.status.signal:
        detail = f"{signal.Signals(ending.status.signal).name}; {_last_words(ending)}".removesuffix("; ")
    else:
        return None
    return Killed(reason=reason, detail=detail, duration_ms=ending.duration_ms)


def _last_words(ending: Ending) -> str:
    return ending.stderr.strip()[-_STDERR_SHOWN:]
