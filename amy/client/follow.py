"""Following one turn over connections that break: what has been seen, and when to give up."""

from typing import Final

from amy.client.errors import AmyError
from amy.client.events import TERMINAL, TurnEvent, turn_event
from amy.client.retry import Backoff
from amy.client.sse import SseParser

IDLE_TIMEOUT_S: Final = 120.0
"""Silence after which a connection counts as broken: a peer that vanished sends nothing, not even an end."""


class Follower:
    """The state of one iteration over a turn's events, whatever carries the bytes.

    Every event comes out once, in order of id, up to the terminal one: what a reconnected server repeats is dropped,
    and so is an event that the last connection did not finish. Any event resets the count of failures.
    """

    def __init__(self, *, last_event_id: int, backoff: Backoff) -> None:
        self.last_event_id = last_event_id
        self.finished = False
        self._backoff = backoff
        self._failures = 0
        self._parser = SseParser()

    def headers(self) -> dict[str, str]:
        """For the next connection, which starts with a clean parser."""
        self._parser = SseParser()
        headers = {"Accept": "text/event-stream", "Cache-Control": "no-store"}
        return headers | ({"Last-Event-Id": str(self.last_event_id)} if self.last_event_id else {})

    def take(self, chunk: bytes) -> list[TurnEvent]:
        """The new events that this chunk completes."""
        events: list[TurnEvent] = []
        for frame in self._parser.feed(chunk):
            event = turn_event(frame)
            if event is None or event.id <= self.last_event_id or self.finished:
                continue
            self.last_event_id = event.id
            self.finished = event.name in TERMINAL
            self._failures = 0
            events.append(event)
        return events

    def pause_after(self, error: AmyError) -> float:
        """How many seconds to wait before the next connection.

        Raises:
            AmyError: this one; it cannot be mended by trying again, or it has been tried often enough.
        """
        self._failures += 1
        pause_s = self._backoff.delay_s(self._failures)
        if 400 <= error.status < 500 or pause_s is None:
            raise error
        return pause_s
