"""The machinery of a turn: how events are written, calls retried, followers woken, and steps journaled."""

import asyncio
import json
import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from amy.runtime.errors import InternalError, UpstreamUnavailableError
from services.orchestrator.adapters.journal import StepJournal
from services.orchestrator.app.following import LiveLog, SharedReads, Wakeups
from services.orchestrator.app.recorder import Recorder
from services.orchestrator.app.retry import RetryPolicy, with_retries
from services.orchestrator.domain.events import (
    AgentThought,
    TurnEvent,
    Voice,
)
from services.orchestrator.domain.steps import (
    Step,
)
from services.orchestrator.domain.turn import Turn, TurnContext, TurnStatus
from services.orchestrator.ports.durable import LogEntry, LogPlace, Opened, OwnershipLostError, StoredEvent
from services.orchestrator.settings import Settings

NOW = datetime(2026, 5, 25, 10, 0, 0, 123000, tzinfo=UTC)


class SlowLog:
    """The one method of a `TurnStore` that a recorder uses: it takes a while, or fails."""

    def __init__(self, error: Exception | None = None) -> None:
        self.entries: list[LogEntry] = []
        self._error = error

    @property
    def batches(self) -> list[list[TurnEvent]]:
        return [list(entry.events) for entry in self.entries]

    async def append(
        self, turn_id: str, *, owner: str, place: LogPlace, entry: LogEntry
    ) -> tuple[LogPlace, Sequence[StoredEvent]]:
        await asyncio.sleep(0.01)
        if self._error is not None:
            raise self._error
        self.entries.append(entry)
        events = [StoredEvent(id=place.last_event_id + 1, payload=b"", is_terminal=False) for _ in entry.events]
        return place.after(events), events


def recorder_on(log: Any, committed: list[str]) -> Recorder:
    turn = Turn(
        id="turn_X",
        user_id="u",
        status=TurnStatus.RUNNING,
        created_at=NOW,
        messages=(),
        context=TurnContext(),
        request_id="req_X",
        started_at=NOW,
    )
    journal = StepJournal(None, pause_s=0)
    return Recorder(log, Opened(turn=turn), owner="me", live=LiveLog(turn), journal=journal, on_commit=committed.append)


async def test_a_checkpoint_is_written_behind_the_events_before_it_and_with_them() -> None:
    log, committed = SlowLog(), list[str]()
    recorder = recorder_on(log, committed)
    thought = AgentThought(agent=Voice.SYNTHESIS, delta="a")
    recorder.emit(thought)
    recorder.end_step(Step.ROUTE, "{}")
    assert recorder.checkpoints == {Step.ROUTE: "{}"}
    await recorder.flush()
    recorder.end_step(Step.REPHRASE_PER_AGENT, "x")
    await recorder.flush()
    assert log.entries == [
        LogEntry(events=(thought,), checkpoints={Step.ROUTE: "{}"}),
        LogEntry(checkpoints={Step.REPHRASE_PER_AGENT: "x"}),
    ]
    assert committed == ["turn_X"], "nobody is woken for a checkpoint"


async def test_events_that_come_while_a_batch_is_committed_make_the_next_batch() -> None:
    log, committed = SlowLog(), list[str]()
    recorder = recorder_on(log, committed)
    events = [AgentThought(agent=Voice.SYNTHESIS, delta=str(number)) for number in range(6)]
    recorder.emit(events[0])
    await asyncio.sleep(0.005)
    for event in events[1:]:
        recorder.emit(event)
    await recorder.flush()
    assert log.batches == [events[:1], events[1:]]
    assert committed == ["turn_X", "turn_X"]


async def test_an_event_after_a_pause_is_written_too() -> None:
    log = SlowLog()
    recorder = recorder_on(log, [])
    for number in range(3):
        recorder.emit(AgentThought(agent=Voice.SYNTHESIS, delta=str(number)))
        await asyncio.sleep(0.03)
    await recorder.flush()
    assert [len(batch) for batch in log.batches] == [1, 1, 1]


@pytest.mark.parametrize("error", [OwnershipLostError("turn_X"), OSError("disk full")])
async def test_a_failed_write_is_told_at_every_flush_and_nothing_is_written_after_it(error: Exception) -> None:
    log = SlowLog(error)
    recorder = recorder_on(log, [])
    recorder.emit(AgentThought(agent=Voice.SYNTHESIS, delta="Your "))
    with pytest.raises(type(error)):
        await recorder.flush()
    log._error = None
    recorder.emit(AgentThought(agent=Voice.SYNTHESIS, delta="Your "))
    with pytest.raises(type(error)):
        await recorder.flush()
    assert log.batches == []


class CountingClock:
    def __init__(self) -> None:
        self.seconds = 100.0
        self.slept: list[float] = []

    def now(self) -> datetime:
        return NOW

    def monotonic_s(self) -> float:
        return self.seconds

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.seconds += seconds


async def test_retries_wait_longer_each_time_and_end_with_the_budget() -> None:
    clock = CountingClock()
    policy = RetryPolicy(base_s=0.2, cap_s=2.0, budget_s=10.0)

    async def attempt() -> None:
        raise UpstreamUnavailableError("down")

    with pytest.raises(UpstreamUnavailableError):
        await with_retries(attempt, policy=policy, clock=clock, what="x", turn_id="turn_X")
    for number, slept in enumerate(clock.slept):
        assert min(2.0, 0.2 * 2**number) <= slept <= min(2.0, 0.2 * 2**number + 0.2)
    assert 8.0 < sum(clock.slept) <= 10.0


