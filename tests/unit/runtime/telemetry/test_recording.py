"""Spans and metrics of one process, as a collector gets them and as Prometheus fetches them."""

import asyncio
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from random import Random

import pytest
from ulid import ULID

from amy.runtime import telemetry
from amy.runtime.errors import UpstreamUnavailableError
from amy.runtime.ids import new_id
from amy.runtime.telemetry import TelemetryError, recording
from amy.runtime.telemetry.instruments import MODEL_COST, SANDBOX_WORKERS, SSE_STREAMS, STEP_DURATION, TURNS
from tests.collector import Collector, collecting
from tests.scraping import measured

SECRET = "I take ramipril"


@pytest.fixture
def collector() -> Iterator[Collector]:
    with collecting() as double:
        yield double


def sending_to(collector: Collector, **more: str) -> dict[str, str]:
    return {"AMY_TELEMETRY_OTLP_ENDPOINT": collector.endpoint, **more}


def test_while_it_is_off_nothing_of_the_sdk_is_loaded() -> None:
    program = """
import sys
from importlib.metadata import entry_points
from amy.runtime import telemetry
for point in entry_points(group="amy.services"):
    point.load()
with telemetry.recording({}, process="amy"), telemetry.span("turn") as span:
    span.set(step="route")
sys.exit([name for name in sys.modules if name.startswith(("opentelemetry.sdk", "prometheus_client"))] or 0)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_while_it_is_off_every_call_gives_the_same_span_that_does_nothing() -> None:
    span = telemetry.span("turn")
    assert telemetry.request("GET", new_id("req")) is span
    assert telemetry.resumed("turn", new_id("req")) is span
    assert telemetry.received("x", {"traceparent": f"00-{1:032x}-{1:016x}-01"}) is span
    assert dict(span.headers()) == {}
    telemetry.measure(TURNS, turn_status="completed")


def test_a_request_is_the_root_of_the_trace_that_its_id_names(collector: Collector) -> None:
    request_id = new_id("req")
    with (
        recording(sending_to(collector), process="gateway"),
        telemetry.request("GET", request_id, request_id=request_id) as root,
        telemetry.span("step"),
    ):
        root.rename("GET /v1/turns")
    inner, outer = sorted(collector.spans, key=lambda span: span.name, reverse=True)
    assert (outer.name, outer.parent_id, inner.parent_id) == ("GET /v1/turns", "", outer.span_id)
    assert outer.trace_id == inner.trace_id
    assert outer.attributes == {"amy.request.id": request_id}
    assert outer.process == "gateway"


def test_what_is_resumed_by_another_process_goes_on_in_the_trace_of_its_request(collector: Collector) -> None:
    request_id = new_id("req")
    with recording(sending_to(collector), process="gateway"), telemetry.request("POST", request_id):
        pass
    for _ in range(2):
        with recording(sending_to(collector), process="orchestrator"), telemetry.resumed("turn", request_id):
            pass
    root, *runs = collector.spans
    assert {run.trace_id for run in runs} == {root.trace_id}
    assert {run.parent_id for run in runs} == {root.span_id}
    assert len({run.instance for run in runs}) == 2


def test_the_trace_of_a_request_that_another_system_named_is_the_same_in_every_process(collector: Collector) -> None:
    for process in ("one", "two"):
        with recording(sending_to(collector), process=process), telemetry.resumed("turn", "what-a-client-calls-it"):
            pass
    assert len({span.trace_id for span in collector.spans}) == 1


def test_either_all_of_a_request_is_traced_or_nothing(collector: Collector) -> None:
    half = sending_to(collector, AMY_TELEMETRY_SAMPLED="0.5")
    chance = Random(1)
    request_ids = [f"req_{ULID.from_bytes(chance.randbytes(16))}" for _ in range(40)]
    for process, begin in (("x", telemetry.request), ("y", telemetry.resumed)):
        with recording(half, process=process):
            for request_id in request_ids:
                begin("work", request_id).end()
    by_process = [{span.trace_id for span in collector.spans if span.process == each} for each in ("x", "y")]
    assert by_process[0] == by_process[1]
    assert 0 < len(by_process[0]) < 40


def test_work_outside_any_request_is_not_traced(collector: Collector) -> None:
    with recording(sending_to(collector), process="x"), telemetry.span("sweep"), telemetry.received("call", {}):
        pass
    assert collector.spans == []


@pytest.mark.parametrize(
    ("error", "code"), [(ValueError(SECRET), "ValueError"), (UpstreamUnavailableError(SECRET), "UPSTREAM_UNAVAILABLE")]
)
def test_what_is_thrown_tells_its_class_and_not_what_it_says(collector: Collector, error: Exception, code: str) -> None:
    with (
        recording(sending_to(collector), process="x"),
        pytest.raises(type(error)),
        telemetry.resumed("turn", new_id("req")),
    ):
        raise error
    (span,) = collector.spans
    assert (span.is_error, span.said, span.events, span.attributes) == (True, "", 0, {"error.type": code})
    assert not any(SECRET.encode() in body for body in collector.bodies)


async def test_what_is_given_up_is_no_failure(collector: Collector) -> None:
    with recording(sending_to(collector), process="x"):

        async def work() -> None:
            with telemetry.resumed("turn", new_id("req")):
                await asyncio.sleep(60)

        task = asyncio.create_task(work())
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    (span,) = collector.spans
    assert not span.is_error


def test_metrics_are_sent_with_the_attributes_of_their_series_alone(collector: Collector) -> None:
    with recording(sending_to(collector), process="x"):
        telemetry.measure(STEP_DURATION, 0.2, step="route", outcome="done", turn_id=new_id("turn"))
        telemetry.measure(MODEL_COST, 0.01, model="m", purpose=SECRET)
    assert collector.metrics == {
        "amy.step.duration": [{"amy.step.name": "route", "amy.outcome": "done"}],
        "amy.model.cost": [{"gen_ai.request.model": "m", "amy.model.purpose": "_OTHER"}],
    }


def test_prometheus_fetches_them_from_the_address_that_the_log_names() -> None:
    with measured() as fetch:
        telemetry.measure(TURNS, turn_status="completed")
        telemetry.measure(SSE_STREAMS, 3)
        telemetry.measure(SSE_STREAMS, -1)
        telemetry.measure(SANDBOX_WORKERS, 2, worker_state="idle")
        telemetry.measure(STEP_DURATION, 0.2, step="route", outcome="done")
        page = fetch()
    assert page.value("amy_turns_total", amy_turn_status="completed") == 1
    assert page.value("amy_sse_streams") == 2
    assert page.value("amy_sandbox_workers", amy_sandbox_worker_state="idle") == 2
    assert page.value("amy_step_duration_seconds_count", amy_step_name="route") == 1


def test_prometheus_fetches_what_the_process_itself_takes() -> None:
    with measured() as fetch:
        page = fetch()
    taken = dict(line.split() for line in page.text.splitlines() if line.startswith("process_"))
    assert float(taken["process_resident_memory_bytes"]) > 1e7
    assert 0 <= time.time() - float(taken["process_start_time_seconds"]) < 86_400
    assert 0 < float(taken["process_open_fds"]) < float(taken["process_max_fds"])


@pytest.mark.parametrize(
    "env",
    [
        {"AMY_TELEMETRY_PROMETHEUS": "9464"},
        {"AMY_TELEMETRY_OTLP_ENDPOINT": "http://127.0.0.1:1", "AMY_TELEMETRY_SAMPLED": "2"},
    ],
)
def test_settings_that_mean_nothing_are_said_before_anything_is_served(env: dict[str, str]) -> None:
    with pytest.raises(TelemetryError), recording(env, process="x"):
        pass


def test_a_taken_port_is_said_before_anything_is_served() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        env = {"AMY_TELEMETRY_PROMETHEUS": f"127.0.0.1:{taken.getsockname()[1]}"}
        with pytest.raises(TelemetryError, match="in use"), recording(env, process="x"):
            pass


def test_a_collector_that_is_not_there_costs_no_request_and_does_not_hold_the_process_back() -> None:
    program = """
import time
from amy.runtime import telemetry
from amy.runtime.ids import new_id
from amy.runtime.telemetry.instruments import TURNS
with telemetry.recording({"AMY_TELEMETRY_OTLP_ENDPOINT": "http://127.0.0.1:9"}, process="x"):
    began = time.monotonic()
    with telemetry.resumed("turn", new_id("req")):
        telemetry.measure(TURNS, turn_status="completed")
    print("request", time.monotonic() - began)
print("end", time.monotonic() - began)
"""
    # A process of its own: what it gives up goes on trying in a thread until the process is gone.
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    took = dict(line.split() for line in done.stdout.splitlines() if line.startswith(("request", "end")))
    assert float(took["request"]) < 1
    assert float(took["end"]) < 8
