"""When a turn is taken over, and when it is given up. The database is real; time and engine are played by hand."""

from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

import pytest

from amy.runtime.ids import new_id
from services.orchestrator.adapters.sql_erasure import SqlTurnErasure
from services.orchestrator.adapters.sql_store import SqlTurnStore
from services.orchestrator.app.engine import Engine, Revival
from services.orchestrator.app.erasing import Erasing
from services.orchestrator.app.recovery import MAX_TAKEOVERS, Recovery
from services.orchestrator.domain.conversation import Message
from services.orchestrator.domain.turn import Turn, TurnContext, TurnStatus
from services.orchestrator.ports import Identity
from services.orchestrator.ports.durable import Ownership
from tests.unit.orchestrator.durable.turn_system import DATA_QUESTION, USER, orchestrating

ME = "replica-0:me"
OTHER = "replica-1:other"


class ManualClock:
    def __init__(self) -> None:
        self.seconds = 0.0

    def now(self) -> datetime:
        return datetime(2026, 5, 25, tzinfo=UTC)

    def monotonic_s(self) -> float:
        return self.seconds

    async def sleep(self, seconds: float) -> None:
        self.seconds += seconds


@dataclass
class CountedExecutors:
    counts: dict[str, int] = field(default_factory=dict)

    async def register(self, executor: str, *, replica: str) -> None:
        self.counts[executor] = 0

    async def beat(self, executor: str, *, replica: str) -> None:
        self.counts[executor] += 1

    async def beats(self) -> Mapping[str, int]:
        return dict(self.counts)

    async def remove(self, executors: Collection[str]) -> None:
        for executor in executors:
            self.counts.pop(executor, None)


class ManualEngine(Engine):
    """Runs nothing: what is said to run is running, and revived what was asked for."""

    def __init__(self) -> None:
        self.running: set[str] = set()
        self.revived: list[str] = []
        self.revival = Revival.CONTINUES

    def launch(self, turn: Turn | str) -> None: ...

    def is_running(self, turn_id: str) -> bool:
        return turn_id in self.running

    def revive(self, turn_id: str) -> Revival:
        self.revived.append(turn_id)
        return self.revival

    async def abandon(self, turn_ids: Sequence[str]) -> None: ...

    async def stop(self, *, grace_s: float) -> None: ...


@dataclass
class Scene:
    store: SqlTurnStore
    executors: CountedExecutors
    engine: ManualEngine
    clock: ManualClock
    recovery: Recovery

    async def turn_of(self, owner: str) -> Turn:
        turn = queued()
        assert await self.store.create(turn, owner=owner, max_in_flight=99)
        return turn


def queued() -> Turn:
    return Turn(
        id=new_id("turn"),
        user_id=USER,
        status=TurnStatus.QUEUED,
        created_at=datetime.now(UTC),
        messages=(Message(role="user", content=DATA_QUESTION),),
        context=TurnContext(),
        request_id="req_X",
    )


@pytest.fixture
async def scene(sqlite_url: str) -> AsyncIterator[Scene]:
    store = SqlTurnStore(sqlite_url)
    await store.migrate()
    executors, engine, clock = CountedExecutors(), ManualEngine(), ManualClock()
    erasing = Erasing(
        SqlTurnErasure(store.database),
        engine=engine,
        clock=clock,
        owner=ME,
        on_removed=lambda _: None,
        patience_s=5,
    )
    recovery = Recovery(
        Identity(replica="replica-0", executor=ME),
        store=store,
        executors=executors,
        engine=engine,
        erasing=erasing,
        clock=clock,
        takeover_after_s=10,
    )
    await recovery.enter()
    yield Scene(store, executors, engine, clock, recovery)
    await store.close()


