"""Alerts that fire in a real Prometheus because something is wrong with a running system, and are silent after it."""

import asyncio
import os
import resource
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path

import httpx
import pytest

from amy.api.health_data.v1 import health_data_pb2 as health_data
from amy.api.health_data.v1 import health_data_pb2_grpc as health_data_grpc
from amy.client import Amy, AmyError
from amy.runtime.channel import connect
from amy.runtime.errors import ServiceError
from amy.runtime.mesh import Mesh
from evals.system import System, wait_until
from tests.alerts.conftest import REFUSED, USERS, client_of
from tests.alerts.prometheus import SHIPPED, Prometheus, measured_at
from tests.chaos.killing import kept_dead, pid_of

QUESTION = "What is my average resting heart rate?"
ROOT = SHIPPED.parents[1]

pytestmark = [pytest.mark.prometheus, pytest.mark.timeout(300)]


@pytest.fixture
def watched(prometheus: Prometheus, system: System) -> Iterator[System]:
    """The system of many processes, every one of them measured and answering."""
    prometheus.watch(measured_at(system))
    prometheus.await_silent("AmyServiceDown", "AmyServiceNotReached", "AmyNothingMeasured")
    yield system
    wait_until(lambda: set(states(system).values()) == {"serving"}, timeout_s=60, what="everything serves")
    prometheus.watch(measured_at(system))


def states(system: System) -> dict[str, str]:
    found: dict[str, str] = httpx.get(f"{system.base_url}/healthz", timeout=30).json()["services"]
    return found


def ask_all(system: System, question: str = QUESTION, *, each: int) -> None:
    """Begins turns of every user."""
    for user in USERS:
        with client_of(system, user) as amy:
            for _ in range(each):
                amy.turns.create(messages=[{"role": "user", "content": question}])


def await_ended(system: System) -> None:
    for user in USERS:
        with client_of(system, user) as amy:
            for turn in amy.turns.list().data:
                wait_until(partial(has_ended, amy, turn.id), timeout_s=200, what="the turn ends")


def has_ended(amy: Amy, turn_id: str) -> bool:
    return amy.turns.retrieve(turn_id).status in {"completed", "failed"}


@contextmanager
def limited(pid: int, kind: int, soft: int) -> Iterator[None]:
    """A process that may have less of something, until the block ends."""
    before = resource.prlimit(pid, kind)
    resource.prlimit(pid, kind, (soft, before[1]))
    try:
        yield
    finally:
        resource.prlimit(pid, kind, before)


def test_nobody_is_measured(prometheus: Prometheus) -> None:
    firing = prometheus.await_firing("AmyNothingMeasured")
    assert set(firing) == {"AmyNothingMeasured"}


def test_nothing_fires_while_all_is_well(prometheus: Prometheus, watched: System) -> None:
    ask_all(watched, each=1)
    await_ended(watched)
    time.sleep(3)
    assert set(prometheus.firing()) == set()


def test_a_service_that_is_dead_is_told_by_who_measures_it_and_by_who_calls_it(
    prometheus: Prometheus, watched: System
) -> None:
    key = {"Authorization": f"Bearer {watched.admin_key}", "Amy-User": USERS[0]}
    with kept_dead(watched, "memory"):
        firing = prometheus.await_firing("AmyServiceDown", "AmyServiceNotReached")
        assert firing["AmyServiceDown"]["service"] == "memory"
        assert firing["AmyServiceDown"]["summary"] == "memory at memory does not answer"
        assert firing["AmyServiceNotReached"]["amy_service_name"] == "memory"
        with httpx.Client(base_url=watched.base_url, headers=key, timeout=60) as http:
            wait_until(
                lambda: http.get("/v1/memory").status_code == 503 and "AmyGatewayErrors" in prometheus.firing(),
                timeout_s=60,
                what="a gateway that only fails is told",
            )
    wait_until(lambda: states(watched)["memory"] == "serving", timeout_s=60, what="memory serves again")
    prometheus.watch(measured_at(watched))
    prometheus.await_silent("AmyServiceDown", "AmyServiceNotReached")


def test_turns_that_fail_are_told(prometheus: Prometheus, watched: System) -> None:
    with kept_dead(watched, "validator"):
        ask_all(watched, each=2)
        await_ended(watched)
        firing = prometheus.await_firing("AmyTurnsFail")
    assert "of the turns fail" in firing["AmyTurnsFail"]["summary"]


def test_a_service_whose_calls_fail_is_told(prometheus: Prometheus, watched: System) -> None:
    address = f"127.0.0.1:{port_of(watched, 'health_data')}"

    async def knock() -> None:
        contract = health_data.DESCRIPTOR.services_by_name["HealthDataService"]
        async with connect(address, service=contract, mesh=Mesh(token="another")) as channel:
            stub = health_data_grpc.HealthDataServiceStub(channel)
            with suppress(ServiceError):
                await stub.DescribeData(health_data.DescribeDataRequest(user_id=USERS[0]), timeout=10)

    def is_told() -> bool:
        asyncio.run(knock())
        return "AmyRpcErrors" in prometheus.firing()

    wait_until(is_told, timeout_s=60, what="calls with another mesh token are told")
    assert prometheus.firing()["AmyRpcErrors"]["amy_service_name"] == "health_data"


