"""What telemetry is told of turns that wait, and of steps."""

import asyncio

import pytest

from services.orchestrator.adapters.system_clock import SystemClock
from services.orchestrator.app.measures import counting_turns, slot_of, step_measured
from services.orchestrator.domain.steps import Step
from tests.scraping import measured


async def test_turns_that_wait_for_others_are_the_queue() -> None:
    slots, ended = asyncio.Semaphore(1), asyncio.Event()

    async def turn() -> None:
        async with slot_of(slots):
            await ended.wait()

    with measured() as fetch:
        turns = [asyncio.create_task(turn()) for _ in range(3)]
        await asyncio.sleep(0)
        page = await asyncio.to_thread(fetch)
        assert (page.value("amy_turns_running"), page.value("amy_turns_waiting")) == (1, 2)
        turns.pop().cancel()
        ended.set()
        await asyncio.gather(*turns)
        page = await asyncio.to_thread(fetch)
        assert (page.value("amy_turns_running"), page.value("amy_turns_waiting")) == (0, 0)


async def test_turns_are_counted_from_nought_so_that_the_first_that_fails_is_a_rise() -> None:
    with measured() as fetch:
        counting_turns()
        page = await asyncio.to_thread(fetch)
    for status in ("completed", "failed"):
        assert f'amy_turns_total{{amy_turn_status="{status}"' in page.text
    assert page.value("amy_turns_total") == 0


async def test_a_step_that_is_given_up_is_neither_done_nor_failed() -> None:
    with measured() as fetch:
        for error in (asyncio.CancelledError, KeyboardInterrupt):
            with pytest.raises(error), step_measured(Step.ROUTE, SystemClock(), turn_id=""):
                raise error
        with step_measured(Step.ROUTE, SystemClock(), turn_id="") as outcome:
            outcome.failed("INTERNAL_ERROR")
        page = await asyncio.to_thread(fetch)
    counted = "amy_step_duration_seconds_count"
    assert page.value(counted, amy_step_name="route", amy_outcome="given_up") == 2
    assert page.value(counted, amy_outcome="failed") == 1
    assert page.value(counted, amy_outcome="done") == 0