async def test_a_turn_whose_owner_left_no_trace_is_taken_over_at_once(scene: Scene) -> None:
    turn = await scene.turn_of(OTHER)
    await scene.recovery.sweep()
    assert scene.engine.revived == [turn.id]
    assert await scene.store.under_way() == [Ownership(turn_id=turn.id, owner=ME, takeovers=1)]


async def test_a_living_owner_is_left_alone_and_one_whose_heart_stands_still_is_not(scene: Scene) -> None:
    turn = await scene.turn_of(OTHER)
    scene.executors.counts[OTHER] = 7
    for _ in range(20):
        scene.clock.seconds += 2
        await scene.executors.beat(OTHER, replica="replica-1")
        await scene.recovery.sweep()
    assert scene.engine.revived == []
    for _ in range(5):
        scene.clock.seconds += 2
        await scene.recovery.sweep()
    assert scene.engine.revived == []
    scene.clock.seconds += 2
    await scene.recovery.sweep()
    assert scene.engine.revived == [turn.id]
    assert OTHER not in scene.executors.counts


async def test_a_heart_that_stood_still_while_nobody_could_look_is_counted_from_the_next_look(scene: Scene) -> None:
    await scene.turn_of(OTHER)
    scene.executors.counts[OTHER] = 7
    await scene.recovery.sweep()
    scene.clock.seconds += 60
    await scene.recovery.sweep()
    assert scene.engine.revived == []
    assert OTHER in scene.executors.counts


async def test_my_own_turn_that_never_started_is_started_and_a_running_one_is_not(scene: Scene) -> None:
    stuck, running = await scene.turn_of(ME), await scene.turn_of(ME)
    scene.engine.running.add(running.id)
    await scene.recovery.sweep()
    await scene.recovery.sweep()
    assert scene.engine.revived == [stuck.id], "once: it may be waiting in the engine's queue"
    scene.clock.seconds += 11
    await scene.recovery.sweep()
    assert scene.engine.revived == [stuck.id, stuck.id]


async def test_a_turn_whose_workflow_broke_fails_once(scene: Scene) -> None:
    turn = await scene.turn_of(OTHER)
    scene.engine.revival = Revival.ENDED
    await scene.recovery.sweep()
    await scene.recovery.sweep()
    failed = await scene.store.get(turn.id)
    assert failed is not None
    assert failed.error is not None
    assert (failed.status, failed.error.code, failed.error.request_id) == (TurnStatus.FAILED, "internal_error", "req_X")
    assert len(await scene.store.events(turn.id, after=0, limit=9)) == 1


async def test_a_turn_that_outlives_too_many_processes_is_given_up(scene: Scene) -> None:
    turn = await scene.turn_of("replica-9:0")
    for number in range(MAX_TAKEOVERS):
        found = Ownership(turn_id=turn.id, owner=f"replica-9:{number}", takeovers=number)
        assert await scene.store.claim(found, owner=f"replica-9:{number + 1}")
    await scene.recovery.sweep()
    assert scene.engine.revived == []
    failed = await scene.store.get(turn.id)
    assert failed is not None
    assert failed.status is TurnStatus.FAILED


async def test_a_turn_that_was_stored_and_never_launched_runs_after_the_next_start(database_url: str) -> None:
    store = SqlTurnStore(database_url)
    await store.migrate()
    turn = queued()
    await store.create(turn, owner="test:earlier", max_in_flight=3)
    await store.close()
    async with orchestrating(database_url) as system:
        events = await system.follow(turn.id)
    assert events[-1].HasField("turn_completed")


async def test_a_turn_begun_under_another_workflow_shape_is_begun_anew(sqlite_url: str) -> None:
    async with orchestrating(sqlite_url, shape="old", step_pause_s=5) as system:
        turn = await system.create()
    async with orchestrating(sqlite_url) as system:
        events = await system.follow(turn.id)
    assert [event.id for event in events] == list(range(1, len(events) + 1))
    assert [event.HasField("turn_started") for event in events].count(True) == 1
    assert events[-1].HasField("turn_completed")
