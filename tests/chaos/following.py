"""A client that is there while services die."""

import threading
from collections.abc import Callable, Sequence

from amy.client import Amy
from amy.client.events import AgentCompleted, AgentStarted, AgentThought, TurnEvent
from amy.client.models import Turn


class Follower(threading.Thread):
    """A client that follows a turn to its end with the SDK, reconnecting by `Last-Event-Id`."""

    def __init__(self, amy: Amy, turn_id: str) -> None:
        super().__init__()
        self.ids: list[int] = []
        self.types: list[str] = []
        self.error: Exception | None = None
        self._amy = amy
        self._turn_id = turn_id

    def run(self) -> None:
        try:
            for event in self._amy.turns.stream(self._turn_id):
                self.ids.append(event.id)
                self.types.append(event.type)
        except Exception as error:  # noqa: BLE001, reported by the test
            self.error = error


def finish(amy: Amy, follower: Follower, turn_id: str) -> None:
    """The turn completed, its events are well formed, their ids have no gap, and the follower saw all of them."""
    follower.join(timeout=90)
    assert follower.error is None, follower.error
    assert follower.types[-1] == "turn.completed"
    assert follower.ids == list(range(1, len(follower.ids) + 1))
    replayed = list(amy.turns.stream(turn_id))
    assert [event.id for event in replayed] == follower.ids
    assert_well_formed(replayed)
    assert amy.turns.retrieve(turn_id).status == "completed"


def asked(amy: Amy, question: str, *, meanwhile: Callable[[str], None]) -> tuple[Turn, Follower]:
    """The turn as it ended, completed, and what was seen of it; `meanwhile` is given its id while it runs."""
    turn_id = amy.turns.create(messages=[{"role": "user", "content": question}]).id
    follower = Follower(amy, turn_id)
    follower.start()
    meanwhile(turn_id)
    finish(amy, follower, turn_id)
    return amy.turns.retrieve(turn_id), follower


def assert_well_formed(events: Sequence[TurnEvent]) -> None:
    """A turn starts once; who speaks has started, perhaps more than once, and ends."""
    assert [event.type for event in events].count("turn.started") == 1
    assert events[0].type == "turn.started"
    speaking: set[str] = set()
    for event in events:
        match event:
            case AgentStarted():
                speaking.add(event.agent)
            case AgentThought():
                assert event.agent in speaking, event
            case AgentCompleted():
                assert event.agent in speaking, event
                speaking.remove(event.agent)
            case _:
                pass
    assert not speaking