async def test_what_time_does_not_mend_is_not_tried_again() -> None:
    clock = CountingClock()

    async def attempt() -> None:
        raise InternalError("broken")

    with pytest.raises(InternalError):
        await with_retries(attempt, policy=RetryPolicy(), clock=clock, what="x", turn_id="turn_X")
    assert clock.slept == []


async def test_the_budget_starts_with_the_first_failure_not_with_the_call() -> None:
    clock = CountingClock()
    outcomes = [180.0, 0.0]

    async def attempt() -> str:
        took = outcomes.pop(0)
        clock.seconds += took
        if took:
            raise UpstreamUnavailableError("down")
        return "back"

    policy = RetryPolicy(budget_s=5.0)
    assert await with_retries(attempt, policy=policy, clock=clock, what="x", turn_id="turn_X") == "back"


def test_a_follower_is_woken_for_its_turn_only_and_leaves_nothing_behind() -> None:
    wakeups = Wakeups()
    with wakeups.following("a") as a, wakeups.following("b") as b:
        wakeups.wake("a")
        assert (a.is_set(), b.is_set()) == (True, False)
        wakeups.compare({"a": 3, "b": 4})
        a.clear()
        b.clear()
        wakeups.compare({"a": 3, "b": 5, "c": 1})
        assert (a.is_set(), b.is_set()) == (False, True)
        assert set(wakeups.followed) == {"a", "b"}
    assert wakeups.followed == ()


async def test_the_journal_has_one_end_per_step_however_the_process_died(tmp_path: Path) -> None:
    path = tmp_path / "steps.jsonl"
    journal = StepJournal(path, pause_s=0)
    await journal.begin("turn_A", Step.ROUTE)
    await journal.end("turn_A", Step.ROUTE, ran=True)
    await journal.end("turn_A", Step.ROUTE, ran=False)
    await journal.end("turn_B", Step.ROUTE, ran=False)
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert [(line["turn_id"], line["event"]) for line in lines] == [
        ("turn_A", "begin"),
        ("turn_A", "end"),
        ("turn_B", "end"),
    ]
    await journal.end("turn_A", Step.ROUTE, ran=True)
    assert path.read_text().count('"turn_A"') == 3, "a step that ran twice shows"


async def test_a_pause_is_slept_inside_the_step() -> None:
    journal = StepJournal(None, pause_s=0.05)
    began = time.monotonic()
    await journal.begin("turn_A", Step.ROUTE)
    await journal.end("turn_A", Step.ROUTE, ran=True)
    assert time.monotonic() - began >= 0.05


def test_settings_come_from_the_environment_and_every_process_is_a_new_executor() -> None:
    env = {f"AMY_ORCHESTRATOR_{peer}_ADDRESS": "127.0.0.1:1" for peer in ("VALIDATOR", "MEMORY", "HEALTH_DATA")}
    settings = Settings.from_env({**env, "AMY_ORCHESTRATOR_DATABASE_URL": "sqlite:///x.db"})
    assert settings.addresses().data_science == ""
    assert settings.limits().max_in_flight == 3
    assert settings.limits().retention == timedelta(hours=1)
    first, second = settings.new_identity(), settings.new_identity()
    assert first.replica == second.replica
    assert first.executor != second.executor
    with pytest.raises(ValidationError):
        Settings.from_env({**env, "AMY_ORCHESTRATOR_DATABASE_URL": "sqlite:///x.db", "AMY_ORCHESTRATOR_POLL_S": "0"})


class CountedReads:
    """What followers use of a `TurnStore`; every read takes a while."""

    def __init__(self) -> None:
        self.reads = 0

    async def events(self, turn_id: str, *, after: int, limit: int) -> Sequence[StoredEvent]:
        self.reads += 1
        await asyncio.sleep(0.01)
        return []

    async def get(self, turn_id: str) -> Turn | None:
        self.reads += 1
        await asyncio.sleep(0.01)
        return None


async def test_followers_at_one_event_share_a_read_until_the_next_wake() -> None:
    log: Any = CountedReads()
    wakeups = Wakeups()
    reads = SharedReads(log, wakeups)

    async def read(after: int) -> None:
        await reads.events("a", after=after, limit=9)

    with wakeups.following("a"):
        early = [asyncio.create_task(read(3)) for _ in range(50)]
        await asyncio.sleep(0)
        early[0].cancel()
        wakeups.wake("a")
        await asyncio.gather(*early[1:], *(read(3) for _ in range(50)), read(4))
    assert early[0].cancelled()
    assert log.reads == 3, "before the wake, after it, and at another event"


async def test_followers_of_a_turn_ask_once_whether_it_has_ended_until_the_next_wake() -> None:
    log: Any = CountedReads()
    wakeups = Wakeups()
    reads = SharedReads(log, wakeups)
    with wakeups.following("a"), wakeups.following("b"):
        early = [asyncio.create_task(reads.turn("a")) for _ in range(50)]
        await asyncio.sleep(0)
        wakeups.wake("a")
        await asyncio.gather(*early, *(reads.turn("a") for _ in range(50)), reads.turn("b"))
    assert log.reads == 3, "before the wake, after it, and of another turn"
