"""How a run ended is read off its remains."""

import signal

import pytest

from services.data_science.adapters.sandbox.config import SandboxLimits
from services.data_science.adapters.sandbox.judgement import judge
from services.data_science.adapters.sandbox.protocol import ExitStatus, ReplyKind, encode_reply
from services.data_science.adapters.sandbox.run_handle import Cause, Ending
from services.data_science.domain.run import Killed, KillReason, Raised, RunOutcome, Succeeded

NONCE = bytes(16)
LIMITS = SandboxLimits(cpu_time_s=8)
RESULT = encode_reply(NONCE, ReplyKind.RESULT, b'{"mean": 1.5}')


def ended(
    reply: bytes = b"", *, sig: int = 0, code: int = 0, cpu: float = 0.1, cause: Cause | None = None, err: str = ""
) -> RunOutcome:
    status = ExitStatus(signal=sig, code=code, cpu_time_s=cpu)
    ending = Ending(reply=reply, stdout="out", stderr=err, status=status, cause=cause, duration_ms=3.0)
    return judge(ending, NONCE, LIMITS)


def test_a_result_is_a_success() -> None:
    assert ended(RESULT) == Succeeded(result={"mean": 1.5}, stdout="out", duration_ms=3.0)


def test_an_error_keeps_its_type_message_and_lines() -> None:
    body = b'{"error_type": "KeyError", "message": "x", "traceback": "line 1: y"}'
    outcome = ended(encode_reply(NONCE, ReplyKind.RAISED, body))
    assert outcome == Raised(error_type="KeyError", message="x", traceback="line 1: y", stdout="out", duration_ms=3.0)


@pytest.mark.parametrize(
    ("outcome", "reason"),
    [
        (ended(RESULT, sig=signal.SIGKILL, cause=Cause(reason=KillReason.WALL_TIME, detail="")), KillReason.WALL_TIME),
        (ended(RESULT, cause=Cause(reason=KillReason.OUTPUT, detail="")), KillReason.OUTPUT),
        (ended(sig=signal.SIGSYS), KillReason.FORBIDDEN_CALL),
        (ended(sig=signal.SIGKILL, cpu=8.0), KillReason.CPU_TIME),
        (ended(sig=signal.SIGKILL, cpu=1.0), KillReason.CRASH),
        (ended(sig=signal.SIGSEGV, cpu=8.0), KillReason.CRASH),
        (ended(RESULT, sig=signal.SIGSEGV), KillReason.CRASH),
        (ended(), KillReason.CRASH),
        (ended(code=70), KillReason.CRASH),
        (ended(RESULT + b"x"), KillReason.CRASH),
        (ended(encode_reply(NONCE, ReplyKind.RAISED, b"[1]")), KillReason.CRASH),
        (ended(encode_reply(NONCE, ReplyKind.OUT_OF_MEMORY, b"null")), KillReason.MEMORY),
        (ended(encode_reply(NONCE, ReplyKind.TOO_LARGE, b"null")), KillReason.OUTPUT),
    ],
)
def test_each_violent_end_has_its_reason(outcome: RunOutcome, reason: KillReason) -> None:
    assert isinstance(outcome, Killed)
    assert outcome.reason is reason


@pytest.mark.parametrize("reply", [b"", RESULT[:-1], RESULT + b"x"])
def test_a_run_whose_end_nobody_saw_crashed_unless_its_reply_is_whole(reply: bytes) -> None:
    outcome = judge(Ending(reply=reply, stdout="", stderr="", status=None, cause=None, duration_ms=1.0), NONCE, LIMITS)
    assert isinstance(outcome, Killed)
    assert outcome.reason is KillReason.CRASH


def test_a_whole_reply_counts_before_its_process_has_ended() -> None:
    ending = Ending(reply=RESULT, stdout="", stderr="", status=None, cause=None, duration_ms=1.0)
    assert judge(ending, NONCE, LIMITS) == Succeeded(result={"mean": 1.5}, stdout="", duration_ms=1.0)


def test_the_last_words_of_a_crash_are_told() -> None:
    outcome = ended(code=70, err="Fatal: out of luck\n")
    assert isinstance(outcome, Killed)
    assert "out of luck" in outcome.detail
