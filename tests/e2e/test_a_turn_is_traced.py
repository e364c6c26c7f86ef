"""What operators see of a turn, each service in a process of its own: one trace, metrics, and no word of a person.

The collector is a double that speaks the real protocol; the metrics are fetched over HTTP from the addresses that the
services' logs name.
"""

import json
import os
import re
import signal
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from amy.client import Amy
from evals.system import System, running, wait_until
from tests.chaos.killing import pid_of
from tests.collector import Collector, Seen, collecting
from tests.scraping import Page, fetched

MARK = "qxzj"
USER = f"anna-{MARK}"
QUESTION = f"Is my resting heart rate related to how long I sleep? {MARK}"
STEPS = (
    "classify_vagueness",
    "route",
    "rephrase_per_agent",
    "run_supporting_agents",
    "run_main_agent",
    "reflection",
    "validation_gates",
    "synthesis",
    "memory_extraction",
)
RPCS = (
    "orchestrator.v1.OrchestratorService/CreateTurn",
    "data_science.v1.DataScienceService/Analyze",
    "validator.v1.ValidatorService/Validate",
    "memory.v1.MemoryService/RecordTurn",
)
SERVICES = {"gateway", "orchestrator", "data_science", "validator", "memory", "health_data"}

pytestmark = pytest.mark.timeout(240)


@dataclass(frozen=True, kw_only=True)
class Watched:
    """A system whose telemetry is collected."""

    system: System
    collector: Collector

    def spans_of(self, turn_id: str, name: str) -> list[Seen]:
        """The turn's spans of this name, once there is one."""

        def found() -> list[Seen]:
            spans = list(self.collector.spans)
            return [span for span in spans if span.name == name and span.attributes.get("amy.turn.id") == turn_id]

        wait_until(found, timeout_s=60, what=f"{name!r} of the turn arrives")
        return found()

    def trace_of(self, turn_id: str) -> list[Seen]:
        """All spans of the turn's trace, once the last of them has arrived."""
        trace_id = self.spans_of(turn_id, "turn")[0].trace_id

        def is_whole() -> bool:
            spans = self.collector.trace(trace_id)
            return {"", *(span.span_id for span in spans)} >= {span.parent_id for span in spans}

        wait_until(is_whole, timeout_s=30, what="every span's parent arrives")
        return self.collector.trace(trace_id)

    def page(self) -> Page:
        """The metrics of all processes together."""
        lines = [line for line in self.system.log.read_text().splitlines() if '"event": "telemetry"' in line]
        addresses = {json.loads(line)["metrics"] for line in lines}
        assert len(addresses) >= len(SERVICES)
        pages = []
        for address in addresses:
            # A process that was killed listens no longer.
            with suppress(httpx.ConnectError):
                pages.append(fetched(address).text)
        return Page(text="\n".join(pages))


def marked(folder: Path) -> Iterator[Path]:
    """The files of the sample person, with marked labels."""
    for file in sorted(folder.glob("*.csv")):
        text = file.read_text().replace("Outdoor Bike", f"Bike {MARK}").replace("LDL cholesterol", f"Ferritin {MARK}")
        changed = folder / f"{MARK}-{file.name}"
        changed.write_text(text)
        yield changed


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory, sample_files: Path) -> Iterator[Watched]:
    folder = tmp_path_factory.mktemp("traced")
    with collecting() as collector:
        env = {
            "AMY_TELEMETRY_OTLP_ENDPOINT": collector.endpoint,
            "AMY_TELEMETRY_PROMETHEUS": "127.0.0.1:0",
            "AMY_TELEMETRY_INTERVAL_S": "1",
            "OTEL_BSP_SCHEDULE_DELAY": "200",
            "AMY_ORCHESTRATOR_STEP_PAUSE_S": "0.3",
        }
        with running(folder / "data", "--processes", env=env) as system:
            with Amy(api_key=system.admin_key, base_url=system.base_url, user=USER) as amy:
                for file in marked(sample_files):
                    amy.data.import_file(file)
                amy.memory.create(f"I have {MARK} disease", category="history")
            yield Watched(system=system, collector=collector)


@pytest.fixture
def amy(watched: Watched) -> Iterator[Amy]:
    with Amy(api_key=watched.system.admin_key, base_url=watched.system.base_url, user=USER) as client:
        yield client


