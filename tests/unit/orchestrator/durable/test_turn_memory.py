"""What a person asks of memory itself: settled once, done once, and told the same however often it is repeated."""

from datetime import UTC, datetime

import grpc
import pytest

from amy.api.common.v1 import common_pb2 as common
from amy.api.memory.v1 import memory_pb2 as memory
from amy.api.orchestrator.v1 import orchestrator_pb2 as pb
from services.orchestrator.adapters.peers.memory import RemoteMemory
from services.orchestrator.app.checkpoints import OPENING, Loaded
from services.orchestrator.domain.memory_requests import MemoryAccess, MemoryAction, MemoryRequest, MemoryTask
from services.orchestrator.domain.notes import MemoryNote
from services.orchestrator.domain.plan import ExtractedMemory, MemoryKind
from services.orchestrator.domain.steps import Opening
from tests.unit.orchestrator.durable.turn_peers import Peers, serving
from tests.unit.orchestrator.durable.turn_system import THANKS, ScriptedMind, orchestrating

GOAL = common.Goal(behaviour="walk", metric="steps", target=8000, unit="steps").SerializeToString(deterministic=True)


def entry(text: str, *, turn_id: str = "") -> memory.Memory:
    one = memory.Memory(id=f"mem_{text}", text=text, category=memory.CATEGORY_PREFERENCE, subject="diet")
    if turn_id:
        one.source_turn_id = turn_id
    one.created_at.FromDatetime(datetime(2026, 5, 4, tzinfo=UTC))
    return one


def asks(action: MemoryAction, about: str = "") -> ScriptedMind:
    return ScriptedMind(memory_requests={"command": MemoryRequest(action=action, about=about)})


async def test_what_is_remembered_is_told_and_nothing_else_is_asked(sqlite_url: str) -> None:
    peers = Peers(entries=[entry(str(at)) for at in range(150)])
    async with orchestrating(sqlite_url, peers=peers, mind=asks(MemoryAction.RECALL)) as system:
        turn = await system.say("command")
    assert turn.result.answer == f"recall open: {[str(at) for at in range(150)]}"
    assert peers.calls["ListMemories"] == 2
    assert peers.calls["Interpret"] == peers.calls["DeleteMemories"] == peers.calls["RecordTurn"] == 0


async def test_what_the_turn_before_taught_is_forgotten(database_url: str) -> None:
    peers = Peers()
    async with orchestrating(database_url, peers=peers, mind=asks(MemoryAction.FORGET_LAST)) as system:
        older, before = await system.say(THANKS), await system.say("I eat no fish.")
        peers.entries[:] = [entry("fish", turn_id=before.id), entry("older", turn_id=older.id), entry("written")]
        turn = await system.say("I eat no fish.", "command")
        nothing_before = await system.say("command")
    assert turn.result.answer == "forget_last open: ['fish']"
    assert [one.text for one in peers.entries] == ["older", "written"]
    assert set(peers.recorded) == {older.id, before.id}
    assert nothing_before.result.answer == "forget_last open: []"


async def test_forgetting_again_what_is_gone_already_says_the_same(sqlite_url: str) -> None:
    peers = Peers(entries=[entry("fish"), entry("run")], lost_replies=1)
    async with orchestrating(sqlite_url, peers=peers, mind=asks(MemoryAction.FORGET_ABOUT, "fish")) as system:
        turn = await system.say("command")
    assert turn.result.answer == "forget_about open: ['fish']"
    assert [one.text for one in peers.entries] == ["run"]
    assert peers.calls["DeleteMemories"] == 2
    assert peers.calls["ListMemories"] == 1


async def test_everything_is_forgotten_at_once(sqlite_url: str) -> None:
    peers = Peers(entries=[entry("fish"), entry("run")])
    async with orchestrating(sqlite_url, peers=peers, mind=asks(MemoryAction.FORGET_ALL_CONFIRMED)) as system:
        turn = await system.say("command")
    assert turn.status == pb.TURN_STATUS_COMPLETED
    assert peers.entries == []
    assert peers.calls["DeleteMemories"] == 1
    assert peers.recorded == {}


