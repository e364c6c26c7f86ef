"""A client that is there while services die."""

import threading

from amy.client import Amy


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
    """The turn completed, its ids have no gap, and the follower saw all of them."""
    follower.join(timeout=90)
    assert follower.error is None, follower.error
    assert follower.types[-1] == "turn.completed"
    assert follower.ids == list(range(1, len(follower.ids) + 1))
    replayed = [event.id for event in amy.turns.stream(turn_id)]
    assert replayed == follower.ids
    assert amy.turns.retrieve(turn_id).status == "completed"
