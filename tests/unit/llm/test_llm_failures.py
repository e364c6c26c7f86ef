"""What goes wrong between here and the vendor, by the vendor's SDK: its name, and whether it is tried again."""

import asyncio
import time
from collections.abc import AsyncGenerator

import pytest

from amy.llm.caller import Caller
from amy.llm.errors import (
    CallTimedOutError,
    ConnectionLostError,
    ModelError,
    OverloadedError,
    ProviderFailedError,
    RateLimitedError,
    RequestRefusedError,
    SpendLimitReachedError,
    UnknownModelError,
    WrongKeyError,
)
from amy.llm.limits import ProviderLimits
from amy.llm.messages import AgenticMessage, ModelCall, Text
from amy.llm.models import Role
from amy.llm.retry import RetryConfig
from amy.runtime.ledger import open_ledger
from tests.unit.llm.talking import OPUS, PROMPTS, caller_of, prompt, until
from tests.vendor import (
    Answer,
    Drop,
    ErrorEvent,
    Failure,
    Fault,
    Hang,
    Line,
    Script,
    Vendor,
    overloaded,
    rate_limited,
    says,
    spend_limit_reached,
)

LONG = Answer(text="Tea, as on every day of this week and of the one before.")
TRANSIENT: list[tuple[Fault, type[ModelError]]] = [
    (rate_limited(), RateLimitedError),
    (overloaded(), OverloadedError),
    (Failure(status=500, type="api_error"), ProviderFailedError),
    (Failure(status=504, type="timeout_error"), ProviderFailedError),
    (Drop(), ConnectionLostError),
    (Drop(after_events=0), ConnectionLostError),
    (Drop(after_events=5, answer=LONG), ConnectionLostError),
    (ErrorEvent(), OverloadedError),
    (ErrorEvent(after_events=0), OverloadedError),
    (ErrorEvent(type="api_error", after_events=4, answer=LONG), ProviderFailedError),
    (ErrorEvent(type="rate_limit_error"), RateLimitedError),
]
LASTING: list[tuple[Fault, type[ModelError]]] = [
    (spend_limit_reached(), SpendLimitReachedError),
    (Failure(status=402, type="billing_error"), SpendLimitReachedError),
    (Failure(status=401, type="authentication_error"), WrongKeyError),
    (Failure(status=403, type="permission_error"), WrongKeyError),
    (Failure(status=404, type="not_found_error"), UnknownModelError),
    (Failure(status=400, type="invalid_request_error"), RequestRefusedError),
    (Failure(status=413, type="request_too_large"), RequestRefusedError),
    (ErrorEvent(type="invalid_request_error"), RequestRefusedError),
    (ErrorEvent(type="authentication_error"), WrongKeyError),
]


@pytest.mark.parametrize(("fault", "error"), TRANSIENT)
async def test_what_passes_is_tried_again_and_recorded(fault: Fault, error: type[ModelError]) -> None:
    script = Script(Line("choose", fault), Line("choose", says("Tea.")), prompts=PROMPTS)
    async with Vendor(script) as vendor, caller_of(vendor) as caller:
        with open_ledger() as ledger:
            assert await caller.tell(prompt(), role=Role.MAIN) == "Tea."
    assert [call.outcome for call in ledger.calls] == [error("").cause, "ok"]
    script.check()


@pytest.mark.parametrize(("fault", "error"), TRANSIENT)
async def test_what_does_not_pass_is_given_up_after_the_last_try(fault: Fault, error: type[ModelError]) -> None:
    script = Script(Line("choose", fault, times=3), prompts=PROMPTS)
    async with Vendor(script) as vendor, caller_of(vendor) as caller:
        with pytest.raises(error) as raised:
            await caller.tell(prompt(), role=Role.MAIN)
    assert raised.value.usage is not None
    script.check()


@pytest.mark.parametrize(("fault", "error"), LASTING)
async def test_what_asking_again_cannot_change_is_not_asked_again(fault: Fault, error: type[ModelError]) -> None:
    script = Script(Line("choose", fault), prompts=PROMPTS)
    async with Vendor(script) as vendor, caller_of(vendor) as caller:
        with open_ledger() as ledger, pytest.raises(error):
            await caller.tell(prompt(), role=Role.MAIN)
    assert len(ledger.calls) == 1
    script.check()


async def test_a_wrong_key_is_called_that() -> None:
    async with Vendor(Script(prompts=PROMPTS)) as vendor, caller_of(vendor, api_key="sk-other") as caller:
        with pytest.raises(WrongKeyError):
            await caller.tell(prompt(), role=Role.MAIN)


async def test_a_model_that_does_not_exist_is_called_that() -> None:
    async with Vendor(Script(prompts=PROMPTS)) as vendor, caller_of(vendor, model="claude-opus-9") as caller:
        with pytest.raises(UnknownModelError):
            await caller.tell(prompt(), role=Role.MAIN)


async def test_the_wait_that_is_asked_for_is_waited() -> None:
    script = Script(Line("choose", rate_limited(retry_after="0.6")), Line("choose", says("Tea.")), prompts=PROMPTS)
    async with Vendor(script) as vendor, caller_of(vendor) as caller:
        began_s = time.monotonic()
        await caller.tell(prompt(), role=Role.MAIN)
        assert time.monotonic() - began_s >= 0.6