def ask(amy: Amy, question: str) -> str:
    turn = amy.turns.create(messages=[{"role": "user", "content": question}], stream=False)
    assert turn.status == "completed"
    return turn.id


def test_a_turn_is_one_trace_of_all_its_hops(watched: Watched, amy: Amy) -> None:
    trace_id = watched.trace_of(ask(amy, QUESTION))[0].trace_id

    def sides(rpc: str) -> list[str]:
        return [span.process for span in watched.collector.trace(trace_id) if span.name == f"amy.api.{rpc}"]

    # Each process sends its spans by itself, so those of one may come after those of another.
    wait_until(lambda: all(len(sides(rpc)) >= 2 for rpc in RPCS), timeout_s=60, what="both sides of every call arrive")
    spans = watched.collector.trace(trace_id)
    names = [span.name for span in spans]
    (root,) = [span for span in spans if not span.parent_id]
    assert (root.name, root.process) == ("POST /v1/turns", "gateway")
    for step in STEPS:
        assert names.count(f"step {step}") == 1, step
    for rpc in RPCS:
        assert len(set(sides(rpc))) == 2, (rpc, names)
    assert {span.process for span in spans} == SERVICES
    by_id = {span.span_id: span for span in spans}
    (sandbox,) = [span for span in spans if span.name == "sandbox"]
    assert sandbox.attributes["amy.outcome"] == "Succeeded"
    assert by_id[sandbox.parent_id].name == "amy.api.data_science.v1.DataScienceService/Analyze"
    assert not any(span.is_error for span in spans), [span for span in spans if span.is_error]


def test_a_turn_whose_orchestrator_is_killed_goes_on_in_its_trace(watched: Watched, amy: Amy) -> None:
    turn_id = amy.turns.create(messages=[{"role": "user", "content": QUESTION}]).id
    # What has ended is sent a moment later, or dies with its process.
    watched.spans_of(turn_id, "step route")
    os.kill(pid_of(watched.system, "orchestrator"), signal.SIGKILL)
    (turn,) = watched.spans_of(turn_id, "turn")
    assert amy.turns.retrieve(turn_id).status == "completed"
    steps = [span for span in watched.collector.trace(turn.trace_id) if span.name.startswith("step ")]
    assert {f"step {step}" for step in STEPS} == {span.name for span in steps}
    assert len({span.instance for span in steps}) == 2


def test_metrics_tell_rates_errors_durations_and_levels(watched: Watched, amy: Amy) -> None:
    ask(amy, QUESTION)
    page = watched.page()
    assert page.value("amy_turns_total", amy_turn_status="completed") >= 1
    assert page.value("amy_turn_duration_seconds_count", amy_turn_status="completed") >= 1
    assert page.value("amy_step_duration_seconds_count", amy_step_name="validation_gates", amy_outcome="done") >= 1
    assert page.value("amy_validator_verdicts_total", amy_validator_verdict="validated") >= 1
    assert page.value("amy_sandbox_run_duration_seconds_count", amy_outcome="Succeeded") >= 1
    assert page.value("amy_sandbox_workers", amy_sandbox_worker_state="idle") >= 1
    assert page.value("amy_turns_running") == page.value("amy_turns_waiting") == 0
    analyse = "amy.api.data_science.v1.DataScienceService/Analyze"
    assert page.value("rpc_server_call_duration_seconds_count", rpc_method=analyse, rpc_response_status_code="OK") >= 1
    assert (
        page.value("http_server_request_duration_seconds_count", http_route="/v1/turns", http_request_method="POST")
        >= 1
    )


@pytest.mark.parametrize(
    "question",
    [
        QUESTION,
        f"What is my Ferritin {MARK}?",
        f"How far did I go on Bike {MARK} last month?",
        f"Remember that I am allergic to {MARK}",
        f"Is {MARK} dangerous?",
        f"I want to kill myself with {MARK}",
    ],
)
def test_no_word_of_a_person_is_in_what_is_told(watched: Watched, amy: Amy, question: str) -> None:
    turn_id = ask(amy, question)
    watched.trace_of(turn_id)
    told = b"\n".join(watched.collector.bodies).lower()
    assert turn_id.lower().encode() in told
    assert MARK.encode() not in told
    page = watched.page().text.lower()
    assert "amy_turns_total" in page
    assert MARK not in page
    assert not re.search(r"admin|anna", page)
