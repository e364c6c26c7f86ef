"""What calls leave in the ledger: what they used and cost, successful or not."""

import asyncio
from contextlib import suppress
from pathlib import Path

import pytest

from amy.llm.errors import CallTimedOutError, MalformedOutputError, ModelError
from amy.llm.measures import CANCELLED, FAILED, OK
from amy.llm.messages import Exchange, ModelCall, ToolOutcome
from amy.llm.models import Role
from amy.llm.retry import RetryConfig
from amy.runtime.ledger import open_ledger
from tests.scripted_driver import Line as Scripted
from tests.scripted_driver import ScriptedDriver, scripted_caller
from tests.unit.llm.talking import LONG_INSTRUCTIONS, LOOK_UP, PROMPTS, Choice, caller_of, prompt, until
from tests.vendor import (
    ALWAYS,
    Answer,
    Drop,
    ErrorEvent,
    Failure,
    Fault,
    Hang,
    Line,
    Script,
    Vendor,
    Wanted,
    calls,
    decides,
    declines,
    overloaded,
    rate_limited,
    runs_out,
    says,
    spend_limit_reached,
)
from tests.vendor.tokens import tokens_in


async def test_a_call_is_recorded_with_its_prompt_its_tokens_and_its_cost() -> None:
    async with Vendor(Script(Line("choose", says("Tea.")), prompts=PROMPTS)) as vendor, caller_of(vendor) as caller:
        with open_ledger() as ledger:
            await caller.tell(prompt(), role=Role.MAIN)
    [record] = ledger.calls
    assert (record.purpose, record.prompt_sha256, record.outcome) == ("choose", "ab" * 32, "ok")
    expected = tokens_in(prompt().stable) + tokens_in("user" + prompt().data)
    assert record.spent.input_tokens == expected
    assert record.spent.output_tokens == tokens_in("Tea.")
    assert record.spent.cost_usd == pytest.approx((expected * 4 + tokens_in("Tea.") * 20) / 1e6)


async def test_what_is_kept_is_written_once_and_read_afterwards() -> None:
    script = Script(Line("choose_long", says("Tea."), times=3), prompts=PROMPTS)
    async with Vendor(script) as vendor, caller_of(vendor) as caller:
        with open_ledger() as ledger:
            await caller.tell(prompt("One?", instructions=LONG_INSTRUCTIONS), role=Role.MAIN)
            await caller.tell(prompt("Two?", instructions=LONG_INSTRUCTIONS), role=Role.MAIN)
            vendor.clock.advance(301)
            await caller.tell(prompt("Two?", instructions=LONG_INSTRUCTIONS), role=Role.MAIN)
    kept, data = tokens_in(LONG_INSTRUCTIONS.strip()), tokens_in("userOne?")
    spent = [record.spent for record in ledger.calls]
    assert [each.cache_creation_tokens for each in spent] == [kept, 0, kept]
    assert [each.cache_read_tokens for each in spent] == [0, kept, 0]
    assert [each.input_tokens for each in spent] == [data, kept + data, data]
    assert spent[1].known_usd < spent[0].known_usd


async def test_a_round_of_a_loop_reads_all_rounds_before_it_from_the_cache() -> None:
    wanted = calls(Wanted("look_up", {"word": "tea"}), thinking="I look it up.")
    script = Script(Line("choose_long", wanted, times=3), prompts=PROMPTS)
    done: tuple[Exchange, ...] = ()
    async with Vendor(script) as vendor, caller_of(vendor) as caller:
        asked = prompt(instructions=LONG_INSTRUCTIONS)
        with open_ledger() as ledger:
            for number in range(3):
                result = await caller.step(asked, role=Role.MAIN, tools=(LOOK_UP,), exchanges=done)
                outcome = ToolOutcome(call_id=result.tool_calls[0].id, text=f"Found, {number}: " + "a drink. " * 200)
                done = (*done, Exchange(said=result.said, outcomes=(outcome,)))
    rounds = [record.spent for record in ledger.calls]
    whole = [each.input_tokens + each.cache_creation_tokens for each in rounds]
    assert [each.cache_read_tokens for each in rounds] == [0, *whole[:2]]
    assert all(each.input_tokens == each.cache_read_tokens for each in rounds)
    assert whole == sorted(whole)


async def test_a_call_that_failed_is_recorded_with_what_it_used() -> None:
    script = Script(
        Line("choose", overloaded()),
        Line("choose", Drop(after_events=3)),
        Line("choose", says("Tea.")),
        prompts=PROMPTS,
    )
    async with Vendor(script) as vendor, caller_of(vendor) as caller:
        with open_ledger() as ledger:
            await caller.tell(prompt(), role=Role.MAIN)
    assert [record.outcome for record in ledger.calls] == ["overloaded", "connection_lost", "ok"]
    refused, dropped, done = (record.spent for record in ledger.calls)
    assert refused.input_tokens == 0
    assert dropped.input_tokens == done.input_tokens > 0
    assert ledger.spent.input_tokens == 2 * done.input_tokens