def test_a_database_that_cannot_be_written_is_told_until_it_can(prometheus: Prometheus, watched: System) -> None:
    with limited(pid_of(watched, "memory"), resource.RLIMIT_FSIZE, 0):
        with client_of(watched, USERS[0]) as amy, pytest.raises(AmyError, match="cannot be read or written"):
            amy.memory.create("I run on Sundays", category="preference")
        firing = prometheus.await_firing("AmyStorageTrouble")
        assert firing["AmyStorageTrouble"]["summary"] == "The database of memory: failed"
    prometheus.await_silent("AmyStorageTrouble")


def test_a_process_with_nearly_all_files_open_is_told(prometheus: Prometheus, watched: System) -> None:
    pid = pid_of(watched, "investigator")
    with limited(pid, resource.RLIMIT_NOFILE, len(list(Path(f"/proc/{pid}/fd").iterdir())) + 2):
        firing = prometheus.await_firing("AmyDescriptors")
        assert firing["AmyDescriptors"]["service"] == "investigator"
    prometheus.await_silent("AmyDescriptors")


def test_a_process_that_is_started_again_and_again_is_told(prometheus: Prometheus, watched: System) -> None:
    for times in (1, 2, 3):
        dead = pid_of(watched, "investigator")
        os.kill(dead, signal.SIGKILL)
        wait_until(partial(started, watched, dead), timeout_s=90, what="it is started again")
        prometheus.watch(measured_at(watched))
        wait_until(partial(has_seen_starts, prometheus, times), timeout_s=60, what="Prometheus has seen the start")
    firing = prometheus.await_firing("AmyRestarts")
    assert "was started 3 times in half an hour" in firing["AmyRestarts"]["summary"]


def test_turns_that_wait_and_none_that_ends_are_told(prometheus: Prometheus, small: System) -> None:
    prometheus.watch(measured_at(small, name="amy"))
    prometheus.await_silent("AmyServiceDown")
    ask_all(small, each=3)
    firing = prometheus.await_firing("AmyTurnsWait")
    assert "turns wait for a place" in firing["AmyTurnsWait"]["summary"]


def test_a_gateway_that_is_nearly_full_is_told(prometheus: Prometheus, small: System) -> None:
    with client_of(small, USERS[-1]) as amy:
        turn_id = amy.turns.list().data[0].id
    host, _, port = small.base_url.removeprefix("http://").partition(":")
    request = (
        f"GET /v1/turns/{turn_id}/events HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n"
        f"Authorization: Bearer {small.admin_key}\r\nAmy-User: {USERS[-1]}\r\n\r\n"
    )
    with ExitStack() as stack:
        for _ in range(2):
            # Half of the connections may wait for their request to be read; those beyond would be dropped.
            streams = [stack.enter_context(socket.create_connection((host, int(port)))) for _ in range(7)]
            for stream in streams:
                stream.sendall(request.encode())
            assert {stream.recv(15) for stream in streams} == {b"HTTP/1.1 200 OK"}
        prometheus.await_firing("AmyConnectionsNearLimit")
    prometheus.await_silent("AmyConnectionsNearLimit")


def test_runs_of_code_that_are_killed_are_told(prometheus: Prometheus, small: System) -> None:
    await_ended(small)
    prometheus.await_firing("AmySandboxKills")


def test_a_model_whose_calls_fail_is_told(prometheus: Prometheus, small: System) -> None:
    for _ in range(2):
        ask_all(small, f"{QUESTION} {REFUSED}", each=1)
        await_ended(small)
    firing = prometheus.await_firing("AmyModelErrors")
    assert "of the calls of" in firing["AmyModelErrors"]["summary"]


def test_what_is_above_a_budget_is_told(prometheus: Prometheus, small: System) -> None:
    over = {"AmyTurnsSlow", "AmyMemory", "AmyModelCostHour", "AmyModelCostDay"}
    assert not over & set(prometheus.firing())
    prometheus.set_budgets(
        turn_p95_seconds=0.1, process_memory_bytes=1e6, model_usd_per_hour=1e-6, model_usd_per_day=1e-6
    )
    firing = prometheus.await_firing(*over)
    assert firing["AmyMemory"]["service"] == "amy"


def test_no_text_of_an_alert_is_broken(prometheus: Prometheus) -> None:
    firing = prometheus.firing()
    assert firing
    assert not [each for each in firing.values() if "<error" in str(each) or "<no value>" in str(each)]
    assert all((ROOT / each["runbook_url"]).is_file() for each in firing.values())


def port_of(system: System, service: str) -> int:
    """The port that the service said last that it serves at."""
    said = [line for line in system.log.read_text().splitlines() if f'"service": "{service}", "address"' in line]
    return int(said[-1].partition('"address": "')[2].partition('"')[0].rpartition(":")[2])


def started(system: System, dead: int) -> bool:
    """Whether the investigator has a new process, which measures already."""
    pid = pid_of(system, "investigator")
    _, is_told, then = system.log.read_text().rpartition(f'"pid": {pid}')
    return pid not in (0, dead) and bool(is_told) and '"service": "investigator", "address"' in then


def has_seen_starts(prometheus: Prometheus, times: int) -> bool:
    changes = prometheus.ask("query", query='changes(process_start_time_seconds{service="investigator"}[30m])')
    return [int(each["value"][1]) for each in changes["result"]] == [times]