@pytest.mark.parametrize("action", [MemoryAction.RECALL, MemoryAction.FORGET_ABOUT, MemoryAction.FORGET_ALL_CONFIRMED])
async def test_memory_that_is_off_is_neither_read_nor_changed(sqlite_url: str, action: MemoryAction) -> None:
    peers = Peers(entries=[entry("fish")])
    async with orchestrating(sqlite_url, peers=peers, mind=asks(action, "fish")) as system:
        turn = await system.say("command", include_memory=False)
    assert turn.result.answer == f"{action} off: []"
    assert peers.calls["ListMemories"] == peers.calls["Summarize"] == peers.calls["DeleteMemories"] == 0


async def test_memory_that_cannot_be_read_changes_nothing(sqlite_url: str) -> None:
    mind = asks(MemoryAction.FORGET_ABOUT, "fish")
    mind.fails = {"choose_memories"}
    peers = Peers(entries=[entry("fish")])
    async with orchestrating(sqlite_url, peers=peers, mind=mind) as system:
        turn = await system.say("command")
    assert turn.result.answer == "forget_about unreachable: []"
    assert len(peers.entries) == 1


async def test_what_puts_something_right_is_remembered(sqlite_url: str) -> None:
    peers = Peers()
    async with orchestrating(sqlite_url, peers=peers, mind=asks(MemoryAction.CORRECT, "You are 44.")) as system:
        turn = await system.say("command")
    assert [one.text for one in peers.recorded[turn.id].extracted] == ["Sleep more."]


async def test_an_insight_has_the_same_subject_whatever_its_numbers_are(sqlite_url: str) -> None:
    peers = Peers()
    async with orchestrating(sqlite_url, peers=peers) as system:
        for verdict in (common.VERDICT_VALIDATED, common.VERDICT_VALIDATED, common.VERDICT_REJECTED):
            peers.verdict = verdict
            await system.ask()
    first, second, rejected = peers.recorded.values()
    subjects = [one.subject for turn in (first, second) for one in turn.extracted if one.kind == memory.KIND_INSIGHT]
    assert subjects[0].startswith("insight resting_heart_rate")
    assert subjects == [subjects[0]] * 2
    assert list(first.outdated_subjects) == []
    assert list(rejected.outdated_subjects) == subjects[:1]


def test_a_settled_request_survives_its_checkpoint() -> None:
    note = MemoryNote(
        kind=MemoryKind.GOAL,
        text="t",
        id="mem_1",
        created_at=datetime(2026, 5, 4, tzinfo=UTC),
        turn_id="turn_1",
        subject="goal steps",
        goal=GOAL,
    )
    request = MemoryRequest(action=MemoryAction.FORGET_ABOUT, about="steps")
    opening = Opening(memory_task=MemoryTask(request=request, access=MemoryAccess.OPEN, notes=(note,), unclear=True))
    assert OPENING.load(OPENING.dump(Loaded(value=opening))).value == opening


async def test_the_terms_of_a_goal_go_to_memory_and_come_back_unread() -> None:
    one = entry("Walk 8,000 steps.", turn_id="turn_1")
    one.goal.ParseFromString(GOAL)
    peers = Peers(entries=[one])
    said = ExtractedMemory(kind=MemoryKind.GOAL, text="Walk.", confidence=0.9, subject="goal steps", goal=GOAL)
    async with serving(peers), grpc.aio.insecure_channel(peers.address) as channel:
        keeper = RemoteMemory(channel, timeout_s=60)
        (note,) = await keeper.entries("anna")
        await keeper.record("anna", "turn_2", extracted=[said], processed=[])
    assert (note.goal, note.subject, note.turn_id) == (GOAL, "diet", "turn_1")
    assert note.created_at == datetime(2026, 5, 4, tzinfo=UTC)
    (kept,) = peers.recorded["turn_2"].extracted
    assert kept.goal.SerializeToString(deterministic=True) == GOAL
    assert kept.subject == "goal steps"


async def test_with_memory_off_nothing_is_kept_and_the_event_says_so(sqlite_url: str) -> None:
    async with orchestrating(sqlite_url, peers=Peers()) as system:
        turn, events = await system.ask(include_memory=False)
    assert turn.status == pb.TURN_STATUS_COMPLETED
    assert system.peers.calls["RecordTurn"] == 0
    told = [event.agent_completed.output_summary for event in events if event.HasField("agent_completed")]
    assert told[-1] == "memory is off: +0 entries (would have been 2)"