async def test_a_model_without_a_price_has_no_known_cost() -> None:
    script = Script(Line("choose", decides({"which": "tea", "cups": 1})), prompts=PROMPTS)
    once = RetryConfig(max_retries=0)
    async with Vendor(script) as vendor, caller_of(vendor, model="claude-sonnet-5", retry=once) as caller:
        with open_ledger() as ledger:
            await caller.decide(prompt(), Choice, role=Role.MAIN)
    assert ledger.spent.cost_usd is None
    assert ledger.spent.input_tokens > 0


TEA = {"which": "tea", "cups": 2}
OUTCOMES: list[tuple[Answer | Fault, str]] = [
    (decides(TEA), "ok"),
    (decides({"which": "milk", "cups": 2}), "malformed_output"),
    (says('{"which": "te'), "malformed_output"),
    (declines(), "declined"),
    (runs_out('{"which": "te'), "cut_short"),
    (rate_limited(), "rate_limited"),
    (spend_limit_reached(), "spend_limit_reached"),
    (overloaded(), "overloaded"),
    (ErrorEvent(), "overloaded"),
    (Failure(status=500, type="api_error"), "provider_failed"),
    (Failure(status=400, type="invalid_request_error"), "request_refused"),
    (Failure(status=401, type="authentication_error"), "wrong_key"),
    (Failure(status=404, type="not_found_error"), "unknown_model"),
    (Drop(), "connection_lost"),
    (Drop(after_events=3), "connection_lost"),
    (Hang(after_events=3), "call_timed_out"),
]


@pytest.mark.parametrize(("said", "outcome"), OUTCOMES)
async def test_each_try_of_a_decision_is_entered_as_what_it_came_to(said: Answer | Fault, outcome: str) -> None:
    script = Script(Line("choose", said, times=ALWAYS), prompts=PROMPTS)
    once = RetryConfig(max_retries=0)
    async with Vendor(script) as vendor, caller_of(vendor, retry=once, read_timeout_s=0.3) as caller:
        with open_ledger() as ledger, suppress(ModelError):
            await caller.decide(prompt(), Choice, role=Role.MAIN)
    assert {record.outcome for record in ledger.calls} == {outcome}
    assert len(ledger.calls) == 1 + (outcome == "malformed_output")


async def test_a_decision_that_makes_no_sense_to_who_asked_is_entered_as_malformed() -> None:
    def never(_: Choice) -> None:
        raise ValueError("no")

    script = Script(Line("choose", decides(TEA), times=2), prompts=PROMPTS)
    async with Vendor(script) as vendor, caller_of(vendor) as caller:
        with open_ledger() as ledger, pytest.raises(MalformedOutputError):
            await caller.decide(prompt(), Choice, role=Role.MAIN, check=never)
    assert [record.outcome for record in ledger.calls] == ["malformed_output"] * 2
    assert all(record.spent.output_tokens > 0 for record in ledger.calls)


async def test_a_call_that_nobody_waits_for_any_more_is_cancelled_and_one_past_its_deadline_is_not() -> None:
    script = Script(Line("choose", Hang(), times=2), prompts=PROMPTS)
    async with Vendor(script) as vendor, caller_of(vendor, deadline_s=1.0) as caller:
        with open_ledger() as ledger:
            asking = asyncio.create_task(caller.tell(prompt(), role=Role.MAIN))
            await until(lambda: bool(vendor.requests))
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)
            with pytest.raises(CallTimedOutError):
                await caller.tell(prompt(), role=Role.MAIN)
    assert [record.outcome for record in ledger.calls] == ["cancelled", "call_timed_out"]


async def test_what_no_error_of_a_model_names_has_failed() -> None:
    def breaks(_: ModelCall) -> str:
        raise ZeroDivisionError

    caller = scripted_caller(ScriptedDriver(Scripted("choose", breaks)))
    with open_ledger() as ledger, pytest.raises(ZeroDivisionError):
        await caller.tell(prompt(), role=Role.MAIN)
    assert [record.outcome for record in ledger.calls] == ["failed"]


def test_every_outcome_is_listed_for_who_reads_the_log() -> None:
    page = (Path(__file__).parents[3] / "docs" / "models.md").read_text("utf-8")
    causes = {error.cause for error in ModelError.__subclasses__()}
    assert {outcome for _, outcome in OUTCOMES} <= causes | {OK}
    assert [each for each in sorted(causes | {OK, CANCELLED, FAILED}) if f"`{each}`" not in page] == []
