"""What `make chaos` counts: a turn that is lost, done twice or has a gap does not pass."""

import json
from typing import Any

import pytest

from amy.client.sse import ServerSentEvent
from tests.load.replicas.clients import Asked
from tests.load.replicas.counting import Counts, count_turn, steps_done_twice

TURN: dict[str, Any] = {"id": "turn_1", "status": "completed", "result": {"answer": "58 bpm."}}


def events(*ids: int, last: str = "turn.completed") -> list[ServerSentEvent]:
    kinds = {ids[0]: "turn.started", ids[-1]: last}
    return [ServerSentEvent(id=str(each), event=kinds.get(each, "agent.thought"), data="{}") for each in ids]


def count(followed: list[ServerSentEvent], replayed: list[ServerSentEvent], turn: dict[str, Any] = TURN) -> Counts:
    counts = Counts()
    asked = Asked(user="u", key="k", question="?", part="calm", turn_ids={"turn_1"}, events=followed)
    count_turn(asked, turn, replayed, counts)
    return counts


def test_a_turn_that_was_read_from_one_to_its_end_by_all_passes() -> None:
    assert count(events(1, 2, 3), events(1, 2, 3)).good


@pytest.mark.parametrize("ids", [(1, 3), (1, 2, 2, 3), (2, 3), (1, 3, 2, 4)])
def test_ids_that_leave_out_repeat_or_turn_round_are_a_gap(ids: tuple[int, ...]) -> None:
    assert count(events(*ids), events(1, 2, 3)).gaps
    assert count(events(1, 2, 3), events(*ids)).gaps


def test_a_replay_that_says_something_else_is_a_gap() -> None:
    replayed = [*events(1, 2)[:1], ServerSentEvent(id="2", event="turn.completed", data='{"other": 1}')]
    assert count(events(1, 2), replayed).gaps


def test_a_turn_without_an_end_is_lost() -> None:
    assert count(events(1, 2, last="agent.thought"), events(1, 2)).lost
    assert count(events(1, 2), events(1, 2), {**TURN, "status": "running"}).lost


def test_a_second_end_is_counted_as_twice() -> None:
    ended_twice = [*events(1, 2), ServerSentEvent(id="3", event="turn.completed", data="{}")]
    assert count(ended_twice, ended_twice).twice


def test_a_failed_turn_and_one_without_an_agent_are_told_apart() -> None:
    failed = {"id": "turn_1", "status": "failed", "error": {"code": "internal_error"}}
    counts = count(events(1, 2, last="turn.failed"), events(1, 2, last="turn.failed"), failed)
    assert counts.failed == {"internal_error (calm)": 1}
    assert not counts.good
    lacking = {**TURN, "result": {"answer": "I can't coach you just now, but here is what I could find out."}}
    assert count(events(1, 2), events(1, 2), lacking).lacking == {"calm": 1}


def line(event: str, pid: int) -> dict[str, Any]:
    line: dict[str, Any] = json.loads(f'{{"turn_id": "t", "step": "synthesis", "event": "{event}", "pid": {pid}}}')
    return line


def test_a_step_that_two_processes_did_is_counted_as_twice() -> None:
    assert steps_done_twice([line("begin", 1), line("begin", 2), line("end", 2), line("end", 1)])


def test_a_step_that_a_process_left_and_another_did_is_done_once() -> None:
    assert not steps_done_twice([line("begin", 1), line("begin", 2), line("end", 2)])
    assert not steps_done_twice([line("begin", 1), line("end", 1), line("end", 2)]), "2 only read the checkpoint back"
