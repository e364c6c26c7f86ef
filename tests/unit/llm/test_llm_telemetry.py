"""What telemetry is told of calls to models: who was asked for what, and what it took; never what was said."""

from collections.abc import Iterator
from contextlib import suppress

import pytest

from amy.llm.errors import ModelError, RateLimitedError
from amy.llm.models import Role
from amy.runtime import telemetry
from amy.runtime.ids import new_id
from amy.runtime.telemetry import recording
from tests.collector import Collector, collecting
from tests.scripted_driver import Line, ScriptedDriver, scripted_caller
from tests.unit.llm.talking import prompt

SAID = "I take ramipril"


@pytest.fixture
def collector() -> Iterator[Collector]:
    with collecting() as double:
        yield double


async def told_of(answer: str | ModelError, collector: Collector) -> None:
    caller = scripted_caller(ScriptedDriver(Line("choose", answer)))
    env = {"AMY_TELEMETRY_OTLP_ENDPOINT": collector.endpoint}
    with recording(env, process="x"), telemetry.resumed("turn", new_id("req")), suppress(ModelError):
        await caller.tell(prompt(SAID), role=Role.MAIN)


async def test_a_call_is_a_span_with_its_tokens_and_without_its_words(collector: Collector) -> None:
    await told_of(SAID, collector)
    call = next(span for span in collector.spans if span.name == "chat")
    assert call.attributes == {
        "gen_ai.operation.name": "chat",
        "gen_ai.request.model": "model-main",
        "amy.model.purpose": "choose",
        "gen_ai.usage.input_tokens": 1000,
        "gen_ai.usage.output_tokens": 100,
        "amy.outcome": "ok",
    }
    assert {point["gen_ai.token.type"] for point in collector.metrics["gen_ai.client.token.usage"]} == {
        "input",
        "output",
    }
    assert not any(SAID.encode() in body for body in collector.bodies)


async def test_a_call_that_fails_is_told_by_its_cause(collector: Collector) -> None:
    await told_of(RateLimitedError(SAID), collector)
    call = next(span for span in collector.spans if span.name == "chat")
    assert call.is_error
    assert call.attributes["error.type"] == "rate_limited"
    assert collector.metrics["gen_ai.client.operation.duration"][0]["error.type"] == "rate_limited"
    assert not any(SAID.encode() in body for body in collector.bodies)
