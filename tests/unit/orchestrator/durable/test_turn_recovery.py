"""Real orchestrator processes, killed with -9 inside a step: the turn goes on where it was, here or elsewhere."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from amy.api.orchestrator.v1 import orchestrator_pb2 as pb
from amy.api.orchestrator.v1 import orchestrator_pb2_grpc
from amy.runtime.channel import connect
from services.orchestrator.domain.steps import Step
from tests.unit.orchestrator.durable.turn_peers import Peers, serving
from tests.unit.orchestrator.durable.turn_system import DATA_QUESTION, SERVICE, USER, create_request, told_by

ROOT = Path(__file__).parents[4]


@dataclass
class Process:
    """One `python -m services.orchestrator`, which can be killed and started again on the same port."""

    env: dict[str, str]
    port: int
    log: Path
    _process: subprocess.Popen[bytes] | None = field(default=None, init=False)

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    async def start(self) -> None:
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(  # noqa: ASYNC220, forking takes no time that matters here
                [sys.executable, "-m", "services.orchestrator"],
                cwd=ROOT,
                env={"PATH": os.environ["PATH"], "AMY_ORCHESTRATOR_LISTEN": self.address, **self.env},
                stderr=log,
            )
        async with grpc.aio.insecure_channel(self.address) as channel:
            check = health_pb2_grpc.HealthStub(channel).Check
            await check(health_pb2.HealthCheckRequest(), timeout=40, wait_for_ready=True)

    def kill(self, signum: signal.Signals = signal.SIGKILL) -> int:
        assert self._process is not None
        self._process.send_signal(signum)
        return self._process.wait(timeout=60)

    def close(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self.kill()


@asynccontextmanager
async def processes(
    database_url: str, folder: Path, peers: Peers, *, count: int = 1, pause_s: float = 0.2
) -> AsyncIterator[list[Process]]:
    async with serving(peers):
        env = {
            "AMY_ORCHESTRATOR_DATABASE_URL": database_url,
            "AMY_ORCHESTRATOR_STEP_JOURNAL": str(folder / "steps.jsonl"),
            "AMY_ORCHESTRATOR_STEP_PAUSE_S": str(pause_s),
            "AMY_ORCHESTRATOR_HEARTBEAT_S": "0.2",
            "AMY_ORCHESTRATOR_TAKEOVER_AFTER_S": "2",
            "AMY_ORCHESTRATOR_DRAIN_S": "0.2",
            **{
                f"AMY_ORCHESTRATOR_{peer}_ADDRESS": peers.address
                for peer in ("DATA_SCIENCE", "VALIDATOR", "MEMORY", "HEALTH_DATA")
            },
        }
        running = [
            Process({**env, "AMY_ORCHESTRATOR_EXECUTOR_ID": f"replica-{number}"}, free_port(), folder / f"{number}.log")
            for number in range(count)
        ]
        try:
            await asyncio.gather(*(process.start() for process in running))
            yield running
        finally:
            for process in running:
                process.close()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@asynccontextmanager
async def calling(address: str) -> AsyncIterator[Any]:
    async with connect(address, service=SERVICE) as channel:
        yield orchestrator_pb2_grpc.OrchestratorServiceStub(channel)


async def follow(address: str, turn_id: str, *, after: int = 0) -> list[pb.TurnEvent]:
    request = pb.StreamTurnRequest(user_id=USER, turn_id=turn_id, after_event_id=after)
    async with calling(address) as stub:
        return [event async for response in stub.StreamTurn(request, timeout=60) for event in told_by(response)]


async def create(address: str) -> str:
    async with calling(address) as stub:
        response = await stub.CreateTurn(create_request(DATA_QUESTION), timeout=60)
    turn_id: str = response.turn.id
    return turn_id


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not condition():  # noqa: ASYNC110, a file in another process sets no event
            await asyncio.sleep(0.01)


def journaled(folder: Path, turn_id: str) -> list[tuple[str, str]]:
    path = folder / "steps.jsonl"
    lines = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    return [(line["step"], line["event"]) for line in lines if line["turn_id"] == turn_id]


def begun_only(folder: Path, turn_id: str) -> list[Step]:
    """The steps that have begun and not ended: on a busy machine not always the one that was waited for."""
    lines = journaled(folder, turn_id)
    return [step for step in Step if (step.value, "begin") in lines and (step.value, "end") not in lines]


def expect_each_step_once(folder: Path, turn_id: str, *, but_begun_again: Sequence[Step]) -> None:
    expected = Counter({(step.value, event): 1 for step in Step for event in ("begin", "end")})
    expected.update((step.value, "begin") for step in but_begun_again)
    assert Counter(journaled(folder, turn_id)) == expected


def expect_whole(events: list[pb.TurnEvent]) -> None:
    assert [event.id for event in events] == list(range(1, len(events) + 1))
    assert [event.WhichOneof("event") for event in events].count("turn_started") == 1
    assert events[-1].WhichOneof("event") == "turn_completed"


@pytest.mark.timeout(240)
async def test_a_turn_killed_inside_a_step_goes_on_at_that_step(sqlite_url: str, tmp_path: Path) -> None:
    peers = Peers()
    killed_in: list[Step] = []
    async with processes(sqlite_url, tmp_path, peers) as (process,):
        turn_id = await create(process.address)
        seen: list[pb.TurnEvent] = []
        for step in (Step.CLASSIFY_VAGUENESS, Step.RUN_MAIN_AGENT, Step.MEMORY_EXTRACTION):
            watching = asyncio.create_task(_watch(process.address, turn_id, seen))
            await until(lambda: (step.value, "begin") in journaled(tmp_path, turn_id))  # noqa: B023, awaited here
            process.kill()
            killed_in += begun_only(tmp_path, turn_id)
            await watching
            await process.start()
        assert killed_in
        # A busy machine may cut every connection before an event has come through it.
        seen += await follow(process.address, turn_id, after=seen[-1].id if seen else 0)
        expect_whole(seen)
        assert seen == await follow(process.address, turn_id)
        expect_each_step_once(tmp_path, turn_id, but_begun_again=killed_in)
    once = ("Summarize", "ListTestedHypotheses", "Interpret", "Analyze", "Validate", "RecordTurn")
    assert peers.calls == dict.fromkeys(once, 1)


async def _watch(address: str, turn_id: str, seen: list[pb.TurnEvent]) -> None:
    """Goes on reading events after the last one seen, until the connection is cut."""
    after = seen[-1].id if seen else 0
    request = pb.StreamTurnRequest(user_id=USER, turn_id=turn_id, after_event_id=after)
    async with grpc.aio.insecure_channel(address) as channel:
        stub = orchestrator_pb2_grpc.OrchestratorServiceStub(channel)
        try:
            async for response in stub.StreamTurn(request, timeout=60):
                seen += told_by(response)
        except grpc.aio.AioRpcError as error:
            assert error.code() is grpc.StatusCode.UNAVAILABLE, error  # noqa: PT017, another code is another bug


@pytest.mark.timeout(240)
async def test_another_orchestrator_takes_over_what_a_dead_one_left(postgres_url: str, tmp_path: Path) -> None:
    peers = Peers()
    async with processes(postgres_url, tmp_path, peers, count=2) as (dying, surviving):
        turn_id = await create(dying.address)
        watching = asyncio.create_task(follow(surviving.address, turn_id))
        await until(lambda: (Step.VALIDATION_GATES.value, "begin") in journaled(tmp_path, turn_id))
        dying.kill()
        events = await watching
        expect_whole(events)
        expect_each_step_once(tmp_path, turn_id, but_begun_again=[Step.VALIDATION_GATES])
    assert peers.calls["Analyze"] == 1


@pytest.mark.timeout(240)
async def test_a_stop_fails_no_turn_and_the_next_start_finishes_it(sqlite_url: str, tmp_path: Path) -> None:
    async with processes(sqlite_url, tmp_path, Peers(), pause_s=0.6) as (process,):
        turn_id = await create(process.address)
        await until(lambda: (Step.ROUTE.value, "begin") in journaled(tmp_path, turn_id))
        assert process.kill(signal.SIGTERM) == 0
        process.env["AMY_ORCHESTRATOR_STEP_PAUSE_S"] = "0"
        await process.start()
        events = await follow(process.address, turn_id)
        expect_whole(events)
        expect_each_step_once(tmp_path, turn_id, but_begun_again=[Step.ROUTE])