async def test_a_wait_longer_than_the_longest_is_not_begun() -> None:
    script = Script(Line("choose", rate_limited(retry_after="30")), prompts=PROMPTS)
    async with Vendor(script) as vendor, caller_of(vendor) as caller:
        with pytest.raises(RateLimitedError) as raised:
            await caller.tell(prompt(), role=Role.MAIN)
    assert raised.value.retry_after_s == 30.0
    script.check()


@pytest.mark.parametrize("said", ["Wed, 21 Oct 2026 07:28:00 GMT", "soon", "-3"])
async def test_a_wait_that_is_no_number_of_seconds_changes_nothing(said: str) -> None:
    script = Script(Line("choose", rate_limited(retry_after=said)), Line("choose", says("Tea.")), prompts=PROMPTS)
    async with Vendor(script) as vendor, caller_of(vendor) as caller:
        assert await caller.tell(prompt(), role=Role.MAIN) == "Tea."


async def test_silence_from_the_start_times_out_and_is_tried_again() -> None:
    script = Script(Line("choose", Hang()), Line("choose", says("Tea.")), prompts=PROMPTS)
    async with Vendor(script) as vendor, caller_of(vendor, read_timeout_s=0.5) as caller:
        with open_ledger() as ledger:
            assert await caller.tell(prompt(), role=Role.MAIN) == "Tea."
    assert [call.outcome for call in ledger.calls] == ["call_timed_out", "ok"]


async def test_silence_in_the_middle_times_out_with_what_was_used() -> None:
    script = Script(Line("choose", Hang(after_events=4, answer=LONG)), prompts=PROMPTS)
    once = RetryConfig(max_retries=0)
    async with Vendor(script) as vendor, caller_of(vendor, read_timeout_s=0.5, retry=once) as caller:
        with open_ledger() as ledger, pytest.raises(CallTimedOutError):
            await caller.tell(prompt(), role=Role.MAIN)
    assert ledger.spent.input_tokens > 0


async def test_all_tries_together_end_at_the_deadline() -> None:
    async with (
        Vendor(Script(Line("choose", Hang()), prompts=PROMPTS)) as vendor,
        caller_of(vendor, deadline_s=0.5) as caller,
    ):
        began_s = time.monotonic()
        with open_ledger() as ledger, pytest.raises(CallTimedOutError):
            await caller.tell(prompt(), role=Role.MAIN)
        assert time.monotonic() - began_s < 5.0
        assert [call.outcome for call in ledger.calls] == ["call_timed_out"]
        await until(lambda: bool(vendor.abandoned))


async def test_a_cancelled_call_closes_its_request() -> None:
    async with Vendor(Script(Line("choose", Hang()), prompts=PROMPTS)) as vendor, caller_of(vendor) as caller:
        task = asyncio.create_task(caller.tell(prompt(), role=Role.MAIN))
        await until(lambda: bool(vendor.requests))
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await until(lambda: bool(vendor.abandoned))


async def test_an_answer_that_was_partly_shown_is_not_begun_again() -> None:
    script = Script(Line("choose", Drop(after_events=4, answer=LONG)), prompts=PROMPTS)
    heard: list[str] = []
    async with Vendor(script) as vendor, caller_of(vendor) as caller:
        with pytest.raises(ConnectionLostError):
            await _hear(caller, heard)
    assert LONG.text.startswith("".join(heard))
    assert heard
    script.check()


async def test_a_stream_that_fails_before_anything_is_shown_is_begun_again() -> None:
    script = Script(Line("choose", Drop(after_events=1)), Line("choose", says("Tea.")), prompts=PROMPTS)
    async with Vendor(script) as vendor, caller_of(vendor) as caller:
        assert [piece async for piece in caller.telling(prompt(), role=Role.MAIN)] == ["Tea."]


async def test_nobody_there_is_a_lost_connection() -> None:
    async with Vendor(Script(prompts=PROMPTS)) as vendor:
        gone = vendor.base_url
    once = RetryConfig(max_retries=0)
    async with Vendor(Script(prompts=PROMPTS)) as other, caller_of(other, retry=once) as caller:
        caller._driver._client.base_url = gone  # type: ignore[attr-defined]
        with pytest.raises(ConnectionLostError):
            await caller.tell(prompt(), role=Role.MAIN)


class Faulty:
    """A driver with a fault of ours."""

    provider = "faulty"

    async def stream(self, call: ModelCall) -> AsyncGenerator[AgenticMessage, None]:
        yield Text(delta="Tea")
        raise TypeError(call.model)

    async def close(self) -> None:
        pass


async def test_a_fault_of_ours_reaches_whoever_reads_the_stream() -> None:
    caller = Caller(Faulty(), models=dict.fromkeys(Role, OPUS), limits=ProviderLimits())
    with pytest.raises(TypeError):
        await asyncio.wait_for(_hear(caller, []), 5)


async def test_the_vendors_words_stay_out_of_the_error() -> None:
    fault = Failure(status=400, type="invalid_request_error", message="bad: What do I drink?")
    async with Vendor(Script(Line("choose", fault), prompts=PROMPTS)) as vendor, caller_of(vendor) as caller:
        with pytest.raises(RequestRefusedError) as raised:
            await caller.tell(prompt(), role=Role.MAIN)
    assert "drink" not in str(raised.value)


async def _hear(caller: Caller, heard: list[str]) -> None:
    async for piece in caller.telling(prompt(), role=Role.MAIN):
        heard.append(piece)  # noqa: PERF401, what was heard before an error counts
